/* Bubble sort that stops after a pass without a swap.
 *
 * Measured     the sort
 * Worst case   the least element is last, so that no pass but the final one is without a swap
 * Cost         n^2 + n + 1
 * Paths        n!
 *
 *     worstcase run examples/bubble_sort.c --size 4 --input 4,3,2,1
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };

static int array[CAPACITY];

static void sort(int *a, int n) {
    bool swapped = true;
    for (int end = n - 1; swapped; end--) {
        swapped = false;
        for (int i = 0; i < end; i++) {
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
                swapped = true;
            }
        }
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
