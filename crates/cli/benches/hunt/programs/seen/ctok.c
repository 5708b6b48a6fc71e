// class: n^2
// kind: parsers
// best 30: [39,92,39,92,39,92,39,92,39,92,39,34,47,42,47,42,62,47,42,62,47,42,45,60,62,60,62,60,62,60]
// best 100: [39,92,39,92,39,92,39,92,39,92,39,92,39,92,39,92,39,92,39,92,39,34,92,39,92,39,47,42,92,39,47,42,92,39,47,42,92,39,47,42,92,39,47,42,92,39,47,42,92,39,47,42,92,39,47,42,92,39,47,42,62,47,42,62,47,42,62,47,42,62,47,42,45,47,42,45,47,42,60,47,42,45,47,42,42,60,47,42,42,42,42,42,42,42,42,42,42,42,42,62]
// how: construction (comments and strings without an end, looked for again at each token) and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 4418 at 30 against a random mean of 2885, 19272 at 100 against a random mean of 8902
// Tokenizer for a C-like language: comments, strings, numbers, operators by longest match, and identifiers, which are interned
// in a chained hash table of 32 buckets that begins with the keywords. A comment or string without an end is taken as an operator.
#include <stddef.h>
#include <stdint.h>

#define BUCKETS 32
#define MAX_SYMBOLS 1200

typedef struct {
    const uint8_t *text;
    size_t len;
    int next;
} Symbol;

static Symbol symbols[MAX_SYMBOLS];
static int heads[BUCKETS], symbol_count;
static unsigned kinds[5];

static const char *const keywords[] = {"if", "else", "for", "while", "do", "int", "char", "return", "struct", "static"};
static const char *const operators[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
                                        "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "|=", "&="};

static int is_alpha(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static int intern(const uint8_t *text, size_t len) {
    unsigned hash = 0;
    for (size_t i = 0; i < len; i++)
        hash = hash * 33 + text[i];
    int *link = &heads[hash % BUCKETS];
    for (; *link; link = &symbols[*link].next) {
        Symbol *s = &symbols[*link];
        if (s->len != len)
            continue;
        size_t i = 0;
        while (i < len && s->text[i] == text[i])
            i++;
        if (i == len)
            return *link;
    }
    if (symbol_count + 1 >= MAX_SYMBOLS)
        return 0;
    Symbol *s = &symbols[++symbol_count];
    s->text = text;
    s->len = len;
    s->next = 0;
    *link = symbol_count;
    return symbol_count;
}

static size_t comment_end(const uint8_t *s, size_t i, size_t size) {
    for (i += 2; i + 1 < size; i++)
        if (s[i] == '*' && s[i + 1] == '/')
            return i + 2;
    return 0;
}

static size_t string_end(const uint8_t *s, size_t i, size_t size) {
    uint8_t quote = s[i++];
    for (; i < size && s[i] != '\n'; i++) {
        if (s[i] == '\\')
            i++;
        else if (s[i] == quote)
            return i + 1;
    }
    return 0;
}

static size_t operator_end(const uint8_t *s, size_t i, size_t size) {
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
        size_t len = 0;
        while (operators[k][len] && i + len < size && s[i + len] == (uint8_t)operators[k][len])
            len++;
        if (!operators[k][len])
            return i + len;
    }
    return i + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *s, size_t size) {
    for (int i = 0; i < BUCKETS; i++)
        heads[i] = 0;
    symbol_count = 0;
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++) {
        size_t len = 0;
        while (keywords[k][len])
            len++;
        intern((const uint8_t *)keywords[k], len);
    }
    for (size_t i = 0, stop; i < size; i = stop) {
        uint8_t c = s[i];
        stop = i + 1;
        if (c == ' ' || c == '\t' || c == '\n') {
            continue;
        } else if (is_alpha(c)) {
            while (stop < size && (is_alpha(s[stop]) || is_digit(s[stop])))
                stop++;
            kinds[intern(s + i, stop - i) <= 10 ? 0 : 1]++;
        } else if (is_digit(c)) {
            while (stop < size && (is_alpha(s[stop]) || is_digit(s[stop]) || s[stop] == '.'))
                stop++;
            kinds[2]++;
        } else {
            stop = 0;
            if (c == '/' && i + 1 < size && s[i + 1] == '*')
                stop = comment_end(s, i, size);
            else if (c == '/' && i + 1 < size && s[i + 1] == '/')
                for (stop = i + 2; stop < size && s[stop] != '\n';)
                    stop++;
            else if (c == '"' || c == '\'')
                stop = string_end(s, i, size);
            kinds[stop ? 3 : 4]++;
            if (!stop)
                stop = operator_end(s, i, size);
        }
    }
    return 0;
}
