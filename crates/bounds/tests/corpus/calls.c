/* Calls: helpers with loops called from loops, and recursion. */

/* bound: max(0, n) + 1   class: n */
int call_helper(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= i;
    }
    return s;
}

/* bound: (max(0, n) + 1)**2   class: n^2 */
int call_in_loop(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= call_helper(n);
    }
    return s;
}

/* bound: 2*max(0, n) + n*(n - 1)/2 + 1   class: n^2 */
int call_with_counter(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= call_helper(i);
    }
    return s;
}

/* bound: max(0, n) + max(0, m) + 3   class: n */
int call_twice(int n, int m) {
    int a = call_helper(n);
    int b = call_helper(m);
    return a + b;
}

/* bound: 1   class: 1 */
int call_clamp(int n) {
    if (n < 0) {
        return 0;
    }
    return n > 20 ? 20 : n;
}

/* bound: max(0, min(n, 20)) + 2   class: 1 */
int call_use_clamp(int n) {
    int m = call_clamp(n);
    int s = 0;
    for (int i = 0; i < m; i++) { /* loop: max(0, min(n, 20)) */
        s ^= i;
    }
    return s;
}

/* bound: max(1, n)   class: n */
int call_factorial(int n) {
    if (n <= 1) {
        return 1;
    }
    return n * call_factorial(n - 1);
}

/* bound: 2**max(0, n)   class: exp */
int call_fibonacci(int n) {
    if (n < 2) {
        return n;
    }
    return call_fibonacci(n - 1) + call_fibonacci(n - 2);
}

/* bound: 2**(max(0, n) + 1) - 1   class: exp */
int call_tree(int n) {
    if (n <= 0) {
        return 1;
    }
    return call_tree(n - 1) + call_tree(n - 1);
}

/* bound: floor(log2(max(1, n))) + 1   class: log n */
int call_halving(int n) {
    if (n <= 1) {
        return 0;
    }
    return 1 + call_halving(n / 2);
}

/* bound: n*(n + 1)/2 + max(0, n) + 1   class: n^2 */
int call_recursion_with_loop(int n) {
    int s = 0;
    if (n <= 0) {
        return 0;
    }
    for (int j = 0; j < n; j++) { /* loop: max(0, n) */
        s ^= j;
    }
    return s + call_recursion_with_loop(n - 1);
}

int call_odd(int n);

/* bound: max(0, n) + 1   class: n */
int call_even(int n) {
    if (n <= 0) {
        return 1;
    }
    return call_odd(n - 1);
}

/* bound: max(0, n) + 1   class: n */
int call_odd(int n) {
    if (n <= 0) {
        return 0;
    }
    return call_even(n - 1);
}

/* bound: max(1, n)*ceil(log2(max(1, n))) + 2*max(1, n) - 1   class: n log n */
int call_merge_like(int n) {
    int s = 0;
    if (n <= 1) {
        return 0;
    }
    s += call_merge_like(n / 2);
    s += call_merge_like(n - n / 2);
    for (int i = 0; i < n; i++) { /* loop: max(0, n) */
        s ^= i;
    }
    return s;
}

/* bound: ceil(log2(max(1, n))) + 1   class: log n */
int call_log_helper(int n) {
    int c = 0;
    for (int i = 1; i < n; i *= 2) { /* loop: ceil(log2(max(1, n))) */
        c ^= i * 3;
    }
    return c;
}

/* bound: max(0, n)*(ceil(log2(max(1, n))) + 2) + 1   class: n log n */
int call_log_in_loop(int n) {
    int s = 0;
    int t = 0;
    while (s < n) { /* loop: max(0, n) */
        t ^= call_log_helper(n);
        s++;
    }
    return t;
}

/* bound: 1   class: 1 */
void call_decrement(int *p) {
    *p = *p - 1;
}

/* bound: 2*max(0, n) + 1   class: n */
int call_by_pointer(int n) {
    int s = 0;
    while (n > 0) { /* loop: max(0, n) */
        call_decrement(&n);
        s ^= n;
    }
    return s;
}

/* Grows faster than any expression of the grammar. */
/* bound: unknown   class: unknown */
int call_ackermann(int m, int n) {
    if (m <= 0) {
        return n + 1;
    }
    if (n <= 0) {
        return call_ackermann(m - 1, 1);
    }
    return call_ackermann(m - 1, call_ackermann(m, n - 1));
}

static int call_level;

/* bound: 1   class: 1 */
int call_least(int a, int b) {
    return a < b ? a : b;
}

/* bound: 1   class: 1 */
int call_is_positive(int n) {
    return n > 0;
}

/* bound: 1   class: 1 */
void call_lower_level(int by) {
    if (by > 1) {
        call_level -= by;
    } else {
        call_level--;
    }
}

/* bound: max(0, min(n, m)) + 2   class: n */
int call_up_to_the_least(int n, int m) {
    int most = call_least(n, m);
    int i = 0;
    while (i < most) { /* loop: max(0, min(n, m)) */
        i++;
    }
    return i;
}

/* bound: 2*max(0, n) + 2   class: n */
int call_in_condition(int n) {
    while (call_is_positive(n)) { /* loop: max(0, n) */
        n--;
    }
    return n;
}

/* bound: 2*max(0, n) + 1   class: n */
int call_changes_global(int n, int by) {
    call_level = n;
    while (call_level > 0) { /* loop: max(0, n) */
        call_lower_level(by);
    }
    return call_level;
}
