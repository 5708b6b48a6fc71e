/* Writes and reads wherever it is told to. */
#include <worstcase.h>

static int a[100000];

int run(int n) {
    a[input_i32()] = 1;
    return a[input_i32()] ? 1 : 0;
}
