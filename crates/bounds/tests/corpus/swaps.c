/* Swapped and rotated variables. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, min(2*x - 1, 2*y)) + 1   class: n */
int swap_decrement(int x, int y) {
    while (x > 0 && y > 0) { /* loop: max(0, min(2*x - 1, 2*y)) */
        int t = x;
        x = y;
        y = t - 1;
    }
    return x;
}

/* bound: max(0, x + y - 1) + 1   class: n */
int swap_any(int x, int y) {
    while (x > 0 && y > 0) { /* loop: max(0, x + y - 1) */
        if (__VERIFIER_nondet_int()) {
            int t = x;
            x = y;
            y = t;
        }
        x--;
    }
    return y;
}

/* bound: max(a - b, b - a) + 1   class: n */
int swap_order(int a, int b) {
    int s = 0;
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    for (int i = a; i < b; i++) { /* loop: max(a - b, b - a) */
        s ^= i;
    }
    return s;
}

/* bound: min(3*max(0, x), 3*max(0, y) + 1, 3*max(0, z) + 2) + 1   class: n */
int swap_rotate(int x, int y, int z) {
    int s = 0;
    while (x > 0) { /* loop: min(3*max(0, x), 3*max(0, y) + 1, 3*max(0, z) + 2) */
        int t = x;
        x = y;
        y = z;
        z = t - 1;
        s++;
    }
    return s;
}

/* bound: max(0, n // 2) + 1   class: n */
void swap_reverse(int *a, int n) {
    int i = 0;
    int j = n - 1;
    while (i < j) { /* loop: max(0, n // 2) */
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
        i++;
        j--;
    }
}

/* bound: max(0, n - 1) + n*(n - 1)/2 + 1   class: n^2 */
void swap_selection_sort(int *a, int n) {
    for (int i = 0; i < n - 1; i++) { /* loop: max(0, n - 1) */
        int m = i;
        for (int j = i + 1; j < n; j++) { /* loop: n*(n - 1)/2 */
            if (a[j] < a[m]) {
                m = j;
            }
        }
        int t = a[i];
        a[i] = a[m];
        a[m] = t;
    }
}

/* bound: max(0, hi - lo) + 1   class: n */
int swap_mirror(int lo, int hi) {
    while (lo < hi) { /* loop: max(0, hi - lo) */
        if (__VERIFIER_nondet_int()) {
            int t = lo;
            lo = -hi;
            hi = -t;
        }
        lo++;
    }
    return lo;
}

/* bound: max(0, n - 1) + n*(n - 1)/2 + 1   class: n^2 */
void swap_insertion_sort(int *a, int n) {
    for (int i = 1; i < n; i++) { /* loop: max(0, n - 1) */
        int j = i;
        while (j > 0 && a[j - 1] > a[j]) { /* loop: n*(n - 1)/2 */
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
            j--;
        }
    }
}

/* Two counters change their roles in every round. */
/* bound: max(0, n) + max(0, m) + 1   class: n */
int swap_roles(int n, int m) {
    int s = 0;
    while (n > 0 || m > 0) { /* loop: max(0, n) + max(0, m) */
        int t = n > 0 ? n - 1 : n;
        if (t == n) {
            m--;
        } else {
            n = m;
            m = t;
        }
        s++;
    }
    return s;
}
