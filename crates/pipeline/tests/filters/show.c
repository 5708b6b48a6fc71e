// Shows its arguments, then what it reads.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("<%s>", argv[i]);
    int c;
    while ((c = getchar()) != EOF)
        putchar(c);
    puts("");
    return argc > 1 && argv[1][0] == '!' ? atoi(argv[1] + 1) : 0;
}
