/* Bentley and McIlroy's quicksort, as a user of KLEE brings it: the inputs are one symbolic array.
 *
 * The program itself is examples/quicksort.c; its own entry is renamed.
 */
#include <klee/klee.h>

#define run run_on_inputs
#include "../../../../../examples/quicksort.c"
#undef run

void run(int n) {
    int values[n];
    klee_make_symbolic(values, sizeof values, "values");
    measure_begin();
    sort(values, n);
    measure_end();
}
