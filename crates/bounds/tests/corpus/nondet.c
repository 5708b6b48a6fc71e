/* Nondeterministic choices. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n) + 1   class: n */
int nondet_while(int n) {
    while (n > 0 && __VERIFIER_nondet_int()) { /* loop: max(0, n) */
        n--;
    }
    return n;
}

/* bound: max(0, x + y - 1) + 1   class: n */
int nondet_either_down(int x, int y) {
    while (x > 0 && y > 0) { /* loop: max(0, x + y - 1) */
        if (__VERIFIER_nondet_int()) {
            x--;
        } else {
            y--;
        }
    }
    return x;
}

/* bound: max(0, a) + max(0, b) + max(0, c) + 1   class: n */
int nondet_three(int a, int b, int c) {
    while (a > 0 || b > 0 || c > 0) { /* loop: max(0, a) + max(0, b) + max(0, c) */
        if (a > 0 && __VERIFIER_nondet_int()) {
            a--;
        } else if (b > 0) {
            b--;
        } else if (c > 0) {
            c--;
        } else {
            a--;
        }
    }
    return a;
}

/* bound: max(0, x) + 1   class: n */
int nondet_steps(int x) {
    while (x > 0) { /* loop: max(0, x) */
        int k = __VERIFIER_nondet_int();
        if (k < 1) {
            k = 1;
        }
        if (k > 5) {
            k = 5;
        }
        x -= k;
    }
    return x;
}

/* Unbounded: x may go up and down for ever. */
/* bound: unknown   class: unknown */
int nondet_walk(int x) {
    while (x > 0) { /* loop: unknown */
        if (__VERIFIER_nondet_int()) {
            x--;
        } else {
            x++;
        }
    }
    return x;
}

/* bound: max(0, x) + 2*max(0, b) + 1   class: n */
int nondet_walk_budget(int x, int b) {
    while (x > 0) { /* loop: max(0, x) + 2*max(0, b) */
        if (b > 0 && __VERIFIER_nondet_int()) {
            x++;
            b--;
        } else {
            x--;
        }
    }
    return b;
}

/* bound: max(0, n - input0) + 1   class: n */
int nondet_start(int n) {
    int i = __VERIFIER_nondet_int();
    int s = 0;
    while (i < n) { /* loop: max(0, n - input0) */
        i++;
        s ^= i;
    }
    return s;
}

/* bound: max(0, n) + 1   class: n */
int nondet_skip(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        if (__VERIFIER_nondet_int() > 0) {
            i++;
        }
        s ^= i;
    }
    return s;
}

/* Two coins: in each round at least one of the two counters falls. */
/* bound: max(0, x) + max(0, y) + 1   class: n */
int nondet_one_of_two(int x, int y) {
    while (x > 0 || y > 0) { /* loop: max(0, x) + max(0, y) */
        int c = __VERIFIER_nondet_int();
        if (x > 0 && (c > 0 || y <= 0)) {
            x--;
        } else {
            y--;
        }
    }
    return y;
}
