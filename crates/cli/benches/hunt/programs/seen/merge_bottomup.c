// class: n log n
// kind: sorts
// best 30: [30,1,16,9,24,5,20,13,28,3,18,11,26,7,22,15,29,2,17,10,25,6,21,14,27,4,19,12,23,8]
// best 100: [100,1,51,26,76,14,64,39,89,8,57,33,82,20,70,45,95,5,54,29,79,17,67,42,92,11,61,36,85,23,73,48,98,3,53,28,78,15,65,40,90,9,59,34,84,22,71,47,96,6,56,31,81,19,68,43,93,12,62,37,87,25,75,50,99,2,52,27,77,16,63,41,88,10,58,32,83,21,72,46,94,7,55,30,80,18,69,44,91,13,60,38,86,24,74,49,97,4,66,35]
// how: unmerging construction (the two largest of a merge in different runs); climbed natively for 6 s at 30, 6 s at 100; 787 at 30 against a random mean of 723, 3391 at 100 against a random mean of 3162
// Bottom-up merge sort with a scratch array; runs of width 1, 2, 4, ... are merged, stable.
#include <worstcase.h>

#define MOST 1024

static int32_t a[MOST], b[MOST];

static void merge(const int32_t *from, int32_t *to, int lo, int mid, int hi) {
    int i = lo, j = mid;
    for (int k = lo; k < hi; k++) {
        if (i < mid && (j >= hi || from[i] <= from[j]))
            to[k] = from[i++];
        else
            to[k] = from[j++];
    }
}

static void sort(int32_t *v, int n) {
    int32_t *from = v, *to = b;
    for (int width = 1; width < n; width *= 2) {
        for (int lo = 0; lo < n; lo += 2 * width) {
            int mid = lo + width < n ? lo + width : n;
            int hi = lo + 2 * width < n ? lo + 2 * width : n;
            /* Already in order: copy. */
            if (mid >= hi || from[mid - 1] <= from[mid]) {
                for (int k = lo; k < hi; k++)
                    to[k] = from[k];
                continue;
            }
            merge(from, to, lo, mid, hi);
        }
        int32_t *t = from;
        from = to;
        to = t;
    }
    if (from != v)
        for (int i = 0; i < n; i++)
            v[i] = from[i];
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    sort(a, n);
    measure_end();
    if (n > 0)
        output_i32(a[0]);
}
