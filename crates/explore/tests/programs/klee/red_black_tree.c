/* Search in a red-black tree, as a user of KLEE brings it: a symbolic array and a symbolic key.
 *
 * The program itself is examples/red_black_tree.c; its own entry is renamed.
 */
#include <klee/klee.h>

#define run run_on_inputs
#include "../../../../../examples/red_black_tree.c"
#undef run

void run(int n) {
    int keys[n], wanted;
    klee_make_symbolic(keys, sizeof keys, "keys");
    klee_make_symbolic(&wanted, sizeof wanted, "wanted");
    root = NULL;
    for (int i = 0; i < n; i++)
        insert(&pool[i], keys[i]);
    measure_begin();
    search(wanted);
    measure_end();
}
