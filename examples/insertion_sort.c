/* Insertion sort.
 *
 * Measured     the sort
 * Worst case   descending input
 * Cost         n^2 + 2n - 2
 * Paths        n!
 *
 *     worstcase run examples/insertion_sort.c --size 4 --input 4,3,2,1
 */
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };

static int array[CAPACITY];

static void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int key = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > key) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = key;
    }
}

void run(int n) {
    if (n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++)
        array[i] = input_i32();
    measure_begin();
    sort(array, n);
    measure_end();
    for (int i = 0; i < n; i++)
        output_i32(array[i]);
}
