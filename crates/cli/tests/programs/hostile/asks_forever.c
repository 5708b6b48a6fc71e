/* Asks for inputs and decides about them without end. */
#include <worstcase.h>

int run(int n) {
    int positive = 0;
    while (1)
        if (input_i32() > 0)
            positive++;
    return positive;
}
