/* Multiplicative steps. */
extern int __VERIFIER_nondet_int(void);

/* bound: ceil(log2(max(1, n))) + 1   class: log n */
int mul_double(int n) {
    int s = 0;
    for (int i = 1; i < n; i *= 2) { /* loop: ceil(log2(max(1, n))) */
        s ^= i;
    }
    return s;
}

/* bound: floor(log2(max(1, n))) + 2   class: log n */
int mul_halve_to_zero(int n) {
    int s = 0;
    while (n > 0) { /* loop: floor(log2(max(1, n))) + 1 */
        n /= 2;
        s++;
    }
    return s;
}

/* bound: floor(log2(max(1, n))) + 1   class: log n */
int mul_shift_to_one(int n) {
    int s = 0;
    while (n > 1) { /* loop: floor(log2(max(1, n))) */
        n >>= 1;
        s++;
    }
    return s;
}

/* bound: ceil(log2(max(1, n))/log2(3)) + 1   class: log n */
int mul_triple(int n) {
    int s = 0;
    for (int i = 1; i < n; i = i * 3) { /* loop: ceil(log2(max(1, n))/log2(3)) */
        s ^= i;
    }
    return s;
}

/* bound: ceil(log2(max(1, 2*n + 1))/log2(3)) + 1   class: log n */
int mul_shell_gaps(int n) {
    int s = 0;
    for (int h = 0; h < n; h = h * 3 + 1) { /* loop: ceil(log2(max(1, 2*n + 1))/log2(3)) */
        s ^= h;
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*ceil(log2(max(1, n))) + 1   class: n log n */
int mul_linear_outside(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 1; j < n; j *= 2) { /* loop: max(0, n)*ceil(log2(max(1, n))) */
            s ^= i + j;
        }
    }
    return s;
}

/* The inner loop sums up a geometric series. */
/* bound: ceil(log2(max(1, n))) + max(0, 2*n - 3) + 1   class: n */
int mul_geometric_up(int n) {
    int s = 0;
    for (int i = 1; i < n; i *= 2) { /* loop: ceil(log2(max(1, n))) */
        for (int j = 0; j < i; j++) { /* loop: max(0, 2*n - 3) */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: floor(log2(max(1, n))) + 1 + max(0, 2*n - 1) + 1   class: n */
int mul_geometric_down(int n) {
    int s = 0;
    while (n > 0) { /* loop: floor(log2(max(1, n))) + 1 */
        for (int j = 0; j < n; j++) { /* loop: max(0, 2*n - 1) */
            s ^= j;
        }
        n = n / 2;
    }
    return s;
}

/* bound: floor(log2(max(1, n))) + max(0, n)*floor(log2(max(1, n))) + 1   class: n log n */
int mul_linear_inside(int n) {
    int s = 0;
    for (int i = n; i > 1; i /= 2) { /* loop: floor(log2(max(1, n))) */
        for (int j = 0; j < n; j++) { /* loop: max(0, n)*floor(log2(max(1, n))) */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: floor(log2(max(1, n))) + 2   class: log n */
int mul_binary_search(const int *a, int n, int x) {
    int lo = 0;
    int hi = n;
    while (lo < hi) { /* loop: floor(log2(max(1, n))) + 1 */
        int mid = lo + (hi - lo) / 2;
        if (a[mid] < x) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

/* bound: ceil(log2(max(1, n / max(1, m)))) + 1   class: log n */
int mul_ratio(int m, int n) {
    int s = 0;
    if (m <= 0) {
        return 0;
    }
    for (int i = m; i < n; i = i + i) { /* loop: ceil(log2(max(1, n / max(1, m)))) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, x - 1) + 1   class: n */
int mul_halve_or_dec(int x) {
    int s = 0;
    while (x > 1) { /* loop: max(0, x - 1) */
        if (__VERIFIER_nondet_int()) {
            x /= 2;
        } else {
            x--;
        }
        s++;
    }
    return s;
}

/* bound: floor(log2(max(1, n, -n))/3) + 1   class: log n */
int mul_digits(int n) {
    int d = 0;
    do { /* loop: floor(log2(max(1, n, -n))/3) */
        n /= 10;
        d++;
    } while (n != 0);
    return d;
}
