/* Looks for one of the many NaNs. */
#include <worstcase.h>

int run(int n) {
    float f = input_f32();
    unsigned bits;
    __builtin_memcpy(&bits, &f, 4);
    if (bits == 0x7fa00001u)
        return 1;
    return 0;
}
