/* Triangular, rectangular and dependent nests. */

/* bound: max(0, n) + n*(n - 1)/2 + 1   class: n^2 */
int tri_below(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < i; j++) { /* loop: n*(n - 1)/2 */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: max(0, n) + n*(n + 1)/2 + 1   class: n^2 */
int tri_above(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = i; j < n; j++) { /* loop: n*(n + 1)/2 */
            s ^= i * j;
        }
    }
    return s;
}

/* bound: max(0, n) + n*(n + 1)/2 + 1   class: n^2 */
int tri_inclusive(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j <= i; j++) { /* loop: n*(n + 1)/2 */
            s ^= i - j;
        }
    }
    return s;
}

/* bound: max(0, n) + n*(n - 1)/2 + max(0, n*(n - 1)*(n - 2)/6) + 1   class: n^3 */
int tri_cube(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < i; j++) { /* loop: n*(n - 1)/2 */
            for (int k = 0; k < j; k++) { /* loop: max(0, n*(n - 1)*(n - 2)/6) */
                s ^= i + j + k;
            }
        }
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*max(0, m) + 1   class: n^2 */
int tri_rectangle(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < m; j++) { /* loop: max(0, n)*max(0, m) */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: max(0, n) + max(0, min(n, m))*max(0, m) + 1   class: n^2 */
int tri_trapezoid(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = i; j < m; j++) { /* loop: max(0, min(n, m))*max(0, m) */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: max(0, n) + max(0, n*(n - 1)*(2*n - 1)/6) + 1   class: n^3 */
int tri_squares(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < i * i; j++) { /* loop: max(0, n*(n - 1)*(2*n - 1)/6) */
            s ^= j;
        }
    }
    return s;
}

/* bound: max(0, ceil(n / 2)) + ceil(n / 2)*(ceil(n / 2) - 1) + 1   class: n^2 */
int tri_even_rows(int n) {
    int s = 0;
    for (int i = 0; i < n; i += 2) { /* loop: max(0, ceil(n / 2)) */
        for (int j = 0; j < i; j++) { /* loop: ceil(n / 2)*(ceil(n / 2) - 1) */
            s ^= j;
        }
    }
    return s;
}

/* bound: max(0, n) + n*(n + 1)/2 + 1   class: n^2 */
int tri_shrinking(int n) {
    int s = 0;
    while (n > 0) { /* loop: max(0, n) */
        for (int j = 0; j < n; j++) { /* loop: n*(n + 1)/2 */
            s ^= j;
        }
        n--;
    }
    return s;
}

/* bound: max(0, n) + n*(n - 1)/2 + max(0, n)*max(0, m) + 1   class: n^2 */
int tri_shifted(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < i + m; j++) { /* loop: n*(n - 1)/2 + max(0, n)*max(0, m) */
            s ^= j;
        }
    }
    return s;
}
