// class: n
// kind: parsers
// best 30: [40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,48,41,41,41,41,41,41,41,41,41,41,41,41,41,41]
// best 100: [40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,48,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41,41]
// how: construction (as deep as can be, and balanced) found by climbing too; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 6841 at 30 against a random mean of 319, 22766 at 100 against a random mean of 1030
// Calculator: recursive descent over a token list with ten levels of precedence (|| && | ^ & == < << + *), prefix operators,
// parentheses and calls of built-in functions; it stops at the first error.
#include <stddef.h>
#include <stdint.h>

#define MAX_TOKENS 2048

typedef struct {
    int kind; /* the character, two of them for ==, 'n' for a number, 'f' for a name, 0 at the end */
    int32_t value;
} Token;

static Token tokens[MAX_TOKENS + 1];
static int at, failed, depth;

static const struct { int level, kind; } binary[] = {
    {0, '|' << 8 | '|'}, {1, '&' << 8 | '&'}, {2, '|'}, {3, '^'}, {4, '&'}, {5, '=' << 8 | '='}, {5, '!' << 8 | '='},
    {6, '<'}, {6, '>'}, {6, '<' << 8 | '='}, {6, '>' << 8 | '='}, {7, '<' << 8 | '<'}, {7, '>' << 8 | '>'},
    {8, '+'}, {8, '-'}, {9, '*'}, {9, '/'}, {9, '%'},
};
enum { LEVELS = 10, OPERATORS = sizeof binary / sizeof *binary };

static int scan(const uint8_t *s, size_t size) {
    int n = 0;
    for (size_t i = 0; i < size && n < MAX_TOKENS;) {
        uint8_t c = s[i];
        Token *t = &tokens[n];
        if (c == ' ') {
            i++;
            continue;
        }
        n++;
        t->kind = c;
        t->value = 0;
        if (c >= '0' && c <= '9') {
            t->kind = 'n';
            for (; i < size && s[i] >= '0' && s[i] <= '9'; i++)
                t->value = (int32_t)((uint32_t)t->value * 10 + (s[i] - '0'));
        } else if (c >= 'a' && c <= 'z') {
            t->kind = 'f';
            for (; i < size && s[i] >= 'a' && s[i] <= 'z'; i++)
                t->value = (t->value * 31 + s[i]) & 0xffff;
        } else if (i + 1 < size && (s[i + 1] == '=' ? c == '=' || c == '!' || c == '<' || c == '>'
                                                    : s[i + 1] == c && (c == '<' || c == '>' || c == '|' || c == '&'))) {
            t->kind = c << 8 | s[i + 1];
            i += 2;
        } else {
            i++;
        }
    }
    tokens[n].kind = 0;
    return n;
}

static uint32_t apply(int kind, uint32_t a, uint32_t b) {
    switch (kind) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b ? a / b : 0;
    case '%': return b ? a % b : 0;
    case '&': return a & b;
    case '|': return a | b;
    case '^': return a ^ b;
    case '<': return a < b;
    case '>': return a > b;
    case '<' << 8 | '<': return a << (b & 31);
    case '>' << 8 | '>': return a >> (b & 31);
    case '&' << 8 | '&': return a && b;
    case '|' << 8 | '|': return a || b;
    default: return a == b;
    }
}

static uint32_t expression(int level);

static uint32_t primary(void) {
    Token *t = &tokens[at];
    uint32_t v = 0;
    if (failed || ++depth > 400) {
        failed = 1;
        return 0;
    }
    if (t->kind == 'n') {
        at++;
        v = (uint32_t)t->value;
    } else if (t->kind == '-' || t->kind == '!' || t->kind == '~') {
        at++;
        v = primary();
        v = t->kind == '-' ? 0 - v : t->kind == '!' ? !v : ~v;
    } else if (t->kind == 'f' || t->kind == '(') {
        at += t->kind == 'f' ? 2 : 1;
        if (tokens[at - 1].kind != '(') {
            failed = 1;
            return 0;
        }
        v = expression(0);
        while (t->kind == 'f' && tokens[at].kind == ',') {
            at++;
            v = v * 31 + expression(0);
        }
        if (tokens[at].kind == ')')
            at++;
        else
            failed = 1;
    } else {
        failed = 1;
    }
    depth--;
    return v;
}

static uint32_t expression(int level) {
    if (level == LEVELS)
        return primary();
    uint32_t v = expression(level + 1);
    while (!failed) {
        int kind = 0;
        for (int i = 0; i < OPERATORS; i++)
            if (binary[i].level == level && binary[i].kind == tokens[at].kind)
                kind = binary[i].kind;
        if (!kind)
            break;
        at++;
        v = apply(kind, v, expression(level + 1));
    }
    return v;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    at = failed = depth = 0;
    int n = scan(data, size);
    volatile uint32_t value = n ? expression(0) : 0;
    (void)value;
    return 0;
}
