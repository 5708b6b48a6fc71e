/* Arrays that guard loops. */

/* bound: max(0, n) + 1   class: n */
int arr_length_limited(const int *a, int n) {
    int i = 0;
    while (i < n && a[i] != 0) { /* loop: max(0, n) */
        i++;
    }
    return i;
}

/* Unbounded in the parameters: the contents decide. */
/* bound: unknown   class: unknown */
int arr_length(const int *a) {
    int i = 0;
    while (a[i] != 0) { /* loop: unknown */
        i++;
    }
    return i;
}

/* bound: max(0, n) + max(0, n // 2 + 1) + 1   class: n */
int arr_words(const int *a, int n) {
    int i = 0;
    int words = 0;
    while (i < n) { /* loop: max(0, n // 2 + 1) */
        while (i < n && a[i] == 0) { /* loop: max(0, n) */
            i++;
        }
        if (i < n) {
            words++;
        }
        while (i < n && a[i] != 0) { /* loop: max(0, n) */
            i++;
        }
    }
    return words;
}

/* The inner loop runs up to values out of the array: no bound in the parameters. */
/* bound: unknown   class: unknown */
int arr_values_as_limits(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < a[i]; j++) { /* loop: unknown */
            s ^= j;
        }
    }
    return s;
}

/* bound: 11*max(0, n) + 1   class: n */
int arr_clamped_limits(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        int m = a[i];
        if (m > 10) {
            m = 10;
        }
        for (int j = 0; j < m; j++) { /* loop: 10*max(0, n) */
            s ^= j;
        }
    }
    return s;
}

/* bound: max(0, n) + 1   class: n */
int arr_chain_upwards(const int *next, int n) {
    int i = 0;
    while (i < n) { /* loop: max(0, n) */
        int k = next[i];
        if (k <= i) {
            break;
        }
        i = k;
    }
    return i;
}

/* Unbounded: the chain may run in a circle. */
/* bound: unknown   class: unknown */
int arr_chain(const int *next, int n) {
    int i = 0;
    while (i >= 0 && i < n) { /* loop: unknown */
        i = next[i];
    }
    return i;
}

/* bound: max(0, n) + max(0, m) + 1   class: n */
int arr_merge(const int *a, int n, const int *b, int m) {
    int i = 0;
    int j = 0;
    int s = 0;
    while (i < n && j < m) { /* loop: max(0, n + m - 1) */
        if (a[i] < b[j]) {
            s ^= a[i];
            i++;
        } else {
            s ^= b[j];
            j++;
        }
    }
    while (i < n) { /* loop: max(0, n) */
        s ^= a[i];
        i++;
    }
    while (j < m) { /* loop: max(0, m) */
        s ^= b[j];
        j++;
    }
    return s;
}

/* bound: max(0, min(n, m)) + 1   class: n */
int arr_common_prefix(const int *a, const int *b, int n, int m) {
    int i = 0;
    while (i < n && i < m && a[i] == b[i]) { /* loop: max(0, min(n, m)) */
        i++;
    }
    return i;
}

/* Hard: needs the memory, the key at the end stops the loop. */
/* bound: max(0, n) + 1   class: n */
int arr_sentinel(int *a, int n, int key) {
    int i = 0;
    if (n < 0) {
        return -1;
    }
    a[n] = key;
    while (a[i] != key) { /* loop: max(0, n) */
        i++;
    }
    return i;
}

/* Needs the contents of a constant table. */
/* bound: 8   class: 1 */
int arr_constant_table(void) {
    static const int table[] = {3, 1, 4, 1, 5, 9, 2, 0, 6};
    int s = 0;
    for (int i = 0; table[i] != 0; i++) { /* loop: 7 */
        s += table[i];
    }
    return s;
}
