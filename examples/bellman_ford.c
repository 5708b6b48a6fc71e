/* Bellman and Ford's shortest paths on a complete directed graph of n vertices (WISE).
 *
 * Measured     everything but reading the n (n - 1) weights, row by row without the diagonal
 * Worst case   a negative cycle that keeps every round relaxing
 * Cost         4n^3 + 4n + 2 from n = 2 on
 * Paths        1, 2, 63, 184875
 *
 *     worstcase run examples/bellman_ford.c --size 3 --input -1,-1,-1,-1,-1,-1
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 1024, MAX_WEIGHT = 1000, INFINITE = 1000000 };

static int weight[CAPACITY][CAPACITY];
static int distance[CAPACITY];
static bool infinite[CAPACITY];

static void shortest_paths(int n) {
    for (int i = 0; i < n; i++) {
        distance[i] = INFINITE;
        infinite[i] = true;
    }
    distance[0] = 0;
    infinite[0] = false;

    for (int round = 0; round < n; round++) {
        bool relaxed = false;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j && !infinite[i] && distance[j] > distance[i] + weight[i][j]) {
                    distance[j] = distance[i] + weight[i][j];
                    infinite[j] = false;
                    relaxed = true;
                }
            }
        }
        if (!relaxed)
            break;
    }
}

void run(int n) {
    if (n < 1 || n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j)
                weight[i][j] = input_i32_in(-MAX_WEIGHT, MAX_WEIGHT);
    measure_begin();
    shortest_paths(n);
    measure_end();
    for (int i = 0; i < n; i++)
        output_i32(distance[i]);
}
