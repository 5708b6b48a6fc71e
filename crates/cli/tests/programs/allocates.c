/* Takes as much memory as its inputs tell it to: up to 64 KiB for each. */
#include <stdlib.h>
#include <worstcase.h>

void run(int n) {
    for (int i = 0; i < n; i++)
        if (input_i32() > 1000) {
            volatile char *block = malloc(1 << 16);
            block[0] = 1;
        }
}
