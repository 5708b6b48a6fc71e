/* Has no input at size 1: there is no number from 2 to 1. */
#include <worstcase.h>

void run(int n) {
    int x = input_i32_in(2, n * n);
    for (int i = 2; i < x; i++)
        ;
}
