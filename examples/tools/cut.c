/* Writes chosen parts of each line: a WASI command.
 *
 *     cut -f LIST [-d C] [-s] [FILE]...
 *     cut -c LIST [FILE]...
 *
 *     -f LIST   fields, numbered from 1
 *     -c LIST   bytes, numbered from 1 (-b is the same)
 *     -d C      what fields are separated by; a tab unless it is given
 *     -s        leave out lines without a separator, which -f writes in full
 *
 * A LIST is numbers and ranges, as in 1,3-5,7- or -2; what is chosen comes in the order of the line. Without a FILE, or for `-`,
 * standard input is read. The exit code is 1 on errors.
 *
 *     printf 'root:x:0\n' | worstcase run examples/tools/cut.c -- -d : -f 1,3
 */
#define TOOL "cut"
#define USAGE "cut -f LIST [-d C] [-s] [FILE]... | cut -c LIST [FILE]..."
#define FAILURE 1
#include <stdint.h>

#include "tool.h"

/* From `first` to `last`, both of them chosen. */
struct range {
    size_t first, last;
};

static struct range *ranges;
static size_t range_count;

static bool by_fields, only_separated;
static unsigned char separator = '\t';

static struct input in;

/* --- Lists --- */

static _Noreturn void bad_list(const char *of_fields, const char *of_bytes, const char *detail) {
    complain(by_fields ? of_fields : of_bytes, detail);
    give_usage();
}

static void add_range(size_t first, size_t last) {
    if (first == 0)
        bad_list("fields are numbered from 1", "byte/character positions are numbered from 1", NULL);
    if (last < first)
        bad_list("invalid decreasing range", "invalid decreasing range", NULL);
    ranges = grow(ranges, (range_count + 1) * sizeof *ranges);
    ranges[range_count++] = (struct range){first, last};
}

/* A number, if there is one at `*at`. */
static bool read_number(const char **at, size_t *number) {
    const char *start = *at;
    *number = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        size_t digit = **at - '0';
        if (*number > (SIZE_MAX - 1 - digit) / 10) {
            complain("%s '%.*s' is too large", by_fields ? "field number" : "byte/character offset",
                     (int)strspn(start, "0123456789"), start);
            give_usage();
        }
        *number = 10 * *number + digit;
    }
    return *at > start;
}

/* One element of a list. */
static const char *read_range(const char *at) {
    size_t first, last;
    bool has_first = read_number(&at, &first);
    if (*at == '-') {
        at++;
        if (has_first && first == 0)
            add_range(0, 0);
        bool has_last = read_number(&at, &last);
        if (!has_first && !has_last && (!*at || *at == ',' || *at == ' ' || *at == '\t'))
            bad_list("invalid range with no endpoint: -", "invalid range with no endpoint: -", NULL);
        if (*at == '-')
            bad_list("invalid field range", "invalid byte or character range", NULL);
        first = has_first ? first : 1;
        last = has_last ? last : SIZE_MAX;
    } else {
        last = first;
    }
    if (*at && *at != ',' && *at != ' ' && *at != '\t')
        bad_list("invalid field value '%s'", "invalid byte/character position '%s'", at);
    add_range(first, last);
    return at;
}

static int by_first(const void *a, const void *b) {
    const struct range *left = a, *right = b;
    return (left->first > right->first) - (left->first < right->first);
}

/* Afterwards the ranges are in order, and none overlaps another. */
static void read_list(const char *text) {
    text = read_range(text);
    while (*text)
        text = read_range(text + 1);
    qsort(ranges, range_count, sizeof *ranges, by_first);
    size_t kept = 0;
    for (size_t i = 1; i < range_count; i++) {
        if (ranges[i].first > ranges[kept].last)
            ranges[++kept] = ranges[i];
        else if (ranges[i].last > ranges[kept].last)
            ranges[kept].last = ranges[i].last;
    }
    range_count = kept + 1;
}

/* --- Lines --- */

static void cut_bytes(const struct line *line) {
    for (size_t i = 0; i < range_count && ranges[i].first <= line->length; i++) {
        size_t last = ranges[i].last < line->length ? ranges[i].last : line->length;
        put_bytes(line->text + ranges[i].first - 1, last - ranges[i].first + 1);
    }
    put('\n');
}

static size_t field_end(const struct line *line, size_t at) {
    while (at < line->length && line->text[at] != separator)
        at++;
    return at;
}

static void cut_fields(const struct line *line) {
    size_t start = 0, end = field_end(line, 0), range = 0;
    if (end == line->length) {
        if (!only_separated) {
            put_bytes(line->text, line->length);
            put('\n');
        }
        return;
    }
    bool any = false;
    for (size_t field = 1; range < range_count; field++) {
        if (field >= ranges[range].first) {
            if (any)
                put(separator);
            put_bytes(line->text + start, end - start);
            any = true;
        }
        if (field == ranges[range].last)
            range++;
        if (end == line->length)
            break;
        start = end + 1;
        end = field_end(line, start);
    }
    put('\n');
}

/* --- Options --- */

static void read_options(struct arguments *all) {
    const char *list = NULL;
    bool has_separator = false;
    for (char option; (option = next_option(all, "b:c:d:f:s"));) {
        if (option == 's') {
            only_separated = true;
        } else if (option == 'd') {
            if (all->value[0] && all->value[1]) {
                complain("the delimiter must be a single character");
                give_usage();
            }
            separator = all->value[0];
            has_separator = true;
        } else {
            if (list) {
                complain("only one list may be specified");
                give_usage();
            }
            list = all->value;
            by_fields = option == 'f';
        }
    }
    if (!list) {
        complain("you must specify a list of bytes, characters, or fields");
        give_usage();
    }
    if (!by_fields && has_separator) {
        complain("an input delimiter may be specified only when operating on fields");
        give_usage();
    }
    if (!by_fields && only_separated) {
        complain("suppressing non-delimited lines makes sense\n\tonly when operating on fields");
        give_usage();
    }
    read_list(list);
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    read_options(&all);
    int status = 0;
    struct line line = {0};
    for (int i = 0; i < input_count(&all); i++) {
        const char *name = input_name(&all, i);
        if (!open_input(&in, name)) {
            in.error = errno;
        } else {
            while (read_line(&in, &line)) {
                if (by_fields)
                    cut_fields(&line);
                else
                    cut_bytes(&line);
            }
            close_input(&in);
        }
        if (in.error) {
            complain("%s: %s", name, strerror(in.error));
            status = FAILURE;
        }
    }
    flush();
    return status;
}
