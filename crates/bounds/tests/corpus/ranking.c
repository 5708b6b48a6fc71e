/* Ranking functions that no comparison of the program names: sums of several variables with factors, and nested ones. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, x + y) + 1   class: n */
int rank_sum_in_guard(int x, int y) {
    while (x + y > 0) { /* loop: max(0, x + y) */
        if (__VERIFIER_nondet_int()) {
            x += 1;
            y -= 2;
        } else {
            x -= 3;
            y += 2;
        }
    }
    return x;
}

/* bound: max(0, 2*x + y + 1) + 1   class: n */
int rank_two_for_one(int x, int y) {
    while (x >= 0 && y >= 0) { /* loop: max(0, 2*x + y + 1) */
        if (__VERIFIER_nondet_int()) {
            x--;
            y++;
        } else {
            y--;
        }
    }
    return x;
}

/* bound: max(0, x + 3*y + 6*z - 9) + 1   class: n */
int rank_three_coins(int x, int y, int z) {
    while (x > 0 && y > 0 && z > 0) { /* loop: max(0, x + 3*y + 6*z - 9) */
        int coin = __VERIFIER_nondet_int();
        if (coin > 0) {
            x--;
        } else if (coin < 0) {
            y--;
            x += 2;
        } else {
            z--;
            y++;
            x += 2;
        }
    }
    return x;
}

/* bound: max(0, x) + max(0, y) + 1   class: n */
int rank_either(int x, int y) {
    while (x > 0 || y > 0) { /* loop: max(0, x) + max(0, y) */
        if (x > 0 && (y <= 0 || __VERIFIER_nondet_int())) {
            x--;
        } else {
            y--;
        }
    }
    return x;
}

/* bound: max(0, ceil((2*y + 1 + ((2*y + 1)**2 + 8*x)**0.5)/2)) + 1   class: n */
int rank_two_phases(int x, int y) {
    while (x > 0) { /* loop: max(0, ceil((2*y + 1 + ((2*y + 1)**2 + 8*x)**0.5)/2)) */
        x += y;
        y--;
    }
    return x;
}

/* bound: max(0, hi - lo) + 1   class: n */
int rank_both_ends(int lo, int hi) {
    while (lo < hi) { /* loop: max(0, hi - lo) */
        if (__VERIFIER_nondet_int()) {
            lo += 2;
            hi += 1;
        } else {
            lo -= 1;
            hi -= 2;
        }
    }
    return lo;
}

/* bound: max(0, n)*max(0, m) + 1   class: n^2 */
int rank_lexicographic_up(int n, int m) {
    int i = 0;
    int j = 0;
    while (i < n && j < m) { /* loop: max(0, n)*max(0, m) */
        if (__VERIFIER_nondet_int()) {
            i++;
            j = 0;
        } else {
            j++;
        }
    }
    return i;
}
