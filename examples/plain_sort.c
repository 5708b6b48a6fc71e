/* A sort as one finds it in a library: no harness, nothing of worstcase in it.
 *
 *     worstcase find examples/plain_sort.c --call 'sort(int a[n], int n)'
 */
static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

void sort(int *a, int n) {
    if (n <= 1)
        return;
    int last = 0;
    for (int i = 1; i < n; i++)
        if (a[i] < a[0])
            swap(&a[i], &a[++last]);
    swap(&a[0], &a[last]);
    sort(a, last);
    sort(a + last + 1, n - last - 1);
}
