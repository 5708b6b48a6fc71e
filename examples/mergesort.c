/* Mergesort, as the JDK 1.5 has it for objects (WISE).
 *
 * Insertion sort below 7 elements; the recursion sorts from one array into its copy and back; the merge
 * is skipped when the halves are in order already.
 *
 * Measured     the sort
 * Worst case   every merge takes from both halves in turn, every small part is descending
 * Cost         Theta(n log n); below 7 elements n^2 + 2n + 2, on descending input
 * Paths        n!
 *
 *     worstcase run examples/mergesort.c --size 4 --input 4,3,2,1
 */
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };

static int array[CAPACITY];
static int copy[CAPACITY];

/* Sorts to[low..high) with the help of from[low..high), which holds the same elements. */
static void sort(int *from, int *to, int low, int high) {
    if (high - low < 7) {
        for (int i = low; i < high; i++)
            for (int j = i; j > low && to[j - 1] > to[j]; j--) {
                int t = to[j];
                to[j] = to[j - 1];
                to[j - 1] = t;
            }
        return;
    }

    int middle = (low + high) / 2;
    sort(to, from, low, middle);
    sort(to, from, middle, high);

    if (from[middle - 1] <= from[middle]) {
        for (int i = low; i < high; i++)
            to[i] = from[i];
        return;
    }

    int left = low, right = middle;
    for (int i = low; i < high; i++) {
        if (right >= high || (left < middle && from[left] <= from[right]))
            to[i] = from[left++];
        else
            to[i] = from[right++];
    }
}

void run(int n) {
    if (n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++) {
        array[i] = input_i32();
        copy[i] = array[i];
    }
    measure_begin();
    sort(copy, array, 0, n);
    measure_end();
    for (int i = 0; i < n; i++)
        output_i32(array[i]);
}
