/* Sorts lines by their bytes, as `LC_ALL=C sort` does: a WASI command.
 *
 *     sort [-nrsu] [-t C] [-k KEY]... [FILE]...
 *
 *     -k KEY   compare by F[.C][nr][,G[.C][nr]]: from field F (its byte C) to the end of field G (or its byte C), else of the line
 *     -n       by numbers: [-]digits[.digits] behind blanks, of any length; everything else is 0
 *     -r       in reverse
 *     -s       lines that compare equal stay in order; without it, they are compared by all of their bytes
 *     -t C     what fields are separated by; without it, the blanks before a field belong to it
 *     -u       of lines that compare equal, only the first
 *
 * A key without `n` and `r` has those of the command. Without a FILE, or for `-`, standard input is read. The exit code is 2 on
 * errors. The sort is by merging, and takes all lines into memory.
 *
 *     printf 'b 2\na 10\n' | worstcase run examples/tools/sort.c -- -k 2n
 */
#define TOOL "sort"
#define USAGE "sort [-nrsu] [-t C] [-k KEY]... [FILE]..."
#define FAILURE 2
#include <stdint.h>

#include "tool.h"

struct key {
    size_t first_field, first_byte; /* how many are skipped */
    size_t last_field, last_byte;   /* 0 fields: the end of the line; 0 bytes: the end of the field */
    bool numeric, reverse;
};

/* A part of a line. */
struct part {
    const unsigned char *text, *end;
};

struct entry {
    struct part line;
    struct part key; /* the first one, which nearly always decides */
};

static struct key *keys;
static size_t key_count;
static bool numeric, reverse, stable, unique;
static int separator = -1;

static struct input in;

/* --- Keys --- */

static bool is_blank(unsigned char byte) {
    return byte == ' ' || byte == '\t';
}

static const unsigned char *skip_field(struct part line) {
    if (separator >= 0) {
        while (line.text < line.end && *line.text != separator)
            line.text++;
        return line.text;
    }
    while (line.text < line.end && is_blank(*line.text))
        line.text++;
    while (line.text < line.end && !is_blank(*line.text))
        line.text++;
    return line.text;
}

/* Where a field begins, after so many fields. */
static const unsigned char *skip_fields(struct part line, size_t count) {
    for (; count > 0 && line.text < line.end; count--) {
        line.text = skip_field(line);
        if (separator >= 0 && line.text < line.end)
            line.text++;
    }
    return line.text;
}

static const unsigned char *skip_bytes(struct part line, size_t count) {
    return count < (size_t)(line.end - line.text) ? line.text + count : line.end;
}

static struct part part_of(struct part line, const struct key *key) {
    struct part from = {skip_fields(line, key->first_field), line.end};
    struct part part = {skip_bytes(from, key->first_byte), line.end};
    if (key->last_field > 0) {
        struct part last = {skip_fields(line, key->last_field - 1), line.end};
        part.end = key->last_byte > 0 ? skip_bytes(last, key->last_byte) : skip_field(last);
    }
    if (part.end < part.text)
        part.end = part.text;
    return part;
}

/* --- Comparison --- */

static int compare_bytes(struct part a, struct part b) {
    size_t a_length = a.end - a.text, b_length = b.end - b.text;
    int order = memcmp(a.text, b.text, a_length < b_length ? a_length : b_length);
    if (order != 0)
        return order;
    return (a_length > b_length) - (a_length < b_length);
}

/* A number as it is written, less the zeros that say nothing. */
struct number {
    bool negative;
    struct part whole, fraction;
};

static bool is_digit(unsigned char byte) {
    return byte >= '0' && byte <= '9';
}

static struct part read_digits(const unsigned char **at, const unsigned char *end) {
    struct part digits = {*at, *at};
    while (digits.end < end && is_digit(*digits.end))
        digits.end++;
    *at = digits.end;
    return digits;
}

static struct number read_number(struct part text) {
    struct number number = {0};
    while (text.text < text.end && is_blank(*text.text))
        text.text++;
    if (text.text < text.end && *text.text == '-') {
        number.negative = true;
        text.text++;
    }
    number.whole = read_digits(&text.text, text.end);
    while (number.whole.text < number.whole.end && *number.whole.text == '0')
        number.whole.text++;
    number.fraction = (struct part){text.text, text.text};
    if (text.text < text.end && *text.text == '.') {
        text.text++;
        number.fraction = read_digits(&text.text, text.end);
        while (number.fraction.end > number.fraction.text && number.fraction.end[-1] == '0')
            number.fraction.end--;
    }
    /* There is no zero below zero. */
    if (number.whole.text == number.whole.end && number.fraction.text == number.fraction.end)
        number.negative = false;
    return number;
}

static int compare_numbers(struct part a_text, struct part b_text) {
    struct number a = read_number(a_text), b = read_number(b_text);
    if (a.negative != b.negative)
        return a.negative ? -1 : 1;
    size_t a_length = a.whole.end - a.whole.text, b_length = b.whole.end - b.whole.text;
    int order = (a_length > b_length) - (a_length < b_length);
    if (order == 0)
        order = compare_bytes(a.whole, b.whole);
    if (order == 0)
        order = compare_bytes(a.fraction, b.fraction);
    return a.negative ? -order : order;
}

static int compare_keys(const struct entry *a, const struct entry *b) {
    for (size_t i = 0; i < key_count; i++) {
        const struct key *key = &keys[i];
        struct part a_part = i == 0 ? a->key : part_of(a->line, key);
        struct part b_part = i == 0 ? b->key : part_of(b->line, key);
        int order = key->numeric ? compare_numbers(a_part, b_part) : compare_bytes(a_part, b_part);
        if (order != 0)
            return key->reverse ? -order : order;
    }
    return 0;
}

static int compare(const struct entry *a, const struct entry *b) {
    if (key_count > 0) {
        int order = compare_keys(a, b);
        if (order != 0 || unique || stable)
            return order;
    }
    int order = compare_bytes(a->line, b->line);
    return reverse ? -order : order;
}

/* Sorts entries[0..count) by merging; `spare` has room for half as many. */
static void sort(struct entry *entries, struct entry *spare, size_t count) {
    if (count < 2)
        return;
    size_t middle = count / 2;
    sort(entries, spare, middle);
    sort(entries + middle, spare, count - middle);
    memcpy(spare, entries, middle * sizeof *entries);
    size_t left = 0, right = middle, to = 0;
    while (left < middle && right < count) {
        if (compare(&spare[left], &entries[right]) <= 0)
            entries[to++] = spare[left++];
        else
            entries[to++] = entries[right++];
    }
    while (left < middle)
        entries[to++] = spare[left++];
}

/* --- Lines --- */

struct text {
    unsigned char *bytes;
    size_t size, capacity;
};

static void append(struct text *text, const unsigned char *bytes, size_t count) {
    while (text->size + count > text->capacity) {
        text->capacity = text->capacity ? 2 * text->capacity : BUFFER;
        text->bytes = grow(text->bytes, text->capacity);
    }
    memcpy(text->bytes + text->size, bytes, count);
    text->size += count;
}

/* A last line without its newline is a line too, and gets one. */
static void read_file(struct text *text, const char *name) {
    if (!open_input(&in, name)) {
        complain("cannot read: %s: %s", name, strerror(errno));
        exit(FAILURE);
    }
    size_t before = text->size;
    for (; fill(&in); in.at = in.end)
        append(text, in.bytes, in.end);
    if (in.error) {
        complain("read failed: %s: %s", name, strerror(in.error));
        exit(FAILURE);
    }
    close_input(&in);
    if (text->size > before && text->bytes[text->size - 1] != '\n')
        append(text, (const unsigned char *)"\n", 1);
}

static struct entry *split(const struct text *text, size_t *count) {
    size_t capacity = 1 << 6;
    struct entry *entries = grow(NULL, capacity * sizeof *entries);
    const unsigned char *start = text->bytes, *end = text->bytes + text->size;
    *count = 0;
    for (const unsigned char *at = start; at < end; at++) {
        if (*at != '\n')
            continue;
        if (*count == capacity) {
            capacity *= 2;
            entries = grow(entries, capacity * sizeof *entries);
        }
        struct entry *entry = &entries[(*count)++];
        entry->line = (struct part){start, at};
        entry->key = key_count > 0 ? part_of(entry->line, &keys[0]) : entry->line;
        start = at + 1;
    }
    return entries;
}

/* --- Options --- */

static _Noreturn void bad_key(const char *what, const char *key) {
    complain("%s: invalid field specification '%s'", what, key);
    exit(FAILURE);
}

/* A number in a key; one too large for anything is as good as the largest. */
static size_t read_count(const char **at, const char *what) {
    const char *start = *at;
    size_t count = 0;
    for (; is_digit(**at); ++*at) {
        size_t digit = **at - '0';
        count = count > (SIZE_MAX - digit) / 10 ? SIZE_MAX : 10 * count + digit;
    }
    if (*at == start) {
        complain("%s: invalid count at start of '%s'", what, start);
        exit(FAILURE);
    }
    return count;
}

static const char *read_key_options(const char *at, struct key *key) {
    for (; *at == 'n' || *at == 'r'; at++) {
        key->numeric |= *at == 'n';
        key->reverse |= *at == 'r';
    }
    return at;
}

static void add_key(const char *text) {
    struct key key = {0};
    const char *at = text;
    size_t field = read_count(&at, "invalid number at field start");
    if (field == 0)
        bad_key("field number is zero", text);
    key.first_field = field - 1;
    if (*at == '.') {
        at++;
        size_t byte = read_count(&at, "invalid number after '.'");
        if (byte == 0)
            bad_key("character offset is zero", text);
        key.first_byte = byte - 1;
    }
    at = read_key_options(at, &key);
    if (*at == ',') {
        at++;
        key.last_field = read_count(&at, "invalid number after ','");
        if (key.last_field == 0)
            bad_key("field number is zero", text);
        if (*at == '.') {
            at++;
            key.last_byte = read_count(&at, "invalid number after '.'");
        }
        at = read_key_options(at, &key);
    }
    if (*at)
        bad_key("stray character in field spec", text);
    keys = grow(keys, (key_count + 1) * sizeof *keys);
    keys[key_count++] = key;
}

static void set_separator(const char *text) {
    if (!*text) {
        complain("empty tab");
        exit(FAILURE);
    }
    int byte = strcmp(text, "\\0") ? (unsigned char)*text : '\0';
    if (byte && text[1]) {
        complain("multi-character tab '%s'", text);
        exit(FAILURE);
    }
    if (separator >= 0 && separator != byte) {
        complain("incompatible tabs");
        exit(FAILURE);
    }
    separator = byte;
}

static void read_options(struct arguments *all) {
    for (char option; (option = next_option(all, "nrsut:k:"));) {
        numeric |= option == 'n';
        reverse |= option == 'r';
        stable |= option == 's';
        unique |= option == 'u';
        if (option == 't')
            set_separator(all->value);
        if (option == 'k')
            add_key(all->value);
    }
    for (size_t i = 0; i < key_count; i++) {
        if (!keys[i].numeric && !keys[i].reverse) {
            keys[i].numeric = numeric;
            keys[i].reverse = reverse;
        }
    }
    if (key_count == 0 && numeric) {
        add_key("1");
        keys[0].numeric = true;
        keys[0].reverse = reverse;
    }
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    read_options(&all);
    struct text text = {0};
    for (int i = 0; i < input_count(&all); i++)
        read_file(&text, input_name(&all, i));

    size_t count;
    struct entry *entries = split(&text, &count);
    struct entry *spare = grow(NULL, (count / 2 + 1) * sizeof *spare);
    sort(entries, spare, count);
    size_t last = 0;
    for (size_t i = 0; i < count; i++) {
        if (unique && i > 0 && compare(&entries[last], &entries[i]) == 0)
            continue;
        last = i;
        put_bytes(entries[i].line.text, entries[i].line.end - entries[i].line.text);
        put('\n');
    }
    flush();
    return 0;
}
