/* Reads JSON from standard input and prints it indented: a WASI command.
 *
 *     json < document
 *
 * A recursive-descent parser builds a tree, which is then printed. In an object a later value replaces an earlier one of
 * the same key. The parser is tolerant: it goes on behind a mistake, counts mistakes, and takes what it can. What is
 * deeper than MAX_DEPTH becomes null.
 *
 * Measured     everything; memory is the tree's
 * Slow on      many elements at a great depth, each of which is printed behind an indentation of that depth; and one object with
 *              many different short keys, for each is compared with all before it: both quadratic
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 500 };

enum type { NULL_VALUE, FALSE_VALUE, TRUE_VALUE, NUMBER, STRING, ARRAY, OBJECT };

/* A value; the elements of arrays and the members of objects are lists. Texts stay where they are in the input. */
struct value {
    enum type type;
    const char *text; /* of a number or a string, without its quotes */
    size_t length;
    const char *key; /* of a member */
    size_t key_length;
    struct value *first, *last, *next;
    int count;
};

struct parser {
    const char *at, *end;
    int depth, deepest;
    long values, mistakes;
};

static void skip_blanks(struct parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
}

/* The next byte that is not blank, or 0 at the end. */
static char peek(struct parser *p) {
    skip_blanks(p);
    return p->at < p->end ? *p->at : '\0';
}

static bool accept(struct parser *p, char c) {
    if (peek(p) != c || p->at == p->end)
        return false;
    p->at++;
    return true;
}

static struct value *new_value(struct parser *p, enum type type) {
    struct value *v = calloc(1, sizeof *v);
    if (v) {
        v->type = type;
        p->values++;
    } else {
        p->mistakes++;
        p->at = p->end;
    }
    return v;
}

static void free_value(struct value *v) {
    while (v) {
        struct value *next = v->next;
        free_value(v->first);
        free(v);
        v = next;
    }
}

static void append(struct value *parent, struct value *child) {
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
}

static struct value *member(const struct value *object, const char *key, size_t length) {
    for (struct value *v = object->first; v; v = v->next)
        if (v->key_length == length && memcmp(v->key, key, length) == 0)
            return v;
    return NULL;
}

/* A later value takes the place of an earlier one of the same key. */
static void set_member(struct value *object, struct value *new) {
    struct value *old = member(object, new->key, new->key_length);
    if (!old) {
        append(object, new);
        return;
    }
    struct value t = *old;
    struct value *next = old->next;
    *old = *new;
    old->next = next;
    *new = t;
    new->next = NULL;
    free_value(new);
}

/* Behind the opening quote; a string that does not end goes to the end of the input. */
static void parse_string(struct parser *p, const char **text, size_t *length) {
    *text = p->at;
    while (p->at < p->end && *p->at != '"') {
        if (*p->at == '\\' && p->end - p->at >= 2)
            p->at++;
        p->at++;
    }
    *length = p->at - *text;
    if (p->at < p->end)
        p->at++;
    else
        p->mistakes++;
}

static bool is_word_byte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' || c == '.';
}

/* A number or one of the three words; anything else of such bytes is a mistake, and null. */
static struct value *parse_word(struct parser *p) {
    const char *start = p->at;
    while (p->at < p->end && is_word_byte(*p->at))
        p->at++;
    size_t length = p->at - start;
    enum type type = NULL_VALUE;
    if (length == 4 && memcmp(start, "true", 4) == 0)
        type = TRUE_VALUE;
    else if (length == 5 && memcmp(start, "false", 5) == 0)
        type = FALSE_VALUE;
    else if (*start == '-' || (*start >= '0' && *start <= '9'))
        type = NUMBER;
    else if (length != 4 || memcmp(start, "null", 4) != 0)
        p->mistakes++;
    struct value *v = new_value(p, type);
    if (v) {
        v->text = start;
        v->length = length;
    }
    return v;
}

static struct value *parse_value(struct parser *p);

static void parse_elements(struct parser *p, struct value *array) {
    while (p->at < p->end && !accept(p, ']')) {
        struct value *v = parse_value(p);
        if (v)
            append(array, v);
        if (!accept(p, ',') && peek(p) != ']')
            p->mistakes++;
    }
}

static void parse_members(struct parser *p, struct value *object) {
    while (p->at < p->end && !accept(p, '}')) {
        const char *key = "";
        size_t length = 0;
        if (accept(p, '"'))
            parse_string(p, &key, &length);
        else
            p->mistakes++;
        if (!accept(p, ':'))
            p->mistakes++;
        struct value *v = parse_value(p);
        if (v) {
            v->key = key;
            v->key_length = length;
            set_member(object, v);
        }
        if (!accept(p, ',') && peek(p) != '}')
            p->mistakes++;
    }
}

/* The next value, or NULL if there is none; it moves on in any case. */
static struct value *parse_value(struct parser *p) {
    char c = peek(p);
    if (p->at == p->end)
        return NULL;
    if (is_word_byte(c))
        return parse_word(p);
    p->at++;
    struct value *v = NULL;
    if (c == '"') {
        v = new_value(p, STRING);
        if (v)
            parse_string(p, &v->text, &v->length);
    } else if ((c == '[' || c == '{') && p->depth < MAX_DEPTH) {
        v = new_value(p, c == '[' ? ARRAY : OBJECT);
        if (!v)
            return NULL;
        if (++p->depth > p->deepest)
            p->deepest = p->depth;
        if (c == '[')
            parse_elements(p, v);
        else
            parse_members(p, v);
        p->depth--;
    } else {
        p->mistakes++;
        if (c == '[' || c == '{')
            v = new_value(p, NULL_VALUE);
    }
    return v;
}

static void indent(int depth) {
    putchar('\n');
    for (int i = 0; i < depth; i++)
        fputs("  ", stdout);
}

static void print_text(const char *text, size_t length) {
    putchar('"');
    fwrite(text, 1, length, stdout);
    putchar('"');
}

static void print_value(const struct value *v, int depth) {
    switch (v->type) {
    case NULL_VALUE: fputs("null", stdout); break;
    case FALSE_VALUE: fputs("false", stdout); break;
    case TRUE_VALUE: fputs("true", stdout); break;
    case NUMBER: fwrite(v->text, 1, v->length, stdout); break;
    case STRING: print_text(v->text, v->length); break;
    case ARRAY:
    case OBJECT:
        putchar(v->type == ARRAY ? '[' : '{');
        for (const struct value *child = v->first; child; child = child->next) {
            indent(depth + 1);
            if (v->type == OBJECT) {
                print_text(child->key, child->key_length);
                fputs(": ", stdout);
            }
            print_value(child, depth + 1);
            if (child->next)
                putchar(',');
        }
        if (v->first)
            indent(depth);
        putchar(v->type == ARRAY ? ']' : '}');
        break;
    }
}

static char *read_all(FILE *file, size_t *size) {
    size_t capacity = 1 << 14;
    char *data = malloc(capacity);
    *size = 0;
    while (data) {
        size_t got = fread(data + *size, 1, capacity - *size, file);
        if (got == 0)
            break;
        *size += got;
        if (*size == capacity) {
            capacity *= 2;
            char *larger = realloc(data, capacity);
            if (!larger)
                free(data);
            data = larger;
        }
    }
    return data;
}

int main(void) {
    size_t size;
    char *data = read_all(stdin, &size);
    if (!data)
        return 1;
    struct parser parser = {data, data + size, 0, 0, 0, 0};
    while (parser.at < parser.end) {
        struct value *v = parse_value(&parser);
        if (v) {
            print_value(v, 0);
            putchar('\n');
            free_value(v);
        }
    }
    fprintf(stderr, "%ld values, depth %d, %ld mistakes\n", parser.values, parser.deepest, parser.mistakes);
    free(data);
    return 0;
}
