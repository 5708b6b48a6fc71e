// class: n^2
// kind: sorts
// best 30: [18,11,8,3,12,16,4,20,10,5,14,19,7,22,23,0,17,2,9,4,15,6,21,7,13,8,17,9,21,1]
// best 100: [11,58,77,46,12,6,17,40,53,23,41,76,0,22,64,75,52,8,65,18,27,72,44,14,2,66,22,32,50,16,65,47,83,28,36,24,51,60,71,67,32,41,26,68,42,46,45,36,33,80,1,76,81,7,38,54,68,13,74,73,43,17,0,74,73,4,70,55,10,29,69,19,77,34,21,57,78,37,27,75,60,31,79,62,39,48,63,15,9,25,82,49,20,59,3,30,56,35,61,5]
// how: McIlroy's adversary against its own comparisons, then climbed and annealed about 42 s in all; 852 at 30 against a random mean of 466, 4211 at 100 against a random mean of 1982
// Quicksort in three ways; the pivot is the median of three, above 40 elements the ninther.
#include <worstcase.h>

#define MOST 1024

typedef int32_t item_t;

static item_t a[MOST];

static void swap(item_t *v, int i, int j) {
    item_t t = v[i];
    v[i] = v[j];
    v[j] = t;
}

static int median_of(const item_t *v, int i, int j, int k) {
    if (v[i] < v[j])
        return v[j] < v[k] ? j : v[i] < v[k] ? k : i;
    return v[k] < v[j] ? j : v[k] < v[i] ? k : i;
}

static int choose_pivot(const item_t *v, int lo, int n) {
    int first = lo, mid = lo + n / 2, last = lo + n - 1;
    if (n < 7)
        return mid;
    if (n > 40) {
        int step = n / 8;
        first = median_of(v, first, first + step, first + 2 * step);
        mid = median_of(v, mid - step, mid, mid + step);
        last = median_of(v, last - 2 * step, last - step, last);
    }
    return median_of(v, first, mid, last);
}

/* Three ways: less | equal | greater, the pivot's equals in the middle. */
static void quick_sort3(item_t *v, int lo, int hi) {
    while (lo < hi) {
        item_t pivot = v[choose_pivot(v, lo, hi - lo + 1)];
        int lt = lo, i = lo, gt = hi;
        while (i <= gt) {
            if (v[i] < pivot)
                swap(v, lt++, i++);
            else if (pivot < v[i])
                swap(v, i, gt--);
            else
                i++;
        }
        if (lt - lo < hi - gt) {
            quick_sort3(v, lo, lt - 1);
            lo = gt + 1;
        } else {
            quick_sort3(v, gt + 1, hi);
            hi = lt - 1;
        }
    }
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    quick_sort3(a, 0, n - 1);
    measure_end();
    int32_t distinct = n > 0;
    for (int i = 1; i < n; i++)
        distinct += a[i - 1] < a[i];
    output_i32(distinct);
}
