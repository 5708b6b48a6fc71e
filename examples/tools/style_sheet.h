/* Reads a stylesheet for style.c: which rules there are, and what their instructions say. What is not supported is refused here, so
 * that nothing is written before it is noticed. */
#ifndef STYLE_SHEET_H
#define STYLE_SHEET_H

#include "xpath_values.h"

enum made_kind {
    APPLY_TEMPLATES, VALUE_OF, FOR_EACH, IF, CHOOSE, WHEN, OTHERWISE, TEXT_OF, MAKE_ELEMENT, MAKE_ATTRIBUTE, MAKE_COMMENT,
    COPY, COPY_OF
};

/* A part of the value of an attribute: a text, or an expression in braces. */
struct piece {
    struct text text;
    struct expression *expression;
    struct piece *next;
};

/* What an instruction says. */
struct made {
    enum made_kind kind;
    struct expression *select;
    struct piece *name;
};

/* A template with one of the patterns that it is for. */
struct rule {
    struct expression *pattern;
    double priority;
    size_t number;
    const struct node *template;
};

/* The instructions, and the attribute that each has to have, or may have. */
static const struct { const char *name, *attribute; bool is_needed; enum made_kind kind; } INSTRUCTIONS[] = {
    {"apply-templates", "select", false, APPLY_TEMPLATES}, {"value-of", "select", true, VALUE_OF},
    {"for-each", "select", true, FOR_EACH}, {"if", "test", true, IF}, {"choose", NULL, false, CHOOSE},
    {"when", "test", true, WHEN}, {"otherwise", NULL, false, OTHERWISE},
    {"text", NULL, false, TEXT_OF}, {"element", "name", true, MAKE_ELEMENT}, {"attribute", "name", true, MAKE_ATTRIBUTE},
    {"comment", NULL, false, MAKE_COMMENT}, {"copy", NULL, false, COPY}, {"copy-of", "select", true, COPY_OF},
};

static const struct document *sheet;
static const struct name *xslt;

static struct rule *rules;
static size_t rule_count;

static enum { METHOD_XML, METHOD_TEXT } output_method;
static bool may_indent = true, has_declaration = true, names_encoding;

/* --- Attributes --- */

static inline bool is_text(struct text text, const char *other) {
    return text.length == strlen(other) && !memcmp(text.bytes, other, text.length);
}

/* An attribute by its name. Others than the named ones are refused, unless they are of another namespace. */
static inline const struct node *only_attribute(const struct node *element, const char *const *names, size_t which) {
    const struct node *found = NULL;
    for (const struct node *attribute = element->attributes; attribute; attribute = attribute->next) {
        if (attribute->is_declaration || attribute->uri)
            continue;
        size_t i = 0;
        while (names[i] && !is_text(attribute->name->text, names[i]))
            i++;
        if (!names[i])
            fail(sheet, attribute->offset, "the attribute `%.*s` is not supported here", SHOWN(attribute->name->text));
        if (i == which)
            found = attribute;
    }
    return found;
}

static inline const struct node *needed_attribute(const struct node *element, const char *const *names, size_t which) {
    const struct node *found = only_attribute(element, names, which);
    if (!found)
        fail(sheet, element->offset, "the attribute `%s` is missing", names[which]);
    return found;
}

/* Texts, and expressions in braces; a brace itself is written twice. */
static inline struct piece *read_pieces(const struct node *attribute) {
    struct piece *first = NULL, **place = &first;
    struct text text = attribute->text;
    size_t at = 0;
    while (at < text.length) {
        struct piece *piece = *place = keep(sizeof *piece);
        place = &piece->next;
        char c = text.bytes[at];
        bool is_double = (c == '{' || c == '}') && at + 1 < text.length && text.bytes[at + 1] == c;
        if (is_double) {
            piece->text = (struct text){text.bytes + at, 1};
            at += 2;
        } else if (c == '{') {
            size_t start = ++at;
            for (char quote = 0; at < text.length && (quote || text.bytes[at] != '}'); at++) {
                c = text.bytes[at];
                if (c == '"' || c == '\'')
                    quote = !quote ? c : quote == c ? 0 : quote;
            }
            if (at == text.length)
                fail(sheet, attribute->offset, "a brace is not closed in `%.*s`", SHOWN(text));
            piece->expression = read_expression(sheet, attribute, (struct text){text.bytes + start, at - start});
            at++;
        } else if (c == '}') {
            fail(sheet, attribute->offset, "a brace is closed that was not opened in `%.*s`", SHOWN(text));
        } else {
            size_t start = at;
            while (at < text.length && text.bytes[at] != '{' && text.bytes[at] != '}')
                at++;
            piece->text = (struct text){text.bytes + start, at - start};
        }
    }
    return first;
}

/* --- Instructions --- */

/* All children, as if nothing was said. */
static inline struct expression *all_children(void) {
    struct expression *path = new_expression(PATH, NULL, NULL);
    path->steps = keep(sizeof *path->steps);
    return path;
}

static inline void read_body(struct node *parent);

static inline void read_attribute_of(struct node *element, struct made *made, const char *name, bool is_needed) {
    const char *const names[] = {name, NULL};
    const struct node *attribute = is_needed ? needed_attribute(element, names, 0) : only_attribute(element, names, 0);
    if (name && !strcmp(name, "name"))
        made->name = read_pieces(attribute);
    else if (attribute)
        made->select = read_expression(sheet, attribute, attribute->text);
    else if (made->kind == APPLY_TEMPLATES)
        made->select = all_children();
    bool takes_nodes = made->kind == APPLY_TEMPLATES || made->kind == FOR_EACH;
    if (takes_nodes && made->select->operator != PATH && made->select->operator != UNION)
        fail(sheet, attribute->offset, "this has to be a set of nodes");
}

static inline bool is_instruction(const struct node *node, const char *name) {
    return node->uri == xslt && is_text(node->local->text, name);
}

/* What may be in an instruction: nothing, text, branches, or more instructions. */
static inline void check_content(const struct node *element, enum made_kind kind) {
    for (const struct node *child = element->first; child; child = child->next) {
        bool is_element = child->kind == ELEMENT;
        bool is_branch = is_element && (is_instruction(child, "when") || is_instruction(child, "otherwise"));
        if (!is_element && child->kind != TEXT)
            continue;
        if (kind == APPLY_TEMPLATES || kind == VALUE_OF || kind == COPY_OF)
            fail(sheet, child->offset, "nothing can be in `%.*s` here", SHOWN(element->name->text));
        if ((kind == TEXT_OF && is_element) || (kind == CHOOSE) != is_branch)
            fail(sheet, child->offset, "this cannot be in `%.*s`", SHOWN(element->name->text));
        if (kind == CHOOSE && child->next && is_text(child->local->text, "otherwise"))
            fail(sheet, child->offset, "`otherwise` has to be the last branch");
    }
    if (kind == CHOOSE && !element->first)
        fail(sheet, element->offset, "there is no branch to choose");
}

static inline void read_made(struct node *element) {
    size_t at = 0, all = sizeof INSTRUCTIONS / sizeof *INSTRUCTIONS;
    while (at < all && !is_text(element->local->text, INSTRUCTIONS[at].name))
        at++;
    if (at == all)
        fail(sheet, element->offset, "`%.*s` is not supported here", SHOWN(element->name->text));
    struct made *made = element->made = keep(sizeof *made);
    made->kind = INSTRUCTIONS[at].kind;
    read_attribute_of(element, made, INSTRUCTIONS[at].attribute, INSTRUCTIONS[at].is_needed);
    check_content(element, made->kind);
}

/* Leaves out a text that is only there to make the sheet readable. */
static inline void drop_blanks(struct node *parent) {
    struct node **place = &parent->first;
    parent->last = NULL;
    while (*place) {
        struct node *child = *place;
        if ((child->kind == TEXT && is_blank(child->text)) || child->kind == COMMENT || child->kind == INSTRUCTION) {
            *place = child->next;
        } else {
            parent->last = child;
            place = &child->next;
        }
    }
}

static inline void read_body(struct node *parent) {
    if (!is_instruction(parent, "text"))
        drop_blanks(parent);
    for (struct node *child = parent->first; child; child = child->next) {
        if (child->kind != ELEMENT)
            continue;
        read_body(child);
        if (child->uri == xslt) {
            read_made(child);
            continue;
        }
        for (struct node *attribute = child->attributes; attribute; attribute = attribute->next) {
            if (attribute->uri == xslt)
                fail(sheet, attribute->offset, "`%.*s` is not supported", SHOWN(attribute->name->text));
            attribute->made = read_pieces(attribute);
        }
    }
}

/* --- Rules --- */

/* A name counts more than what many names match, and less than a pattern that looks further. */
static inline double default_priority(const struct expression *pattern) {
    const struct step *step = pattern->steps;
    if (!step || step->next || step->predicates || pattern->is_absolute)
        return 0.5;
    return step->test == NAMED ? 0 : step->test == ANY_OF_NAMESPACE ? -0.25 : -0.5;
}

static inline void add_rule(const struct node *template, struct expression *pattern, const struct node *priority) {
    struct rule rule = {.pattern = pattern, .number = rule_count, .template = template};
    rule.priority = priority ? number_of_text(priority->text) : default_priority(pattern);
    if (isnan(rule.priority))
        fail(sheet, priority->offset, "a priority is a number");
    rules = grow(rules, (rule_count + 1) * sizeof *rules);
    rules[rule_count++] = rule;
}

static inline void read_template(struct node *template) {
    static const char *const NAMES[] = {"match", "priority", NULL};
    const struct node *match = needed_attribute(template, NAMES, 0), *priority = only_attribute(template, NAMES, 1);
    struct xpath_reader in = xpath_reader_of(sheet, match, match->text);
    do {
        struct expression *pattern = read_path(&in);
        for (const struct step *step = pattern->steps; step; step = step->next) {
            if (step->axis == SELF_OF || step->axis == PARENT_OF || in.uses_position)
                refuse(&in, "a pattern looks neither up nor at positions, before this");
        }
        add_rule(template, pattern, priority);
    } while (take_sign(&in, "|"));
    skip_blanks(&in);
    if (*in.at)
        refuse(&in, "this is not understood in a pattern");
    read_body(template);
}

/* Those that count most come first, and of equal ones the last. */
static inline int by_priority(const void *a, const void *b) {
    const struct rule *first = a, *second = b;
    if (first->priority != second->priority)
        return first->priority > second->priority ? -1 : 1;
    return first->number > second->number ? -1 : 1;
}

static inline const struct rule *find_rule(const struct node *node) {
    for (size_t i = 0; i < rule_count; i++) {
        if (matches(rules[i].pattern, node))
            return &rules[i];
    }
    return NULL;
}

/* --- What is said of the whole --- */

/* Calls something for each word of a list. */
static inline void for_words(const struct node *attribute, void (*take_one)(const struct node *attribute, struct text word)) {
    struct text all = attribute->text;
    for (size_t end, at = 0; at < all.length; at = end) {
        for (end = at; end < all.length && is_space(all.bytes[end]) == is_space(all.bytes[at]);)
            end++;
        if (!is_space(all.bytes[at]))
            take_one(attribute, (struct text){all.bytes + at, end - at});
    }
}

static inline const struct name *uri_of_word(const struct node *attribute, struct text prefix) {
    const struct name *uri;
    if (!stands_for(attribute->parent, name_of(prefix.bytes, prefix.length), &uri))
        fail(sheet, attribute->offset, "the prefix `%.*s` stands for no namespace", SHOWN(prefix));
    return uri;
}

static const struct name *excluded[32];
static size_t excluded_count;

static inline void exclude(const struct node *attribute, struct text word) {
    if (excluded_count == sizeof excluded / sizeof *excluded)
        fail(sheet, attribute->offset, "too many namespaces are left out");
    struct text prefix = is_text(word, "#default") ? (struct text){"", 0} : word;
    excluded[excluded_count++] = uri_of_word(attribute, prefix);
}

static inline bool is_excluded(const struct namespace *namespace) {
    for (size_t i = 0; i < excluded_count; i++) {
        if (excluded[i] == namespace->uri)
            return true;
    }
    return namespace->uri == xslt;
}

/* Elements in which blank texts do not count. */
static struct step *stripped;
static bool strips_all;

static inline void strip(const struct node *attribute, struct text word) {
    struct xpath_reader in = xpath_reader_of(sheet, attribute, word);
    struct step *step = keep(sizeof *step);
    read_name_test(&in, step);
    if (*in.at)
        refuse(&in, "this is no name of elements");
    strips_all |= step->test == ANY_NAME;
    step->next = stripped;
    stripped = step;
}

static inline bool is_stripped(const struct node *element) {
    const struct step *step = stripped;
    while (step && !strips_all && !passes_test(step, element))
        step = step->next;
    return step != NULL;
}

/* Leaves out of a document the blank texts that do not count. */
static inline void strip_blanks(struct node *parent) {
    bool strips = parent->kind == ELEMENT && is_stripped(parent);
    struct node **place = &parent->first;
    while (*place) {
        struct node *child = *place;
        if (strips && child->kind == TEXT && is_blank(child->text)) {
            *place = child->next;
            continue;
        }
        if (child->kind == ELEMENT)
            strip_blanks(child);
        parent->last = child;
        place = &child->next;
    }
    if (!parent->first)
        parent->last = NULL;
}

static inline void read_output(const struct node *element) {
    static const char *const NAMES[] = {"method", "indent", "omit-xml-declaration", "encoding", NULL};
    static const char *const VALUES[][3] = {{"xml", "text"}, {"no"}, {"yes", "no"}, {"UTF-8"}};
    for (size_t which = 0; NAMES[which]; which++) {
        const struct node *attribute = only_attribute(element, NAMES, which);
        if (!attribute)
            continue;
        size_t value = 0;
        while (VALUES[which][value] && !is_text(attribute->text, VALUES[which][value]))
            value++;
        if (!VALUES[which][value])
            fail(sheet, attribute->offset, "the %s `%.*s` is not supported", NAMES[which], SHOWN(attribute->text));
        if (which == 0)
            output_method = value == 0 ? METHOD_XML : METHOD_TEXT;
        else if (which == 2)
            has_declaration = value == 1;
        may_indent &= which != 1;
        names_encoding |= which == 3;
    }
}

static inline void read_sheet(const char *name) {
    static const char *const ROOT[] = {"version", "exclude-result-prefixes", NULL}, *const STRIP[] = {"elements", NULL};
    struct document *document = read_document(name, NULL);
    struct node *root = root_of(document);
    sheet = document;
    xslt = name_called("http://www.w3.org/1999/XSL/Transform");
    if (!is_instruction(root, "stylesheet") && !is_instruction(root, "transform"))
        fail(sheet, root->offset, "this is no stylesheet of XSLT");
    const struct node *version = needed_attribute(root, ROOT, 0), *leaves_out = only_attribute(root, ROOT, 1);
    if (!is_text(version->text, "1.0"))
        fail(sheet, version->offset, "only version 1.0 is supported");
    if (leaves_out)
        for_words(leaves_out, exclude);
    drop_blanks(root);
    for (struct node *child = root->first; child; child = child->next) {
        if (child->kind == ELEMENT && is_instruction(child, "template"))
            read_template(child);
        else if (child->kind == ELEMENT && is_instruction(child, "output"))
            read_output(child);
        else if (child->kind == ELEMENT && is_instruction(child, "strip-space"))
            for_words(needed_attribute(child, STRIP, 0), strip);
        else
            fail(sheet, child->offset, "this is not supported between rules");
    }
    if (rule_count > 0)
        qsort(rules, rule_count, sizeof *rules, by_priority);
}

#endif
