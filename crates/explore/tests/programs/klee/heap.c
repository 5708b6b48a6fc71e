/* Insertion into a binary heap, as a user of KLEE brings it: the inputs are one symbolic array.
 *
 * The program itself is examples/heap.c; its own entry is renamed.
 */
#include <klee/klee.h>

#define run run_on_inputs
#include "../../../../../examples/heap.c"
#undef run

void run(int n) {
    int values[n];
    klee_make_symbolic(values, sizeof values, "values");
    for (int k = 1; k < n; k++)
        insert(k, values[k - 1]);
    measure_begin();
    insert(n, values[n - 1]);
    measure_end();
}
