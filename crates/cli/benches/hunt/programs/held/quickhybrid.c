// class: n log n
// kind: regimes
// best 30: [1920077262,-819988015,-1465272457,-819988015,-8,-1958466436,-1958466436,65536,512,-2056425512,-1958466437,-1958466437,-6,1146328674,-2147483648,-1958466435,-7,-6,-2147483648,75639902,75639903,75639903,268197847,1146328673,1146328673,-1958466436,1511904237,1511904237,1746939693,1920077262]
// best 100: [73,64,96,2,96,92,56,92,-6,14,89,18,59,83,28,-4,27,82,13,37,64,-10,71,66,72,21,72,90,25,71,86,59,41,48,45,33,50,65,72,58,38,63,60,53,38,38,-1,33,49,32,59,71,44,14,40,65,5,-10,99,11,51,27,25,-5,28,53,55,52,80,72,50,60,4,81,72,39,39,23,-5,19,98,19,60,-9,81,1,56,20,83,5,-2,89,72,6,4,95,-9,57,58,99]
// how: compared with McIlroy's adversary run against this very sort (665 at 30, 2805 at 100), which climbing beats; best at 30: from scratch by fuzz, at 100: climb seeded from from scratch by fuzz (2866); searched natively 22 s at 30, 26 s at 100; 745 at 30 against a random mean of 430, 2974 at 100 against a random mean of 1649
// Introsort: quicksort with the median of 3, of 9 above 40 elements, insertion sort up to 16 elements and heap sort when the depth limit is reached.
#include <worstcase.h>

#define MOST 1024
#define SMALL 16
#define LARGE 40

static int32_t items[MOST];

static void exchange(int32_t *v, int i, int k) {
    int32_t t = v[i];
    v[i] = v[k];
    v[k] = t;
}

static void sift(int32_t *v, int at, int n) {
    int32_t moved = v[at];
    for (int child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && v[child] < v[child + 1])
            child++;
        if (moved >= v[child])
            break;
        v[at] = v[child];
    }
    v[at] = moved;
}

static void heap_sort(int32_t *v, int n) {
    for (int i = n / 2 - 1; i >= 0; i--)
        sift(v, i, n);
    for (int last = n - 1; last > 0; last--) {
        exchange(v, 0, last);
        sift(v, 0, last);
    }
}

static void insertion_sort(int32_t *v, int n) {
    for (int i = 1; i < n; i++) {
        int32_t item = v[i];
        int k = i;
        for (; k > 0 && item < v[k - 1]; k--)
            v[k] = v[k - 1];
        v[k] = item;
    }
}

static int median(const int32_t *v, int a, int b, int c) {
    if (v[a] < v[b])
        return v[b] < v[c] ? b : v[a] < v[c] ? c : a;
    return v[a] < v[c] ? a : v[b] < v[c] ? c : b;
}

static void quick_sort(int32_t *v, int n, int depth) {
    while (n > SMALL) {
        if (depth-- == 0) {
            heap_sort(v, n);
            return;
        }
        int middle = n / 2, pivot;
        if (n > LARGE) {
            int step = n / 8;
            pivot = median(v, median(v, 0, step, 2 * step), median(v, middle - step, middle, middle + step),
                           median(v, n - 1 - 2 * step, n - 1 - step, n - 1));
        } else {
            pivot = median(v, 0, middle, n - 1);
        }
        exchange(v, 0, pivot);
        int i = 0, k = n;
        for (;;) {
            do
                i++;
            while (i < n && v[i] < v[0]);
            do
                k--;
            while (v[0] < v[k]);
            if (i >= k)
                break;
            exchange(v, i, k);
        }
        exchange(v, 0, k);
        /* The smaller side by recursion, the larger one by the loop. */
        if (k < n - k - 1) {
            quick_sort(v, k, depth);
            v += k + 1;
            n -= k + 1;
        } else {
            quick_sort(v + k + 1, n - k - 1, depth);
            n = k;
        }
    }
    insertion_sort(v, n);
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        items[i] = input_i32();
    int depth = 0;
    for (int rest = n; rest > 1; rest /= 2)
        depth += 2;
    measure_begin();
    quick_sort(items, n, depth);
    measure_end();
    if (n > 0)
        output_i32(items[n / 2]);
}
