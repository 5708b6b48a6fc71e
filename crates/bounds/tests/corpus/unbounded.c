/* Known nonterminating or unbounded loops. */
extern int __VERIFIER_nondet_int(void);

/* Endless. */
/* bound: unknown   class: unknown */
int unb_forever(void) {
    int s = 0;
    while (1) { /* loop: unknown */
        s ^= __VERIFIER_nondet_int();
    }
    return s;
}

/* The choices are without limit. */
/* bound: unknown   class: unknown */
int unb_any(void) {
    int s = 0;
    while (__VERIFIER_nondet_int()) { /* loop: unknown */
        s ^= 1;
    }
    return s;
}

/* May stand still for ever. */
/* bound: unknown   class: unknown */
int unb_stutter(int x) {
    while (x > 0) { /* loop: unknown */
        if (__VERIFIER_nondet_int()) {
            x--;
        }
    }
    return x;
}

/* x gets any value each time. */
/* bound: unknown   class: unknown */
int unb_reread(int n) {
    int x = 0;
    while (x < n) { /* loop: unknown */
        x = __VERIFIER_nondet_int();
    }
    return x;
}

/* Collatz: an open problem. */
/* bound: unknown   class: unknown */
long long unb_collatz(int n) {
    long long x = n;
    long long s = 0;
    while (x > 1) { /* loop: unknown */
        if (x % 2 == 0) {
            x = x / 2;
        } else {
            x = 3 * x + 1;
        }
        s++;
    }
    return s;
}

/* The sum of both stays the same, and they change places. */
/* bound: unknown   class: unknown */
int unb_see_saw(int x, int y) {
    while (x > 0 && y > 0) { /* loop: unknown */
        if (__VERIFIER_nondet_int()) {
            x++;
            y--;
        } else {
            x--;
            y++;
        }
    }
    return x;
}

/* Only the inner loop is unbounded. */
/* bound: unknown   class: unknown */
int unb_inner(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        while (__VERIFIER_nondet_int() > 0) { /* loop: unknown */
            s ^= i;
        }
    }
    return s;
}

/* May be set back without end. */
/* bound: unknown   class: unknown */
int unb_set_back(int n) {
    int i = 0;
    while (i < n) { /* loop: unknown */
        if (__VERIFIER_nondet_int()) {
            i = 0;
        } else {
            i++;
        }
    }
    return i;
}

/* The outer loop is endless, so the inner one is without bound in total. */
/* bound: unknown   class: unknown */
int unb_server(int n) {
    int s = 0;
    for (;;) { /* loop: unknown */
        for (int i = 0; i < n; i++) { /* loop: unknown */
            s ^= __VERIFIER_nondet_int();
        }
        if (__VERIFIER_nondet_int() == 0) {
            return s;
        }
    }
}

/* Endless for k == 0. */
/* bound: unknown   class: unknown */
int unb_step_unchecked(int n, int k) {
    int i = 0;
    int s = 0;
    while (i < n) { /* loop: unknown */
        i += k;
        s ^= __VERIFIER_nondet_int();
    }
    return s;
}

/* Endless for s == 0 and n > 0. */
/* bound: unknown   class: unknown */
int unb_double_from(int s, int n) {
    int t = 0;
    for (int i = s; i < n; i *= 2) { /* loop: unknown */
        t ^= __VERIFIER_nondet_int();
    }
    return t;
}
