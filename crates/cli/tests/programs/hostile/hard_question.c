/* Asks for the two factors of a large number. */
#include <worstcase.h>

int run(int n) {
    long long x = input_i64(), y = input_i64();
    assume(x > 1 && y > 1 && x < 1LL << 32 && y < 1LL << 32);
    if (x * y == 1000000016000000063LL)
        return 1;
    return 0;
}
