/* Costs of the program's own, of which only those in the measured part count. */
#include <worstcase.h>

void run(int n) {
    cost(1000);
    measure_begin();
    for (int i = 0; i < n; i++)
        cost(i);
    measure_end();
}
