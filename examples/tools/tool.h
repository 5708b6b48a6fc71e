/* What the tools of this folder have in common: messages, options, input and output.
 *
 * A tool defines TOOL (its name), USAGE (its synopsis) and FAILURE (the exit code of errors) before it includes this. They are
 * programs of one C file each, for a WASI system or a POSIX one. Bytes go through plain buffers, `read` and `write`: stdio would look
 * for newlines in what is written, and that is not the tool's own work.
 */
#ifndef TOOL_H
#define TOOL_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Messages --- */

static inline void complain(const char *format, ...) {
    va_list arguments;
    fputs(TOOL ": ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* The last word of a wrong call, after `complain` has said what is wrong. */
static inline _Noreturn void give_usage(void) {
    fputs("usage: " USAGE "\n", stderr);
    exit(FAILURE);
}

/* --- Memory --- */

static inline void *grow(void *block, size_t size) {
    block = realloc(block, size);
    if (!block) {
        complain("memory exhausted");
        exit(FAILURE);
    }
    return block;
}

/* --- Arguments --- */

/* Options as getopt(3) takes them. Written out because C libraries differ on options that follow operands; the system's tools take
 * them. Operands gather at the front of `words`. */
struct arguments {
    char **words;
    int count;
    int at;           /* the word that comes next */
    const char *more; /* the rest of a word of several options */
    int operands;
    const char *value; /* of the option that was returned */
    bool ends_at_operand;
};

static inline struct arguments arguments_of(int argc, char **argv) {
    return (struct arguments){.words = argv + 1, .count = argc - 1};
}

static inline const char *option_value(struct arguments *all, char option) {
    const char *value = all->more;
    all->more = NULL;
    if (*value)
        return value;
    if (all->at < all->count)
        return all->words[all->at++];
    complain("option requires an argument -- '%c'", option);
    give_usage();
}

/* The next option, or 0 behind the last. `known` names them, each that takes a value with a colon. */
static inline char next_option(struct arguments *all, const char *known) {
    while (!all->more || !*all->more) {
        if (all->at == all->count)
            return 0;
        char *word = all->words[all->at++];
        bool is_operand = word[0] != '-' || !word[1];
        bool is_end = !strcmp(word, "--");
        if (!is_operand && !is_end && word[1] == '-') {
            complain("unrecognized option '%s'", word);
            give_usage();
        }
        if (!is_operand && !is_end) {
            all->more = word + 1;
            continue;
        }
        if (is_operand)
            all->words[all->operands++] = word;
        while ((is_end || all->ends_at_operand) && all->at < all->count)
            all->words[all->operands++] = all->words[all->at++];
    }
    char option = *all->more++;
    const char *found = strchr(known, option);
    if (!found || option == ':') {
        complain("invalid option -- '%c'", option);
        give_usage();
    }
    if (found[1] == ':')
        all->value = option_value(all, option);
    return option;
}

/* The files to read: those named, or standard input. */
static inline int input_count(const struct arguments *all) {
    return all->operands ? all->operands : 1;
}

static inline const char *input_name(const struct arguments *all, int index) {
    return all->operands ? all->words[index] : "-";
}

/* --- Input --- */

enum { BUFFER = 1 << 14 };

struct input {
    int descriptor;
    int error; /* of a read that failed, else 0 */
    size_t at, end;
    unsigned char bytes[BUFFER];
};

/* `-` is standard input. If this returns false, errno says why. */
static inline bool open_input(struct input *in, const char *name) {
    in->error = 0;
    in->at = in->end = 0;
    in->descriptor = strcmp(name, "-") ? open(name, O_RDONLY) : 0;
    return in->descriptor >= 0;
}

static inline void close_input(struct input *in) {
    if (in->descriptor > 0)
        close(in->descriptor);
}

/* Makes sure that there is a byte at `in->at`; false at the end, and after an error. */
static inline bool fill(struct input *in) {
    if (in->at < in->end)
        return true;
    ssize_t got;
    do {
        got = read(in->descriptor, in->bytes, BUFFER);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        in->error = errno;
    in->at = 0;
    in->end = got > 0 ? (size_t)got : 0;
    return got > 0;
}

struct line {
    unsigned char *text;
    size_t length; /* without the newline */
    size_t capacity;
};

/* Appends bytes to a line, and leaves room for one more. */
static inline void extend(struct line *line, const unsigned char *bytes, size_t count) {
    while (line->length + count >= line->capacity) {
        line->capacity = line->capacity ? 2 * line->capacity : 128;
        line->text = grow(line->text, line->capacity);
    }
    memcpy(line->text + line->length, bytes, count);
    line->length += count;
}

/* The next line, of any length and with any bytes; false at the end. */
static inline bool read_line(struct input *in, struct line *line) {
    line->length = 0;
    if (!fill(in))
        return false;
    do {
        size_t newline = in->at, end = in->end;
        while (newline < end && in->bytes[newline] != '\n')
            newline++;
        extend(line, in->bytes + in->at, newline - in->at);
        in->at = newline;
        if (newline < end) {
            in->at++;
            return true;
        }
    } while (fill(in));
    return true;
}

/* --- Output --- */

static struct {
    int descriptor;
    size_t used;
    unsigned char bytes[BUFFER];
} output = {.descriptor = 1};

/* Writes all of it; false if that failed, and errno says why. */
static inline bool write_all(int descriptor, const unsigned char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        count -= written;
    }
    return true;
}

/* A tool whose output goes nowhere has nothing left to do. */
static inline void flush(void) {
    if (!write_all(output.descriptor, output.bytes, output.used)) {
        complain("write error: %s", strerror(errno));
        exit(FAILURE);
    }
    output.used = 0;
}

static inline void put(unsigned char byte) {
    if (output.used == BUFFER)
        flush();
    output.bytes[output.used++] = byte;
}

static inline void put_bytes(const unsigned char *bytes, size_t count) {
    while (count > 0) {
        if (output.used == BUFFER)
            flush();
        size_t room = BUFFER - output.used;
        size_t part = count < room ? count : room;
        memcpy(output.bytes + output.used, bytes, part);
        output.used += part;
        bytes += part;
        count -= part;
    }
}

static inline void put_text(const char *text) {
    put_bytes((const unsigned char *)text, strlen(text));
}

/* A number in decimal, behind blanks that make it at least `width` wide. */
static inline void put_number(unsigned long long number, int width) {
    char digits[24];
    int count = 0;
    do {
        digits[count++] = '0' + number % 10;
        number /= 10;
    } while (number > 0);
    for (; width > count; width--)
        put(' ');
    while (count > 0)
        put(digits[--count]);
}

#endif
