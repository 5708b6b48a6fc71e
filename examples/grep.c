/* Prints the lines that match an extended regular expression, as `grep -E` does: a WASI command.
 *
 *     grep PATTERN [FILE]
 *
 * The exit code is 0 if a line matched, 1 if none did, 2 on an error. The matcher is the C library's. tools/grep.c has options.
 *
 * Measured     everything
 * Worst case   depends on the pattern
 *
 *     printf 'ab\nba\n' | worstcase run examples/grep.c -- '^a+b'
 */
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool print_matches(const regex_t *regex, FILE *file) {
    bool any = false;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, file)) != -1) {
        if (length > 0 && line[length - 1] == '\n')
            line[--length] = '\0';
        if (regexec(regex, line, 0, NULL, 0) == 0) {
            any = true;
            fwrite(line, 1, length, stdout);
            putchar('\n');
        }
    }
    free(line);
    return any;
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fputs("usage: grep PATTERN [FILE]\n", stderr);
        return 2;
    }

    regex_t regex;
    int error = regcomp(&regex, argv[1], REG_EXTENDED | REG_NOSUB);
    if (error) {
        char message[128];
        regerror(error, &regex, message, sizeof message);
        fprintf(stderr, "grep: %s\n", message);
        return 2;
    }

    FILE *file = argc == 3 ? fopen(argv[2], "r") : stdin;
    if (!file) {
        fputs("grep: ", stderr);
        perror(argv[2]);
        return 2;
    }
    bool any = print_matches(&regex, file);
    if (ferror(file) || fflush(stdout) != 0) {
        perror("grep");
        return 2;
    }
    return any ? 0 : 1;
}
