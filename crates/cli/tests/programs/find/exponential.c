/* A parser that tries everything twice: exponential, so that large inputs never end. */
#include <worstcase.h>

static unsigned char text[200];

static int parse(int i, int n) {
    if (i >= n)
        return 1;
    if (text[i] != 'a')
        return 0;
    return parse(i + 1, n) + parse(i + 1, n);
}

void run(int n) {
    for (int i = 0; i < n; i++)
        text[i] = input_u8();
    parse(0, n);
}
