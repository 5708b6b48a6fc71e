/* Dijkstra's shortest paths, as a user of KLEE brings it: the weights are one
 * symbolic array, each assumed to be in its range.
 *
 * The program itself is examples/dijkstra.c; its own entry is renamed.
 */
#include <klee/klee.h>

#define run run_on_inputs
#include "../../../../../examples/dijkstra.c"
#undef run

void run(int n) {
    int weights[n][n];
    klee_make_symbolic(weights, sizeof weights, "weights");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            klee_assume(weights[i][j] >= 0 & weights[i][j] <= MAX_WEIGHT);
            weight[i][j] = weights[i][j];
        }
    measure_begin();
    shortest_paths(n);
    measure_end();
}
