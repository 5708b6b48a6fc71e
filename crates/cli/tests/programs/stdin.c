/* Counts the bytes and lines of standard input. */
#include <stdio.h>

int main(void) {
    int c, bytes = 0, lines = 0;
    while ((c = getchar()) != EOF) {
        bytes++;
        lines += c == '\n';
    }
    printf("%d bytes, %d lines\n", bytes, lines);
}
