/* Expressions and patterns of XPath 1.0, as far as stylesheets for web pages need them.
 *
 * Location paths along children, attributes (`@`), descendants (`//`), `.` and `..`, with names, `*`, `p:*`, text(), node(),
 * comment(), processing-instruction() and predicates; `|`, `=`, `!=`, `<`, `<=`, `>`, `>=`, and, or, literals, numbers, and the
 * functions that FUNCTIONS lists. There are no variables, no arithmetic and no other axes: what is not understood is refused, with
 * the place of the attribute that it is in.
 *
 * Sets of nodes are arrays in document order. A step from many nodes puts its results in order only if they are not, which a step to
 * children or attributes of siblings never needs.
 */
#ifndef XPATH_H
#define XPATH_H

#include <math.h>

#include "xml.h"

enum step_axis { CHILDREN_OF, ATTRIBUTES_OF, SELF_OF, PARENT_OF, DESCENDANTS_OF, DESCENDANTS_AND_SELF };
enum step_test { ANY_NODE, ANY_NAME, ANY_OF_NAMESPACE, NAMED, ANY_TEXT, ANY_COMMENT, ANY_INSTRUCTION };

struct step {
    enum step_axis axis;
    enum step_test test;
    const struct name *uri, *local;
    struct expression *predicates; /* linked by `next` */
    struct step *next, *before;
};

enum operator { OR, AND, EQUAL, UNEQUAL, LESS, AT_MOST, GREATER, AT_LEAST, UNION, PATH, LITERAL, NUMBER, CALL };

struct expression {
    enum operator operator;
    struct expression *left, *right, *next;
    struct step *steps;
    bool is_absolute;
    struct text literal;
    double number;
    int function;
};

/* Expressions are read and evaluated by functions that call themselves. */
enum { MOST_ARGUMENTS = 16, DEEPEST_EXPRESSION = 100, LONGEST_EXPRESSION = 4096 };

enum function {
    LAST, POSITION, COUNT, NAME, LOCAL_NAME, STRING, CONCAT, CONTAINS, STARTS_WITH, NORMALIZE_SPACE, STRING_LENGTH, NOT, BOOLEAN,
    TRUE, FALSE
};

/* How many arguments a function takes. With none, some take the context node. */
static const struct { const char *name; int least, most; bool is_number; } FUNCTIONS[] = {
    {"last", 0, 0, true}, {"position", 0, 0, true}, {"count", 1, 1, true}, {"name", 0, 1, false}, {"local-name", 0, 1, false},
    {"string", 0, 1, false}, {"concat", 2, MOST_ARGUMENTS, false}, {"contains", 2, 2, false}, {"starts-with", 2, 2, false},
    {"normalize-space", 0, 1, false}, {"string-length", 0, 1, true}, {"not", 1, 1, false}, {"boolean", 1, 1, false},
    {"true", 0, 0, false}, {"false", 0, 0, false},
};

/* --- Reading --- */

struct xpath_reader {
    const struct document *document;
    const struct node *attribute;
    const char *at;
    bool uses_position;
    int depth;
};

static inline _Noreturn void refuse(const struct xpath_reader *in, const char *what) {
    fail(in->document, in->attribute->offset, "%s, at `%.*s` of `%.*s`", what, SHOWN(((struct text){in->at, strlen(in->at)})),
         SHOWN(in->attribute->text));
}

static inline void skip_blanks(struct xpath_reader *in) {
    while (is_space(*in->at))
        in->at++;
}

static inline bool take_sign(struct xpath_reader *in, const char *sign) {
    skip_blanks(in);
    if (strncmp(in->at, sign, strlen(sign)))
        return false;
    in->at += strlen(sign);
    return true;
}

static inline void expect_sign(struct xpath_reader *in, const char *sign, const char *what) {
    if (!take_sign(in, sign))
        refuse(in, what);
}

/* How long the name without a prefix is that comes next. */
static inline size_t next_name(const struct xpath_reader *in) {
    size_t length = name_length_at(in->at, false);
    const char *colon = memchr(in->at, ':', length);
    return colon ? (size_t)(colon - in->at) : length;
}

/* A word that is an operator only where an operand has come before. */
static inline bool take_word(struct xpath_reader *in, const char *word) {
    skip_blanks(in);
    size_t length = name_length_at(in->at, false);
    if (length != strlen(word) || strncmp(in->at, word, length))
        return false;
    in->at += length;
    return true;
}

static inline struct expression *new_expression(enum operator operator, struct expression *left, struct expression *right) {
    struct expression *made = keep(sizeof *made);
    made->operator = operator;
    made->left = left;
    made->right = right;
    return made;
}

static inline struct expression *read_or(struct xpath_reader *in);

/* The namespace of a prefix where an expression stands. */
static inline const struct name *uri_of(const struct xpath_reader *in, const char *prefix, size_t length) {
    const struct name *uri;
    if (!stands_for(in->attribute->parent, name_of(prefix, length), &uri))
        refuse(in, "the prefix stands for no namespace");
    return uri;
}

static inline void read_name_test(struct xpath_reader *in, struct step *step) {
    static const struct { const char *name; enum step_test test; } TYPES[] = {
        {"text", ANY_TEXT}, {"node", ANY_NODE}, {"comment", ANY_COMMENT}, {"processing-instruction", ANY_INSTRUCTION},
    };
    skip_blanks(in);
    if (take_sign(in, "*")) {
        step->test = ANY_NAME;
        return;
    }
    size_t length = next_name(in);
    const char *name = in->at;
    if (length == 0)
        refuse(in, "a name is missing");
    in->at += length;
    if (in->at[0] == ':' && in->at[1] == ':')
        refuse(in, "axes are not supported by their names");
    if (in->at[0] == ':') {
        step->uri = uri_of(in, name, length);
        in->at++;
        step->test = take_sign(in, "*") ? ANY_OF_NAMESPACE : NAMED;
        if (step->test == ANY_OF_NAMESPACE)
            return;
        name = in->at;
        length = next_name(in);
        if (length == 0)
            refuse(in, "a name is missing");
        in->at += length;
    } else if (take_sign(in, "(")) {
        for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
            if (strlen(TYPES[i].name) == length && !strncmp(name, TYPES[i].name, length)) {
                step->test = TYPES[i].test;
                expect_sign(in, ")", "a type of nodes takes nothing in parentheses");
                return;
            }
        }
        refuse(in, "this is no type of nodes");
    }
    step->test = NAMED;
    step->local = name_of(name, length);
}

static inline void read_predicates(struct xpath_reader *in, struct step *step) {
    for (struct expression **place = &step->predicates; take_sign(in, "["); place = &(*place)->next) {
        *place = read_or(in);
        enum operator operator = (*place)->operator;
        in->uses_position |= operator == NUMBER || (operator == CALL && FUNCTIONS[(*place)->function].is_number);
        expect_sign(in, "]", "`]` is missing");
    }
}

static inline struct step *read_step(struct xpath_reader *in) {
    struct step *step = keep(sizeof *step);
    if (take_sign(in, "..")) {
        step->axis = PARENT_OF;
    } else if (take_sign(in, ".")) {
        step->axis = SELF_OF;
    } else {
        step->axis = take_sign(in, "@") ? ATTRIBUTES_OF : CHILDREN_OF;
        read_name_test(in, step);
        read_predicates(in, step);
    }
    return step;
}

static inline void append_step(struct expression *path, struct step **last, struct step *step) {
    step->before = *last;
    if (*last)
        (*last)->next = step;
    else
        path->steps = step;
    *last = step;
}

/* `a//b` is all descendants of `a` that are a `b`. Only where a predicate may count do children have to be looked at by parent. */
static inline struct expression *read_path(struct xpath_reader *in) {
    struct expression *path = new_expression(PATH, NULL, NULL);
    struct step *last = NULL;
    bool is_deep = take_sign(in, "//");
    path->is_absolute = is_deep || take_sign(in, "/");
    skip_blanks(in);
    if (path->is_absolute && !is_deep && *in->at != '@' && *in->at != '*' && *in->at != '.' && next_name(in) == 0)
        return path;
    do {
        struct step *step = read_step(in);
        if (is_deep && step->axis == CHILDREN_OF && !step->predicates) {
            step->axis = DESCENDANTS_OF;
        } else if (is_deep) {
            struct step *between = keep(sizeof *between);
            between->axis = DESCENDANTS_AND_SELF;
            append_step(path, &last, between);
        }
        append_step(path, &last, step);
        is_deep = take_sign(in, "//");
    } while (is_deep || take_sign(in, "/"));
    return path;
}

static inline struct expression *read_call(struct xpath_reader *in, size_t length) {
    struct expression *call = new_expression(CALL, NULL, NULL), **place = &call->left;
    size_t function = 0, all = sizeof FUNCTIONS / sizeof *FUNCTIONS;
    while (function < all && (strlen(FUNCTIONS[function].name) != length || strncmp(in->at, FUNCTIONS[function].name, length)))
        function++;
    if (function == all)
        refuse(in, "this function is not supported");
    call->function = (int)function;
    in->uses_position |= function == LAST || function == POSITION;
    in->at += length;
    expect_sign(in, "(", "`(` is missing");
    int count = 0;
    while (!take_sign(in, ")")) {
        if (count++ > 0)
            expect_sign(in, ",", "`,` or `)` is missing");
        *place = read_or(in);
        place = &(*place)->next;
    }
    if (count < FUNCTIONS[function].least || count > FUNCTIONS[function].most)
        refuse(in, "a function has too few or too many arguments before this");
    if (function == COUNT && call->left->operator != PATH && call->left->operator != UNION)
        refuse(in, "only nodes can be counted, before this");
    return call;
}

/* A function is a name with a parenthesis that is no type of nodes. */
static inline bool is_call(const struct xpath_reader *in, size_t length) {
    static const char *const TYPES[] = {"text", "node", "comment", "processing-instruction"};
    const char *after = in->at + length;
    while (is_space(*after))
        after++;
    if (length == 0 || *after != '(')
        return false;
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        if (strlen(TYPES[i]) == length && !strncmp(in->at, TYPES[i], length))
            return false;
    }
    return true;
}

static inline struct expression *read_primary(struct xpath_reader *in) {
    skip_blanks(in);
    char c = *in->at;
    if (c == '"' || c == '\'') {
        const char *end = strchr(in->at + 1, c);
        if (!end)
            refuse(in, "a text has no end");
        struct expression *made = new_expression(LITERAL, NULL, NULL);
        made->literal = (struct text){in->at + 1, (size_t)(end - in->at - 1)};
        in->at = end + 1;
        return made;
    }
    if ((c >= '0' && c <= '9') || (c == '.' && in->at[1] >= '0' && in->at[1] <= '9')) {
        struct expression *made = new_expression(NUMBER, NULL, NULL);
        size_t length = strspn(in->at, "0123456789");
        length += in->at[length] == '.' ? 1 + strspn(in->at + length + 1, "0123456789") : 0;
        struct text digits = {in->at, length};
        made->number = strtod(strncpy(keep(length + 1), digits.bytes, length), NULL);
        in->at += length;
        return made;
    }
    if (take_sign(in, "(")) {
        struct expression *made = read_or(in);
        expect_sign(in, ")", "`)` is missing");
        skip_blanks(in);
        if (*in->at == '[' || *in->at == '/')
            refuse(in, "nothing can follow a parenthesis but an operator");
        return made;
    }
    size_t length = next_name(in);
    return is_call(in, length) ? read_call(in, length) : read_path(in);
}

static inline struct expression *read_union(struct xpath_reader *in) {
    struct expression *all = read_primary(in);
    while (take_sign(in, "|")) {
        struct expression *more = read_primary(in);
        if ((all->operator != PATH && all->operator != UNION) || more->operator != PATH)
            refuse(in, "only paths can be joined with `|`, before this");
        all = new_expression(UNION, all, more);
    }
    return all;
}

static inline struct expression *read_relation(struct xpath_reader *in) {
    struct expression *all = read_union(in);
    for (;;) {
        if (take_sign(in, "<="))
            all = new_expression(AT_MOST, all, read_union(in));
        else if (take_sign(in, ">="))
            all = new_expression(AT_LEAST, all, read_union(in));
        else if (take_sign(in, "<"))
            all = new_expression(LESS, all, read_union(in));
        else if (take_sign(in, ">"))
            all = new_expression(GREATER, all, read_union(in));
        else
            return all;
    }
}

static inline struct expression *read_equality(struct xpath_reader *in) {
    struct expression *all = read_relation(in);
    for (;;) {
        if (take_sign(in, "!="))
            all = new_expression(UNEQUAL, all, read_relation(in));
        else if (take_sign(in, "="))
            all = new_expression(EQUAL, all, read_relation(in));
        else
            return all;
    }
}

static inline struct expression *read_and(struct xpath_reader *in) {
    struct expression *all = read_equality(in);
    while (take_word(in, "and"))
        all = new_expression(AND, all, read_equality(in));
    return all;
}

static inline struct expression *read_or(struct xpath_reader *in) {
    if (in->depth++ == DEEPEST_EXPRESSION)
        refuse(in, "the expression is nested too deep");
    struct expression *all = read_and(in);
    while (take_word(in, "or"))
        all = new_expression(OR, all, read_and(in));
    in->depth--;
    return all;
}

/* A part of an attribute as a text with an end. */
static inline struct xpath_reader xpath_reader_of(const struct document *document, const struct node *attribute, struct text part) {
    if (part.length > LONGEST_EXPRESSION)
        fail(document, attribute->offset, "this expression is longer than %d bytes", LONGEST_EXPRESSION);
    char *copy = memcpy(keep(part.length + 1), part.bytes, part.length);
    return (struct xpath_reader){.document = document, .attribute = attribute, .at = copy};
}

static inline struct expression *read_expression(const struct document *document, const struct node *attribute, struct text part) {
    struct xpath_reader in = xpath_reader_of(document, attribute, part);
    struct expression *all = read_or(&in);
    skip_blanks(&in);
    if (*in.at)
        refuse(&in, "this is not understood");
    return all;
}

#endif
