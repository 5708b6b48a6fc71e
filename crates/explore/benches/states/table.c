/* Numbers are kept, so that what memory holds of them grows with the path. */
#include <worstcase.h>

static int table[1 << 17];

void run(int n) {
    for (int i = 0; i < n; i++) {
        int x = input_i32();
        table[i] = x > i ? x : -x;
    }
}
