/* Says something on both streams and exits with the number of its arguments. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("argument %s\n", argv[i]);
    fputs("leaving", stderr);
    exit(argc - 1);
}
