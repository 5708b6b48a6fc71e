/* Counts lines, words and bytes: a WASI command.
 *
 *     wc [-lwc] [FILE]...
 *
 *     -l   newlines
 *     -w   words: what is between white space
 *     -c   bytes
 *
 * Without options it prints all three. With several files, their total is last. Without a FILE, or for `-`, standard input
 * is read. The exit code is 1 if a file could not be read.
 *
 *     printf 'one two\nthree\n' | worstcase run examples/tools/wc.c
 */
#define TOOL "wc"
#define USAGE "wc [-lwc] [FILE]..."
#define FAILURE 1
#include <sys/stat.h>

#include "tool.h"

struct counts {
    unsigned long long lines, words, bytes;
};

static struct input in;

static bool shows_lines, shows_words, shows_bytes;

/* How wide a number is at least. */
static int width = 1;

static bool is_space(unsigned char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Bytes alone need not be looked at. */
static struct counts count(void) {
    struct counts all = {0, 0, 0};
    bool in_word = false;
    for (; fill(&in); in.at = in.end) {
        all.bytes += in.end;
        for (size_t i = 0; i < in.end && shows_lines; i++) {
            if (in.bytes[i] == '\n')
                all.lines++;
        }
        for (size_t i = 0; i < in.end && shows_words; i++) {
            bool was_in_word = in_word;
            in_word = !is_space(in.bytes[i]);
            if (in_word && !was_in_word)
                all.words++;
        }
    }
    return all;
}

static void show(struct counts all, const char *name) {
    bool is_first = true;
    const unsigned long long numbers[] = {all.lines, all.words, all.bytes};
    const bool shown[] = {shows_lines, shows_words, shows_bytes};
    for (int i = 0; i < 3; i++) {
        if (!shown[i])
            continue;
        if (!is_first)
            put(' ');
        put_number(numbers[i], width);
        is_first = false;
    }
    if (name) {
        put(' ');
        put_text(name);
    }
    put('\n');
}

/* Columns are as wide as the size of all files, or seven if one of them does not tell its size. */
static int column_width(const struct arguments *all) {
    if (input_count(all) == 1 && shows_lines + shows_words + shows_bytes == 1)
        return 1;
    int least = 1, digits = 1;
    unsigned long long size = 0;
    for (int i = 0; i < input_count(all); i++) {
        const char *name = input_name(all, i);
        struct stat about;
        if ((strcmp(name, "-") ? stat(name, &about) : fstat(0, &about)) != 0)
            continue;
        if (S_ISREG(about.st_mode))
            size += about.st_size;
        else
            least = 7;
    }
    for (; size >= 10; size /= 10)
        digits++;
    return digits > least ? digits : least;
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    for (char option; (option = next_option(&all, "lwc"));) {
        shows_lines |= option == 'l';
        shows_words |= option == 'w';
        shows_bytes |= option == 'c';
    }
    if (!shows_lines && !shows_words && !shows_bytes)
        shows_lines = shows_words = shows_bytes = true;
    width = column_width(&all);

    int status = 0;
    struct counts total = {0, 0, 0};
    for (int i = 0; i < input_count(&all); i++) {
        const char *name = input_name(&all, i);
        if (!open_input(&in, name)) {
            complain("%s: %s", name, strerror(errno));
            status = FAILURE;
            continue;
        }
        struct counts one = count();
        if (in.error) {
            complain("%s: %s", name, strerror(in.error));
            status = FAILURE;
        }
        close_input(&in);
        show(one, all.operands ? name : NULL);
        total.lines += one.lines;
        total.words += one.words;
        total.bytes += one.bytes;
    }
    if (all.operands > 1)
        show(total, "total");
    flush();
    return status;
}
