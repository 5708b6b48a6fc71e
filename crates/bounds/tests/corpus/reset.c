/* Inner variables that are reset, or not. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n) + max(0, n)*max(0, m) + 1   class: n^2 */
int reset_each(int n, int m) {
    int i = 0;
    int s = 0;
    while (i < n) { /* loop: max(0, n) */
        int j = 0;
        while (j < m) { /* loop: max(0, n)*max(0, m) */
            j++;
            s ^= j;
        }
        i++;
    }
    return s;
}

/* bound: max(0, n) + max(0, m) + 1   class: n */
int reset_never(int n, int m) {
    int i = 0;
    int j = 0;
    int s = 0;
    while (i < n) { /* loop: max(0, n) */
        while (j < m) { /* loop: max(0, m) */
            j++;
            s ^= j;
        }
        i++;
    }
    return s;
}

/* bound: max(0, n) + 2*max(0, m) + 1   class: n */
int reset_once(int n, int m) {
    int j = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (i == 2) {
            j = 0;
        }
        while (j < m) { /* loop: 2*max(0, m) */
            j++;
            s ^= j;
        }
    }
    return s;
}

/* bound: max(0, n)*(max(0, r) + 1) + 1   class: n^2 */
int reset_budget(int n, int r) {
    int i = 0;
    while (i < n) { /* loop: max(0, n)*(max(0, r) + 1) */
        if (r > 0 && __VERIFIER_nondet_int()) {
            i = 0;
            r--;
        } else {
            i++;
        }
    }
    return i;
}

/* bound: 2*max(0, n) + 1   class: n */
int reset_flag_once(int n) {
    int i = 0;
    int done = 0;
    while (i < n) { /* loop: 2*max(0, n) */
        if (!done && i == n - 1) {
            i = 0;
            done = 1;
        } else {
            i++;
        }
    }
    return i;
}

/* bound: max(0, n) + 10 + 1   class: n */
int reset_never_ten(int n) {
    int j = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        while (j < 10) { /* loop: 10 */
            j++;
            s ^= i + j;
        }
    }
    return s;
}

/* bound: max(0, ceil(n / 2)) + (n + 1)**2/4 + 1   class: n^2 */
int reset_shrinking_limit(int n) {
    int s = 0;
    while (n > 0) { /* loop: max(0, ceil(n / 2)) */
        int i = 0;
        while (i < n) { /* loop: (n + 1)**2/4 */
            i++;
            s ^= i;
        }
        n -= 2;
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*max(0, m) + 1   class: n^2 */
int reset_maybe(int n, int m) {
    int j = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (__VERIFIER_nondet_int()) {
            j = 0;
        }
        while (j < m) { /* loop: max(0, n)*max(0, m) */
            j++;
            s ^= j;
        }
    }
    return s;
}

/* The inner variable falls back by one in every round. */
/* bound: max(0, n) + max(0, n - 1) + max(0, m) + 1   class: n */
int reset_by_one(int n, int m) {
    int j = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        while (j < m) { /* loop: max(0, n - 1) + max(0, m) */
            j++;
            s ^= j;
        }
        j--;
    }
    return s;
}
