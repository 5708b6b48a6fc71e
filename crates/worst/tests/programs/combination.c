/* A row of dials. Most have to be left alone; where the combination says so, one has to be set to its number. What goes
   on is what costs. Which dials those are follows no rule that a conditional could know, and no other conditional tells. */
#include <worstcase.h>

void run(int n) {
    unsigned number = 12345;
    int right = 0;
    volatile int work = 0;
    for (int i = 0; i < n; i++) {
        number = number * 1103515245u + 12345u;
        int wanted = (number >> 28) < 5;
        if (input_u32() == number)
            right = (right + 1) * wanted;
        else
            right = (right + 1) * !wanted;
        for (int j = 0; j < right; j++)
            work++;
    }
}
