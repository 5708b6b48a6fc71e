/* Writes the beginning of its input, ten lines of it unless told otherwise: a WASI command.
 *
 *     head [-n N | -c N | -N] [FILE]...
 *
 *     -n N   that many lines; with N = -K, all but the last K
 *     -c N   that many bytes; with N = -K, all but the last K
 *     -N     as the first argument, a number: the same as -n N
 *
 * It ends as soon as it has what it wants, and reads no further. With several files, each has its name above it. Without a FILE,
 * or for `-`, standard input is read. The exit code is 1 if a file could not be read.
 *
 *     printf 'one\ntwo\nthree\n' | worstcase run examples/tools/head.c -- -n 2
 */
#define TOOL "head"
#define USAGE "head [-n N | -c N | -N] [FILE]..."
#define FAILURE 1
#include "tool.h"

static struct input in;

/* What is wanted of each file. */
static unsigned long long wanted = 10;
static bool counts_bytes;
static bool leaves_out_last;

static void first_bytes(void) {
    for (unsigned long long left = wanted; left > 0 && fill(&in);) {
        size_t part = in.end - in.at < left ? in.end - in.at : left;
        put_bytes(in.bytes + in.at, part);
        in.at += part;
        left -= part;
    }
}

static void first_lines(void) {
    for (unsigned long long left = wanted; left > 0 && fill(&in);) {
        unsigned char byte = in.bytes[in.at++];
        put(byte);
        if (byte == '\n')
            left--;
    }
}

/* Where the last lines begin. A last line without its newline is a line. */
static size_t without_last_lines(const unsigned char *text, size_t size) {
    unsigned long long left = wanted;
    if (left > 0 && size > 0 && text[size - 1] != '\n')
        left--;
    else if (left == 0)
        return size;
    while (size > 0) {
        if (text[size - 1] == '\n' && left-- == 0)
            return size;
        size--;
    }
    return 0;
}

static void all_but_last(void) {
    unsigned char *text = NULL;
    size_t size = 0, capacity = 0;
    while (fill(&in)) {
        size_t part = in.end - in.at;
        while (size + part > capacity) {
            capacity = capacity ? 2 * capacity : BUFFER;
            text = grow(text, capacity);
        }
        memcpy(text + size, in.bytes + in.at, part);
        size += part;
        in.at = in.end;
    }
    if (counts_bytes)
        put_bytes(text, wanted < size ? size - wanted : 0);
    else
        put_bytes(text, without_last_lines(text, size));
    free(text);
}

/* Reads `[+-]DIGITS`. More than can be counted is everything. */
static void read_wanted(const char *text) {
    leaves_out_last = *text == '-';
    if (leaves_out_last)
        text++;
    const char *digit = *text == '+' && !leaves_out_last ? text + 1 : text;
    bool is_number = *digit;
    wanted = 0;
    for (; *digit; digit++) {
        is_number &= *digit >= '0' && *digit <= '9';
        if (wanted < 1000000000000000000)
            wanted = 10 * wanted + (*digit - '0');
    }
    if (!is_number) {
        complain("invalid number of %s: '%s'", counts_bytes ? "bytes" : "lines", text);
        exit(FAILURE);
    }
}

static void read_options(struct arguments *all) {
    const char *first = all->count ? all->words[0] : "";
    if (first[0] == '-' && first[1] >= '0' && first[1] <= '9') {
        read_wanted(first + 1);
        all->at = 1;
    }
    for (char option; (option = next_option(all, "n:c:"));) {
        counts_bytes = option == 'c';
        read_wanted(all->value);
    }
}

static void put_heading(const char *name, bool is_first) {
    put_text(is_first ? "==> " : "\n==> ");
    put_text(strcmp(name, "-") ? name : "standard input");
    put_text(" <==\n");
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    read_options(&all);

    int status = 0;
    bool is_first = true;
    for (int i = 0; i < input_count(&all); i++) {
        const char *name = input_name(&all, i);
        if (!open_input(&in, name)) {
            complain("cannot open '%s' for reading: %s", name, strerror(errno));
            status = FAILURE;
            continue;
        }
        if (all.operands > 1)
            put_heading(name, is_first);
        is_first = false;
        if (leaves_out_last)
            all_but_last();
        else if (counts_bytes)
            first_bytes();
        else
            first_lines();
        if (in.error) {
            complain("error reading '%s': %s", name, strerror(in.error));
            status = FAILURE;
        }
        close_input(&in);
    }
    flush();
    /* Whoever still writes to us is told that nobody reads. */
    close(0);
    return status;
}
