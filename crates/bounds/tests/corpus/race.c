/* Two variables that run towards or after each other. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, ceil(n / 2)) + 1   class: n */
int race_meet(int n) {
    int i = 0;
    int s = 0;
    int j = n;
    while (i < j) { /* loop: max(0, ceil(n / 2)) */
        i++;
        j--;
        s ^= i * j;
    }
    return s;
}

/* bound: max(0, ceil((hi - lo) / 2)) + 1   class: n */
int race_meet_params(int lo, int hi) {
    int s = 0;
    while (lo < hi) { /* loop: max(0, ceil((hi - lo) / 2)) */
        lo++;
        hi--;
        s ^= lo * hi;
    }
    return s;
}

/* bound: max(0, j - i) + 1   class: n */
int race_either(int i, int j) {
    while (i < j) { /* loop: max(0, j - i) */
        if (__VERIFIER_nondet_int()) {
            i++;
        } else {
            j--;
        }
    }
    return i;
}

/* bound: max(0, j - i) + 1   class: n */
int race_chase(int i, int j) {
    while (i < j) { /* loop: max(0, j - i) */
        i += 2;
        j += 1;
    }
    return i;
}

/* bound: max(0, ceil((a - b) / 3)) + 1   class: n */
int race_close_by_three(int a, int b) {
    while (a > b) { /* loop: max(0, ceil((a - b) / 3)) */
        a -= 1;
        b += 2;
    }
    return b;
}

/* bound: max(0, x + y) + 1   class: n */
int race_sum(int x, int y) {
    while (x + y > 0) { /* loop: max(0, x + y) */
        if (__VERIFIER_nondet_int()) {
            x--;
        } else {
            y--;
        }
    }
    return x;
}

/* The loops share one budget: every element is passed once. */
/* bound: max(0, n) + 2   class: n */
int race_partition(int *a, int n, int p) {
    int i = 0;
    int j = n - 1;
    while (i <= j) { /* loop: max(0, ceil(n / 2)) */
        while (i <= j && a[i] < p) { /* loop: max(0, n) */
            i++;
        }
        while (i <= j && a[j] > p) { /* loop: max(0, n) */
            j--;
        }
        if (i <= j) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
            i++;
            j--;
        }
    }
    return i;
}

/* bound: max(0, n // 2) + 1   class: n */
int race_palindrome(const int *a, int n) {
    int i = 0;
    int j = n - 1;
    while (i < j) { /* loop: max(0, n // 2) */
        if (a[i] != a[j]) {
            return 0;
        }
        i++;
        j--;
    }
    return 1;
}

/* bound: max(0, min(j - i, k - j)) + 1   class: n */
int race_three(int i, int j, int k) {
    int s = 0;
    while (i < j && j < k) { /* loop: max(0, min(j - i, k - j)) */
        i++;
        k--;
        s ^= i;
    }
    return s;
}

/* bound: max(0, b - a) + 1   class: n */
int race_stuttering(int a, int b) {
    while (a < b) { /* loop: max(0, b - a) */
        if (__VERIFIER_nondet_int() > 0) {
            a += 2;
            b += 1;
        } else {
            a -= 1;
            b -= 2;
        }
    }
    return a;
}
