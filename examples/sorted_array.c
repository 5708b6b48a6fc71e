/* Insertion of n numbers into a sorted array: sorted_list.c with an array for the list.
 *
 * Measured     all insertions
 * Worst case   each goes before all others: descending input
 * Cost         n^2 + 2n + 1
 * Paths        n!
 *
 *     worstcase run examples/sorted_array.c --size 4 --input 4,3,2,1
 */
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };

static int array[CAPACITY];

static void insert(int *a, int count, int value) {
    int i = count;
    while (i > 0 && a[i - 1] > value) {
        a[i] = a[i - 1];
        i--;
    }
    a[i] = value;
}

void run(int n) {
    if (n > CAPACITY)
        __builtin_trap();
    measure_begin();
    for (int i = 0; i < n; i++)
        insert(array, i, input_i32());
    measure_end();
    for (int i = 0; i < n; i++)
        output_i32(array[i]);
}
