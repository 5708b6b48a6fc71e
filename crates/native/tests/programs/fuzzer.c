/* A fuzzer's entry over a small parser of JSON, which traps where brackets lie deep. */
#include <stddef.h>
#include <stdint.h>

struct parser {
    const uint8_t *at, *end;
    int depth, numbers, strings;
};

static int value(struct parser *p);

static void space(struct parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\n'))
        p->at++;
}

static int string(struct parser *p) {
    p->at++;
    while (p->at < p->end && *p->at != '"')
        p->at += *p->at == '\\' ? 2 : 1;
    p->strings++;
    return p->at++ < p->end;
}

static int list(struct parser *p, uint8_t close, int pairs) {
    p->at++;
    if (++p->depth > 2)
        __builtin_trap();
    space(p);
    while (p->at < p->end && *p->at != close) {
        if (pairs && (!string(p) || p->at >= p->end || *p->at++ != ':'))
            return 0;
        if (!value(p))
            return 0;
        space(p);
        if (p->at < p->end && *p->at == ',')
            p->at++;
    }
    p->depth--;
    return p->at++ < p->end;
}

static int value(struct parser *p) {
    space(p);
    if (p->at >= p->end)
        return 0;
    switch (*p->at) {
    case '[': return list(p, ']', 0);
    case '{': return list(p, '}', 1);
    case '"': return string(p);
    default:
        if (*p->at < '0' || *p->at > '9')
            return 0;
        while (p->at < p->end && *p->at >= '0' && *p->at <= '9')
            p->at++;
        p->numbers++;
        return 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct parser p = {data, data + size, 0, 0, 0};
    while (p.at < p.end)
        if (!value(&p))
            p.at++, p.depth = 0;
    return p.numbers + 1000 * p.strings;
}
