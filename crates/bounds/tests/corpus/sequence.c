/* Sequences of loops that pass values on. */
extern int __VERIFIER_nondet_int(void);

/* bound: 2*max(0, n) + 1   class: n */
int seq_pass_counter(int n) {
    int i;
    int s = 0;
    for (i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= i;
    }
    for (int j = 0; j < i; j++) { /* loop: max(0, n) */
        s ^= j * 3;
    }
    return s;
}

/* bound: 2*max(0, n) + 1   class: n */
int seq_count_hits(const int *a, int n) {
    int c = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (a[i] > 0) {
            c++;
        }
    }
    while (c > 0) { /* loop: max(0, n) */
        c--;
        s ^= c;
    }
    return s;
}

/* bound: 3*max(0, n) + 1   class: n */
int seq_double(int n) {
    int x = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        x += 2;
        s ^= i;
    }
    while (x > 0) { /* loop: 2*max(0, n) */
        x--;
        s ^= x;
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*max(0, m) + 1   class: n^2 */
int seq_product(int n, int m) {
    int x = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        x += m;
        s ^= i;
    }
    while (x > 0) { /* loop: max(0, n)*max(0, m) */
        x--;
        s ^= x;
    }
    return s;
}

/* bound: max(0, n) + n*(n - 1)/2 + 1   class: n^2 */
int seq_triangle_sum(int n) {
    int x = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        x += i;
        s ^= i;
    }
    while (x > 0) { /* loop: n*(n - 1)/2 */
        x--;
        s ^= x;
    }
    return s;
}

/* bound: max(0, n) + 2**max(0, n) + 1   class: exp */
int seq_power(int n) {
    int x = 1;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        x *= 2;
    }
    while (x > 0) { /* loop: 2**max(0, n) */
        x--;
        s ^= x;
    }
    return s;
}

/* bound: 2*floor(log2(max(1, n))) + 3   class: log n */
int seq_log_twice(int n) {
    int c = 0;
    int s = 0;
    while (n > 0) { /* loop: floor(log2(max(1, n))) + 1 */
        n /= 2;
        c++;
    }
    for (int i = 0; i < c; i++) { /* loop: floor(log2(max(1, n))) + 1 */
        s ^= i;
    }
    return s;
}

/* The second loop goes on where the first one was left: together n. */
/* bound: max(0, n) + 1   class: n */
int seq_continue_rest(int n) {
    int i;
    int s = 0;
    for (i = 0; i < n; i++) { /* loop: max(0, n) */
        if (__VERIFIER_nondet_int()) {
            break;
        }
        s++;
    }
    for (; i < n; i++) { /* loop: max(0, n) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, n) + 2*max(0, n)*max(0, m) + 1   class: n^2 */
int seq_count_nest(int n, int m) {
    int c = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < m; j++) { /* loop: max(0, n)*max(0, m) */
            if (__VERIFIER_nondet_int()) {
                c++;
            }
        }
    }
    while (c > 0) { /* loop: max(0, n)*max(0, m) */
        c--;
        s ^= c;
    }
    return s;
}

/* bound: 3*max(0, n) + 1   class: n */
int seq_chain_three(int n) {
    int x = n;
    int y = 0;
    int z = 0;
    int s = 0;
    while (x > 0) { /* loop: max(0, n) */
        x--;
        y++;
        s ^= x;
    }
    while (y > 0) { /* loop: max(0, n) */
        y--;
        z++;
        s ^= y * 3;
    }
    while (z > 0) { /* loop: max(0, n) */
        z--;
        s ^= z * 5;
    }
    return s;
}
