/* Loops like the algorithms for the greatest common divisor. */

/* bound: max(0, max(a, b) - 1) + 1   class: n */
int euclid_subtract(int a, int b) {
    if (a <= 0 || b <= 0) {
        return 0;
    }
    while (a != b) { /* loop: max(0, max(a, b) - 1) */
        if (a > b) {
            a -= b;
        } else {
            b -= a;
        }
    }
    return a;
}

/* bound: floor(3*log2(max(1, b))/2) + 2   class: log n */
unsigned euclid_mod(unsigned a, unsigned b) {
    while (b != 0) { /* loop: floor(3*log2(max(1, b))/2) + 1 */
        unsigned t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/* bound: max(0, a, b) + 4   class: n */
int euclid_swap(int a, int b) {
    while (b > 0) { /* loop: max(0, a, b) + 3 */
        if (a < b) {
            int t = a;
            a = b;
            b = t;
        } else {
            a -= b;
        }
    }
    return a;
}

/* bound: max(0, x, y) + 1   class: n */
int euclid_to_zero(int x, int y) {
    while (x > 0 && y > 0) { /* loop: max(0, x, y) */
        if (x > y) {
            x -= y;
        } else {
            y -= x;
        }
    }
    return x + y;
}

/* bound: max(0, a // max(1, b)) + 1   class: n */
int euclid_remainder(int a, int b) {
    while (b > 0 && a >= b) { /* loop: max(0, a // max(1, b)) */
        a -= b;
    }
    return a;
}

/* The nest shares one budget: all the subtractions together take at most max(a, b) - 1;
   b is at least halved in every round of the outer loop. */
/* bound: max(0, a, b) + floor(log2(max(1, b))) + 1   class: n */
int euclid_nested(int a, int b) {
    if (a <= 0 || b <= 0) {
        return 0;
    }
    while (a != b) { /* loop: floor(log2(max(1, b))) + 1 */
        while (a > b) { /* loop: max(0, a - 1) */
            a -= b;
        }
        while (b > a) { /* loop: max(0, b - 1) */
            b -= a;
        }
    }
    return a;
}

/* bound: floor(3*log2(max(1, b, -b))/2) + 2   class: log n */
int euclid_mod_signed(int a, int b) {
    while (b != 0) { /* loop: floor(3*log2(max(1, b, -b))/2) + 1 */
        int t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

/* bound: floor(log2(max(1, a))) + 2*floor(log2(max(1, a)*max(1, b))) + 2   class: log n */
unsigned euclid_binary(unsigned a, unsigned b) {
    if (a == 0 || b == 0) {
        return a | b;
    }
    while ((a & 1) == 0) { /* loop: floor(log2(max(1, a))) */
        a >>= 1;
    }
    while (b != 0) { /* loop: floor(log2(max(1, a)*max(1, b))) + 1 */
        while ((b & 1) == 0) { /* loop: floor(log2(max(1, a)*max(1, b))) */
            b >>= 1;
        }
        if (a > b) {
            unsigned t = a;
            a = b;
            b = t;
        }
        b -= a;
    }
    return a;
}

/* gcd of the numbers 1..n with a fixed one: the inner loop is logarithmic. */
/* bound: max(0, n) + max(0, n)*(floor(3*log2(max(1, n))/2) + 1) + 1   class: n log n */
int euclid_table(int n) {
    int s = 0;
    for (int i = 1; i <= n; i++) { /* loop: max(0, n) */
        int a = 30030;
        int b = i;
        while (b != 0) { /* loop: max(0, n)*(floor(3*log2(max(1, n))/2) + 1) */
            int t = a % b;
            a = b;
            b = t;
        }
        s += a;
    }
    return s;
}
