// class: n^2
// kind: sorts
// best 30: [0,20,2,13,6,18,6,14,8,19,12,22,9,21,4,3,5,6,7,8,10,13,13,20,23,17,16,15,11,1]
// best 100: [0,50,2,98,4,52,6,76,8,54,10,88,12,56,14,78,16,58,18,97,20,60,22,80,24,62,26,90,28,64,30,82,32,66,34,94,36,68,38,84,40,70,42,99,44,72,46,86,48,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31,33,35,39,37,41,43,45,47,49,51,53,55,57,59,61,63,65,67,69,71,73,75,77,79,81,83,85,87,89,91,93,96,95,92,74,1]
// how: McIlroy's adversary against its own comparisons, then climbed and annealed about 54 s in all; 370 at 30 against a random mean of 246, 2927 at 100 against a random mean of 1052
// Quicksort with the median of three as the pivot and insertion sort for 8 elements or fewer.
#include <worstcase.h>

#define MOST 1024
#define CUTOFF 8

typedef int32_t item_t;

static item_t a[MOST];

static void swap(item_t *x, item_t *y) {
    item_t t = *x;
    *x = *y;
    *y = t;
}

static void insertion_sort(item_t *v, int lo, int hi) {
    for (int i = lo + 1; i <= hi; i++) {
        item_t x = v[i];
        int j = i;
        for (; j > lo && x < v[j - 1]; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
}

/* Puts the median of the first, middle and last element at hi - 1, the others in order at the ends. */
static item_t median3(item_t *v, int lo, int hi) {
    int mid = lo + (hi - lo) / 2;
    if (v[mid] < v[lo])
        swap(&v[mid], &v[lo]);
    if (v[hi] < v[lo])
        swap(&v[hi], &v[lo]);
    if (v[hi] < v[mid])
        swap(&v[hi], &v[mid]);
    swap(&v[mid], &v[hi - 1]);
    return v[hi - 1];
}

static void quick_sort(item_t *v, int lo, int hi) {
    while (hi - lo + 1 > CUTOFF) {
        item_t pivot = median3(v, lo, hi);
        int i = lo, j = hi - 1;
        for (;;) {
            while (v[++i] < pivot)
                ;
            while (pivot < v[--j])
                ;
            if (i >= j)
                break;
            swap(&v[i], &v[j]);
        }
        swap(&v[i], &v[hi - 1]);
        /* The smaller side by recursion, the larger one in this loop. */
        if (i - lo < hi - i) {
            quick_sort(v, lo, i - 1);
            lo = i + 1;
        } else {
            quick_sort(v, i + 1, hi);
            hi = i - 1;
        }
    }
    insertion_sort(v, lo, hi);
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    quick_sort(a, 0, n - 1);
    measure_end();
    if (n > 0)
        output_i32((int32_t)a[0]);
}
