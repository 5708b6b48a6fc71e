/* Programs with inputs in the style of main: the bounds are in input0, input1, ... */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, input0) + 1   class: n */
int main_count(void) {
    int n = __VERIFIER_nondet_int();
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, input0) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, input1 - input0) + 1   class: n */
int main_range(void) {
    int lo = __VERIFIER_nondet_int();
    int hi = __VERIFIER_nondet_int();
    int s = 0;
    while (lo < hi) { /* loop: max(0, input1 - input0) */
        lo++;
        s ^= lo;
    }
    return s;
}

/* bound: max(0, input0) + max(0, input0)*max(0, input1) + 1   class: n^2 */
int main_nest(void) {
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, input0) */
        for (int j = 0; j < m; j++) { /* loop: max(0, input0)*max(0, input1) */
            s ^= i + j;
        }
    }
    return s;
}

/* bound: max(0, ceil(input0 / max(1, input1))) + 1   class: n */
int main_checked_step(void) {
    int n = __VERIFIER_nondet_int();
    int k = __VERIFIER_nondet_int();
    int s = 0;
    if (k < 1) {
        return 1;
    }
    for (int i = 0; i < n; i += k) { /* loop: max(0, ceil(input0 / max(1, input1))) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, input0 + input1 - 1) + 1   class: n */
int main_choices(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0) { /* loop: max(0, input0 + input1 - 1) */
        if (__VERIFIER_nondet_int()) {
            x--;
        } else {
            y--;
        }
    }
    return 0;
}

/* bound: max(0, input0)*(max(0, input1) + 1) + 1   class: n^2 */
int main_lexi(void) {
    int x = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    int y = n;
    int s = 0;
    while (x > 0) { /* loop: max(0, input0)*(max(0, input1) + 1) */
        if (y > 0) {
            y--;
            s ^= y;
        } else {
            x--;
            y = n;
        }
    }
    return s;
}

/* bound: 2*max(0, input0) + 1   class: n */
int main_stack(void) {
    int n = __VERIFIER_nondet_int();
    int i = 0;
    int j = 0;
    while (i < n) { /* loop: max(0, input0) */
        i++;
        j++;
        while (j > 0 && __VERIFIER_nondet_int()) { /* loop: max(0, input0) */
            j--;
        }
    }
    return 0;
}

/* bound: floor(log2(max(1, input0))) + 1   class: log n */
int main_log(void) {
    int n = __VERIFIER_nondet_int();
    int c = 0;
    while (n > 1) { /* loop: floor(log2(max(1, input0))) */
        n /= 2;
        c++;
    }
    return c;
}

/* bound: max(0, input0) + max(0, input1) + max(0, input2) + 1   class: n */
int main_three(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int s = 0;
    while (a > 0) { /* loop: max(0, input0) */
        a--;
        s ^= a;
    }
    while (b > 0) { /* loop: max(0, input1) */
        b--;
        s ^= b * 3;
    }
    while (c > 0) { /* loop: max(0, input2) */
        c--;
        s ^= c * 5;
    }
    return s;
}

/* bound: min(100, max(0, input0)) + 1   class: 1 */
int main_clamped(void) {
    int n = __VERIFIER_nondet_int();
    int s = 0;
    if (n > 100) {
        n = 100;
    }
    while (n > 0) { /* loop: min(100, max(0, input0)) */
        n--;
        s ^= n;
    }
    return s;
}

/* Unbounded: a new input in every round. */
/* bound: unknown   class: unknown */
int main_reads_again(void) {
    int n = __VERIFIER_nondet_int();
    while (n > 0) { /* loop: unknown */
        n = __VERIFIER_nondet_int();
    }
    return 0;
}

/* bound: max(input0, -input0) + 1   class: n */
int main_to_zero(void) {
    int x = __VERIFIER_nondet_int();
    int s = 0;
    while (x != 0) { /* loop: max(input0, -input0) */
        if (x > 0) {
            x--;
        } else {
            x++;
        }
        s ^= x;
    }
    return s;
}
