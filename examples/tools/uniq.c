/* Leaves out lines that are equal to the one before: a WASI command.
 *
 *     uniq [-cdiu] [INPUT [OUTPUT]]
 *
 *     -c   how often each line comes, before the line
 *     -d   only lines that come more than once in a row
 *     -u   only lines that come once
 *     -i   letters are equal to their capitals
 *
 * Without INPUT, or for `-`, standard input is read. The exit code is 1 if a file could not be read or written.
 *
 *     printf 'a\na\nb\n' | worstcase run examples/tools/uniq.c -- -c
 */
#define TOOL "uniq"
#define USAGE "uniq [-cdiu] [INPUT [OUTPUT]]"
#define FAILURE 1
#include "tool.h"

static struct input in;

static bool shows_count, only_repeated, only_single, ignores_case;

/* Without a conditional: whether a letter is a capital is not what costs time here. */
static unsigned char lower(unsigned char byte) {
    return byte | ((unsigned)(byte - 'A') < 26) << 5;
}

static bool equal(const struct line *a, const struct line *b) {
    if (a->length != b->length)
        return false;
    if (!ignores_case)
        return memcmp(a->text, b->text, a->length) == 0;
    for (size_t i = 0; i < a->length; i++) {
        if (lower(a->text[i]) != lower(b->text[i]))
            return false;
    }
    return true;
}

static void show(const struct line *line, unsigned long long count) {
    if (count == 1 ? only_repeated : only_single)
        return;
    if (shows_count) {
        put_number(count, 7);
        put(' ');
    }
    put_bytes(line->text, line->length);
    put('\n');
}

static void copy_unique(void) {
    struct line line = {0}, first = {0};
    unsigned long long count = 0;
    while (read_line(&in, &line)) {
        if (count > 0 && equal(&first, &line)) {
            count++;
            continue;
        }
        if (count > 0)
            show(&first, count);
        struct line spare = first;
        first = line;
        line = spare;
        count = 1;
    }
    if (count > 0 && !in.error)
        show(&first, count);
    free(line.text);
    free(first.text);
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    for (char option; (option = next_option(&all, "cdiu"));) {
        shows_count |= option == 'c';
        only_repeated |= option == 'd';
        only_single |= option == 'u';
        ignores_case |= option == 'i';
    }
    if (all.operands > 2) {
        complain("extra operand '%s'", all.words[2]);
        give_usage();
    }
    const char *name = input_name(&all, 0);
    if (!open_input(&in, name)) {
        complain("%s: %s", name, strerror(errno));
        return FAILURE;
    }
    if (all.operands == 2 && strcmp(all.words[1], "-")) {
        output.descriptor = open(all.words[1], O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (output.descriptor < 0) {
            complain("%s: %s", all.words[1], strerror(errno));
            return FAILURE;
        }
    }
    copy_unique();
    if (in.error) {
        complain("error reading '%s': %s", name, strerror(in.error));
        return FAILURE;
    }
    flush();
    return 0;
}
