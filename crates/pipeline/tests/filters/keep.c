// Keeps the lines that hold one of these letters; 1 if there was none.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    static char line[4096];
    int kept = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (argc < 2 || strpbrk(line, argv[1])) {
            fputs(line, stdout);
            kept = 1;
        }
    }
    return !kept;
}
