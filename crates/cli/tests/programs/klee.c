/* A program for KLEE, as its tutorial has one. */
#include <klee/klee.h>

static int sign(int x) {
    if (x == 0)
        return 0;
    return x < 0 ? -1 : 1;
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x != 1000);
    int digit = klee_range(0, 10, "digit");
    return sign(x) + digit == 5 ? 0 : 1;
}
