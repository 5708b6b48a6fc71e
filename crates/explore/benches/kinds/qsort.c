/* libc's qsort of ints, with the two ways to compare that people write.
 *
 * wasi-libc has musl's smoothsort. `return a - b` is wrong where it overflows, and those paths exist too: then the
 * order that the sort sees is not one.
 *
 *     worstcase paths crates/explore/benches/kinds/qsort.c --entry three_way --size 5
 */
#include <stdlib.h>
#include <worstcase.h>

enum { CAPACITY = 64 };

static int by_difference(const void *a, const void *b) {
    /* Unsigned, so that it wraps instead of being undefined. */
    return (int)(*(const unsigned *)a - *(const unsigned *)b);
}

static int by_order(const void *a, const void *b) {
    int left = *(const int *)a, right = *(const int *)b;
    if (left < right)
        return -1;
    if (left > right)
        return 1;
    return 0;
}

static void sort(int n, int (*compare)(const void *, const void *)) {
    int a[CAPACITY];
    if (n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    qsort(a, n, sizeof a[0], compare);
    measure_end();
}

void difference(int n) { sort(n, by_difference); }

void three_way(int n) { sort(n, by_order); }
