/* What XML is made of: characters, names, and places in a document that messages can tell of.
 *
 * Names are kept in a tree of their letters, not in a hash table: what a search of worst cases knows of a name stays what was
 * compared.
 */
#ifndef XML_NAMES_H
#define XML_NAMES_H

#include <stdint.h>

#include "tool.h"

struct text {
    const char *bytes;
    size_t length;
};

/* All equal names are one. */
struct name {
    struct text text;
    const struct name *bound; /* the namespace that this prefix stands for here */
    size_t seen_in;           /* the last element that had an attribute of this name */
    void *known;              /* what a tool knows of it */
    size_t mark, place;       /* for a tool's own use */
};

struct document {
    const char *name;
    char *source;
    size_t length;
    size_t *lines; /* where lines begin, but the first */
    size_t line_count, line_capacity;
    struct node *top;
};

/* --- Messages --- */

static inline void tell_at(const struct document *document, size_t offset, const char *format, va_list arguments) {
    size_t low = 0, high = document->line_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (document->lines[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    size_t start = low > 0 ? document->lines[low - 1] : 0;
    fprintf(stderr, TOOL ": %s:%zu:%zu: ", document->name, low + 1, offset - start + 1);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

static inline void tell(const struct document *document, size_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell_at(document, offset, format, arguments);
    va_end(arguments);
}

static inline _Noreturn void fail(const struct document *document, size_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell_at(document, offset, format, arguments);
    va_end(arguments);
    exit(FAILURE);
}

/* How a name, or any text, is printed: `%.*s`. */
#define SHOWN(text) (int)((text).length < 60 ? (text).length : 60), (text).bytes

/* --- Memory that is kept to the end --- */

static inline void *keep(size_t size) {
    enum { BLOCK = 1 << 16 };
    static char *block;
    static size_t left;
    size = (size + 15) / 16 * 16;
    if (size > left) {
        left = size > BLOCK ? size : BLOCK;
        block = grow(NULL, left);
    }
    void *kept = block;
    block += size;
    left -= size;
    return memset(kept, 0, size);
}

/* --- Names --- */

/* A letter of a name. Those that could stand in its place are a search tree. */
struct letter {
    unsigned char byte;
    struct letter *less, *more, *after;
    struct name *name;
};

static inline struct name *name_of(const char *bytes, size_t length) {
    static struct name *empty;
    static struct letter *first;
    struct name **found = &empty;
    struct letter **place = &first;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        while (*place && (*place)->byte != byte)
            place = byte < (*place)->byte ? &(*place)->less : &(*place)->more;
        if (!*place) {
            *place = keep(sizeof **place);
            (*place)->byte = byte;
        }
        found = &(*place)->name;
        place = &(*place)->after;
    }
    if (!*found) {
        *found = keep(sizeof **found);
        char *copy = memcpy(keep(length + 1), bytes, length);
        (*found)->text = (struct text){copy, length};
    }
    return *found;
}

static inline struct name *name_called(const char *text) {
    return name_of(text, strlen(text));
}

/* --- Characters --- */

/* The character at a place, and how many bytes it has; 0 of them if it is none. */
static inline uint32_t character_at(const char *place, int *count) {
    const unsigned char *bytes = (const unsigned char *)place;
    uint32_t first = bytes[0];
    *count = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (*count <= 1)
        return first;
    uint32_t character = first & (0x7f >> *count);
    for (int i = 1; i < *count; i++) {
        if ((bytes[i] & 0xc0) != 0x80) {
            *count = 0;
            return 0;
        }
        character = character << 6 | (bytes[i] & 0x3f);
    }
    /* Each has one form only, and halves of pairs are none. */
    if ((*count == 3 && character < 0x800) || (*count == 4 && (character < 0x10000 || character > 0x10ffff)))
        *count = 0;
    return character;
}

static inline bool is_character(uint32_t c) {
    if (c < 0x20)
        return c == '\t' || c == '\n' || c == '\r';
    return c < 0xd800 || (c >= 0xe000 && c < 0xfffe) || (c >= 0x10000 && c <= 0x10ffff);
}

static inline char *put_character(char *to, uint32_t c) {
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *to++ = (char)((0xff00 >> (more + 1) & 0xff) | c >> 6 * more);
    while (more-- > 0)
        *to++ = (char)(0x80 | (c >> 6 * more & 0x3f));
    return to;
}

/* Most characters are letters, and known by one comparison to be none of these; likewise in other places. */
static inline bool is_space(char c) {
    if ((unsigned char)c > ' ')
        return false;
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline bool is_blank(struct text text) {
    size_t i = 0;
    while (i < text.length && is_space(text.bytes[i]))
        i++;
    return i == text.length;
}

static inline bool begins_name(uint32_t c) {
    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
    return (c >= 0xc0 && c != 0xd7 && c != 0xf7 && c < 0x300) || (c >= 0x370 && c != 0x37e && c < 0x2000)
        || c == 0x200c || c == 0x200d || (c >= 0x2070 && c < 0x2190) || (c >= 0x2c00 && c < 0x2ff0)
        || (c >= 0x3001 && c < 0xd800) || (c >= 0xf900 && c < 0xfdd0) || (c >= 0xfdf0 && c < 0xfffe)
        || (c >= 0x10000 && c < 0xf0000);
}

static inline bool continues_name(uint32_t c) {
    return begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == 0xb7
        || (c >= 0x300 && c < 0x370) || c == 0x203f || c == 0x2040;
}

/* How many bytes at a place are a name, or with `is_token` a name token. */
static inline size_t name_length_at(const char *place, bool is_token) {
    size_t length = 0;
    for (;;) {
        int count;
        uint32_t c = character_at(place + length, &count);
        if (!(length == 0 && !is_token ? begins_name(c) : continues_name(c)))
            return length;
        length += (size_t)count;
    }
}

#endif
