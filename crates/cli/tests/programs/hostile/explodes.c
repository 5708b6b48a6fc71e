/* Has 2^n paths. */
#include <worstcase.h>

int run(int n) {
    int odd = 0;
    for (int i = 0; i < n; i++)
        if (input_u8() & 1)
            odd++;
    return odd;
}
