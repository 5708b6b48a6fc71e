/* Unsigned parameters: without wrap, and a few with it. */
extern int __VERIFIER_nondet_int(void);

/* bound: n + 1   class: n */
unsigned uns_up(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++) { /* loop: n */
        s ^= i;
    }
    return s;
}

/* bound: n + 1   class: n */
unsigned uns_down(unsigned n) {
    unsigned s = 0;
    while (n > 0) { /* loop: n */
        s ^= n;
        n--;
    }
    return s;
}

/* bound: n + 1   class: n */
unsigned uns_post_decrement(unsigned n) {
    unsigned s = 0;
    while (n--) { /* loop: n */
        s ^= n;
    }
    return s;
}

/* Endless for n == UINT_MAX. */
/* bound: unknown   class: unknown */
unsigned uns_inclusive(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i <= n; i++) { /* loop: unknown */
        s += __VERIFIER_nondet_int();
    }
    return s;
}

/* Endless always: an unsigned number is never negative. */
/* bound: unknown   class: unknown */
unsigned uns_down_below_zero(unsigned n) {
    unsigned s = 0;
    for (unsigned i = n; i >= 0; i--) { /* loop: unknown */
        s += __VERIFIER_nondet_int();
    }
    return s;
}

/* Endless for n == UINT_MAX: i goes from UINT_MAX - 1 to 0. */
/* bound: unknown   class: unknown */
unsigned uns_step_two(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i += 2) { /* loop: unknown */
        s += __VERIFIER_nondet_int();
    }
    return s;
}

/* bound: ceil(n / 2) + 1   class: n */
unsigned uns_step_two_checked(unsigned n) {
    unsigned s = 0;
    if (n > 1000000) {
        return 0;
    }
    for (unsigned i = 0; i < n; i += 2) { /* loop: ceil(n / 2) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, b - a) + 1   class: n */
unsigned uns_not_equal(unsigned a, unsigned b) {
    unsigned s = 0;
    if (a > b) {
        return 0;
    }
    for (unsigned i = a; i != b; i++) { /* loop: max(0, b - a) */
        s ^= i;
    }
    return s;
}

/* bound: n // 3 + 1   class: n */
unsigned uns_threes(unsigned n) {
    unsigned q = 0;
    while (n >= 3) { /* loop: n // 3 */
        n -= 3;
        q ^= n;
    }
    return q;
}

/* Endless for every odd n: zero is jumped over. */
/* bound: unknown   class: unknown */
unsigned uns_jump_over_zero(unsigned n) {
    unsigned s = 0;
    while (n > 0) { /* loop: unknown */
        n -= 2;
        s += __VERIFIER_nondet_int();
    }
    return s;
}

/* Endless for n > 2**31: i becomes 0. */
/* bound: unknown   class: unknown */
unsigned uns_double(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 1; i < n; i *= 2) { /* loop: unknown */
        s += __VERIFIER_nondet_int();
    }
    return s;
}

/* bound: floor(log2(max(1, n))) + 2   class: log n */
unsigned uns_shift(unsigned n) {
    unsigned s = 0;
    while (n) { /* loop: floor(log2(max(1, n))) + 1 */
        s += n & 1;
        n >>= 1;
    }
    return s;
}

/* bound: n + n*m + 1   class: n^2 */
unsigned uns_nest(unsigned n, unsigned m) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++) { /* loop: n */
        for (unsigned j = 0; j < m; j++) { /* loop: n*m */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: max(0, ceil((hi - lo) / 2)) + 1   class: n */
unsigned uns_meet(unsigned lo, unsigned hi) {
    while (lo < hi) { /* loop: max(0, ceil((hi - lo) / 2)) */
        lo++;
        hi--;
    }
    return lo;
}

/* For n == 0 the limit wraps to UINT_MAX: nothing useful in n. */
/* bound: 4294967296   class: 1 */
unsigned uns_minus_one_limit(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n - 1; i++) { /* loop: 4294967295 */
        s += __VERIFIER_nondet_int();
    }
    return s;
}
