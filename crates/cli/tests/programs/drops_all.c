/* Assumes what cannot be. */
#include <worstcase.h>

void run(int n) {
    int x = input_i32();
    assume(x > 0 && x < 0);
}
