/* What expressions of XPath come to: sets of nodes, texts, numbers and truth. */
#ifndef XPATH_VALUES_H
#define XPATH_VALUES_H

#include "xpath.h"

struct nodes {
    struct node **items;
    size_t count, capacity;
};

enum value_type { NODES, TEXT_VALUE, NUMBER_VALUE, TRUTH };

struct value {
    enum value_type type;
    struct nodes nodes;
    struct text text;
    double number;
    bool truth;
};

/* The node that an expression is about, which of how many it is. */
struct context {
    struct node *node;
    size_t position, size;
};

static inline struct value evaluate(const struct expression *expression, struct context context);

/* --- Sets of nodes --- */

static inline void add_to_set(struct nodes *set, struct node *node) {
    if (set->count == set->capacity) {
        set->capacity = set->capacity ? 2 * set->capacity : 8;
        set->items = grow(set->items, set->capacity * sizeof *set->items);
    }
    set->items[set->count++] = node;
}

static inline int by_order(const void *a, const void *b) {
    const struct node *first = *(struct node *const *)a, *second = *(struct node *const *)b;
    return first->order < second->order ? -1 : first->order > second->order;
}

/* In document order, each node once. */
static inline void put_in_order(struct nodes *set) {
    size_t at = 1;
    while (at < set->count && set->items[at - 1]->order < set->items[at]->order)
        at++;
    if (at >= set->count)
        return;
    qsort(set->items, set->count, sizeof *set->items, by_order);
    size_t kept = 1;
    for (size_t i = 1; i < set->count; i++) {
        if (set->items[i] != set->items[kept - 1])
            set->items[kept++] = set->items[i];
    }
    set->count = kept;
}

static inline bool passes_test(const struct step *step, const struct node *node) {
    bool is_named = node->kind == ELEMENT || node->kind == ATTRIBUTE;
    switch (step->test) {
    case ANY_NODE:
        return true;
    case ANY_NAME:
        return is_named;
    case ANY_OF_NAMESPACE:
        return is_named && node->uri == step->uri;
    case NAMED:
        return is_named && node->local == step->local && node->uri == step->uri;
    case ANY_TEXT:
        return node->kind == TEXT;
    case ANY_COMMENT:
        return node->kind == COMMENT;
    case ANY_INSTRUCTION:
        return node->kind == INSTRUCTION;
    }
    return false;
}

static inline void add_if_passes(struct nodes *set, const struct step *step, struct node *node) {
    if (passes_test(step, node))
        add_to_set(set, node);
}

/* All below a node, each before what is in it. */
static inline void add_descendants(struct nodes *set, const struct step *step, struct node *node) {
    for (struct node *child = node->first; child; child = child->next) {
        add_if_passes(set, step, child);
        add_descendants(set, step, child);
    }
}

static inline void add_along_axis(struct nodes *set, const struct step *step, struct node *node) {
    switch (step->axis) {
    case CHILDREN_OF:
        for (struct node *child = node->first; child; child = child->next)
            add_if_passes(set, step, child);
        return;
    case ATTRIBUTES_OF:
        for (struct node *attribute = node->attributes; attribute; attribute = attribute->next) {
            if (!attribute->is_declaration)
                add_if_passes(set, step, attribute);
        }
        return;
    case SELF_OF:
        add_if_passes(set, step, node);
        return;
    case PARENT_OF:
        if (node->parent)
            add_if_passes(set, step, node->parent);
        return;
    case DESCENDANTS_AND_SELF:
        add_if_passes(set, step, node);
        add_descendants(set, step, node);
        return;
    case DESCENDANTS_OF:
        add_descendants(set, step, node);
        return;
    }
}

static inline bool to_truth(const struct value *value);

static inline bool passes_predicate(const struct expression *predicate, struct context context) {
    struct value value = evaluate(predicate, context);
    bool passes = value.type == NUMBER_VALUE ? value.number == (double)context.position : to_truth(&value);
    free(value.nodes.items);
    return passes;
}

/* Of the nodes from `start` on, only those for which all predicates hold stay. */
static inline void filter(struct nodes *set, size_t start, const struct expression *predicates) {
    for (; predicates; predicates = predicates->next) {
        size_t size = set->count - start, kept = start;
        for (size_t i = 0; i < size; i++) {
            struct context context = {set->items[start + i], i + 1, size};
            if (passes_predicate(predicates, context))
                set->items[kept++] = context.node;
        }
        set->count = kept;
    }
}

static inline struct nodes follow(const struct expression *path, struct node *from) {
    struct nodes set = {0};
    while (path->is_absolute && from->parent)
        from = from->parent;
    add_to_set(&set, from);
    for (const struct step *step = path->steps; step; step = step->next) {
        struct nodes next = {0};
        for (size_t i = 0; i < set.count; i++) {
            size_t start = next.count;
            add_along_axis(&next, step, set.items[i]);
            filter(&next, start, step->predicates);
        }
        put_in_order(&next);
        free(set.items);
        set = next;
    }
    return set;
}

/* --- Conversions --- */

static inline void gather(struct line *all, const struct node *node) {
    for (const struct node *child = node->first; child; child = child->next) {
        if (child->kind == TEXT)
            extend(all, (const unsigned char *)child->text.bytes, child->text.length);
        else if (child->kind == ELEMENT)
            gather(all, child);
    }
}

/* The text of an element is all text in it. What has to be put together is kept. */
static inline struct text text_of_node(const struct node *node) {
    static struct line all;
    if (node->kind != ELEMENT && node->kind != DOCUMENT)
        return node->text;
    if (!node->first)
        return (struct text){"", 0};
    if (node->first == node->last && node->first->kind == TEXT)
        return node->first->text;
    all.length = 0;
    gather(&all, node);
    char *copy = memcpy(keep(all.length + 1), all.length > 0 ? (const char *)all.text : "", all.length);
    return (struct text){copy, all.length};
}

static inline struct text text_of_number(double number) {
    char *text = keep(32);
    if (isnan(number))
        strcpy(text, "NaN");
    else if (isinf(number))
        strcpy(text, number > 0 ? "Infinity" : "-Infinity");
    else if (number == floor(number) && fabs(number) < 1e15)
        snprintf(text, 32, "%lld", (long long)number);
    else
        snprintf(text, 32, "%.15g", number);
    return (struct text){text, strlen(text)};
}

static inline struct text to_text(const struct value *value) {
    switch (value->type) {
    case NODES:
        return value->nodes.count > 0 ? text_of_node(value->nodes.items[0]) : (struct text){"", 0};
    case NUMBER_VALUE:
        return text_of_number(value->number);
    case TRUTH:
        return value->truth ? (struct text){"true", 4} : (struct text){"false", 5};
    case TEXT_VALUE:
        break;
    }
    return value->text;
}

/* Digits with a point, a minus before them and blanks around them; all else is no number. */
static inline double number_of_text(struct text text) {
    const char *at = text.bytes, *end = at + text.length;
    while (at < end && is_space(*at))
        at++;
    while (end > at && is_space(end[-1]))
        end--;
    char copy[64];
    size_t length = (size_t)(end - at), digits = 0, points = 0;
    if (length == 0 || length >= sizeof copy)
        return NAN;
    for (size_t i = at[0] == '-'; i < length; i++) {
        digits += at[i] >= '0' && at[i] <= '9';
        points += at[i] == '.';
    }
    if (digits == 0 || points > 1 || digits + points + (at[0] == '-') != length)
        return NAN;
    memcpy(copy, at, length);
    copy[length] = '\0';
    return strtod(copy, NULL);
}

static inline double to_number(const struct value *value) {
    if (value->type == NUMBER_VALUE)
        return value->number;
    return value->type == TRUTH ? (double)value->truth : number_of_text(to_text(value));
}

static inline bool to_truth(const struct value *value) {
    switch (value->type) {
    case NODES:
        return value->nodes.count > 0;
    case NUMBER_VALUE:
        return value->number != 0 && !isnan(value->number);
    case TEXT_VALUE:
        return value->text.length > 0;
    case TRUTH:
        break;
    }
    return value->truth;
}

static inline struct value value_of_text(struct text text) {
    return (struct value){.type = TEXT_VALUE, .text = text};
}

static inline struct value value_of_number(double number) {
    return (struct value){.type = NUMBER_VALUE, .number = number};
}

static inline struct value value_of_truth(bool truth) {
    return (struct value){.type = TRUTH, .truth = truth};
}

/* --- Comparisons --- */

static inline bool is_same(struct text a, struct text b) {
    return a.length == b.length && !memcmp(a.bytes, b.bytes, a.length);
}

static inline bool compare_single(enum operator operator, const struct value *left, const struct value *right) {
    bool is_equality = operator == EQUAL || operator == UNEQUAL;
    if (is_equality && (left->type == TRUTH || right->type == TRUTH))
        return (to_truth(left) == to_truth(right)) == (operator == EQUAL);
    if (is_equality && left->type != NUMBER_VALUE && right->type != NUMBER_VALUE)
        return is_same(to_text(left), to_text(right)) == (operator == EQUAL);
    double a = to_number(left), b = to_number(right);
    return operator == EQUAL ? a == b : operator == UNEQUAL ? a != b : operator == LESS ? a < b
        : operator == AT_MOST ? a <= b : operator == GREATER ? a > b : a >= b;
}

/* A set is compared by its nodes: some node, or pair of nodes, has to do. Only truth is compared with the whole. */
static inline bool compare(enum operator operator, const struct value *left, const struct value *right) {
    if (left->type == NODES && right->type != TRUTH) {
        for (size_t i = 0; i < left->nodes.count; i++) {
            struct value one = value_of_text(text_of_node(left->nodes.items[i]));
            if (compare(operator, &one, right))
                return true;
        }
        return false;
    }
    if (right->type == NODES && left->type != TRUTH) {
        for (size_t i = 0; i < right->nodes.count; i++) {
            struct value one = value_of_text(text_of_node(right->nodes.items[i]));
            if (compare_single(operator, left, &one))
                return true;
        }
        return false;
    }
    struct value truth = value_of_truth(to_truth(left->type == NODES ? left : right));
    if (left->type == NODES)
        return compare_single(operator, &truth, right);
    return compare_single(operator, left, right->type == NODES ? &truth : right);
}

/* --- Functions --- */

static inline struct text normalized(struct text text) {
    char *to = keep(text.length + 1);
    struct text made = {to, 0};
    for (size_t i = 0; i < text.length; i++) {
        if (!is_space(text.bytes[i]))
            *to++ = text.bytes[i];
        else if (to > made.bytes && to[-1] != ' ')
            *to++ = ' ';
    }
    made.length = (size_t)(to - made.bytes);
    made.length -= made.length > 0 && to[-1] == ' ';
    return made;
}

static inline bool contains(struct text text, struct text part) {
    for (size_t at = 0; at + part.length <= text.length; at++) {
        if (!memcmp(text.bytes + at, part.bytes, part.length))
            return true;
    }
    return false;
}

static inline struct text concatenated(const struct value *values, int count) {
    struct line all = {0};
    for (int i = 0; i < count; i++) {
        struct text text = to_text(&values[i]);
        extend(&all, (const unsigned char *)text.bytes, text.length);
    }
    char *copy = memcpy(keep(all.length + 1), all.text, all.length);
    free(all.text);
    return (struct text){copy, all.length};
}

static inline size_t characters_in(struct text text) {
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += (text.bytes[i] & 0xc0) != 0x80;
    return count;
}

static inline struct value name_of_first(const struct value *value, bool is_local) {
    const struct node *node = value->nodes.count > 0 ? value->nodes.items[0] : NULL;
    if (!node || !node->name)
        return value_of_text((struct text){"", 0});
    return value_of_text(is_local && node->local ? node->local->text : node->name->text);
}

static inline struct value call_with(enum function function, struct context context, const struct value *values, int count) {
    struct text first = count > 0 && function != COUNT ? to_text(&values[0]) : (struct text){"", 0};
    struct text second = count > 1 ? to_text(&values[1]) : (struct text){"", 0};
    switch (function) {
    case LAST:
        return value_of_number((double)context.size);
    case POSITION:
        return value_of_number((double)context.position);
    case COUNT:
        return value_of_number((double)values[0].nodes.count);
    case NAME:
    case LOCAL_NAME:
        return name_of_first(&values[0], function == LOCAL_NAME);
    case STRING:
        return value_of_text(first);
    case CONCAT:
        return value_of_text(concatenated(values, count));
    case CONTAINS:
        return value_of_truth(contains(first, second));
    case STARTS_WITH:
        return value_of_truth(first.length >= second.length && !memcmp(first.bytes, second.bytes, second.length));
    case NORMALIZE_SPACE:
        return value_of_text(normalized(first));
    case STRING_LENGTH:
        return value_of_number((double)characters_in(first));
    case NOT:
        return value_of_truth(!to_truth(&values[0]));
    case BOOLEAN:
        return value_of_truth(to_truth(&values[0]));
    case TRUE:
    case FALSE:
        break;
    }
    return value_of_truth(function == TRUE);
}

static inline struct value call(const struct expression *expression, struct context context) {
    enum function function = (enum function)expression->function;
    struct value values[MOST_ARGUMENTS];
    int count = 0;
    for (const struct expression *argument = expression->left; argument; argument = argument->next)
        values[count++] = evaluate(argument, context);
    bool takes_context = function == NAME || function == LOCAL_NAME || function == STRING || function == NORMALIZE_SPACE
        || function == STRING_LENGTH;
    if (count == 0 && takes_context) {
        values[count] = (struct value){.type = NODES};
        add_to_set(&values[count++].nodes, context.node);
    }
    struct value result = call_with(function, context, values, count);
    for (int i = 0; i < count; i++)
        free(values[i].nodes.items);
    return result;
}

/* --- Expressions --- */

static inline struct value evaluate(const struct expression *expression, struct context context) {
    enum operator operator = expression->operator;
    if (operator == PATH)
        return (struct value){.type = NODES, .nodes = follow(expression, context.node)};
    if (operator == LITERAL)
        return value_of_text(expression->literal);
    if (operator == NUMBER)
        return value_of_number(expression->number);
    if (operator == CALL)
        return call(expression, context);
    struct value left = evaluate(expression->left, context);
    if (operator == OR || operator == AND) {
        bool truth = to_truth(&left);
        free(left.nodes.items);
        if (truth == (operator == OR))
            return value_of_truth(truth);
        struct value right = evaluate(expression->right, context);
        truth = to_truth(&right);
        free(right.nodes.items);
        return value_of_truth(truth);
    }
    struct value right = evaluate(expression->right, context);
    if (operator == UNION) {
        for (size_t i = 0; i < right.nodes.count; i++)
            add_to_set(&left.nodes, right.nodes.items[i]);
        put_in_order(&left.nodes);
        free(right.nodes.items);
        return left;
    }
    bool truth = compare(operator, &left, &right);
    free(left.nodes.items);
    free(right.nodes.items);
    return value_of_truth(truth);
}

/* --- Patterns --- */

static inline bool matches_step(const struct step *step, const struct node *node) {
    if (step->axis == CHILDREN_OF || step->axis == DESCENDANTS_OF) {
        if (node->kind == ATTRIBUTE || node->kind == DOCUMENT)
            return false;
    } else if (node->kind != ATTRIBUTE) {
        return false;
    }
    if (!passes_test(step, node))
        return false;
    for (const struct expression *predicate = step->predicates; predicate; predicate = predicate->next) {
        if (!passes_predicate(predicate, (struct context){(struct node *)node, 1, 1}))
            return false;
    }
    return true;
}

/* Whether a node is where the last step of a pattern leads. Steps between two `//` match the parents of a node one by one, and of all
 * places above for the part before a `//` the lowest one will do, if any does. */
static inline bool matches(const struct expression *pattern, const struct node *node) {
    const struct step *step = pattern->steps;
    if (!step)
        return node->kind == DOCUMENT;
    while (step->next)
        step = step->next;
    const struct node *again = NULL; /* where the part before a `//` may be tried next */
    const struct step *part = NULL;
    for (;;) {
        if (step && node && matches_step(step, node)) {
            bool is_deep = step->axis == DESCENDANTS_OF || (step->before && step->before->axis == DESCENDANTS_AND_SELF);
            step = step->before;
            if (step && step->axis == DESCENDANTS_AND_SELF)
                step = step->before;
            node = node->parent;
            if (!step && (!pattern->is_absolute || is_deep || node->kind == DOCUMENT))
                return true;
            if (step && is_deep) {
                part = step;
                again = node;
            }
            if (step)
                continue;
        }
        if (!again || !again->parent)
            return false;
        node = again = again->parent;
        step = part;
    }
}

#endif
