/* An assumption about an input. */
#include <worstcase.h>

static int half(int x) {
    assume(x % 2 == 0);
    return x / 2;
}

int run(void) {
    return half(input_i32());
}
