/* Sorts the lines of standard input by their bytes, as `LC_ALL=C sort` does: a WASI command.
 *
 * Measured     everything
 * Worst case   for the sort: merges that take from both halves in turn, lines with long common beginnings
 * Cost         Theta(n + m log m) for n bytes in m lines that differ early
 *
 *     printf 'pear\napple\nfig\n' | worstcase run examples/sort_lines.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    const char *text;
    size_t length;
};

static void *grow(void *block, size_t size) {
    block = realloc(block, size);
    if (!block) {
        fputs("sort_lines: out of memory\n", stderr);
        exit(2);
    }
    return block;
}

static char *read_all(FILE *file, size_t *size) {
    size_t capacity = 1 << 12;
    char *text = grow(NULL, capacity);
    *size = 0;
    for (;;) {
        size_t got = fread(text + *size, 1, capacity - *size, file);
        if (got == 0)
            return text;
        *size += got;
        if (*size == capacity) {
            capacity *= 2;
            text = grow(text, capacity);
        }
    }
}

/* A last line without its newline is a line too. */
static struct line *split(const char *text, size_t size, size_t *count) {
    size_t capacity = 1 << 6;
    struct line *lines = grow(NULL, capacity * sizeof *lines);
    *count = 0;
    size_t start = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] != '\n' && i + 1 < size)
            continue;
        if (*count == capacity) {
            capacity *= 2;
            lines = grow(lines, capacity * sizeof *lines);
        }
        size_t end = text[i] == '\n' ? i : i + 1;
        lines[*count].text = text + start;
        lines[*count].length = end - start;
        ++*count;
        start = i + 1;
    }
    return lines;
}

static int compare(const struct line *a, const struct line *b) {
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, common);
    if (order != 0)
        return order;
    return (a->length > b->length) - (a->length < b->length);
}

/* Sorts lines[0..count) by merging; `spare` has room for as many. */
static void sort(struct line *lines, struct line *spare, size_t count) {
    if (count < 2)
        return;
    size_t middle = count / 2;
    sort(lines, spare, middle);
    sort(lines + middle, spare, count - middle);
    memcpy(spare, lines, middle * sizeof *lines);
    size_t left = 0, right = middle, to = 0;
    while (left < middle && right < count) {
        if (compare(&spare[left], &lines[right]) <= 0)
            lines[to++] = spare[left++];
        else
            lines[to++] = lines[right++];
    }
    while (left < middle)
        lines[to++] = spare[left++];
}

int main(void) {
    size_t size, count;
    char *text = read_all(stdin, &size);
    struct line *lines = split(text, size, &count);
    struct line *spare = grow(NULL, (count / 2 + 1) * sizeof *spare);
    sort(lines, spare, count);
    for (size_t i = 0; i < count; i++) {
        fwrite(lines[i].text, 1, lines[i].length, stdout);
        putchar('\n');
    }
    if (ferror(stdin) || fflush(stdout) != 0) {
        perror("sort_lines");
        return 2;
    }
    return 0;
}
