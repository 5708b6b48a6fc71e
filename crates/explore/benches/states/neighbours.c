/* Every number is compared with the one before it, so that all that was decided hangs together. */
#include <worstcase.h>

void run(int n) {
    int last = input_i32();
    for (int i = 0; i < n; i++) {
        int next = input_i32();
        if (next > last)
            last = next;
    }
}
