/* What lies behind pointers, and functions that change it. */
extern int __VERIFIER_nondet_int(void);

struct pair {
    int x;
    int y;
};

/* bound: 1   class: 1 */
void ptr_lower(int *p) {
    *p -= 1;
}

/* bound: 1   class: 1 */
void ptr_exchange(int *p, int *q) {
    int t = *p;
    *p = *q;
    *q = t;
}

/* bound: 1   class: 1 */
void ptr_at_most(int *out, int n, int most) {
    if (n > most) {
        *out = most;
    } else {
        *out = n;
    }
}

/* bound: 1   class: 1 */
void ptr_step(struct pair *s) {
    if (s->x > 0) {
        s->x--;
    } else {
        s->y--;
    }
}

/* bound: 2*max(0, n) + 1   class: n */
int ptr_lowered(int n) {
    int rounds = 0;
    while (n > 0) { /* loop: max(0, n) */
        ptr_lower(&n);
        rounds++;
    }
    return rounds;
}

/* bound: 2*max(0, a + b - 1) + 1   class: n */
int ptr_exchanged(int a, int b) {
    int rounds = 0;
    while (a > 0 && b > 0) { /* loop: max(0, a + b - 1) */
        ptr_exchange(&a, &b);
        a--;
        rounds++;
    }
    return rounds;
}

/* bound: max(0, min(n, m)) + 2   class: n */
int ptr_result(int n, int m) {
    int k;
    ptr_at_most(&k, n, m);
    while (k > 0) { /* loop: max(0, min(n, m)) */
        k--;
    }
    return k;
}

/* bound: 2*max(0, n) + 2*max(0, m) + 1   class: n */
int ptr_members(int n, int m) {
    struct pair p;
    p.x = n;
    p.y = m;
    int rounds = 0;
    while (p.x > 0 || p.y > 0) { /* loop: max(0, n) + max(0, m) */
        ptr_step(&p);
        rounds++;
    }
    return rounds;
}

/* bound: unknown   class: unknown */
int ptr_maybe_the_same(int n, int m) {
    int a = n;
    int b = m;
    int *p = &a;
    int *q = __VERIFIER_nondet_int() ? &a : &b;
    while (*p > 0) { /* loop: unknown */
        *p -= 1;
        *q += 1;
    }
    return b;
}
