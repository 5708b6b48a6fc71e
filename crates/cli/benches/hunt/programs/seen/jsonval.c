// class: ?
// kind: parsers
// best 30: [91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,100]
// best 100: [91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,92]
// how: climbed, opened containers only (the same cost from all searches); structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 692 at 30 against a random mean of 20, 2302 at 100 against a random mean of 20
// JSON validator (RFC 8259 without surrogate checks) with a nesting limit, that rejects objects in which a key occurs twice.
// The keys of all open objects live on one stack; each new key is compared with those of its own object.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MAX_DEPTH 200
#define MAX_KEYS 512

typedef struct {
    const uint8_t *p, *end;
    int depth, keys;
    struct { const uint8_t *at; size_t len; } key[MAX_KEYS];
} Parser;

static void space(Parser *s) {
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\t' || *s->p == '\n' || *s->p == '\r'))
        s->p++;
}

static int literal(Parser *s, const char *word) {
    while (*word) {
        if (s->p >= s->end || *s->p != (uint8_t)*word)
            return 0;
        s->p++;
        word++;
    }
    return 1;
}

static int is_hex(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int string(Parser *s) {
    s->p++;
    while (s->p < s->end) {
        uint8_t c = *s->p++;
        if (c == '"')
            return 1;
        if (c < 0x20)
            return 0;
        if (c != '\\')
            continue;
        if (s->p >= s->end)
            return 0;
        c = *s->p++;
        if (c == 'u') {
            for (int i = 0; i < 4; i++, s->p++)
                if (s->p >= s->end || !is_hex(*s->p))
                    return 0;
        } else if (!strchr("\"\\/bfnrt", c) || c == 0) {
            return 0;
        }
    }
    return 0;
}

static int digits(Parser *s) {
    const uint8_t *from = s->p;
    while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
        s->p++;
    return s->p > from;
}

static int number(Parser *s) {
    if (*s->p == '-')
        s->p++;
    if (s->p < s->end && *s->p == '0')
        s->p++;
    else if (!digits(s))
        return 0;
    if (s->p < s->end && *s->p == '.') {
        s->p++;
        if (!digits(s))
            return 0;
    }
    if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) {
        s->p++;
        if (s->p < s->end && (*s->p == '+' || *s->p == '-'))
            s->p++;
        return digits(s);
    }
    return 1;
}

static int new_key(Parser *s, int first, const uint8_t *at, size_t len) {
    for (int i = first; i < s->keys; i++) {
        if (s->key[i].len != len)
            continue;
        size_t k = 0;
        while (k < len && s->key[i].at[k] == at[k])
            k++;
        if (k == len)
            return 0;
    }
    if (s->keys == MAX_KEYS)
        return 0;
    s->key[s->keys].at = at;
    s->key[s->keys++].len = len;
    return 1;
}

static int value(Parser *s);

static int container(Parser *s, uint8_t close) {
    int first = s->keys, ok = 0;
    if (++s->depth > MAX_DEPTH)
        return 0;
    s->p++;
    space(s);
    if (s->p < s->end && *s->p == close) {
        s->p++, s->depth--;
        return 1;
    }
    for (;;) {
        if (close == '}') {
            space(s);
            const uint8_t *at = s->p;
            if (s->p >= s->end || *s->p != '"' || !string(s))
                break;
            if (!new_key(s, first, at + 1, (size_t)(s->p - at) - 2))
                break;
            space(s);
            if (s->p >= s->end || *s->p++ != ':')
                break;
        }
        if (!value(s) || s->p >= s->end)
            break;
        uint8_t c = *s->p++;
        if (c == ',')
            continue;
        ok = c == close;
        break;
    }
    s->keys = first;
    s->depth--;
    return ok;
}

static int value(Parser *s) {
    space(s);
    int ok = 0;
    if (s->p >= s->end)
        return 0;
    switch (*s->p) {
    case '{': ok = container(s, '}'); break;
    case '[': ok = container(s, ']'); break;
    case '"': ok = string(s); break;
    case 't': ok = literal(s, "true"); break;
    case 'f': ok = literal(s, "false"); break;
    case 'n': ok = literal(s, "null"); break;
    default: ok = number(s);
    }
    space(s);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Parser s;
    s.p = data, s.end = data + size, s.depth = 0, s.keys = 0;
    volatile int valid = value(&s) && s.p == s.end;
    (void)valid;
    return 0;
}
