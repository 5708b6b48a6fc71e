/* Replaces, deletes or squeezes bytes: a WASI command.
 *
 *     tr [-cs] SET1 SET2     each byte of SET1 becomes the one at its place in SET2, whose last byte is repeated
 *     tr [-c] -d SET1        bytes of SET1 are left out
 *     tr [-c] -s SET1        of a run of the same byte of SET1, one is left
 *     tr [-c] -ds SET1 SET2  bytes of SET1 are left out, then runs of bytes of SET2 squeezed
 *
 *     -c   all bytes that are not in SET1 (-C is the same)
 *     -d   delete
 *     -s   squeeze; after replacing, that is bytes of SET2
 *
 * A set is bytes, ranges a-z, classes [:alpha:], [=c=], \n and its like, \NNN in octal, and in SET2 [c*N] (N times c) and [c*]
 * (as often as SET1 needs). The exit code is 1 on errors.
 *
 *     printf 'Hello\n' | worstcase run examples/tools/tr.c -- a-z A-Z
 */
#define TOOL "tr"
#define USAGE "tr [-cds] SET1 [SET2]"
#define FAILURE 1
#include <ctype.h>

#include "tool.h"

/* Where a class stands among the bytes of a set, and whether it is [:lower:] or [:upper:], which may stand in SET2. */
struct class {
    size_t at;
    bool is_case;
};

struct set {
    unsigned char *bytes;
    size_t count, capacity;
    struct class *classes;
    size_t class_count;
    bool ends_in_class;
    /* [c*]: which byte, and before which it stands; two of them are one too many. */
    int fill_count;
    unsigned char fill_byte;
    size_t fill_at;
};

/* A set as it is given, without its backslashes. An escaped byte stands for itself only. */
struct word {
    unsigned char *bytes;
    bool *escaped;
    size_t length;
};

static struct input in;

static _Noreturn void refuse(const char *what) {
    complain("%s", what);
    exit(FAILURE);
}

/* --- Sets --- */

static unsigned char unescape(const char **at) {
    static const char names[] = "abfnrtv\\", bytes[] = "\a\b\f\n\r\t\v\\";
    const char *name = strchr(names, **at);
    if (!**at) {
        complain("warning: an unescaped backslash at end of string is not portable");
        return '\\';
    }
    if (name) {
        ++*at;
        return bytes[name - names];
    }
    if (**at < '0' || **at > '7')
        return *(*at)++;
    int value = 0;
    for (int i = 0; i < 3 && **at >= '0' && **at <= '7'; i++) {
        int longer = 8 * value + (**at - '0');
        if (longer > 255) {
            complain("warning: the ambiguous octal escape \\%.3s is being\n\tinterpreted as the 2-byte sequence \\0%.2s, %c",
                     *at - 2, *at - 2, **at);
            break;
        }
        value = longer;
        ++*at;
    }
    return value;
}

static struct word read_word(const char *text) {
    size_t room = strlen(text) + 1;
    struct word word = {grow(NULL, room), grow(NULL, room * sizeof(bool)), 0};
    while (*text) {
        bool escaped = *text == '\\';
        text += escaped;
        word.escaped[word.length] = escaped;
        word.bytes[word.length++] = escaped ? unescape(&text) : (unsigned char)*text++;
    }
    return word;
}

static void add(struct set *set, unsigned char byte) {
    if (set->count == set->capacity) {
        set->capacity = set->capacity ? 2 * set->capacity : 64;
        set->bytes = grow(set->bytes, set->capacity);
    }
    set->bytes[set->count++] = byte;
}

static bool is(const struct word *word, size_t at, char byte) {
    return at < word->length && word->bytes[at] == (unsigned char)byte && !word->escaped[at];
}

static bool is_named(const struct word *word, size_t start, size_t end, const char *name) {
    return strlen(name) == end - start && !memcmp(word->bytes + start, name, end - start);
}

static void add_class(struct set *set, const struct word *word, size_t start, size_t end) {
    static const struct {
        const char *name;
        int (*has)(int);
    } classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl},
                   {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint},
                   {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
    if (start == end)
        refuse("missing character class name '[::]'");
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (!is_named(word, start, end, classes[i].name))
            continue;
        set->classes = grow(set->classes, (set->class_count + 1) * sizeof *set->classes);
        bool is_case = classes[i].has == islower || classes[i].has == isupper;
        set->classes[set->class_count++] = (struct class){set->count, is_case};
        for (int byte = 0; byte < 256; byte++) {
            if (classes[i].has(byte))
                add(set, byte);
        }
        return;
    }
    complain("invalid character class '%.*s'", (int)(end - start), (const char *)word->bytes + start);
    exit(FAILURE);
}

static void add_equivalent(struct set *set, const struct word *word, size_t start, size_t end) {
    if (start == end)
        refuse("missing equivalence class character '[==]'");
    if (end - start > 1) {
        complain("%.*s: equivalence class operand must be a single character", (int)(end - start),
                 (const char *)word->bytes + start);
        exit(FAILURE);
    }
    add(set, word->bytes[start]);
}

/* [c*N], with N in octal if it begins with a zero. Returns what follows, or 0 if it is nothing of that kind. */
static size_t add_repeat(struct set *set, const struct word *word, size_t at) {
    size_t end = at + 3, count = 0;
    while (end < word->length && !is(word, end, ']'))
        end++;
    if (end >= word->length || !is(word, at + 2, '*'))
        return 0;
    size_t base = word->bytes[at + 3] == '0' ? 8 : 10;
    for (size_t i = at + 3; i < end; i++) {
        size_t digit = (size_t)word->bytes[i] - '0';
        if (word->bytes[i] < '0' || digit >= base || count > 100000000) {
            complain("invalid repeat count '%.*s' in [c*n] construct", (int)(end - at - 3),
                     (const char *)word->bytes + at + 3);
            exit(FAILURE);
        }
        count = base * count + digit;
    }
    if (count == 0) {
        set->fill_count++;
        set->fill_byte = word->bytes[at + 1];
        set->fill_at = set->count;
    }
    for (size_t i = 0; i < count; i++)
        add(set, word->bytes[at + 1]);
    return end + 1;
}

/* A construct in brackets. Returns what follows, or 0 if it is none. */
static size_t add_bracketed(struct set *set, const struct word *word, size_t at) {
    for (int i = 0; i < 2; i++) {
        char mark = i == 0 ? ':' : '=';
        if (!is(word, at + 1, mark))
            continue;
        for (size_t end = at + 2; end + 1 < word->length; end++) {
            if (!is(word, end, mark) || !is(word, end + 1, ']'))
                continue;
            set->ends_in_class = i == 0;
            if (i == 0)
                add_class(set, word, at + 2, end);
            else
                add_equivalent(set, word, at + 2, end);
            return end + 2;
        }
    }
    return add_repeat(set, word, at);
}

static struct set read_set(const char *text) {
    struct word word = read_word(text);
    struct set set = {0};
    for (size_t at = 0; at < word.length;) {
        set.ends_in_class = false;
        size_t after = is(&word, at, '[') ? add_bracketed(&set, &word, at) : 0;
        if (after > 0) {
            at = after;
        } else if (is(&word, at + 1, '-') && at + 2 < word.length) {
            int first = word.bytes[at], last = word.bytes[at + 2];
            if (first > last) {
                complain("range-endpoints of '%c-%c' are in reverse collating sequence order", first, last);
                exit(FAILURE);
            }
            for (int byte = first; byte <= last; byte++)
                add(&set, byte);
            at += 3;
        } else {
            add(&set, word.bytes[at++]);
        }
    }
    return set;
}

static struct set complement(const struct set *set) {
    bool has[256] = {false};
    for (size_t i = 0; i < set->count; i++)
        has[set->bytes[i]] = true;
    struct set others = {.classes = set->classes, .class_count = set->class_count};
    for (int byte = 0; byte < 256; byte++) {
        if (!has[byte])
            add(&others, byte);
    }
    return others;
}

/* --- What is replaced by what --- */

/* A case class in SET2 has to stand where SET1 has one too, or it would not change case. */
static void check_classes(const struct set *from, const struct set *to) {
    for (size_t i = 0; i < to->class_count; i++) {
        bool is_aligned = false;
        for (size_t k = 0; k < from->class_count; k++)
            is_aligned |= from->classes[k].is_case && from->classes[k].at == to->classes[i].at;
        if (!is_aligned)
            refuse("misaligned [:upper:] and/or [:lower:] construct");
    }
}

/* Makes `to` as long as `from`. */
static void lengthen(struct set *to, const struct set *from) {
    size_t missing = from->count > to->count ? from->count - to->count : 0;
    if (to->fill_count > 0) {
        size_t behind = to->count - to->fill_at;
        for (size_t i = 0; i < missing; i++)
            add(to, 0);
        memmove(to->bytes + to->fill_at + missing, to->bytes + to->fill_at, behind);
        memset(to->bytes + to->fill_at, to->fill_byte, missing);
        for (size_t i = 0; i < to->class_count; i++)
            to->classes[i].at += to->classes[i].at >= to->fill_at ? missing : 0;
        return;
    }
    if (missing > 0 && to->count == 0)
        refuse("when not truncating set1, string2 must be non-empty");
    if (missing > 0 && to->ends_in_class)
        refuse("when translating with string1 longer than string2,\n"
               "the latter string must not end with a character class");
    for (size_t i = 0; i < missing; i++)
        add(to, to->bytes[to->count - 1]);
}

static bool is_one_byte(const struct set *set) {
    for (size_t i = 1; i < set->count; i++) {
        if (set->bytes[i] != set->bytes[0])
            return false;
    }
    return true;
}

static void match_sets(const struct set *from, struct set *to, bool complemented) {
    for (size_t i = 0; i < to->class_count; i++) {
        if (!to->classes[i].is_case)
            refuse("when translating, the only character classes that may appear in\n"
                   "string2 are 'upper' and 'lower'");
    }
    if (to->fill_count > 1)
        refuse("only one [c*] repeat construct may appear in string2");
    if (!complemented && to->fill_count == 0)
        check_classes(from, to);
    lengthen(to, from);
    if (!complemented && to->fill_count > 0)
        check_classes(from, to);
    if (complemented && from->class_count > 0 && !is_one_byte(to))
        refuse("when translating with complemented character classes,\n"
               "string2 must map all characters in the domain to one");
}

/* --- Operation --- */

static unsigned char replaced[256];
static bool is_deleted[256], is_squeezed[256];

static void mark(bool *marks, const struct set *set) {
    for (size_t i = 0; i < set->count; i++)
        marks[set->bytes[i]] = true;
}

static void copy(bool deletes, bool squeezes) {
    int last = -1;
    while (fill(&in)) {
        unsigned char byte = in.bytes[in.at++];
        if (deletes && is_deleted[byte])
            continue;
        byte = replaced[byte];
        if (squeezes && byte == last && is_squeezed[byte])
            continue;
        last = byte;
        put(byte);
    }
}

static void check_operands(const struct arguments *all, bool deletes, bool squeezes) {
    int least = deletes == squeezes ? 2 : 1;
    int most = deletes && !squeezes ? 1 : 2;
    if (all->operands == 0)
        complain("missing operand");
    else if (all->operands < least)
        complain("missing operand after '%s'\n%s", all->words[0],
                 deletes ? "Two strings must be given when both deleting and squeezing repeats."
                         : "Two strings must be given when translating.");
    else if (all->operands > most)
        complain("extra operand '%s'%s", all->words[most],
                 deletes && !squeezes && all->operands == 2
                     ? "\nOnly one string may be given when deleting without squeezing repeats."
                     : "");
    else
        return;
    give_usage();
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    all.ends_at_operand = true;
    bool complements = false, deletes = false, squeezes = false;
    for (char option; (option = next_option(&all, "cCds"));) {
        complements |= option == 'c' || option == 'C';
        deletes |= option == 'd';
        squeezes |= option == 's';
    }
    check_operands(&all, deletes, squeezes);

    struct set from = read_set(all.words[0]), to = {0};
    if (from.fill_count > 0)
        refuse("the [c*] repeat construct may not appear in string1");
    if (complements)
        from = complement(&from);
    if (all.operands == 2)
        to = read_set(all.words[1]);
    for (int byte = 0; byte < 256; byte++)
        replaced[byte] = byte;
    if (deletes) {
        mark(is_deleted, &from);
    } else if (all.operands == 2) {
        match_sets(&from, &to, complements);
        for (size_t i = 0; i < from.count; i++)
            replaced[from.bytes[i]] = to.bytes[i];
    }
    if (deletes && to.fill_count > 0)
        refuse("the [c*] construct may appear in string2 only when translating");
    if (squeezes)
        mark(is_squeezed, all.operands == 2 ? &to : &from);

    open_input(&in, "-");
    copy(deletes, squeezes);
    if (in.error)
        complain("read error: %s", strerror(in.error));
    flush();
    return in.error ? FAILURE : 0;
}
