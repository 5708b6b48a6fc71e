/* Writes XML as it comes: tags, attributes, namespaces where they are not known yet, and text that is escaped. */
#ifndef XML_OUTPUT_H
#define XML_OUTPUT_H

#include "xml.h"

/* Escaped as in the content of an element, or in the value of an attribute. */
static inline void put_escaped(struct text text, bool is_value) {
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        if ((unsigned char)c > '>')
            put((unsigned char)c);
        else if (c == '&')
            put_text("&amp;");
        else if (c == '<')
            put_text("&lt;");
        else if (c == '>')
            put_text("&gt;");
        else if (c == '\r')
            put_text("&#13;");
        else if (is_value && c == '"')
            put_text("&quot;");
        else if (is_value && c == '\n')
            put_text("&#10;");
        else if (is_value && c == '\t')
            put_text("&#9;");
        else
            put((unsigned char)c);
    }
}

static inline void put_slice(struct text text) {
    put_bytes((const unsigned char *)text.bytes, text.length);
}

/* --- Elements --- */

/* An attribute that is not written yet: it could still be given another value. */
struct waiting {
    struct text name, value;
    const struct name *uri;
    struct name *local;
};

static struct waiting *waiting_attributes;
static size_t waiting_count, waiting_capacity;
static bool is_tag_open;
static size_t tag_count;

/* What prefixes stand for where something is written next; those of the tag that is open come first. */
static const struct namespace *written_namespaces, *outside_namespaces;

/* Ends the tag that is open, since content follows. */
static inline void close_tag(const char *end) {
    if (!is_tag_open)
        return;
    for (size_t i = 0; i < waiting_count; i++) {
        put(' ');
        put_slice(waiting_attributes[i].name);
        put_text("=\"");
        put_escaped(waiting_attributes[i].value, true);
        put('"');
    }
    put_text(end);
    waiting_count = 0;
    is_tag_open = false;
}

/* Says what a prefix stands for, unless that is known: that of `xml` always is. */
static inline void declare(struct name *prefix, const struct name *uri) {
    if (prefix == name_called("xml"))
        return;
    const struct namespace *known = written_namespaces;
    bool is_own = true; /* of the tag that is open */
    for (; known && known->prefix != prefix; known = known->outer)
        is_own &= known != outside_namespaces;
    is_own &= known != outside_namespaces;
    bool is_default = prefix->text.length == 0;
    if (known ? known->uri == uri : is_default && !uri)
        return;
    if (known && is_own) {
        complain("the prefix `%.*s` would stand for two namespaces in one element", SHOWN(prefix->text));
        exit(FAILURE);
    }
    struct namespace *made = keep(sizeof *made);
    *made = (struct namespace){.prefix = prefix, .uri = uri, .outer = written_namespaces};
    written_namespaces = made;
    put_text(is_default ? " xmlns" : " xmlns:");
    put_slice(prefix->text);
    put_text("=\"");
    if (uri)
        put_escaped(uri->text, true);
    put('"');
}

/* Begins a tag. Returns what `end_element` wants to hear. */
static inline const struct namespace *begin_element(struct text name) {
    close_tag(">");
    const struct namespace *outside = written_namespaces;
    outside_namespaces = outside;
    put('<');
    put_slice(name);
    is_tag_open = true;
    tag_count++;
    return outside;
}

static inline void end_element(struct text name, const struct namespace *outside) {
    if (is_tag_open) {
        close_tag("/>");
    } else {
        put_text("</");
        put_slice(name);
        put('>');
    }
    written_namespaces = outside;
}

/* Names remember the tag that they were last in, so that the others need not be looked through. */
static inline void set_attribute(struct text name, struct name *local, const struct name *uri, struct text value) {
    for (size_t i = 0; local->mark == tag_count && i < waiting_count; i++) {
        struct waiting *other = &waiting_attributes[i];
        if (other->local == local && other->uri == uri) {
            other->value = value;
            return;
        }
    }
    if (waiting_count == waiting_capacity) {
        waiting_capacity = waiting_capacity ? 2 * waiting_capacity : 8;
        waiting_attributes = grow(waiting_attributes, waiting_capacity * sizeof *waiting_attributes);
    }
    waiting_attributes[waiting_count++] = (struct waiting){name, value, uri, local};
    local->mark = tag_count;
}

static inline void put_content(struct text text) {
    if (text.length == 0)
        return;
    close_tag(">");
    put_escaped(text, false);
}

#endif
