/* A megabyte of memory, all of it in use, a little of which every path writes: for many states that wait. */
#include <worstcase.h>

static unsigned char field[1 << 20];

void run(int n) {
    for (unsigned i = 0; i < sizeof field; i++)
        field[i] = i * 7;
    for (int i = 0; i < n; i++) {
        int x = input_i32();
        if (x > i)
            field[i * 4096] = x;
        else
            field[i * 4096 + 2048] += 1;
    }
}
