// class: n log n
// kind: sorts
// best 30: [15,12,12,11,9,8,4,0,13,17,11,10,6,4,2,1,18,13,16,12,10,7,3,1,14,16,12,5,3,1]
// best 100: [39,13,21,10,5,4,1,0,38,22,26,18,16,12,8,6,39,24,24,22,14,13,4,0,34,29,30,18,16,7,3,1,37,21,33,20,17,16,4,1,36,29,32,27,16,4,1,0,29,24,25,23,18,16,4,2,39,21,24,19,14,3,1,0,37,24,36,23,21,19,3,0,39,17,17,15,12,7,3,1,31,24,30,22,9,7,3,1,37,25,28,20,17,11,4,1,37,26,35,15]
// how: annealed and climbed natively about 45 s in all; 562 at 30 against a random mean of 489, 2606 at 100 against a random mean of 2354
// Natural merge sort: runs are detected, lengthened with binary insertion to 8 elements, and merged by a stack of runs as in Timsort.
#include <worstcase.h>

#define MOST 1024
#define MIN_RUN 8
#define MOST_RUNS 64

typedef int32_t item_t;

static item_t a[MOST], half[MOST];
static struct {
    int start, length;
} stack[MOST_RUNS];
static int depth;

/* The end of the run that begins at lo; a descending one is turned round. */
static int find_run(item_t *v, int lo, int n) {
    int i = lo + 1;
    if (i >= n)
        return n;
    if (v[i] < v[lo]) {
        while (i < n && v[i] < v[i - 1])
            i++;
        for (int l = lo, r = i - 1; l < r; l++, r--) {
            item_t t = v[l];
            v[l] = v[r];
            v[r] = t;
        }
    } else {
        while (i < n && v[i] >= v[i - 1])
            i++;
    }
    return i;
}

/* Inserts v[sorted .. hi) into the sorted v[lo .. sorted) with binary search. */
static void binary_insertion(item_t *v, int lo, int sorted, int hi) {
    for (; sorted < hi; sorted++) {
        item_t x = v[sorted];
        int l = lo, r = sorted;
        while (l < r) {
            int m = l + (r - l) / 2;
            if (x < v[m])
                r = m;
            else
                l = m + 1;
        }
        for (int k = sorted; k > l; k--)
            v[k] = v[k - 1];
        v[l] = x;
    }
}

static void merge_at(item_t *v, int k) {
    int lo = stack[k].start, mid = stack[k + 1].start, hi = mid + stack[k + 1].length;
    stack[k].length += stack[k + 1].length;
    if (k + 2 < depth)
        stack[k + 1] = stack[k + 2];
    depth--;
    int count = mid - lo;
    for (int i = 0; i < count; i++)
        half[i] = v[lo + i];
    int i = 0, j = mid, to = lo;
    while (i < count && j < hi)
        v[to++] = v[j] < half[i] ? v[j++] : half[i++];
    while (i < count)
        v[to++] = half[i++];
}

static void collapse(item_t *v, int all) {
    while (depth > 1) {
        int k = depth - 2;
        if (k > 0 && stack[k - 1].length <= stack[k].length + stack[k + 1].length)
            k -= stack[k - 1].length < stack[k + 1].length;
        else if (!all && stack[k].length > stack[k + 1].length)
            return;
        merge_at(v, k);
    }
}

static void run_merge_sort(item_t *v, int n) {
    for (int lo = 0; lo < n;) {
        int end = find_run(v, lo, n);
        int least = lo + MIN_RUN < n ? lo + MIN_RUN : n;
        if (end < least) {
            binary_insertion(v, lo, end, least);
            end = least;
        }
        stack[depth].start = lo;
        stack[depth++].length = end - lo;
        collapse(v, 0);
        lo = end;
    }
    collapse(v, 1);
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    run_merge_sort(a, n);
    measure_end();
    if (n > 0)
        output_i32((int32_t)a[0]);
}
