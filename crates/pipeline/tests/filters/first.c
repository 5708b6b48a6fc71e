// The first so many lines, and then ends.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int left = argc > 1 ? atoi(argv[1]) : 1, c;
    while (left > 0 && (c = getchar()) != EOF) {
        putchar(c);
        left -= c == '\n';
    }
    return 0;
}
