/* Insertion into a binary heap in an array, as in the JDK 1.5's PriorityQueue (WISE).
 *
 * Measured     the n-th of n insertions
 * Worst case   it rises to the top, as with descending input
 * Cost         2 floor(log2 n) + 1
 * Paths        the product of floor(log2 k) + 1 for k = 1..n: 1, 2, 4, 12, 36
 *
 *     worstcase run examples/heap.c --size 4 --input 4,3,2,1
 */
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };

/* The root is heap[1], the parent of heap[k] is heap[k / 2]. */
static int heap[CAPACITY + 1];

static void insert(int k, int value) {
    heap[k] = value;
    while (k > 1) {
        int parent = k >> 1;
        if (heap[parent] <= heap[k])
            break;
        int lesser = heap[k];
        heap[k] = heap[parent];
        heap[parent] = lesser;
        k = parent;
    }
}

void run(int n) {
    if (n < 1 || n > CAPACITY)
        __builtin_trap();
    for (int k = 1; k < n; k++)
        insert(k, input_i32());
    int last = input_i32();
    measure_begin();
    insert(n, last);
    measure_end();
    output_i32(heap[1]);
}
