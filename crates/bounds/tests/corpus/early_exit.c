/* Early exits: break, return, goto out. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n) + 1   class: n */
int exit_find(const int *a, int n, int x) {
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (a[i] == x) {
            return i;
        }
    }
    return -1;
}

/* bound: max(0, n) + 1   class: n */
int exit_break_any(int n) {
    int i;
    for (i = 0; i < n; i++) { /* loop: max(0, n) */
        if (__VERIFIER_nondet_int()) {
            break;
        }
    }
    return i;
}

/* bound: max(0, n) + max(0, n)*max(0, m) + 1   class: n^2 */
int exit_goto_out(const int *a, int n, int m) {
    int i;
    int j = 0;
    for (i = 0; i < n; i++) { /* loop: max(0, n) */
        for (j = 0; j < m; j++) { /* loop: max(0, n)*max(0, m) */
            if (a[i] == a[j] + 1) {
                goto out;
            }
        }
    }
    return -1;
out:
    return i + j;
}

/* bound: max(0, n) + n**2 + 1   class: n^2 */
int exit_inner_break(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < n; j++) { /* loop: n**2 */
            if (__VERIFIER_nondet_int()) {
                break;
            }
            s ^= j;
        }
    }
    return s;
}

/* bound: max(0, min(n, 10)) + 1   class: 1 */
int exit_at_ten(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, min(n, 10)) */
        if (i == 10) {
            break;
        }
        s ^= i;
    }
    return s;
}

/* bound: max(0, n) + 1   class: n */
int exit_middle(int n) {
    int i = 0;
    int s = 0;
    while (1) { /* loop: max(0, n) */
        if (i >= n) {
            break;
        }
        i++;
        s ^= i;
    }
    return s;
}

/* bound: max(0, min(x, y)) + 1   class: n */
int exit_two_places(int x, int y) {
    for (;;) { /* loop: max(0, min(x, y)) */
        if (x <= 0) {
            return 0;
        }
        x--;
        if (y <= 0) {
            return 1;
        }
        y--;
    }
}

/* bound: 1   class: 1 */
int exit_at_once(int n) {
    int s = n;
    while (s > 0) { /* loop: 0 */
        s = s * 2 + 1;
        break;
    }
    return s;
}

/* The inner loop runs at most once as a whole: the outer loop is left after it. */
/* bound: max(0, n) + max(0, n - 1) + 1   class: n */
int exit_after_inner(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (__VERIFIER_nondet_int()) {
            for (int j = 0; j < n; j++) { /* loop: max(0, n) */
                s ^= j;
            }
            break;
        }
    }
    return s;
}

/* bound: max(0, n) + max(0, n)*max(0, m) + 1   class: n^2 */
int exit_found_flag(int n, int m) {
    int found = 0;
    int i;
    for (i = 0; i < n; i++) { /* loop: max(0, n) */
        for (int j = 0; j < m; j++) { /* loop: max(0, n)*max(0, m) */
            if (__VERIFIER_nondet_int() == 7) {
                found = 1;
                break;
            }
        }
        if (found) {
            break;
        }
    }
    return i;
}
