/* Other types: long long, short, char. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n) + 1   class: n */
long long type_long_up(long long n) {
    long long s = 0;
    for (long long i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= i;
    }
    return s;
}

/* bound: max(0, n*m) + 1   class: n^2 */
long long type_wide_product(int n, int m) {
    long long x = (long long)n * m;
    long long s = 0;
    while (x > 0) { /* loop: max(0, n*m) */
        x--;
        s ^= x;
    }
    return s;
}

/* bound: max(0, n) + 1   class: n */
int type_schar(signed char n) {
    int s = 0;
    for (signed char i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= i;
    }
    return s;
}

/* Endless for n > 127: the small counter wraps. */
/* bound: unknown   class: unknown */
int type_schar_too_small(int n) {
    int s = 0;
    for (signed char i = 0; i < n; i++) { /* loop: unknown */
        s ^= __VERIFIER_nondet_int();
    }
    return s;
}

/* bound: n + 1   class: n */
int type_uchar(unsigned char n) {
    int s = 0;
    for (unsigned char i = 0; i < n; i++) { /* loop: n */
        s ^= i;
    }
    return s;
}

/* Endless: no unsigned char is above 255. */
/* bound: unknown   class: unknown */
int type_uchar_full(void) {
    int s = 0;
    for (unsigned char i = 0; i <= 255; i++) { /* loop: unknown */
        s ^= __VERIFIER_nondet_int();
    }
    return s;
}

/* bound: max(0, n - m) + 1   class: n */
int type_short(short m, short n) {
    int s = 0;
    for (short i = m; i < n; i++) { /* loop: max(0, n - m) */
        s ^= i;
    }
    return s;
}

/* The wrap ends this one. */
/* bound: 256 - c   class: n */
int type_uchar_until_wrap(unsigned char c) {
    int s = 0;
    do { /* loop: 255 - c */
        c++;
        s += c;
    } while (c != 0);
    return s;
}

/* bound: floor(log2(max(1, n))) + 2   class: log n */
int type_ull_shift(unsigned long long n) {
    int s = 0;
    while (n != 0) { /* loop: floor(log2(max(1, n))) + 1 */
        n >>= 1;
        s ^= (int)n;
    }
    return s;
}

/* bound: max(0, ceil(n / 2)) + 1   class: n */
long long type_mixed(int n) {
    long long s = 0;
    for (long long i = 0; i < n; i += 2) { /* loop: max(0, ceil(n / 2)) */
        s ^= i;
    }
    return s;
}

/* bound: 256   class: 1 */
int type_truncated(int n) {
    unsigned char m = (unsigned char)n;
    int s = 0;
    for (int i = 0; i < m; i++) { /* loop: 255 */
        s ^= i;
    }
    return s;
}

/* bound: max(0, hi - lo) + 1   class: n */
long long type_long_range(long long lo, long long hi) {
    long long s = 0;
    while (lo < hi) { /* loop: max(0, hi - lo) */
        hi--;
        s ^= hi;
    }
    return s;
}
