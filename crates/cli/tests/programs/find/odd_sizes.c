/* Expensive at odd sizes only: the worst case falls from one size to the next. */
#include <worstcase.h>

void run(int n) {
    int most = n % 2 ? 5 * n : n;
    int x = input_i32_in(0, 1);
    for (int i = 0; i < most; i++)
        if (x && i % 2)
            cost(1);
}
