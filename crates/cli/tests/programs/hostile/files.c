/* Fills the disk, which is in memory. */
#include <stdio.h>

int main(void) {
    static char block[1 << 20];
    FILE *file = fopen("/big", "w");
    for (;;)
        fwrite(block, 1, sizeof block, file);
}
