/* Steps other than one. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, ceil(n / 2)) + 1   class: n */
int step_two(int n) {
    int s = 0;
    for (int i = 0; i < n; i += 2) { /* loop: max(0, ceil(n / 2)) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, ceil(n / 3)) + 1   class: n */
int step_down_three(int n) {
    int s = 0;
    for (int i = n; i > 0; i -= 3) { /* loop: max(0, ceil(n / 3)) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, ceil(n / max(1, k))) + 1   class: n */
int step_param(int n, int k) {
    int s = 0;
    if (k <= 0) {
        return 0;
    }
    for (int i = 0; i < n; i += k) { /* loop: max(0, ceil(n / max(1, k))) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, n // max(1, y)) + 1   class: n */
int step_division(int n, int y) {
    int q = 0;
    if (y < 1) {
        return -1;
    }
    while (n >= y) { /* loop: max(0, n // max(1, y)) */
        n -= y;
        q++;
    }
    return q;
}

/* bound: max(0, n // 10) + 1   class: n */
int step_tens(int n) {
    int s = 0;
    for (int i = n; i >= 10; i -= 10) { /* loop: max(0, n // 10) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, ceil(n / 2)) + 1   class: n */
int step_alternating(int n) {
    int i = 0;
    int odd = 0;
    while (i < n) { /* loop: max(0, ceil(n / 2)) */
        i += odd ? 1 : 3;
        odd = !odd;
    }
    return i;
}

/* bound: max(0, n) + 1   class: n */
int step_one_or_two(int n) {
    int i = 0;
    while (i < n) { /* loop: max(0, n) */
        if (__VERIFIER_nondet_int()) {
            i += 1;
        } else {
            i += 2;
        }
    }
    return i;
}

/* bound: max(0, ceil((n - m) / 4)) + 1   class: n */
int step_four_between(int m, int n) {
    int s = 0;
    for (int i = m; i < n; i = i + 4) { /* loop: max(0, ceil((n - m) / 4)) */
        s ^= i;
    }
    return s;
}

/* The exact count grows with the square root of n; a person writes n. */
/* bound: max(0, n) + 1   class: n */
int step_growing(int n) {
    int i = 0;
    int d = 1;
    while (i < n) { /* loop: max(0, n) */
        i += d;
        d++;
    }
    return d;
}

/* bound: max(0, ceil(n / max(2, k))) + 1   class: n */
int step_param_at_least_two(int n, int k) {
    int s = 0;
    if (k < 2) {
        k = 2;
    }
    while (n > 0) { /* loop: max(0, ceil(n / max(2, k))) */
        n = n - k;
        s ^= n;
    }
    return s;
}
