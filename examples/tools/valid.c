/* Passes on a document on standard input if it is valid for a schema: a WASI command.
 *
 *     valid [-q] SCHEMA [FILE]
 *
 *     -q   pass nothing on: the exit code says it
 *
 * The SCHEMA is a DTD: dtd.h says what of one is understood. Without a FILE, or for `-`, standard input is read. All that is not
 * valid is told, with its line and column. What is passed on are the bytes that were read: defaults of attributes are not filled
 * in. A DOCTYPE may name any DTD and root.
 *
 * The exit code is 0 if the document is valid, 1 if it is not, 2 if it is not well-formed, and on errors.
 *
 *     printf '<p>text</p>' | worstcase run examples/tools/valid.c --file s=examples/pipelines/page.dtd -- s
 */
#define TOOL "valid"
#define USAGE "valid [-q] SCHEMA [FILE]"
#define FAILURE 2
#include "dtd.h"

static const struct document *document;
static bool is_valid = true;

#define INVALID(node, ...) (is_valid = false, tell(document, (node)->offset, __VA_ARGS__))

/* --- Attributes --- */

/* What is named by an attribute of type IDREF has to be the ID of some element, maybe of a later one. */
struct mention {
    const struct node *attribute;
    struct name *name;
    struct mention *next;
};

static struct mention *mentions;

/* Kept apart from other names by the sign. */
static struct name *id_name(struct text value) {
    char *name = grow(NULL, value.length + 1);
    name[0] = '#';
    memcpy(name + 1, value.bytes, value.length);
    struct name *found = name_of(name, value.length + 1);
    free(name);
    return found;
}

static void note_id(struct node *attribute, struct text value) {
    struct name *name = id_name(value);
    if (name->known)
        INVALID(attribute, "the ID `%.*s` is there twice", SHOWN(value));
    name->known = attribute;
}

static void note_mentions(const struct node *attribute, struct text value) {
    for (size_t end, at = 0; at < value.length; at = end + 1) {
        for (end = at; end < value.length && value.bytes[end] != ' ';)
            end++;
        struct mention *mention = keep(sizeof *mention);
        *mention = (struct mention){attribute, id_name((struct text){value.bytes + at, end - at}), mentions};
        mentions = mention;
    }
}

static void check_mentions(void) {
    /* The last comes first. */
    struct mention *in_order = NULL;
    while (mentions) {
        struct mention *mention = mentions;
        mentions = mention->next;
        mention->next = in_order;
        in_order = mention;
    }
    for (; in_order; in_order = in_order->next) {
        struct text id = in_order->name->text;
        if (!in_order->name->known)
            INVALID(in_order->attribute, "there is no element with the ID `%.*s`", (int)id.length - 1, id.bytes + 1);
    }
}

static void check_attribute(const struct element_rule *element, struct node *attribute) {
    struct attribute_rule *rule = attribute_rule_of(element, attribute->name);
    if (!rule) {
        INVALID(attribute, "the attribute `%.*s` is not declared", SHOWN(attribute->name->text));
        return;
    }
    struct text value = normal(rule, attribute->text);
    rule->found_in = attribute->parent->order;
    if (!has_type(rule, value))
        INVALID(attribute, "`%.*s` cannot be the value of `%.*s`", SHOWN(value), SHOWN(rule->name->text));
    else if (rule->presence == FIXED && (value.length != rule->value.length || memcmp(value.bytes, rule->value.bytes, value.length)))
        INVALID(attribute, "the value of `%.*s` can only be `%.*s`", SHOWN(rule->name->text), SHOWN(rule->value));
    else if (rule->type == ID)
        note_id(attribute, value);
    else if (rule->type == IDREF || rule->type == IDREFS)
        note_mentions(attribute, value);
}

static void check_attributes(const struct element_rule *rule, struct node *element) {
    for (struct node *attribute = element->attributes; attribute; attribute = attribute->next)
        check_attribute(rule, attribute);
    for (const struct attribute_rule *one = rule->attributes; one; one = one->next) {
        if (one->presence == REQUIRED && one->found_in != element->order)
            INVALID(element, "the attribute `%.*s` is missing", SHOWN(one->name->text));
    }
}

/* --- Content --- */

/* The place of a name among those that can come next, or NULL. */
static const struct place *find_place(const struct element_rule *rule, const struct set *next, const struct name *name) {
    for (size_t i = 0; i < next->count; i++) {
        if (rule->places[next->items[i]].name == name)
            return &rule->places[next->items[i]];
    }
    return NULL;
}

/* Says what could come: some names, or the end. */
static void tell_next(const struct element_rule *rule, const struct set *next, bool may_end, const struct node *at,
                      const char *what) {
    enum { MOST = 8 };
    struct line line = {0};
    for (size_t i = 0; i < next->count && i < MOST; i++) {
        struct text name = rule->places[next->items[i]].name->text;
        extend(&line, (const unsigned char *)", `", i > 0 ? 3 : 0);
        extend(&line, (const unsigned char *)"`", i == 0);
        extend(&line, (const unsigned char *)name.bytes, name.length);
        extend(&line, (const unsigned char *)"`", 1);
    }
    extend(&line, (const unsigned char *)", ...", next->count > MOST ? 5 : 0);
    extend(&line, (const unsigned char *)" or the end", may_end ? (next->count > 0 ? 11 : 0) : 0);
    extend(&line, (const unsigned char *)"nothing", next->count == 0 ? 7 : 0);
    INVALID(at, "%s; what could is %.*s", what, (int)line.length, (const char *)line.text);
    free(line.text);
}

static void check_children(const struct element_rule *rule, const struct node *element) {
    const struct set *next = &rule->first;
    bool may_end = rule->may_be_empty;
    for (const struct node *child = element->first; child; child = child->next) {
        if (child->kind == TEXT && (child->has_section || !is_blank(child->text)))
            INVALID(child, "there can be no text in `%.*s`", SHOWN(element->name->text));
        if (child->kind != ELEMENT)
            continue;
        const struct place *place = find_place(rule, next, child->name);
        if (!place) {
            char what[100];
            snprintf(what, sizeof what, "`%.*s` cannot come here", SHOWN(child->name->text));
            tell_next(rule, next, may_end, child, what);
            return;
        }
        next = &place->next;
        may_end = place->is_last;
    }
    char what[100];
    snprintf(what, sizeof what, "`%.*s` cannot end so", SHOWN(element->name->text));
    if (!may_end)
        tell_next(rule, next, false, element, what);
}

static void check_mixed(const struct element_rule *rule, const struct node *element) {
    for (const struct node *child = element->first; child; child = child->next) {
        if (child->kind == ELEMENT && !find_place(rule, &rule->first, child->name))
            INVALID(child, "`%.*s` cannot be in `%.*s`", SHOWN(child->name->text), SHOWN(element->name->text));
    }
}

static void check_element(struct node *element) {
    const struct element_rule *rule = element->name->known;
    if (!rule || rule->content == UNDECLARED) {
        INVALID(element, "the element `%.*s` is not declared", SHOWN(element->name->text));
    } else {
        check_attributes(rule, element);
        if (rule->content == EMPTY && element->first)
            INVALID(element->first, "there can be nothing in `%.*s`", SHOWN(element->name->text));
        else if (rule->content == CHILDREN)
            check_children(rule, element);
        else if (rule->content == MIXED)
            check_mixed(rule, element);
    }
    for (struct node *child = element->first; child; child = child->next) {
        if (child->kind == ELEMENT)
            check_element(child);
    }
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    bool is_quiet = false;
    while (next_option(&all, "q"))
        is_quiet = true;
    if (all.operands < 1 || all.operands > 2) {
        complain(all.operands < 1 ? "the schema is missing" : "there can be only one document");
        give_usage();
    }
    struct line raw = {0};
    read_dtd(all.words[0]);
    document = read_document(all.operands > 1 ? all.words[1] : "-", is_quiet ? NULL : &raw);
    check_element(root_of(document));
    check_mentions();
    if (is_valid && !is_quiet)
        put_bytes(raw.text, raw.length);
    flush();
    return is_valid ? 0 : 1;
}
