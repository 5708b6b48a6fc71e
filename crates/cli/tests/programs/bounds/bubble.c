static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

void bubble(int *a, int n) {
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1 - i; j++)
            if (a[j] > a[j + 1])
                swap(&a[j], &a[j + 1]);
}

void twice(int *a, int n) {
    bubble(a, n);
    bubble(a, n);
}
