/* Reads a DTD: which elements a document may have, what may be in them, and with which attributes.
 *
 * The part of DTDs that says what is valid: ELEMENT and ATTLIST declarations, parameter entities (with their text in the DTD),
 * comments and instructions. General entities, notations, conditional sections and other files are refused with their place.
 *
 * A content model becomes an automaton whose states are the places of names in it (Glushkov): XML wants that a name never has two
 * places to go to, so that one pass without a choice tells whether children are in order. A model that leaves a choice is refused.
 */
#ifndef DTD_H
#define DTD_H

#include "xml.h"

struct set {
    size_t *items;
    size_t count, capacity;
};

/* A place of a name in a content model, and the places that can come next. */
struct place {
    struct name *name;
    struct set next;
    bool is_last;
};

enum attribute_type { CDATA, ID, IDREF, IDREFS, NMTOKEN, NMTOKENS, ONE_OF };
enum presence { IMPLIED, REQUIRED, FIXED, DEFAULT };

struct attribute_rule {
    struct name *name;
    enum attribute_type type;
    enum presence presence;
    struct text value; /* the fixed one */
    struct name **values;
    size_t value_count;
    size_t found_in; /* the last element that has it, by its order */
    struct attribute_rule *next;
};

enum content { UNDECLARED, EMPTY, ANY, MIXED, CHILDREN };

/* What is declared of an element; its name knows it. Mixed content has places of which any follows any. */
struct element_rule {
    enum content content;
    struct place *places;
    size_t place_count;
    struct set first;
    bool may_be_empty;
    struct attribute_rule *attributes, **end_of_attributes;
};

struct entity {
    char *text;
    bool is_open;
};

/* --- Parameter entities: they are read where they are, in their declaration, and end at a NUL --- */

enum { DEEPEST_ENTITY = 50, MOST_EXPANSIONS = 100000, DEEPEST_MODEL = 100 };

struct dtd_reader {
    struct reader in;
    struct { char *resume; struct entity *entity; } outer[DEEPEST_ENTITY];
    int depth, expansions;
};

/* Kept apart from the names of elements by the sign. */
static inline struct name *entity_name(const char *bytes, size_t length) {
    char *name = grow(NULL, length + 1);
    name[0] = '%';
    memcpy(name + 1, bytes, length);
    struct name *found = name_of(name, length + 1);
    free(name);
    return found;
}

static inline void open_entity(struct dtd_reader *dtd) {
    struct reader *in = &dtd->in;
    size_t start = offset_of(in), length = name_length_at(++in->at, false);
    struct entity *entity = entity_name(in->at, length)->known;
    if (!entity)
        fail(in->document, start, "the entity `%.*s` is not declared", (int)length, in->at);
    in->at += length;
    expect(in, ";", "behind the name of an entity");
    if (entity->is_open || dtd->depth == DEEPEST_ENTITY || dtd->expansions++ == MOST_EXPANSIONS)
        fail(in->document, start, "entities contain each other, or too many others");
    entity->is_open = true;
    dtd->outer[dtd->depth].resume = in->at;
    dtd->outer[dtd->depth++].entity = entity;
    in->at = entity->text;
}

/* White space, and where entities begin and end. */
static inline bool skip(struct dtd_reader *dtd) {
    bool any = false;
    for (;; any = true) {
        char c = *dtd->in.at;
        if (is_space(c)) {
            dtd->in.at++;
        } else if (c == '%' && name_length_at(dtd->in.at + 1, false) > 0) {
            open_entity(dtd);
        } else if (!c && dtd->depth > 0) {
            dtd->in.at = dtd->outer[--dtd->depth].resume;
            dtd->outer[dtd->depth].entity->is_open = false;
        } else {
            return any;
        }
    }
}

static inline void skip_some(struct dtd_reader *dtd) {
    if (!skip(dtd))
        fail(dtd->in.document, offset_of(&dtd->in), "a blank is missing here");
}

/* <!ENTITY % name "text"> */
static inline void read_entity(struct dtd_reader *dtd) {
    struct reader *in = &dtd->in;
    skip_some(dtd);
    size_t start = offset_of(in);
    if (!take(in, "%"))
        fail(in->document, start, "general entities are not supported, only parameter entities");
    skip_some(dtd);
    size_t length = name_length_at(in->at, false);
    if (length == 0)
        fail(in->document, offset_of(in), "the name of the entity is missing");
    struct name *name = entity_name(in->at, length);
    in->at += length;
    skip_some(dtd);
    if (comes_next(in, "SYSTEM") || comes_next(in, "PUBLIC"))
        fail(in->document, offset_of(in), "entities of other files are not supported");
    struct text literal = read_literal(in, "the text of an entity");
    char *text = in->at - 1 - literal.length, *to = text;
    struct reader inside = {in->document, text};
    while (inside.at < text + literal.length)
        to = comes_next(&inside, "&#") ? put_character(to, read_reference(&inside)) : (*to = *inside.at++, to + 1);
    *to = '\0';
    skip(dtd);
    expect(in, ">", "at the end of a declaration");
    if (name->known)
        return;
    struct entity *entity = name->known = keep(sizeof *entity);
    entity->text = text;
}

/* --- Content models --- */

static inline struct element_rule *rule_of(struct name *name) {
    if (!name->known) {
        struct element_rule *rule = name->known = keep(sizeof *rule);
        rule->end_of_attributes = &rule->attributes;
    }
    return name->known;
}

static inline void add(struct set *set, size_t item) {
    if (set->count == set->capacity) {
        set->capacity = set->capacity ? 2 * set->capacity : 4;
        set->items = grow(set->items, set->capacity * sizeof *set->items);
    }
    set->items[set->count++] = item;
}

static inline struct set both(struct set all, struct set more) {
    for (size_t i = 0; i < more.count; i++)
        add(&all, more.items[i]);
    free(more.items);
    return all;
}

/* A part of a model: whether nothing will do, and the places where it can begin and end. */
struct part {
    bool may_be_empty;
    struct set first, last;
};

/* Adds places to a set in which a name may have one place only. */
static inline void add_places(struct dtd_reader *dtd, struct element_rule *rule, struct set *set, const struct set *more) {
    static size_t mark;
    mark++;
    for (size_t i = 0; i < set->count; i++) {
        struct name *name = rule->places[set->items[i]].name;
        name->mark = mark;
        name->place = set->items[i];
    }
    for (size_t i = 0; i < more->count; i++) {
        size_t place = more->items[i];
        struct name *name = rule->places[place].name;
        if (name->mark == mark && name->place != place)
            fail(dtd->in.document, offset_of(&dtd->in), "this content model does not say which `%.*s` comes next", SHOWN(name->text));
        if (name->mark != mark)
            add(set, place);
        name->mark = mark;
        name->place = place;
    }
}

static inline void connect(struct dtd_reader *dtd, struct element_rule *rule, const struct set *last, const struct set *first) {
    for (size_t i = 0; i < last->count; i++)
        add_places(dtd, rule, &rule->places[last->items[i]].next, first);
}

static inline size_t add_place(struct element_rule *rule, struct name *name) {
    size_t count = rule->place_count++;
    /* Room for a power of two. */
    if ((count & (count - 1)) == 0)
        rule->places = grow(rule->places, (count ? 2 * count : 1) * sizeof *rule->places);
    rule->places[count] = (struct place){.name = name};
    return count;
}

/* `?`, `*` or `+` behind a part. */
static inline struct part repeat(struct dtd_reader *dtd, struct element_rule *rule, struct part part) {
    char sign = *dtd->in.at;
    if (sign != '?' && sign != '*' && sign != '+')
        return part;
    if (sign != '?')
        connect(dtd, rule, &part.last, &part.first);
    part.may_be_empty |= sign != '+';
    dtd->in.at++;
    return part;
}

static inline struct part read_group(struct dtd_reader *dtd, struct element_rule *rule, int depth);

static inline struct part read_particle(struct dtd_reader *dtd, struct element_rule *rule, int depth) {
    struct reader *in = &dtd->in;
    struct part part = {0};
    if (take(in, "(")) {
        part = read_group(dtd, rule, depth + 1);
    } else {
        size_t place = add_place(rule, read_name(in, "an element"));
        add(&part.first, place);
        add(&part.last, place);
    }
    return repeat(dtd, rule, part);
}

static inline struct part follow_on(struct dtd_reader *dtd, struct element_rule *rule, struct part all, struct part part) {
    connect(dtd, rule, &all.last, &part.first);
    if (all.may_be_empty)
        all.first = both(all.first, part.first);
    else
        free(part.first.items);
    if (part.may_be_empty) {
        all.last = both(all.last, part.last);
    } else {
        free(all.last.items);
        all.last = part.last;
    }
    all.may_be_empty &= part.may_be_empty;
    return all;
}

/* Behind `(`. */
static inline struct part read_group(struct dtd_reader *dtd, struct element_rule *rule, int depth) {
    struct reader *in = &dtd->in;
    if (depth > DEEPEST_MODEL)
        fail(in->document, offset_of(in), "the content model is nested too deep");
    skip(dtd);
    struct part all = read_particle(dtd, rule, depth);
    skip(dtd);
    char sign = *in->at;
    while (*in->at != ')') {
        if (*in->at != sign || (sign != ',' && sign != '|'))
            fail(in->document, offset_of(in), "`,`, `|` or `)` is missing, or `,` and `|` are mixed");
        in->at++;
        skip(dtd);
        struct part part = read_particle(dtd, rule, depth);
        skip(dtd);
        if (sign == ',') {
            all = follow_on(dtd, rule, all, part);
        } else {
            all.first = both(all.first, part.first);
            all.last = both(all.last, part.last);
            all.may_be_empty |= part.may_be_empty;
        }
    }
    in->at++;
    return all;
}

/* (#PCDATA|name|name)* */
static inline void read_mixed(struct dtd_reader *dtd, struct element_rule *rule) {
    struct reader *in = &dtd->in;
    rule->content = MIXED;
    rule->may_be_empty = true;
    struct set all = {0};
    for (skip(dtd); take(in, "|"); skip(dtd)) {
        skip(dtd);
        add(&all, add_place(rule, read_name(in, "an element")));
    }
    expect(in, ")", "at the end of mixed content");
    if (all.count > 0)
        expect(in, "*", "behind mixed content with elements");
    else
        take(in, "*");
    add_places(dtd, rule, &rule->first, &all);
    free(all.items);
}

/* <!ELEMENT name content> */
static inline void read_element(struct dtd_reader *dtd) {
    struct reader *in = &dtd->in;
    skip_some(dtd);
    size_t start = offset_of(in);
    struct name *name = read_name(in, "an element");
    struct element_rule *rule = rule_of(name);
    if (rule->content != UNDECLARED)
        fail(in->document, start, "the element `%.*s` is declared twice", SHOWN(name->text));
    skip_some(dtd);
    if (take(in, "EMPTY")) {
        rule->content = EMPTY;
    } else if (take(in, "ANY")) {
        rule->content = ANY;
    } else {
        expect(in, "(", "before what may be in an element");
        skip(dtd);
        if (take(in, "#PCDATA")) {
            read_mixed(dtd, rule);
        } else {
            struct part all = repeat(dtd, rule, read_group(dtd, rule, 0));
            rule->content = CHILDREN;
            rule->may_be_empty = all.may_be_empty;
            add_places(dtd, rule, &rule->first, &all.first);
            for (size_t i = 0; i < all.last.count; i++)
                rule->places[all.last.items[i]].is_last = true;
            free(all.first.items);
            free(all.last.items);
        }
    }
    skip(dtd);
    expect(in, ">", "at the end of a declaration");
}

/* --- Attributes --- */

/* Blanks at the ends and in a row do not count but in values of any text. */
static inline struct text normal(const struct attribute_rule *rule, struct text value) {
    if (rule->type == CDATA)
        return value;
    char *to = keep(value.length + 1);
    struct text made = {to, 0};
    for (size_t i = 0; i < value.length; i++) {
        if (value.bytes[i] != ' ')
            *to++ = value.bytes[i];
        else if (to > made.bytes && to[-1] != ' ')
            *to++ = ' ';
    }
    made.length = (size_t)(to - made.bytes);
    made.length -= made.length > 0 && to[-1] == ' ';
    return made;
}

/* Whether a value is of the type of an attribute: names or tokens, one or several, or one of those listed. */
static inline bool has_type(const struct attribute_rule *rule, struct text value) {
    if (rule->type == CDATA)
        return true;
    if (rule->type == ONE_OF) {
        for (size_t i = 0; i < rule->value_count; i++) {
            struct text one = rule->values[i]->text;
            if (one.length == value.length && !memcmp(one.bytes, value.bytes, one.length))
                return true;
        }
        return false;
    }
    bool is_token = rule->type == NMTOKEN || rule->type == NMTOKENS;
    bool may_be_many = rule->type == NMTOKENS || rule->type == IDREFS;
    size_t at = 0;
    for (;;) {
        /* What stands behind a value ends it: a quote, or what was one. */
        size_t length = name_length_at(value.bytes + at, is_token);
        length = length < value.length - at ? length : value.length - at;
        at += length;
        if (length == 0 || at == value.length)
            return length > 0;
        if (!may_be_many || value.bytes[at++] != ' ')
            return false;
    }
}

static inline void read_values(struct dtd_reader *dtd, struct attribute_rule *rule) {
    struct reader *in = &dtd->in;
    rule->type = ONE_OF;
    do {
        skip(dtd);
        size_t length = name_length_at(in->at, true);
        if (length == 0)
            fail(in->document, offset_of(in), "a value is missing");
        rule->values = grow(rule->values, (rule->value_count + 1) * sizeof *rule->values);
        rule->values[rule->value_count++] = name_of(in->at, length);
        in->at += length;
        skip(dtd);
    } while (take(in, "|"));
    expect(in, ")", "behind the values of an attribute");
}

static inline void read_type(struct dtd_reader *dtd, struct attribute_rule *rule) {
    static const struct { const char *name; enum attribute_type type; } TYPES[] = {
        {"CDATA", CDATA}, {"IDREFS", IDREFS}, {"IDREF", IDREF}, {"ID", ID}, {"NMTOKENS", NMTOKENS}, {"NMTOKEN", NMTOKEN},
    };
    struct reader *in = &dtd->in;
    if (take(in, "(")) {
        read_values(dtd, rule);
        return;
    }
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        if (take(in, TYPES[i].name)) {
            rule->type = TYPES[i].type;
            return;
        }
    }
    fail(in->document, offset_of(in), "there is no such type of attributes, or it is not supported");
}

static inline void read_presence(struct dtd_reader *dtd, struct attribute_rule *rule) {
    struct reader *in = &dtd->in;
    size_t start = offset_of(in);
    if (take(in, "#REQUIRED")) {
        rule->presence = REQUIRED;
        return;
    }
    if (take(in, "#IMPLIED"))
        return;
    rule->presence = DEFAULT;
    if (take(in, "#FIXED")) {
        rule->presence = FIXED;
        skip_some(dtd);
        start = offset_of(in);
    }
    rule->value = normal(rule, read_value(in));
    if (rule->type == ID || !has_type(rule, rule->value))
        fail(in->document, start, "this cannot be the value of `%.*s`", SHOWN(rule->name->text));
}

static inline struct attribute_rule *attribute_rule_of(const struct element_rule *element, const struct name *name) {
    struct attribute_rule *rule = element->attributes;
    while (rule && rule->name != name)
        rule = rule->next;
    return rule;
}

/* <!ATTLIST element name type presence ...>. Of two declarations of an attribute the first counts. */
static inline void read_attribute_list(struct dtd_reader *dtd) {
    struct reader *in = &dtd->in;
    skip_some(dtd);
    struct element_rule *element = rule_of(read_name(in, "an element"));
    for (bool is_apart = skip(dtd); !take(in, ">"); is_apart = skip(dtd)) {
        size_t start = offset_of(in);
        if (!is_apart)
            fail(in->document, start, "a blank is missing here");
        struct attribute_rule *rule = keep(sizeof *rule);
        rule->name = read_name(in, "an attribute");
        skip_some(dtd);
        read_type(dtd, rule);
        skip_some(dtd);
        read_presence(dtd, rule);
        if (attribute_rule_of(element, rule->name))
            continue;
        for (const struct attribute_rule *other = element->attributes; other && rule->type == ID; other = other->next) {
            if (other->type == ID)
                fail(in->document, start, "an element can have only one attribute of type ID");
        }
        *element->end_of_attributes = rule;
        element->end_of_attributes = &rule->next;
    }
}

/* --- The whole --- */

static inline void read_dtd(const char *name) {
    struct document *document = load_document(name, NULL);
    struct dtd_reader *dtd = keep(sizeof *dtd);
    struct name *target;
    dtd->in = (struct reader){document, document->source};
    struct reader *in = &dtd->in;
    take(in, "\xef\xbb\xbf");
    if (comes_next(in, "<?xml") && is_space(in->at[5]))
        read_up_to(in, "?>", 0, "this instruction");
    for (skip(dtd); *in->at; skip(dtd)) {
        if (comes_next(in, "<!--"))
            read_comment(in);
        else if (comes_next(in, "<?"))
            read_instruction(in, &target);
        else if (take(in, "<!ELEMENT"))
            read_element(dtd);
        else if (take(in, "<!ATTLIST"))
            read_attribute_list(dtd);
        else if (take(in, "<!ENTITY"))
            read_entity(dtd);
        else if (comes_next(in, "<!NOTATION") || comes_next(in, "<!["))
            fail(document, offset_of(in), "notations and conditional sections are not supported");
        else
            fail(document, offset_of(in), "this is no declaration");
    }
}

#endif
