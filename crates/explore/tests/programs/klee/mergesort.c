/* Mergesort, as a user of KLEE brings it: the inputs are one symbolic array.
 *
 * The program itself is examples/mergesort.c; its own entry is renamed.
 */
#include <klee/klee.h>

#define run run_on_inputs
#include "../../../../../examples/mergesort.c"
#undef run

void run(int n) {
    int values[n], scratch[n];
    klee_make_symbolic(values, sizeof values, "values");
    __builtin_memcpy(scratch, values, sizeof values);
    measure_begin();
    sort(scratch, values, 0, n);
    measure_end();
}
