/* Looks its inputs up: a table of constants, a table that the inputs fill, and a switch. */
#include <worstcase.h>

static const int price[8] = {1, 1, 1, 5, 1, 9, 1, 1};
static int seen[8];

int run(int n) {
    for (int i = 0; i < n; i++) {
        int x = input_i32_in(0, 7);
        if (price[x] > 4)
            seen[x]++;
        if (seen[x] > 1)
            return 1;
        switch (x) {
        case 0:
        case 1:
            return 2;
        case 5:
            return 3;
        }
    }
    return 0;
}
