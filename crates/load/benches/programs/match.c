/* Prints the lines of standard input that contain a match of a regular expression: a WASI command.
 *
 *     match PATTERN < lines
 *
 * The pattern has . * + ? | ( ) [a-z] [^a-z] ^ $ and \ before any of these. It is compiled to a small program that a
 * backtracking machine runs with a stack of its own, as Perl's and PCRE's engines do. As PCRE's, it gives up on a line after
 * MATCH_LIMIT steps, and says so.
 *
 * Measured     everything
 * Slow on      lines that nearly match in many ways: for [a-z]*[a-z0-9]*[0-9]*; (cubic) letters and digits without a
 *              semicolon; for (x+x+)+y (exponential) runs of eleven x or more and no y: MATCH_LIMIT steps on every such line
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PROGRAM = 1024, MAX_SETS = 64, MAX_LOOPS = 32, MAX_NESTING = 50, MATCH_LIMIT = 10000 };

enum opcode { CHAR, ANY, SET, SPLIT, JUMP, LINE_START, LINE_END, MARK, PROGRESS, MATCH };

struct instruction {
    enum opcode op;
    int x; /* a character, set or loop; for SPLIT and JUMP, where to go first */
    int y; /* for SPLIT, where to go if that fails */
};

struct program {
    struct instruction code[MAX_PROGRAM];
    int length;
    uint8_t sets[MAX_SETS][32];
    int set_count;
    int loop_count;
};

struct compiler {
    const char *at;
    struct program *program;
    int nesting;
    bool failed;
};

static int emit(struct compiler *c, enum opcode op, int x, int y) {
    struct program *p = c->program;
    if (p->length == MAX_PROGRAM) {
        c->failed = true;
        return 0;
    }
    p->code[p->length] = (struct instruction){op, x, y};
    return p->length++;
}

/* Makes room for `count` instructions at `at`, and moves what is behind along with its targets. */
static bool make_room(struct compiler *c, int at, int count) {
    struct program *p = c->program;
    if (p->length + count > MAX_PROGRAM) {
        c->failed = true;
        return false;
    }
    memmove(&p->code[at + count], &p->code[at], (p->length - at) * sizeof p->code[0]);
    p->length += count;
    for (int i = at + count; i < p->length; i++) {
        struct instruction *in = &p->code[i];
        if (in->op == SPLIT || in->op == JUMP) {
            in->x += in->x >= at ? count : 0;
            in->y += in->y >= at ? count : 0;
        }
    }
    return true;
}

static void parse_set(struct compiler *c) {
    struct program *p = c->program;
    if (p->set_count == MAX_SETS) {
        c->failed = true;
        return;
    }
    uint8_t *set = p->sets[p->set_count];
    memset(set, 0, 32);
    bool negated = *c->at == '^';
    if (negated)
        c->at++;
    bool first = true;
    while (*c->at && (*c->at != ']' || first)) {
        first = false;
        if (*c->at == '\\' && c->at[1])
            c->at++;
        int low = (uint8_t)*c->at++, high = low;
        if (*c->at == '-' && c->at[1] && c->at[1] != ']') {
            high = (uint8_t)c->at[1];
            c->at += 2;
        }
        for (int b = low; b <= high; b++)
            set[b / 8] |= 1 << b % 8;
    }
    if (*c->at != ']') {
        c->failed = true;
        return;
    }
    c->at++;
    if (negated)
        for (int i = 0; i < 32; i++)
            set[i] = ~set[i];
    emit(c, SET, p->set_count++, 0);
}

static bool parse_alternatives(struct compiler *c);

/* Each of these says whether what it has parsed can match the empty string. */
static bool parse_atom(struct compiler *c) {
    char ch = *c->at++;
    bool empty;
    switch (ch) {
    case '.': emit(c, ANY, 0, 0); return false;
    case '^': emit(c, LINE_START, 0, 0); return true;
    case '$': emit(c, LINE_END, 0, 0); return true;
    case '[': parse_set(c); return false;
    case '(':
        if (++c->nesting > MAX_NESTING) {
            c->failed = true;
            return true;
        }
        empty = parse_alternatives(c);
        c->nesting--;
        if (*c->at != ')')
            c->failed = true;
        else
            c->at++;
        return empty;
    case '*':
    case '+':
    case '?': c->failed = true; return true;
    case '\\':
        if (*c->at)
            ch = *c->at++;
        break;
    }
    emit(c, CHAR, (uint8_t)ch, 0);
    return false;
}

static bool parse_repeated(struct compiler *c) {
    struct program *p = c->program;
    int start = p->length;
    bool empty = parse_atom(c);
    while (!c->failed && (*c->at == '*' || *c->at == '+' || *c->at == '?')) {
        char kind = *c->at++;
        if (kind == '?') {
            if (make_room(c, start, 1))
                p->code[start] = (struct instruction){SPLIT, start + 1, p->length};
            empty = true;
            continue;
        }
        /* A round that takes nothing does not begin another one: PROGRESS then skips what goes back. */
        if (empty) {
            if (p->loop_count == MAX_LOOPS || !make_room(c, start, 1)) {
                c->failed = true;
                break;
            }
            p->code[start] = (struct instruction){MARK, p->loop_count, 0};
            emit(c, PROGRESS, p->loop_count++, 0);
        }
        if (kind == '+') {
            emit(c, SPLIT, start, p->length + 1);
        } else if (make_room(c, start, 1)) {
            emit(c, JUMP, start, 0);
            p->code[start] = (struct instruction){SPLIT, start + 1, p->length};
            empty = true;
        }
    }
    return empty;
}

static bool parse_sequence(struct compiler *c) {
    bool empty = true;
    while (!c->failed && *c->at && *c->at != '|' && *c->at != ')')
        empty &= parse_repeated(c);
    return empty;
}

static bool parse_alternatives(struct compiler *c) {
    struct program *p = c->program;
    int start = p->length;
    bool empty = parse_sequence(c);
    if (c->failed || *c->at != '|')
        return empty;
    c->at++;
    if (!make_room(c, start, 1))
        return empty;
    int jump = emit(c, JUMP, 0, 0);
    p->code[start] = (struct instruction){SPLIT, start + 1, p->length};
    if (++c->nesting > MAX_NESTING)
        c->failed = true;
    else
        empty |= parse_alternatives(c);
    c->nesting--;
    p->code[jump].x = p->length;
    return empty;
}

static bool compile(const char *pattern, struct program *p) {
    struct compiler c = {pattern, p, 0, false};
    parse_alternatives(&c);
    emit(&c, MATCH, 0, 0);
    return !c.failed && *c.at == '\0';
}

/* What to go back to: another way from a position, or (pc < 0) an older mark of the loop -1 - pc. */
struct choice {
    int pc;
    size_t position;
};

static struct choice *choices;
static size_t choice_count, choice_capacity;

static bool push(int pc, size_t position) {
    if (choice_count == choice_capacity) {
        size_t capacity = choice_capacity ? 2 * choice_capacity : 256;
        struct choice *larger = realloc(choices, capacity * sizeof *larger);
        if (!larger)
            return false;
        choices = larger;
        choice_capacity = capacity;
    }
    choices[choice_count++] = (struct choice){pc, position};
    return true;
}

/* 1 if there is a match that begins at `at`, 0 if not, -1 if there were too many steps. */
static int match_at(const struct program *p, const char *line, size_t length, size_t at, long *steps) {
    size_t marks[MAX_LOOPS] = {0};
    int pc = 0;
    choice_count = 0;
    for (;;) {
        if (++*steps > MATCH_LIMIT)
            return -1;
        const struct instruction *in = &p->code[pc++];
        int byte = at < length ? (uint8_t)line[at] : -1;
        bool ok = true;
        switch (in->op) {
        case CHAR: ok = byte == in->x; at++; break;
        case ANY: ok = byte >= 0; at++; break;
        case SET: ok = byte >= 0 && p->sets[in->x][byte / 8] >> byte % 8 & 1; at++; break;
        case LINE_START: ok = at == 0; break;
        case LINE_END: ok = at == length; break;
        case JUMP: pc = in->x; break;
        case SPLIT:
            if (!push(in->y, at))
                return -1;
            pc = in->x;
            break;
        case MARK:
            if (!push(-1 - in->x, marks[in->x]))
                return -1;
            marks[in->x] = at;
            break;
        case PROGRESS: pc += at == marks[in->x]; break;
        case MATCH: return 1;
        }
        while (!ok) {
            if (choice_count == 0)
                return 0;
            struct choice last = choices[--choice_count];
            if (last.pc < 0) {
                marks[-1 - last.pc] = last.position;
            } else {
                pc = last.pc;
                at = last.position;
                ok = true;
            }
        }
    }
}

static int search(const struct program *p, const char *line, size_t length) {
    long steps = 0;
    int result = 0;
    for (size_t start = 0; start <= length && result == 0; start++)
        result = match_at(p, line, length, start, &steps);
    return result;
}

int main(int argc, char **argv) {
    static struct program program;
    if (argc != 2 || !compile(argv[1], &program)) {
        fputs("usage: match PATTERN\n", stderr);
        return 2;
    }
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    long given_up = 0;
    while ((length = getline(&line, &capacity, stdin)) != -1) {
        if (length > 0 && line[length - 1] == '\n')
            length--;
        int result = search(&program, line, length);
        if (result > 0) {
            fwrite(line, 1, length, stdout);
            putchar('\n');
        }
        given_up += result < 0;
    }
    if (given_up)
        fprintf(stderr, "match: gave up on %ld lines\n", given_up);
    free(line);
    free(choices);
    return 0;
}
