// class: n log n
// kind: sorts
// best 30: [15,1,7,2,13,2,6,7,9,9,3,11,12,2,5,0,0,2,2,8,6,4,6,10,11,5,7,7,14,0]
// best 100: [8,0,37,0,33,0,38,0,9,2,24,24,12,12,11,31,21,6,8,25,8,24,10,20,9,29,10,27,4,14,5,17,15,9,4,7,12,4,3,2,10,3,25,34,12,36,25,30,29,12,0,0,0,0,0,1,10,17,18,5,16,6,22,18,30,12,24,32,3,23,12,8,24,11,24,19,33,13,24,26,12,28,27,2,32,12,12,14,35,33,5,38,38,16,9,18,10,15,8,0]
// how: McIlroy's adversary against its own comparisons, then climbed and annealed about 52 s in all; 897 at 30 against a random mean of 336, 4725 at 100 against a random mean of 1598
// Introsort: Lomuto partition, heap sort when the recursion is too deep, and one insertion sort in the end.
#include <worstcase.h>

#define MOST 1024
#define SMALL 12

typedef int32_t item_t;

static item_t a[MOST];

static void swap(item_t *x, item_t *y) {
    item_t t = *x;
    *x = *y;
    *y = t;
}

static void sift_down(item_t *v, int root, int n) {
    item_t x = v[root];
    int child;
    while ((child = 2 * root + 1) < n) {
        if (child + 1 < n && v[child] < v[child + 1])
            child++;
        if (!(x < v[child]))
            break;
        v[root] = v[child];
        root = child;
    }
    v[root] = x;
}

static void heap_sort(item_t *v, int n) {
    for (int i = n / 2 - 1; i >= 0; i--)
        sift_down(v, i, n);
    for (int end = n - 1; end > 0; end--) {
        swap(&v[0], &v[end]);
        sift_down(v, 0, end);
    }
}

/* Lomuto's partition around the middle element. */
static int partition(item_t *v, int n) {
    swap(&v[n / 2], &v[n - 1]);
    item_t pivot = v[n - 1];
    int store = 0;
    for (int i = 0; i < n - 1; i++)
        if (v[i] < pivot)
            swap(&v[i], &v[store++]);
    swap(&v[store], &v[n - 1]);
    return store;
}

static void intro_loop(item_t *v, int n, int depth) {
    while (n > SMALL) {
        if (depth-- == 0) {
            heap_sort(v, n);
            return;
        }
        int p = partition(v, n);
        intro_loop(v + p + 1, n - p - 1, depth);
        n = p;
    }
}

/* What the loop left in short unsorted pieces. */
static void final_insertion(item_t *v, int n) {
    for (int i = 1; i < n; i++) {
        item_t x = v[i];
        int j = i;
        while (j > 0 && x < v[j - 1]) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    int depth = 0;
    for (int m = n; m > 1; m /= 2)
        depth += 2;
    intro_loop(a, n, depth);
    final_insertion(a, n);
    measure_end();
    if (n > 0)
        output_i32((int32_t)a[n - 1]);
}
