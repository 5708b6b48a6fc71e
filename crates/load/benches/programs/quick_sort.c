/* Quicksort as libraries had it for decades: median of three, Hoare's partition, insertion sort for short ranges.
 *
 * It recurses into the shorter side and loops on the longer one, so that the stack stays at log2(n) frames
 * whatever the input.
 *
 * Measured     the sort
 * Slow on      Musser's "median of three killer": first, middle and last are always among the smallest (or largest) that
 *              are left, so that each partition takes off two elements: n^2/4 comparisons
 *
 *     worstcase run quick_sort.c --size 4 --input 4,3,2,1
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 20000, SHORT = 12 };

static int32_t array[CAPACITY];

static void swap(int32_t *a, int i, int j) {
    int32_t t = a[i];
    a[i] = a[j];
    a[j] = t;
}

static void insertion_sort(int32_t *a, int lo, int hi) {
    for (int i = lo + 1; i <= hi; i++) {
        int32_t key = a[i];
        int j = i;
        for (; j > lo && a[j - 1] > key; j--)
            a[j] = a[j - 1];
        a[j] = key;
    }
}

/* Orders the first, the middle and the last; the median, which is the pivot, goes to hi - 1. */
static int32_t choose_pivot(int32_t *a, int lo, int hi) {
    int middle = lo + (hi - lo) / 2;
    if (a[middle] < a[lo])
        swap(a, middle, lo);
    if (a[hi] < a[lo])
        swap(a, hi, lo);
    if (a[hi] < a[middle])
        swap(a, hi, middle);
    swap(a, middle, hi - 1);
    return a[hi - 1];
}

/* Where the pivot ends up; what lies before is not greater, what lies behind not less. */
static int partition(int32_t *a, int lo, int hi) {
    int32_t pivot = choose_pivot(a, lo, hi);
    int i = lo, j = hi - 1;
    for (;;) {
        while (a[++i] < pivot)
            ;
        while (a[--j] > pivot)
            ;
        if (i >= j)
            break;
        swap(a, i, j);
    }
    swap(a, i, hi - 1);
    return i;
}

static void sort(int32_t *a, int lo, int hi) {
    while (hi - lo >= SHORT) {
        int p = partition(a, lo, hi);
        if (p - lo < hi - p) {
            sort(a, lo, p - 1);
            lo = p + 1;
        } else {
            sort(a, p + 1, hi);
            hi = p - 1;
        }
    }
    insertion_sort(a, lo, hi);
}

static bool in_order(const int32_t *a, int n) {
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return false;
    return true;
}

void run(int n) {
    if (n < 0 || n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++)
        array[i] = input_i32();
    measure_begin();
    sort(array, 0, n - 1);
    measure_end();
    output_i32(in_order(array, n));
}
