// class: n^2
// kind: selection and numbers
// best 30: [5,13,1,15,3,15,4,16,6,11,8,21,23,14,0,2,3,7,9,22,20,16,12,17,15,10,17,19,18,0]
// best 100: [0,60,2,43,6,38,4,39,7,37,8,39,12,40,12,42,13,37,16,43,17,46,20,40,21,40,23,36,25,47,27,50,29,36,30,42,30,35,31,35,32,64,33,46,34,65,68,47,35,0,1,3,5,10,9,11,14,15,19,18,20,22,26,24,26,28,29,31,33,32,34,68,68,38,48,51,49,48,45,53,52,41,57,44,56,56,58,59,59,55,63,61,54,62,39,67,67,66,39,2]
// how: McIlroy's adversary against its own comparisons, then climbed and annealed about 40 s in all; 325 at 30 against a random mean of 91, 2557 at 100 against a random mean of 404
// Quickselect of the median, with the median of three as the pivot.
#include <worstcase.h>

#define MOST 1024

typedef int32_t item_t;

static item_t a[MOST];

static void swap(item_t *x, item_t *y) {
    item_t t = *x;
    *x = *y;
    *y = t;
}

/* The middle one of three goes to lo + 1. */
static void place_pivot(item_t *v, int lo, int hi) {
    int mid = (lo + hi) / 2;
    swap(&v[mid], &v[lo + 1]);
    if (v[lo] > v[hi])
        swap(&v[lo], &v[hi]);
    if (v[lo + 1] > v[hi])
        swap(&v[lo + 1], &v[hi]);
    if (v[lo] > v[lo + 1])
        swap(&v[lo], &v[lo + 1]);
}

/* The k-th least of v[0 .. n), which it rearranges. */
static item_t select_kth(item_t *v, int n, int k) {
    int lo = 0, hi = n - 1;
    while (hi > lo + 1) {
        place_pivot(v, lo, hi);
        item_t pivot = v[lo + 1];
        int i = lo + 1, j = hi;
        for (;;) {
            do
                i++;
            while (v[i] < pivot);
            do
                j--;
            while (v[j] > pivot);
            if (j < i)
                break;
            swap(&v[i], &v[j]);
        }
        v[lo + 1] = v[j];
        v[j] = pivot;
        if (j >= k)
            hi = j - 1;
        if (j <= k)
            lo = i;
    }
    if (hi == lo + 1 && v[hi] < v[lo])
        swap(&v[lo], &v[hi]);
    return v[k];
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    if (n < 1)
        return;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    item_t median = select_kth(a, n, (n - 1) / 2);
    measure_end();
    output_i32((int32_t)median);
}
