/* Bytes, one after the other, each with a decision of its own. */
#include <worstcase.h>

void run(int n) {
    for (int i = 0; i < n; i++)
        if (input_u8() > 100)
            continue;
}
