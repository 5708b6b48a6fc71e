/* Splits a source text in a language like C into tokens and counts them: a WASI command.
 *
 *     tokenize < source
 *
 * Identifiers are interned: each is kept once, in a hash table with chaining, and counted. Strings and characters may
 * have escapes, comments are of both kinds, operators the longest that fit. A byte that begins no token is an error, and
 * is skipped.
 *
 * Prints how many tokens there are of each kind, and the most frequent identifiers.
 *
 * Measured     everything
 * Slow on      many short identifiers that are all different and fall into the same of the 256 buckets: each walks a chain
 *              of all that came before it, which is quadratic
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 256, SHOWN = 3 };

enum kind { KEYWORD, IDENTIFIER, NUMBER, STRING, CHARACTER, OPERATOR, COMMENT, ERROR, KINDS };

static const char *const kind_names[KINDS] = {"keywords",   "identifiers", "numbers",  "strings",
                                              "characters", "operators",   "comments", "errors"};

static const char *const keywords[] = {"break", "case", "char",   "const", "continue", "default", "do",     "else",
                                       "enum",  "for",  "goto",   "if",    "int",      "long",    "return", "short",
                                       "sizeof", "static", "struct", "switch", "union", "unsigned", "void", "while"};

/* The longer ones first. */
static const char *const operators[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                        "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^="};

struct symbol {
    struct symbol *next;
    enum kind kind;
    long count;
    size_t length;
    char name[];
};

struct lexer {
    const char *at, *end;
    struct symbol *buckets[BUCKETS];
    size_t symbol_count;
    long counts[KINDS];
    long lines;
};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The multiplication by 2^32 over the golden ratio spreads the hash over the upper bits (Knuth). */
static uint32_t bucket_of(const char *name, size_t length) {
    uint32_t hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = hash * 31 + (uint8_t)name[i];
    return hash * 2654435769u >> 24;
}

/* The symbol of this name, a new one if there is none; NULL if there is no memory. */
static struct symbol *intern(struct lexer *lexer, const char *name, size_t length, enum kind kind) {
    struct symbol **link = &lexer->buckets[bucket_of(name, length)];
    for (; *link; link = &(*link)->next)
        if ((*link)->length == length && memcmp((*link)->name, name, length) == 0)
            return *link;
    struct symbol *symbol = malloc(sizeof *symbol + length);
    if (!symbol)
        return NULL;
    symbol->next = NULL;
    symbol->kind = kind;
    symbol->count = 0;
    symbol->length = length;
    memcpy(symbol->name, name, length);
    lexer->symbol_count++;
    *link = symbol;
    return symbol;
}

static enum kind scan_word(struct lexer *lexer) {
    const char *start = lexer->at;
    while (lexer->at < lexer->end && (is_letter(*lexer->at) || is_digit(*lexer->at)))
        lexer->at++;
    struct symbol *symbol = intern(lexer, start, lexer->at - start, IDENTIFIER);
    if (!symbol)
        return ERROR;
    symbol->count++;
    return symbol->kind;
}

/* As the preprocessor takes them: digits, letters, points and the signs of exponents. */
static enum kind scan_number(struct lexer *lexer) {
    const char *p = lexer->at;
    while (p < lexer->end) {
        if ((*p == '+' || *p == '-') && (p[-1] == 'e' || p[-1] == 'E'))
            p++;
        else if (is_letter(*p) || is_digit(*p) || *p == '.')
            p++;
        else
            break;
    }
    lexer->at = p;
    return NUMBER;
}

/* A string ends with its quote; one that meets the end of its line is an error. */
static enum kind scan_quoted(struct lexer *lexer, char quote) {
    lexer->at++;
    while (lexer->at < lexer->end && *lexer->at != '\n') {
        char c = *lexer->at++;
        if (c == quote)
            return quote == '"' ? STRING : CHARACTER;
        if (c == '\\' && lexer->at < lexer->end && *lexer->at++ == '\n')
            lexer->lines++;
    }
    return ERROR;
}

static enum kind scan_comment(struct lexer *lexer) {
    bool to_line_end = lexer->at[1] == '/';
    lexer->at += 2;
    while (lexer->at < lexer->end) {
        if (to_line_end && *lexer->at == '\n')
            return COMMENT;
        if (!to_line_end && *lexer->at == '*' && lexer->end - lexer->at >= 2 && lexer->at[1] == '/') {
            lexer->at += 2;
            return COMMENT;
        }
        lexer->lines += *lexer->at++ == '\n';
    }
    return to_line_end ? COMMENT : ERROR;
}

static enum kind scan_operator(struct lexer *lexer) {
    char c = *lexer->at;
    if (!c || !strchr("+-*/%&|^~!<>=?:;,.()[]{}#", c)) {
        lexer->at++;
        return ERROR;
    }
    size_t left = lexer->end - lexer->at;
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        if (operators[i][0] != c)
            continue;
        size_t length = strlen(operators[i]);
        if (length <= left && memcmp(lexer->at, operators[i], length) == 0) {
            lexer->at += length;
            return OPERATOR;
        }
    }
    lexer->at++;
    return OPERATOR;
}

static enum kind scan_token(struct lexer *lexer) {
    char c = *lexer->at;
    char next = lexer->end - lexer->at >= 2 ? lexer->at[1] : '\0';
    if (is_letter(c))
        return scan_word(lexer);
    if (is_digit(c) || (c == '.' && is_digit(next)))
        return scan_number(lexer);
    if (c == '"' || c == '\'')
        return scan_quoted(lexer, c);
    if (c == '/' && (next == '/' || next == '*'))
        return scan_comment(lexer);
    return scan_operator(lexer);
}

static void tokenize(struct lexer *lexer) {
    while (lexer->at < lexer->end) {
        char c = *lexer->at;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            lexer->lines += c == '\n';
            lexer->at++;
        } else {
            lexer->counts[scan_token(lexer)]++;
        }
    }
}

/* Prints the most frequent identifiers. */
static void print_top(const struct lexer *lexer) {
    const struct symbol *top[SHOWN] = {NULL};
    for (int b = 0; b < BUCKETS; b++) {
        for (const struct symbol *s = lexer->buckets[b]; s; s = s->next) {
            if (s->kind != IDENTIFIER)
                continue;
            int rank = SHOWN;
            while (rank > 0 && (!top[rank - 1] || top[rank - 1]->count < s->count))
                rank--;
            for (int i = SHOWN - 1; i > rank; i--)
                top[i] = top[i - 1];
            if (rank < SHOWN)
                top[rank] = s;
        }
    }
    for (int i = 0; i < SHOWN && top[i]; i++)
        printf("%8ld  %.*s\n", top[i]->count, (int)top[i]->length, top[i]->name);
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
    static struct lexer lexer;
    size_t size;
    char *data = read_all(stdin, &size);
    if (!data)
        return 1;
    lexer.at = data;
    lexer.end = data + size;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        intern(&lexer, keywords[i], strlen(keywords[i]), KEYWORD);
    lexer.symbol_count = 0;
    tokenize(&lexer);
    printf("%8ld  lines\n", lexer.lines);
    for (int k = 0; k < KINDS; k++)
        printf("%8ld  %s\n", lexer.counts[k], kind_names[k]);
    printf("%8zu  different identifiers\n", lexer.symbol_count);
    print_top(&lexer);
    for (int b = 0; b < BUCKETS; b++) {
        while (lexer.buckets[b]) {
            struct symbol *symbol = lexer.buckets[b];
            lexer.buckets[b] = symbol->next;
            free(symbol);
        }
    }
    free(data);
    return 0;
}
