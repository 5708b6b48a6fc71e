/* Decides every bit of what it reads, so that two texts never take the same path. */
#include <stdio.h>

int main(void) {
    int ones = 0, c;
    while ((c = getchar()) != EOF)
        for (int bit = 0; bit < 8; bit++)
            if (c >> bit & 1)
                ones++;
    return ones & 1;
}
