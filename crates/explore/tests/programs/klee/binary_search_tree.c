/* Search in an unbalanced binary search tree, as a user of KLEE brings it: the inputs are one symbolic array.
 *
 * The program itself is examples/binary_search_tree.c; its own entry is renamed.
 */
#include <klee/klee.h>

#define run run_on_inputs
#include "../../../../../examples/binary_search_tree.c"
#undef run

void run(int n) {
    int keys[n];
    klee_make_symbolic(keys, sizeof keys, "keys");
    root = NULL;
    for (int i = 0; i < n - 1; i++)
        insert(&pool[i], keys[i]);
    measure_begin();
    search(keys[n - 1]);
    measure_end();
}
