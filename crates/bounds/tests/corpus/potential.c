/* Loops whose variables are saved, copied and passed on: what all of them come to is paid once. */
extern int __VERIFIER_nondet_int(void);

/* bound: max(0, n) + max(0, m) + 1   class: n */
int pot_saved_place(int n, int m) {
    int place = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        int j = place;
        while (j < m && __VERIFIER_nondet_int()) { /* loop: max(0, m) */
            j++;
        }
        place = j;
    }
    return place;
}

/* bound: 2*max(0, n) + 1   class: n */
int pot_runs(int n) {
    int i = 0;
    while (i < n) { /* loop: max(0, n) */
        int j = i;
        while (j < n && __VERIFIER_nondet_int()) { /* loop: max(0, n) */
            j++;
        }
        i = j > i ? j : i + 1;
    }
    return i;
}

/* bound: 3*max(0, n) + 1   class: n */
int pot_pipeline(int n) {
    int waiting = 0;
    int done = 0;
    while (n > 0) { /* loop: max(0, n) */
        n--;
        waiting++;
        while (waiting > 0 && __VERIFIER_nondet_int()) { /* loop: max(0, n) */
            waiting--;
            done++;
            while (done > 0 && __VERIFIER_nondet_int()) { /* loop: max(0, n) */
                done--;
            }
        }
    }
    return done;
}

/* bound: 9*max(0, n) + 1   class: n */
int pot_pipeline_by_factors(int n) {
    int parts = 0;
    int screws = 0;
    while (n > 0) { /* loop: max(0, n) */
        n--;
        parts += 2;
        while (parts > 0 && __VERIFIER_nondet_int()) { /* loop: 2*max(0, n) */
            parts--;
            screws += 3;
            while (screws > 0 && __VERIFIER_nondet_int()) { /* loop: 6*max(0, n) */
                screws--;
            }
        }
    }
    return screws;
}

/* bound: 2*max(0, n) + 1   class: n */
int pot_moved_to_the_next_loop(int n) {
    int kept = 0;
    while (n > 0) { /* loop: max(0, n) */
        n--;
        if (__VERIFIER_nondet_int()) {
            kept++;
        }
    }
    while (kept > 0) { /* loop: max(0, n) */
        kept--;
    }
    return kept;
}

/* bound: max(0, n) + 1   class: n */
int pot_back_and_on(int n) {
    int i = n;
    while (i > 0) { /* loop: max(0, n) */
        int j = i - 1;
        while (j > 0 && __VERIFIER_nondet_int()) { /* loop: max(0, n - 1) */
            j--;
        }
        i = j;
    }
    return i;
}

/* bound: max(0, x) + max(0, y) + max(0, x)*max(0, x + 1)/2 + 1   class: n^2 */
int pot_wages(int x, int y) {
    while (x > 0) { /* loop: max(0, x) */
        y += x;
        x--;
        while (y > 0 && __VERIFIER_nondet_int()) { /* loop: max(0, y) + max(0, x)*max(0, x + 1)/2 */
            y--;
        }
    }
    return y;
}
