/* Insertion into a sorted linked list, as a user of KLEE brings it: the inputs are one symbolic array.
 *
 * The program itself is examples/sorted_list.c; its own entry is renamed.
 */
#include <klee/klee.h>

#define run run_on_inputs
#include "../../../../../examples/sorted_list.c"
#undef run

void run(int n) {
    int values[n];
    klee_make_symbolic(values, sizeof values, "values");
    head = &sentinel;
    for (int i = 0; i < n - 1; i++)
        insert(&pool[i], values[i]);
    measure_begin();
    insert(&pool[n - 1], values[n - 1]);
    measure_end();
}
