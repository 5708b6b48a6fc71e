/* Reads XML 1.0 documents with namespaces into trees, for the tools that take web pages.
 *
 * A document is checked to be well-formed on the way: what is wrong first ends the tool, with its line and column (in bytes). The
 * encoding is UTF-8. There are the predefined entities and numeric ones; a DOCTYPE may name a DTD, but has no declarations of its
 * own. Elements may be nested 256 deep, as for other parsers, so that trees can be walked by functions that call themselves, and 64
 * namespaces may be declared in one place. Otherwise there is no limit, and all is done in linear time.
 *
 * Texts are decoded in place, since none is longer than it was; so a document is read into memory once.
 */
#ifndef XML_H
#define XML_H

#include <strings.h>

#include "xml_names.h"

/* What a prefix stands for in an element and below it; the prefix of the default namespace is empty. */
struct namespace {
    struct name *prefix;
    const struct name *uri; /* no URI: there is no namespace any more */
    const struct name *shadowed; /* what the prefix stood for outside */
    const struct namespace *outer;
    int count; /* of those that are known here */
};

/* So many are known in one place at most: each is looked for where a prefix is. */
enum { DEEPEST_ELEMENT = 256, MOST_NAMESPACES = 64 };

enum node_kind { DOCUMENT, ELEMENT, ATTRIBUTE, TEXT, COMMENT, INSTRUCTION };

struct node {
    enum node_kind kind;
    struct name *name;            /* as it is written; of an instruction, its target */
    struct name *local;           /* without prefix */
    const struct name *uri;       /* of its namespace; NULL if it has none */
    struct text text;             /* of an attribute its value */
    struct node *parent, *next, *first, *last, *attributes;
    const struct namespace *namespaces; /* those that are known in an element, the innermost first */
    size_t offset, order;         /* where it is, and how many nodes of all documents come before it */
    bool is_declaration;          /* an attribute xmlns or xmlns:x */
    bool has_section;             /* some of a text is a CDATA section */
    void *made;                   /* what a tool made of it */
};

/* --- Reading a document --- */

struct reader {
    struct document *document;
    char *at;
};

static inline size_t offset_of(const struct reader *in) {
    return (size_t)(in->at - in->document->source);
}

static inline bool comes_next(const struct reader *in, const char *text) {
    return !strncmp(in->at, text, strlen(text));
}

static inline bool take(struct reader *in, const char *text) {
    if (!comes_next(in, text))
        return false;
    in->at += strlen(text);
    return true;
}

static inline void expect(struct reader *in, const char *text, const char *where) {
    if (!take(in, text))
        fail(in->document, offset_of(in), "`%s` is missing %s", text, where);
}

static inline bool skip_space(struct reader *in) {
    const char *start = in->at;
    while (is_space(*in->at))
        in->at++;
    return in->at > start;
}

static inline struct name *read_name(struct reader *in, const char *what) {
    size_t length = name_length_at(in->at, false);
    if (length == 0)
        fail(in->document, offset_of(in), "the name of %s is missing", what);
    struct name *name = name_of(in->at, length);
    in->at += length;
    return name;
}

/* Behind `&#`. */
static inline uint32_t read_number(struct reader *in, size_t start) {
    bool is_hex = take(in, "x");
    uint32_t number = 0;
    const char *first = in->at;
    for (;; in->at++) {
        char c = *in->at, small = (char)(c | 0x20);
        uint32_t digit = c >= '0' && c <= '9' ? (uint32_t)(c - '0')
            : is_hex && small >= 'a' && small <= 'f' ? (uint32_t)(small - 'a' + 10) : 16;
        if (digit == 16)
            break;
        number = number * (is_hex ? 16 : 10) + digit;
        number = number > 0x10ffff ? 0x110000 : number;
    }
    if (in->at == first || *in->at != ';' || !is_character(number))
        fail(in->document, start, "this is no reference to a character");
    in->at++;
    return number;
}

/* What `&` begins, as the character that it stands for. */
static inline uint32_t read_reference(struct reader *in) {
    static const struct { const char *name; char character; } ENTITIES[] = {
        {"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''},
    };
    size_t start = offset_of(in);
    in->at++;
    if (take(in, "#"))
        return read_number(in, start);
    for (size_t i = 0; i < sizeof ENTITIES / sizeof *ENTITIES; i++) {
        if (take(in, ENTITIES[i].name))
            return (uint32_t)ENTITIES[i].character;
    }
    size_t length = name_length_at(in->at, false);
    if (length == 0 || in->at[length] != ';')
        fail(in->document, start, "`&` begins a reference, and would be written `&amp;`");
    fail(in->document, start, "the entity `%.*s` is not declared", SHOWN(((struct text){in->at, length})));
}

/* A literal in quotes, as it is. */
static inline struct text read_literal(struct reader *in, const char *what) {
    char quote = *in->at;
    size_t start = offset_of(in);
    if (quote != '"' && quote != '\'')
        fail(in->document, start, "%s has to stand in quotes", what);
    char *end = strchr(++in->at, quote);
    if (!end)
        fail(in->document, start, "%s has no end", what);
    struct text literal = {in->at, (size_t)(end - in->at)};
    in->at = end + 1;
    return literal;
}

/* The value of an attribute: white space is blanks. */
static inline struct text read_value(struct reader *in) {
    char quote = *in->at;
    size_t start = offset_of(in);
    if (quote != '"' && quote != '\'')
        fail(in->document, start, "the value of an attribute has to stand in quotes");
    char *to = ++in->at;
    struct text value = {to, 0};
    while (*in->at != quote) {
        if (!*in->at)
            fail(in->document, start, "the value of this attribute has no end");
        if (*in->at == '<')
            fail(in->document, offset_of(in), "`<` in the value of an attribute would be written `&lt;`");
        if (*in->at == '&') {
            to = put_character(to, read_reference(in));
        } else {
            *to++ = is_space(*in->at) ? ' ' : *in->at;
            in->at++;
        }
    }
    in->at++;
    value.length = (size_t)(to - value.bytes);
    return value;
}

/* What is between a beginning that was read and its end. */
static inline struct text read_up_to(struct reader *in, const char *end, size_t start, const char *what) {
    char *found = strstr(in->at, end);
    if (!found)
        fail(in->document, start, "%s has no end: `%s`", what, end);
    struct text text = {in->at, (size_t)(found - in->at)};
    in->at = found + strlen(end);
    return text;
}

static inline struct text read_comment(struct reader *in) {
    size_t start = offset_of(in);
    in->at += strlen("<!--");
    struct text text = read_up_to(in, "--", start, "this comment");
    if (*in->at != '>')
        fail(in->document, offset_of(in) - 2, "there cannot be `--` in a comment");
    in->at++;
    return text;
}

static inline struct text read_instruction(struct reader *in, struct name **target) {
    size_t start = offset_of(in);
    in->at += strlen("<?");
    *target = read_name(in, "the target of an instruction");
    struct text text = (*target)->text;
    if (text.length == 3 && (text.bytes[0] | 32) == 'x' && (text.bytes[1] | 32) == 'm' && (text.bytes[2] | 32) == 'l')
        fail(in->document, start, "`<?xml` can only be at the very beginning");
    if (memchr(text.bytes, ':', text.length))
        fail(in->document, start, "the target of an instruction has no colon");
    if (!skip_space(in) && !comes_next(in, "?>"))
        fail(in->document, offset_of(in), "a blank is missing behind the target of an instruction");
    return read_up_to(in, "?>", start, "this instruction");
}

/* --- Elements --- */

static inline struct node *add_node(struct node *parent, enum node_kind kind, size_t offset) {
    static size_t count;
    struct node *node = keep(sizeof *node);
    node->kind = kind;
    node->parent = parent;
    node->offset = offset;
    node->order = count++;
    if (!parent || kind == ATTRIBUTE)
        return node;
    if (parent->last)
        parent->last->next = node;
    else
        parent->first = node;
    parent->last = node;
    return node;
}

/* Divides a name into prefix and local part. */
static inline const struct name *split_name(const struct document *document, struct node *node) {
    struct text text = node->name->text;
    const char *colon = memchr(text.bytes, ':', text.length);
    if (!colon) {
        node->local = node->name;
        return name_called("");
    }
    size_t before = (size_t)(colon - text.bytes), after = text.length - before - 1;
    if (before == 0 || after == 0 || memchr(colon + 1, ':', after) || name_length_at(colon + 1, false) == 0)
        fail(document, node->offset, "`%.*s` is no name with a prefix", SHOWN(text));
    node->local = name_of(colon + 1, after);
    return name_of(text.bytes, before);
}

static inline void find_namespace(const struct document *document, struct node *node) {
    const struct name *prefix = split_name(document, node);
    bool is_prefixed = prefix->text.length > 0;
    if (node->kind == ATTRIBUTE && !is_prefixed)
        return;
    node->uri = prefix->bound;
    if (is_prefixed && !node->uri)
        fail(document, node->offset, "the prefix `%.*s` stands for no namespace", SHOWN(prefix->text));
}

static inline const struct name *uri_of_xml(void) {
    return name_called("http://www.w3.org/XML/1998/namespace");
}

/* What a prefix stands for in an element, after all has been read; false if that is nowhere said. */
static inline bool stands_for(const struct node *element, const struct name *prefix, const struct name **uri) {
    const struct namespace *known = element->namespaces;
    while (known && known->prefix != prefix)
        known = known->outer;
    bool is_xml = prefix == name_called("xml");
    *uri = known ? known->uri : is_xml ? uri_of_xml() : NULL;
    return known || is_xml;
}

static inline void declare_namespace(const struct document *document, struct node *element, const struct node *attribute) {
    struct text text = attribute->name->text, uri = attribute->text;
    struct name *prefix = text.length > 6 ? name_of(text.bytes + 6, text.length - 6) : name_called("");
    const struct name *name = uri.length > 0 ? name_of(uri.bytes, uri.length) : NULL;
    bool is_xml = prefix == name_called("xml");
    if ((!name && prefix->text.length > 0) || is_xml != (name == uri_of_xml()) || prefix == name_called("xmlns"))
        fail(document, attribute->offset, "`%.*s` cannot stand for that", SHOWN(text));
    int count = element->namespaces ? element->namespaces->count + 1 : 1;
    if (count > MOST_NAMESPACES)
        fail(document, attribute->offset, "more than %d namespaces are declared here", MOST_NAMESPACES);
    struct namespace *made = keep(sizeof *made);
    *made = (struct namespace){prefix, name, prefix->bound, element->namespaces, count};
    element->namespaces = made;
    prefix->bound = name;
}

/* The namespaces of an element that ends stand for what they did outside of it. */
static inline void leave_namespaces(const struct node *element) {
    for (const struct namespace *own = element->namespaces; own != element->parent->namespaces; own = own->outer)
        own->prefix->bound = own->shadowed;
}

/* No two attributes have the same name, be it with different prefixes for one namespace. */
static inline void check_repeated(const struct document *document, const struct node *element, const struct node *attribute) {
    struct name *name = attribute->name;
    if (attribute->uri) {
        struct text uri = attribute->uri->text, local = attribute->local->text;
        char *both = grow(NULL, uri.length + local.length + 1);
        memcpy(both, uri.bytes, uri.length);
        both[uri.length] = ' ';
        memcpy(both + uri.length + 1, local.bytes, local.length);
        name = name_of(both, uri.length + local.length + 1);
        free(both);
    }
    if (name->seen_in == element->order)
        fail(document, attribute->offset, "the attribute `%.*s` is there twice", SHOWN(attribute->name->text));
    name->seen_in = element->order;
}

static inline void read_attributes(struct reader *in, struct node *element) {
    struct document *document = in->document;
    struct node **place = &element->attributes;
    for (;;) {
        bool is_apart = skip_space(in);
        if (*in->at == '>' || *in->at == '/' || !*in->at)
            break;
        if (!is_apart)
            fail(document, offset_of(in), "a blank is missing before an attribute");
        struct node *attribute = add_node(element, ATTRIBUTE, offset_of(in));
        attribute->name = read_name(in, "an attribute");
        skip_space(in);
        expect(in, "=", "behind the name of an attribute");
        skip_space(in);
        attribute->text = read_value(in);
        struct text name = attribute->name->text;
        attribute->is_declaration = name.length >= 5 && !memcmp(name.bytes, "xmlns", 5) && (name.length == 5 || name.bytes[5] == ':');
        if (attribute->is_declaration) {
            check_repeated(document, element, attribute);
            declare_namespace(document, element, attribute);
        }
        *place = attribute;
        place = &attribute->next;
    }
    for (struct node *attribute = element->attributes; attribute; attribute = attribute->next) {
        if (attribute->is_declaration)
            continue;
        find_namespace(document, attribute);
        check_repeated(document, element, attribute);
    }
}

/* Reads a tag that begins an element. Returns where to go on: in it, or in its parent if it is empty. */
static inline struct node *read_start(struct reader *in, struct node *parent, int *depth) {
    struct node *element = add_node(parent, ELEMENT, offset_of(in));
    in->at++;
    element->name = read_name(in, "an element");
    element->namespaces = parent->namespaces;
    if (++*depth > DEEPEST_ELEMENT)
        fail(in->document, element->offset, "elements are nested more than %d deep", DEEPEST_ELEMENT);
    read_attributes(in, element);
    find_namespace(in->document, element);
    bool is_empty = take(in, "/");
    expect(in, ">", "at the end of a tag");
    if (!is_empty)
        return element;
    leave_namespaces(element);
    --*depth;
    return parent;
}

static inline struct node *read_end(struct reader *in, struct node *element, int *depth) {
    size_t start = offset_of(in);
    struct text name = element->name->text;
    in->at += strlen("</");
    size_t length = name_length_at(in->at, false);
    if (length != name.length || memcmp(in->at, name.bytes, length))
        fail(in->document, start, "`</%.*s>` is expected here", SHOWN(name));
    in->at += length;
    skip_space(in);
    expect(in, ">", "at the end of a tag");
    leave_namespaces(element);
    --*depth;
    return element->parent;
}

/* Text up to the next tag, comment or instruction, CDATA sections among it included. */
static inline void read_text(struct reader *in, struct node *parent) {
    struct node *node = add_node(parent, TEXT, offset_of(in));
    char *to = in->at;
    node->text.bytes = to;
    for (;;) {
        char c = *in->at;
        if ((unsigned char)c > '<' && c != ']') {
            *to++ = c;
            in->at++;
        } else if (c == '<' && comes_next(in, "<![CDATA[")) {
            size_t start = offset_of(in);
            node->has_section = true;
            in->at += strlen("<![CDATA[");
            struct text section = read_up_to(in, "]]>", start, "this CDATA section");
            memmove(to, section.bytes, section.length);
            to += section.length;
        } else if (c == '<' || !c) {
            break;
        } else if (c == '&') {
            to = put_character(to, read_reference(in));
        } else {
            if (c == ']' && comes_next(in, "]]>"))
                fail(in->document, offset_of(in), "`]]>` in text would be written `]]&gt;`");
            *to++ = c;
            in->at++;
        }
    }
    node->text.length = (size_t)(to - node->text.bytes);
}

/* --- Documents --- */

/* A DTD may be named, which is left to those who want it. */
static inline void read_doctype(struct reader *in) {
    if (!take(in, "<!DOCTYPE"))
        fail(in->document, offset_of(in), "`<!` begins a comment, a CDATA section or the DOCTYPE before the root");
    if (!skip_space(in))
        fail(in->document, offset_of(in), "a blank is missing behind `<!DOCTYPE`");
    read_name(in, "the root");
    bool is_apart = skip_space(in), is_public = take(in, "PUBLIC");
    if (is_public || take(in, "SYSTEM")) {
        if (!is_apart || !skip_space(in))
            fail(in->document, offset_of(in), "a blank is missing in the DOCTYPE");
        read_literal(in, is_public ? "the public name of a DTD" : "the place of a DTD");
        if (is_public && !skip_space(in))
            fail(in->document, offset_of(in), "a blank is missing in the DOCTYPE");
        if (is_public)
            read_literal(in, "the place of a DTD");
        skip_space(in);
    }
    if (*in->at == '[')
        fail(in->document, offset_of(in), "declarations inside of a document are not supported");
    expect(in, ">", "at the end of the DOCTYPE");
}

static inline bool is_one_of(struct text text, const char *const *of, bool ignores_case) {
    for (; *of; of++) {
        if (strlen(*of) != text.length)
            continue;
        if (!(ignores_case ? strncasecmp : strncmp)(text.bytes, *of, text.length))
            return true;
    }
    return false;
}

/* `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` */
static inline void read_declaration(struct reader *in) {
    static const char *const VALUES[][4] = {{"1.0"}, {"UTF-8", "US-ASCII", "ASCII"}, {"yes", "no"}};
    static const char *const NAMES[] = {"version", "encoding", "standalone"};
    in->at += strlen("<?xml");
    for (int i = 0; i < 3; i++) {
        char *before = in->at;
        bool is_apart = skip_space(in);
        size_t start = offset_of(in);
        if (!is_apart || !take(in, NAMES[i])) {
            in->at = before;
            if (i == 0)
                fail(in->document, start, "the version is missing");
            continue;
        }
        skip_space(in);
        expect(in, "=", "in the XML declaration");
        skip_space(in);
        if (!is_one_of(read_literal(in, "what the XML declaration says"), VALUES[i], i == 1))
            fail(in->document, start, "this %s is not supported", NAMES[i]);
    }
    skip_space(in);
    expect(in, "?>", "at the end of the XML declaration");
}

static inline void read_all(struct reader *in) {
    struct document *document = in->document;
    struct node *top = document->top = add_node(NULL, DOCUMENT, 0), *parent = top;
    struct node *root = NULL;
    int depth = 0;
    bool has_doctype = false;
    name_called("xml")->bound = uri_of_xml();
    take(in, "\xef\xbb\xbf");
    if (comes_next(in, "<?xml") && is_space(in->at[5]))
        read_declaration(in);
    while (*in->at) {
        size_t start = offset_of(in);
        if (comes_next(in, "<!--")) {
            struct node *comment = add_node(parent, COMMENT, start);
            comment->text = read_comment(in);
        } else if (comes_next(in, "<?")) {
            struct node *instruction = add_node(parent, INSTRUCTION, start);
            instruction->text = read_instruction(in, &instruction->name);
        } else if (parent == top && is_space(*in->at)) {
            in->at++;
        } else if (parent == top && *in->at != '<') {
            fail(document, start, "there can be no text outside of the root element");
        } else if (comes_next(in, "</")) {
            if (parent == top)
                fail(document, start, "no element is open that could end");
            parent = read_end(in, parent, &depth);
        } else if (comes_next(in, "<!") && (parent == top || !comes_next(in, "<![CDATA["))) {
            if (parent != top || root || has_doctype)
                fail(document, start, "`<!` begins no more than a comment here");
            has_doctype = true;
            read_doctype(in);
        } else if (*in->at == '<' && !comes_next(in, "<![CDATA[")) {
            if (parent == top && root)
                fail(document, start, "there can be no second root element");
            parent = read_start(in, parent, &depth);
            root = top->last->kind == ELEMENT ? top->last : root;
        } else {
            read_text(in, parent);
        }
    }
    if (parent != top)
        fail(document, offset_of(in), "the element `%.*s` has no end", SHOWN(parent->name->text));
    if (!root)
        fail(document, offset_of(in), "there is no element");
}

/* Looks at all characters, makes newlines of what ends lines elsewhere, and finds out where lines begin. */
static inline void read_characters(struct document *document) {
    char *from = document->source, *end = from + document->length, *to = from;
    while (from < end) {
        int count;
        /* Most of them. */
        if (*from >= ' ' && *from < 0x7f) {
            *to++ = *from++;
            continue;
        }
        uint32_t c = character_at(from, &count);
        if (count == 0 || !is_character(c))
            fail(document, (size_t)(to - document->source), "this is no character of XML in UTF-8");
        if (c == '\r') {
            from += from[1] == '\n';
            *from = '\n';
        }
        for (int i = 0; i < count; i++)
            *to++ = *from++;
        if (to[-1] != '\n')
            continue;
        if (document->line_count == document->line_capacity) {
            document->line_capacity = document->line_capacity ? 2 * document->line_capacity : 256;
            document->lines = grow(document->lines, document->line_capacity * sizeof *document->lines);
        }
        document->lines[document->line_count++] = (size_t)(to - document->source);
    }
    *to = '\0';
    document->length = (size_t)(to - document->source);
}

/* Reads a file, or for `-` standard input. What was read stays as it is in `raw`, if that is wanted. */
static inline struct document *load_document(const char *name, struct line *raw) {
    static struct input in;
    struct document *document = keep(sizeof *document);
    struct line all = {0};
    document->name = name;
    if (!open_input(&in, name))
        in.error = errno;
    while (!in.error && fill(&in)) {
        extend(&all, in.bytes + in.at, in.end - in.at);
        in.at = in.end;
    }
    if (in.error) {
        complain("%s: %s", name, strerror(in.error));
        exit(FAILURE);
    }
    close_input(&in);
    if (raw)
        extend(raw, all.text, all.length);
    extend(&all, (const unsigned char *)"\0\0\0\0", 4);
    document->source = (char *)all.text;
    document->length = all.length - 4;
    read_characters(document);
    return document;
}

static inline struct document *read_document(const char *name, struct line *raw) {
    struct document *document = load_document(name, raw);
    struct reader in = {document, document->source};
    read_all(&in);
    return document;
}

static inline struct node *root_of(const struct document *document) {
    struct node *node = document->top->first;
    while (node->kind != ELEMENT)
        node = node->next;
    return node;
}

#endif
