/* Amortised costs: the inner loop is paid for by the outer increments. */
extern int __VERIFIER_nondet_int(void);

/* bound: 2*max(0, n) + 1   class: n */
int amort_stack(int n) {
    int i = 0;
    int j = 0;
    while (i < n) { /* loop: max(0, n) */
        i++;
        j++;
        while (j > 0 && __VERIFIER_nondet_int()) { /* loop: max(0, n) */
            j--;
        }
    }
    return j;
}

/* bound: 3*max(0, n) + 1   class: n */
int amort_push_two(int n) {
    int i = 0;
    int j = 0;
    while (i < n) { /* loop: max(0, n) */
        i++;
        j += 2;
        while (j > 0 && __VERIFIER_nondet_int()) { /* loop: 2*max(0, n) */
            j--;
        }
    }
    return j;
}

/* bound: 2*max(0, n) + max(0, m) + 1   class: n */
int amort_start_full(int n, int m) {
    int j = m;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        j++;
        while (j > 0 && __VERIFIER_nondet_int()) { /* loop: max(0, n) + max(0, m) */
            j--;
        }
    }
    return j;
}

/* bound: 2*max(0, n) + 1   class: n */
int amort_queue(int n) {
    int head = 0;
    int tail = 0;
    while (tail < n) { /* loop: max(0, n) */
        tail++;
        while (head < tail && __VERIFIER_nondet_int()) { /* loop: max(0, n) */
            head++;
        }
    }
    return tail - head;
}

/* bound: max(0, n) + max(0, n - 1) + 1   class: n */
int amort_monotone_stack(const int *a, int *st, int n) {
    int top = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        while (top > 0 && a[st[top - 1]] < a[i]) { /* loop: max(0, n - 1) */
            top--;
        }
        st[top] = i;
        top++;
    }
    return top;
}

/* Hard: the number of ones in the array pays; without that only 32*n is seen. */
/* bound: max(0, n) + max(0, n - 1) + 1   class: n */
int amort_binary_counter(int n) {
    unsigned char bit[33] = {0};
    for (int k = 0; k < n; k++) { /* loop: max(0, n) */
        int i = 0;
        while (i < 32 && bit[i]) { /* loop: max(0, n - 1) */
            bit[i] = 0;
            i++;
        }
        bit[i] = 1;
    }
    return bit[0];
}

/* bound: max(0, n - 1) + max(0, n - 2) + 1   class: n */
int amort_prefix(const int *p, int n) {
    int k = 0;
    for (int i = 1; i < n; i++) { /* loop: max(0, n - 1) */
        while (k > 0 && p[k] != p[i]) { /* loop: max(0, n - 2) */
            k--;
        }
        if (p[k] == p[i]) {
            k++;
        }
    }
    return k;
}

/* bound: 2*max(0, n) + 1   class: n */
int amort_drain(int n) {
    int j = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        j++;
        if (__VERIFIER_nondet_int()) {
            while (j > 0) { /* loop: max(0, n) */
                j--;
                s ^= j;
            }
        }
    }
    while (j > 0) { /* loop: max(0, n) */
        j--;
        s ^= j * 3;
    }
    return s;
}

/* bound: max(0, n) + max(0, n - 1) + 1   class: n */
int amort_two_stacks(int n) {
    int in = 0;
    int out = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (__VERIFIER_nondet_int()) {
            in++;
        } else {
            if (out == 0) {
                while (in > 0) { /* loop: max(0, n - 1) */
                    in--;
                    out++;
                    s ^= in;
                }
            }
            if (out > 0) {
                out--;
            }
        }
    }
    return s;
}

/* bound: max(0, n) + max(0, n // 3) + 1   class: n */
int amort_carry_three(int n) {
    int j = 0;
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        j++;
        while (j >= 3) { /* loop: max(0, n // 3) */
            j -= 3;
            s ^= i + j;
        }
    }
    return s;
}

/* bound: 2*max(0, n) + 1   class: n */
int amort_window(const int *a, int n, int k) {
    int l = 0;
    int sum = 0;
    for (int r = 0; r < n; r++) { /* loop: max(0, n) */
        sum += a[r];
        while (l <= r && sum > k) { /* loop: max(0, n) */
            sum -= a[l];
            l++;
        }
    }
    return l;
}

/* bound: max(0, n) + 2   class: n */
int amort_jump_ahead(int n) {
    int i = 0;
    while (i < n) { /* loop: max(0, n) */
        int j = i;
        while (j < n && __VERIFIER_nondet_int()) { /* loop: max(0, n) */
            j++;
        }
        i = j + 1;
    }
    return i;
}
