// Does what its argument says, after it has read a line.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    static char line[4096];
    if (strcmp(what, "deaf") == 0) {
        puts("deaf");
        return 0;
    }
    if (strcmp(what, "closes") == 0) {
        close(0);
        puts("closed");
        return 3;
    }
    if (!fgets(line, sizeof line, stdin))
        return 4;
    if (strcmp(what, "traps") == 0)
        return 1 / (line[0] - line[0]);
    if (strcmp(what, "aborts") == 0)
        abort();
    if (strcmp(what, "loops") == 0)
        for (volatile int i = 0;; i++)
            ;
    if (strcmp(what, "grows") == 0)
        while (malloc(1 << 20))
            ;
    if (strcmp(what, "file") == 0) {
        FILE *file = fopen("data", "r");
        if (!file)
            return 5;
        while (fgets(line, sizeof line, file))
            fputs(line, stdout);
    }
    if (strcmp(what, "silent") == 0)
        while (fgets(line, sizeof line, stdin))
            ;
    fputs("bad: done\n", stderr);
    return 0;
}
