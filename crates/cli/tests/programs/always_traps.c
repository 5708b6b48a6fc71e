/* Traps on every input, after a while. */
#include <worstcase.h>

void run(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (input_i32() > 0)
            sum++;
    __builtin_trap();
}
