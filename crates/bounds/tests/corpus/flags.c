/* Loops that run on a flag. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n) + 2   class: n */
int flag_go(int n) {
    int go = 1;
    int i = 0;
    while (go) { /* loop: max(0, n) + 1 */
        go = 0;
        if (i < n) {
            i++;
            go = 1;
        }
    }
    return i;
}

/* bound: max(0, n) + 1   class: n */
int flag_stop_any(int n) {
    int go = 1;
    int i = 0;
    while (go && i < n) { /* loop: max(0, n) */
        i++;
        if (__VERIFIER_nondet_int()) {
            go = 0;
        }
    }
    return i;
}

/* bound: max(0, n - 1) + n*(n - 1)/2 + 1   class: n^2 */
int flag_bubble(int *a, int n) {
    int swapped;
    int p = 0;
    do { /* loop: max(0, n - 1) */
        swapped = 0;
        for (int i = 0; i < n - 1 - p; i++) { /* loop: n*(n - 1)/2 */
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
                swapped = 1;
            }
        }
        p++;
    } while (swapped && p < n);
    return p;
}

/* bound: max(1, n) + 1   class: n */
int flag_first(int n) {
    int first = 1;
    int i = 0;
    while (first || i < n) { /* loop: max(1, n) */
        first = 0;
        i++;
    }
    return i;
}

/* bound: max(0, n) + 1   class: n */
int flag_found(const int *a, int n, int k) {
    int found = 0;
    int i = 0;
    while (!found && i < n) { /* loop: max(0, n) */
        if (a[i] == k) {
            found = 1;
        } else {
            i++;
        }
    }
    return i;
}

/* bound: 3   class: 1 */
int flag_two(void) {
    int f = __VERIFIER_nondet_int() != 0;
    int g = __VERIFIER_nondet_int() != 0;
    int s = 0;
    while (f || g) { /* loop: 2 */
        if (f) {
            f = 0;
        } else {
            g = 0;
        }
        s++;
    }
    return s;
}

/* bound: 2*max(0, n) + 1   class: n */
int flag_toggle(int n) {
    int t = 0;
    int i = 0;
    while (i < n) { /* loop: 2*max(0, n) */
        if (t) {
            i++;
        }
        t = !t;
    }
    return i;
}

/* bound: max(0, k) + 1   class: n */
int flag_changed(int k) {
    int changed;
    do { /* loop: max(0, k) */
        changed = 0;
        if (k > 0 && __VERIFIER_nondet_int()) {
            k--;
            changed = 1;
        }
    } while (changed);
    return k;
}

/* bound: 2*max(0, n) + 1   class: n */
int flag_inner_once(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        int go = 1;
        while (go) { /* loop: max(0, n) */
            go = 0;
            s ^= i;
        }
    }
    return s;
}
