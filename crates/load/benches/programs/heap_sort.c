/* Heap sort: a binary max-heap built bottom up in the array, then emptied from its root.
 *
 * Measured     the sort
 * Slow on      keys whose every sift goes to a leaf, with no early stop; Theta(n log n) on any different keys, so the
 *              worst is only slightly above a random order, while equal keys take linear time
 *
 *     worstcase run heap_sort.c --size 4 --input 4,3,2,1
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 20000 };

static int32_t array[CAPACITY];

static void swap(int32_t *a, int32_t *b) {
    int32_t t = *a;
    *a = *b;
    *b = t;
}

/* Restores the heap of n elements below `node`, whose own key may be too small for its place. */
static void sift_down(int32_t *heap, int node, int n) {
    for (;;) {
        int child = 2 * node + 1;
        if (child >= n)
            return;
        if (child + 1 < n && heap[child + 1] > heap[child])
            child++;
        if (heap[node] >= heap[child])
            return;
        swap(&heap[node], &heap[child]);
        node = child;
    }
}

static void sort(int32_t *a, int n) {
    for (int i = n / 2 - 1; i >= 0; i--)
        sift_down(a, i, n);
    for (int last = n - 1; last > 0; last--) {
        swap(&a[0], &a[last]);
        sift_down(a, 0, last);
    }
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
    sort(array, n);
    measure_end();
    output_i32(in_order(array, n));
}
