/* Constant bounds. */
extern int __VERIFIER_nondet_int(void);

/* bound: 11   class: 1 */
int const_ten(const int *a) {
    int s = 0;
    for (int i = 0; i < 10; i++) { /* loop: 10 */
        s += a[i];
    }
    return s;
}

/* bound: 73   class: 1 */
int const_square(int *a) {
    int s = 0;
    for (int i = 0; i < 8; i++) { /* loop: 8 */
        for (int j = 0; j < 8; j++) { /* loop: 64 */
            s += a[i] * a[j];
        }
    }
    return s;
}

/* bound: 56   class: 1 */
int const_triangle(int *a) {
    int s = 0;
    for (int i = 0; i < 10; i++) { /* loop: 10 */
        for (int j = 0; j < i; j++) { /* loop: 45 */
            s += a[i] - a[j];
        }
    }
    return s;
}

/* bound: 16   class: 1 */
int const_sevens(const int *a) {
    int s = 0;
    for (int i = 0; i < 100; i += 7) { /* loop: 15 */
        s ^= a[i];
    }
    return s;
}

/* bound: 11   class: 1 */
int const_doubling(void) {
    int s = 0;
    for (int i = 1; i < 1000; i *= 2) { /* loop: 10 */
        s ^= i;
    }
    return s;
}

/* bound: 10   class: 1 */
int const_do(void) {
    int i = 0;
    int s = 0;
    do { /* loop: 9 */
        s += i;
        i++;
    } while (i < 10);
    return s;
}

/* bound: max(0, min(n, 16)) + 1   class: 1 */
int const_limit(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n && i < 16; i++) { /* loop: max(0, min(n, 16)) */
        s += a[i];
    }
    return s;
}

/* Known only by running it. */
/* bound: 112   class: 1 */
int const_collatz_27(void) {
    int x = 27;
    int s = 0;
    while (x != 1) { /* loop: 111 */
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        s++;
    }
    return s;
}

/* bound: 33   class: 1 */
int const_bits(int n) {
    unsigned u = (unsigned)n;
    int s = 0;
    for (int i = 0; i < 32; i++) { /* loop: 32 */
        s += (u >> i) & 1;
    }
    return s;
}

/* bound: 21   class: 1 */
int const_tries(void) {
    int left = 20;
    while (left > 0 && __VERIFIER_nondet_int() != 0) { /* loop: 20 */
        left--;
    }
    return left;
}
