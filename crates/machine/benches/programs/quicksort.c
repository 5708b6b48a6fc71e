// Quicksort (Hoare's partition) of n pseudorandom numbers, small parts by insertion.

enum { MAX = 1 << 20, SMALL = 12 };

static int numbers[MAX];

static void insertion_sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
}

static void quicksort(int *a, int n) {
    if (n <= SMALL) {
        insertion_sort(a, n);
        return;
    }
    int pivot = a[n / 2];
    int i = 0, j = n - 1;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quicksort(a, j + 1);
    quicksort(a + i, n - i);
}

long long run(int n) {
    unsigned state = 1;
    for (int i = 0; i < n; i++) {
        state = state * 1664525 + 1013904223;
        numbers[i] = state >> 8;
    }
    quicksort(numbers, n);
    long long sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 31 + numbers[i];
    return sum;
}
