/* A backtracking matcher for regular expressions: literals, `.`, `*`, `|` and groups.
 *
 * Measured     whether PATTERN matches the whole of an n-byte subject, after the pattern was compiled
 * Worst case   "ababab...": every "ab" can be read in two ways and none of them helps without a final "c"
 * Cost         184 2^(n/2) - 133 for even n, 248 2^((n-1)/2) - 133 for odd n
 * Paths        3 2^n - 2
 *
 *     worstcase run examples/regex_backtrack.c --size 6 --input 97,98,97,98,97,98
 */
#include <stdbool.h>
#include <worstcase.h>

#define PATTERN "(a|b|ab)*c"

enum { CAPACITY = 1 << 12, MAX_NODES = 64 };
enum kind { LITERAL, ANY, FORK, STAR, EMPTY, ACCEPT };

/* The compiled pattern is a graph: a node continues with `out`, a FORK or STAR also with `other`. */
struct node {
    enum kind kind;
    char literal;
    int entered; /* STAR: where in the subject its current iteration began */
    struct node *out, *other;
};

/* A piece of the graph: its first node, and the last one, whose `out` is still open. */
struct piece {
    struct node *first, *last;
};

static struct node pool[MAX_NODES];
static int used;
static const char *pattern;

static char subject[CAPACITY];
static int length;

static struct node *new_node(enum kind kind) {
    if (used == MAX_NODES)
        __builtin_trap();
    struct node *node = &pool[used++];
    node->kind = kind;
    node->entered = -1;
    node->out = NULL;
    node->other = NULL;
    return node;
}

static struct piece alternatives(void);

/* A byte, `.` or a group, with or without a star. */
static struct piece item(void) {
    struct piece piece;
    if (*pattern == '(') {
        pattern++;
        piece = alternatives();
        if (*pattern != ')')
            __builtin_trap();
    } else if (*pattern == '.') {
        piece.first = piece.last = new_node(ANY);
    } else {
        piece.first = piece.last = new_node(LITERAL);
        piece.first->literal = *pattern;
    }
    pattern++;
    if (*pattern == '*') {
        pattern++;
        struct node *star = new_node(STAR);
        star->out = piece.first;
        piece.last->out = star;
        piece.first = star;
        piece.last = star->other = new_node(EMPTY);
    }
    return piece;
}

static struct piece sequence(void) {
    struct piece piece;
    piece.first = piece.last = new_node(EMPTY);
    while (*pattern && *pattern != '|' && *pattern != ')') {
        struct piece next = item();
        piece.last->out = next.first;
        piece.last = next.last;
    }
    return piece;
}

static struct piece alternatives(void) {
    struct piece piece = sequence();
    if (*pattern == '|') {
        pattern++;
        struct piece rest = alternatives();
        struct node *fork = new_node(FORK);
        fork->out = piece.first;
        fork->other = rest.first;
        struct node *join = new_node(EMPTY);
        piece.last->out = join;
        rest.last->out = join;
        piece.first = fork;
        piece.last = join;
    }
    return piece;
}

static struct node *compile(const char *source) {
    used = 0;
    pattern = source;
    struct piece piece = alternatives();
    if (*pattern)
        __builtin_trap();
    piece.last->out = new_node(ACCEPT);
    return piece.first;
}

/* Does the graph from here on match the subject from `at` to its end? */
static bool match(struct node *node, int at) {
    while (node->kind != ACCEPT) {
        if (node->kind == FORK) {
            if (match(node->out, at))
                return true;
            node = node->other;
        } else if (node->kind == STAR) {
            /* An iteration that consumed nothing could be repeated for ever. */
            int entered = node->entered;
            if (entered == at)
                return false;
            node->entered = at;
            if (match(node->out, at))
                return true;
            node->entered = entered;
            node = node->other;
        } else {
            if (node->kind != EMPTY) {
                if (at == length)
                    return false;
                if (node->kind == LITERAL && subject[at] != node->literal)
                    return false;
                at++;
            }
            node = node->out;
        }
    }
    return at == length;
}

void run(int n) {
    if (n < 0 || n > CAPACITY)
        __builtin_trap();
    struct node *start = compile(PATTERN);
    length = n;
    input_bytes(subject, n);
    measure_begin();
    bool matches = match(start, 0);
    measure_end();
    output_i32(matches);
}
