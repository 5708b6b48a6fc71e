/* Phase changes: first one variable moves, then another. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n) + max(0, m) + 1   class: n */
int phase_x_then_y(int n, int m) {
    int x = 0;
    int y = 0;
    while (y < m) { /* loop: max(0, n) + max(0, m) */
        if (x < n) {
            x++;
        } else {
            y++;
        }
    }
    return x;
}

/* bound: 2*max(0, n) + 2   class: n */
int phase_up_down(int n) {
    int up = 1;
    int x = 0;
    while (x >= 0) { /* loop: 2*max(0, n) + 1 */
        if (up && x < n) {
            x++;
        } else {
            up = 0;
            x--;
        }
    }
    return x;
}

/* bound: max(0, x) + max(0, y) + 1   class: n */
int phase_two_down(int x, int y) {
    while (x > 0) { /* loop: max(0, x) + max(0, y) */
        if (y > 0) {
            y--;
        } else {
            x--;
        }
    }
    return y;
}

/* x first grows by y and falls once y is negative. */
/* bound: max(0, x) + 2*max(0, y) + 2   class: n */
int phase_parabola(int x, int y) {
    while (x > 0) { /* loop: max(0, x) + 2*max(0, y) + 1 */
        x += y;
        y--;
    }
    return y;
}

/* bound: max(0, x + 1) + 2*max(0, -y) + 2   class: n */
int phase_parabola_sub(int x, int y) {
    while (x >= 0) { /* loop: max(0, x + 1) + 2*max(0, -y) + 1 */
        x -= y;
        y++;
    }
    return y;
}

/* bound: max(0, n) + 1   class: n */
int phase_slow_fast(int n, int m) {
    int i = 0;
    while (i < n) { /* loop: max(0, n) */
        if (i < m) {
            i += 1;
        } else {
            i += 3;
        }
    }
    return i;
}

/* bound: max(0, n) + max(0, m) + 4   class: n */
int phase_machine(int n, int m) {
    int state = 0;
    int i = 0;
    int j = 0;
    while (state < 3) { /* loop: max(0, n) + max(0, m) + 3 */
        switch (state) {
        case 0:
            if (i < n) {
                i++;
            } else {
                state = 1;
            }
            break;
        case 1:
            if (j < m) {
                j++;
            } else {
                state = 2;
            }
            break;
        default:
            state = 3;
            break;
        }
    }
    return i + j;
}

/* bound: max(0, a) + max(0, b) + max(0, c) + 1   class: n */
int phase_three(int a, int b, int c) {
    int s = 0;
    while (a > 0 || b > 0 || c > 0) { /* loop: max(0, a) + max(0, b) + max(0, c) */
        if (a > 0) {
            a--;
        } else if (b > 0) {
            b--;
        } else {
            c--;
        }
        s++;
    }
    return s;
}

/* bound: max(0, n) + max(0, n - m) + 1   class: n */
int phase_turn_at_n(int n, int m) {
    int x = 0;
    int d = 1;
    int s = 0;
    if (m < 0) {
        return 0;
    }
    while (d == 1 ? x < n : x > m) { /* loop: max(0, n) + max(0, n - m) */
        x += d;
        if (x >= n) {
            d = -1;
        }
        s++;
    }
    return s;
}
