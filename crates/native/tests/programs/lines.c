/* A command that reads lines, and writes those that its argument, its environment, and they themselves ask for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[20];
    int length = 0;
    const char *variable = getenv("A");
    if (argc != 2 || strcmp(argv[1], "-x") != 0 || !variable)
        return 9;
    while (fgets(line, sizeof line, stdin)) {
        length += (int)strlen(line);
        if (line[0] == '[')
            fputs(line, stdout);
        if (line[0] == '{')
            fprintf(stderr, "%s %d %.3f\n", variable, length, length / 7.0);
        if (strstr(line, "]]"))
            abort();
    }
    printf("%d\n", length);
    return length & 7;
}
