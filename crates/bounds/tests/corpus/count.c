/* Counting up and down by one. */

/* bound: max(0, n) + 1   class: n */
int count_zero_to_n(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= i * i;
    }
    return s;
}

/* bound: max(0, n - m) + 1   class: n */
int count_m_to_n(int m, int n) {
    int s = 0;
    for (int i = m; i < n; i++) { /* loop: max(0, n - m) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, n + 1) + 1   class: n */
int count_inclusive(int n) {
    int s = 0;
    for (int i = 0; i <= n; i++) { /* loop: max(0, n + 1) */
        s ^= i * 3;
    }
    return s;
}

/* bound: max(0, n) + 1   class: n */
int count_down_param(int n) {
    int s = 0;
    while (n > 0) { /* loop: max(0, n) */
        n--;
        s ^= n;
    }
    return s;
}

/* bound: max(0, n + 1) + 1   class: n */
int count_down_to_zero(int n) {
    int s = 0;
    for (int i = n; i >= 0; i--) { /* loop: max(0, n + 1) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, -n) + 1   class: n */
int count_negative_up(int n) {
    int s = 0;
    for (int i = n; i < 0; i++) { /* loop: max(0, -n) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, n) + 1   class: n */
int count_not_equal(int n) {
    int s = 0;
    if (n < 0) {
        return -1;
    }
    for (int i = 0; i != n; i++) { /* loop: max(0, n) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, n + 5) + 1   class: n */
int count_from_minus_five(int n) {
    int s = 0;
    for (int i = -5; i < n; i++) { /* loop: max(0, n + 5) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, 100 - n) + 1   class: n */
int count_up_to_hundred(int n) {
    int s = 0;
    while (n < 100) { /* loop: max(0, 100 - n) */
        s ^= n;
        n++;
    }
    return s;
}

/* bound: max(0, hi - lo + 1) + 1   class: n */
int count_down_range(int lo, int hi) {
    int s = 0;
    while (hi >= lo) { /* loop: max(0, hi - lo + 1) */
        s ^= hi;
        hi = hi - 1;
    }
    return s;
}
