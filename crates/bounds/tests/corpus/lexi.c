/* Lexicographic descents. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, x) + max(0, y) + max(0, x - 1)*max(0, n) + 1   class: n^2 */
int lexi_params(int x, int y, int n) {
    while (x > 0) { /* loop: max(0, x) + max(0, y) + max(0, x - 1)*max(0, n) */
        if (y > 0 && __VERIFIER_nondet_int()) {
            y--;
        } else {
            x--;
            y = n;
        }
    }
    return y;
}

/* bound: max(0, x)*(max(0, n) + 1) + 1   class: n^2 */
int lexi_full(int x, int n) {
    int y = n;
    while (x > 0) { /* loop: max(0, x)*(max(0, n) + 1) */
        if (y > 0) {
            y--;
        } else {
            x--;
            y = n;
        }
    }
    return y;
}

/* bound: max(0, x)*max(0, n) + 1   class: n^2 */
int lexi_both_guarded(int x, int n) {
    int y = n;
    while (x > 0 && y > 0) { /* loop: max(0, x)*max(0, n) */
        if (__VERIFIER_nondet_int()) {
            x--;
            y = n;
        } else {
            y--;
        }
    }
    return x;
}

/* bound: max(0, n)*(n + 1)**2 + 1   class: n^3 */
int lexi_three(int n) {
    int a = n;
    int b = n;
    int c = n;
    while (a > 0) { /* loop: max(0, n)*(n + 1)**2 */
        if (c > 0) {
            c--;
        } else if (b > 0) {
            b--;
            c = n;
        } else {
            a--;
            b = n;
            c = n;
        }
    }
    return b;
}

/* Unbounded: y is set to any value again and again. */
/* bound: unknown   class: unknown */
int lexi_any_reset(int x, int y) {
    while (x > 0) { /* loop: unknown */
        if (y > 0) {
            y--;
        } else {
            x--;
            y = __VERIFIER_nondet_int();
        }
    }
    return y;
}

/* bound: x*(x + 1)/2 + 1   class: n^2 */
int lexi_reset_to_x(int x) {
    int y = 0;
    while (x > 0) { /* loop: x*(x + 1)/2 */
        if (y > 0) {
            y--;
        } else {
            x--;
            y = x;
        }
    }
    return y;
}

/* bound: max(0, 2*x - 1) + max(0, y) + 1   class: n */
int lexi_grow_by_one(int x, int y) {
    while (x > 0) { /* loop: max(0, 2*x - 1) + max(0, y) */
        if (y > 0 && __VERIFIER_nondet_int()) {
            y--;
        } else {
            x--;
            y++;
        }
    }
    return y;
}

/* A counter with two digits to the base m. */
/* bound: max(0, n)*max(1, m) + 1   class: n^2 */
int lexi_odometer(int n, int m) {
    int hi = 0;
    int lo = 0;
    while (hi < n) { /* loop: max(0, n)*max(1, m) */
        lo++;
        if (lo >= m) {
            lo = 0;
            hi++;
        }
    }
    return hi;
}

/* bound: max(0, x)*(max(0, n) + 1) + 1   class: n^2 */
int lexi_nested(int x, int n) {
    int y = n;
    while (x > 0) { /* loop: max(0, x) */
        while (y > 0) { /* loop: max(0, x)*max(0, n) */
            y--;
            if (__VERIFIER_nondet_int() == 3) {
                break;
            }
        }
        x--;
        y = n;
    }
    return y;
}
