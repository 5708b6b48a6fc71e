/* Loops over two or more parameters: max, min, product, sum. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n, m) + 1   class: n */
int two_max(int n, int m) {
    int i = 0;
    int s = 0;
    while (i < n || i < m) { /* loop: max(0, n, m) */
        i++;
        s ^= i;
    }
    return s;
}

/* bound: max(0, min(n, m)) + 1   class: n */
int two_min(int n, int m) {
    int i = 0;
    int s = 0;
    while (i < n && i < m) { /* loop: max(0, min(n, m)) */
        i++;
        s ^= i;
    }
    return s;
}

/* bound: max(0, n, m) + 1   class: n */
int two_larger(int n, int m) {
    int k = n > m ? n : m;
    int s = 0;
    for (int i = 0; i < k; i++) { /* loop: max(0, n, m) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, n) + max(0, m) + 1   class: n */
int two_sum(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= i;
    }
    for (int j = 0; j < m; j++) { /* loop: max(0, m) */
        s ^= j * 3;
    }
    return s;
}

/* bound: max(n - m, m - n) + 1   class: n */
int two_distance(int n, int m) {
    int s = 0;
    while (n != m) { /* loop: max(n - m, m - n) */
        if (n < m) {
            n++;
        } else {
            n--;
        }
        s++;
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*max(0, m) + max(0, n)*max(0, m)*max(0, k) + 1   class: n^3 */
int two_box(int n, int m, int k) {
    int s = 0;
    for (int a = 0; a < n; a++) { /* loop: max(0, n) */
        for (int b = 0; b < m; b++) { /* loop: max(0, n)*max(0, m) */
            for (int c = 0; c < k; c++) { /* loop: max(0, n)*max(0, m)*max(0, k) */
                s ^= a + b + c;
            }
        }
    }
    return s;
}

/* bound: max(0, n + m) + (n + m)**2 + 1   class: n^2 */
int two_square_of_sum(int n, int m) {
    int s = 0;
    for (int i = 0; i < n + m; i++) { /* loop: max(0, n + m) */
        for (int j = 0; j < n + m; j++) { /* loop: (n + m)**2 */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: max(0, 2*n + 3*m) + 1   class: n */
int two_linear_combination(int n, int m) {
    int s = 0;
    for (int i = 0; i < 2 * n + 3 * m; i++) { /* loop: max(0, 2*n + 3*m) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*max(0, n - m) + 1   class: n^2 */
int two_nest_difference(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = m; j < n; j++) { /* loop: max(0, n)*max(0, n - m) */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*max(0, m) + max(0, k) + 1   class: n^2 */
int two_nest_and_loop(int n, int m, int k) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = m; j > 0; j--) { /* loop: max(0, n)*max(0, m) */
            s ^= i + j;
        }
    }
    while (k > 0) { /* loop: max(0, k) */
        k--;
        s ^= k;
    }
    return s;
}
