/* Ends on all inputs but 7. */
#include <worstcase.h>

void run(int n) {
    int x = input_i32_in(0, n);
    while (x > 0)
        if (x != 7)
            x--;
        else if (n < 0)
            break;
}
