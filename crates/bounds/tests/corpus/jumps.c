/* do/while, goto, switch and continue. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n - 1) + 1   class: n */
int jump_do(int n) {
    int i = 0;
    int s = 0;
    do { /* loop: max(0, n - 1) */
        i++;
        s ^= i;
    } while (i < n);
    return s;
}

/* bound: max(0, n) + 1   class: n */
int jump_goto_loop(int n) {
    int i = 0;
    int s = 0;
again: /* loop: max(0, n) */
    if (i < n) {
        i++;
        s ^= i;
        goto again;
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*max(0, m) + 1   class: n^2 */
int jump_goto_nest(int n, int m) {
    int i = 0;
    int j;
    int s = 0;
rows: /* loop: max(0, n) */
    if (i >= n) {
        return s;
    }
    j = 0;
columns: /* loop: max(0, n)*max(0, m) */
    if (j < m) {
        s ^= j;
        j++;
        goto columns;
    }
    i++;
    goto rows;
}

/* bound: max(0, n) + 1   class: n */
int jump_switch(int n) {
    while (n > 0) { /* loop: max(0, n) */
        switch (__VERIFIER_nondet_int() & 3) {
        case 0:
            n -= 1;
            break;
        case 1:
            n -= 2;
            break;
        default:
            n -= 3;
            break;
        }
    }
    return n;
}

/* bound: max(0, n) + 1   class: n */
int jump_continue_for(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (i % 3 == 1) {
            continue;
        }
        s += i;
    }
    return s;
}

/* bound: max(0, n) + 1   class: n */
int jump_continue_while(int n) {
    int s = 0;
    while (n > 0) { /* loop: max(0, n) */
        n--;
        if (__VERIFIER_nondet_int()) {
            continue;
        }
        s += n;
    }
    return s;
}

/* bound: max(0, n - 1) + max(1, n)*max(0, m - 1) + 1   class: n^2 */
int jump_do_nest(int n, int m) {
    int i = 0;
    int s = 0;
    do { /* loop: max(0, n - 1) */
        int j = 0;
        do { /* loop: max(1, n)*max(0, m - 1) */
            j++;
            s ^= j;
        } while (j < m);
        i++;
    } while (i < n);
    return s;
}

/* bound: max(0, k) + 1   class: n */
int jump_retry(int k) {
    int tries = 0;
retry: /* loop: max(0, k) */
    tries++;
    if (k > 0 && __VERIFIER_nondet_int()) {
        k--;
        goto retry;
    }
    return tries;
}

/* bound: max(0, n - 1) + 1   class: n */
int jump_continue_do(int n) {
    int s = 0;
    do { /* loop: max(0, n - 1) */
        n--;
        if (__VERIFIER_nondet_int()) {
            continue;
        }
        s ^= n;
    } while (n > 0);
    return s;
}

/* bound: max(0, ceil(n / 4)) + 1   class: n */
int jump_fall_through(int n) {
    int s = 0;
    while (n > 0) { /* loop: max(0, ceil(n / 4)) */
        switch (n & 3) {
        case 0:
            n--;
            s++;
            /* fall through */
        case 3:
            n--;
            s++;
            /* fall through */
        case 2:
            n--;
            s++;
            /* fall through */
        default:
            n--;
            s++;
        }
    }
    return s;
}

/* The inner continue goes on in the inner loop, the outer one in the outer loop. */
/* bound: max(0, n) + max(0, n)*max(0, m) + 1   class: n^2 */
int jump_continue_both(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (__VERIFIER_nondet_int() > 2) {
            continue;
        }
        for (int j = 0; j < m; j++) { /* loop: max(0, n)*max(0, m) */
            if (j == i) {
                continue;
            }
            s ^= j;
        }
    }
    return s;
}
