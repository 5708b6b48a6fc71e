/* Writes the names of the files below some starting points that satisfy an expression: a WASI command.
 *
 *     find [START]... [EXPRESSION]
 *
 *     -name GLOB       the last part of the name matches, `*` and a leading dot included
 *     -size [+-]N[bcwkMG]
 *                      so many units of 512 bytes (b, if no unit is named), 1, 2, 1024, 1024^2 or 1024^3 bytes, rounded up; more than
 *                      that with +, less with -
 *     -type f|d        a regular file, a directory; or one of several, with commas between
 *     -newer FILE      modified later than FILE was
 *     -print           write the name; done for all that the expression holds for if it is nowhere said
 *     ( X )  ! X  X Y  X -a Y  X -o Y
 *                      the operators, those that bind closest first; -not, -and and -or are the same
 *
 * Without a START it is `.`. A directory comes before what is in it, and that comes in the order in which the system lists it. Links
 * are not followed. The exit code is 1 on errors, and if something could not be looked at.
 *
 *     worstcase run examples/tools/find.c --dir d=FOLDER -- d -name '*.c' -size +1k
 */
#define TOOL "find"
#define USAGE "find [START]... [EXPRESSION]"
#define FAILURE 1
#include <dirent.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <sys/stat.h>

#include "tool.h"

/* --- Files --- */

/* What is known of a file is looked up when it is first asked for: most expressions ask for a name, and listings say what is a
 * directory. */
struct file {
    const char *path;
    size_t name; /* where the last part of the path begins */
    unsigned char type;
    bool is_known;
    struct stat status;
};

static int status;

static bool look_at(struct file *file) {
    if (file->is_known)
        return true;
    if (lstat(file->path, &file->status) != 0) {
        complain("'%s': %s", file->path, strerror(errno));
        status = FAILURE;
        return false;
    }
    mode_t mode = file->status.st_mode;
    file->type = S_ISREG(mode) ? DT_REG : S_ISDIR(mode) ? DT_DIR : S_ISLNK(mode) ? DT_LNK : DT_UNKNOWN;
    file->is_known = true;
    return true;
}

/* --- Expressions --- */

enum kind { OR, AND, NOT, NAME, SIZE, TYPE, NEWER, PRINT };

struct expression {
    enum kind kind;
    struct expression *left, *right;
    const char *pattern;
    int sense; /* of a size: 1 is more, -1 less */
    uintmax_t size, unit;
    bool is_file, is_directory;
    struct timespec time;
};

static bool has_size(const struct expression *all, struct file *file) {
    if (!look_at(file))
        return false;
    uintmax_t bytes = (uintmax_t)file->status.st_size;
    uintmax_t units = bytes / all->unit + (bytes % all->unit > 0);
    return all->sense > 0 ? units > all->size : all->sense < 0 ? units < all->size : units == all->size;
}

static bool has_type(const struct expression *all, struct file *file) {
    if (file->type == DT_UNKNOWN && !look_at(file))
        return false;
    return (all->is_file && file->type == DT_REG) || (all->is_directory && file->type == DT_DIR);
}

static bool is_newer(const struct expression *all, struct file *file) {
    if (!look_at(file))
        return false;
    struct timespec time = file->status.st_mtim;
    return time.tv_sec != all->time.tv_sec ? time.tv_sec > all->time.tv_sec : time.tv_nsec > all->time.tv_nsec;
}

/* A starting point may end in slashes, which are no part of its name. */
static bool has_name(const struct expression *all, const struct file *file) {
    const char *name = file->path + file->name;
    size_t length = strlen(name);
    if (length < 2 || name[length - 1] != '/')
        return fnmatch(all->pattern, name, 0) == 0;
    while (length > 1 && name[length - 1] == '/')
        length--;
    char *bare = grow(NULL, length + 1);
    memcpy(bare, name, length);
    bare[length] = '\0';
    bool matches = fnmatch(all->pattern, bare, 0) == 0;
    free(bare);
    return matches;
}

static bool holds(const struct expression *all, struct file *file) {
    switch (all->kind) {
    case OR:
        return holds(all->left, file) || holds(all->right, file);
    case AND:
        return holds(all->left, file) && holds(all->right, file);
    case NOT:
        return !holds(all->left, file);
    case NAME:
        return has_name(all, file);
    case SIZE:
        return has_size(all, file);
    case TYPE:
        return has_type(all, file);
    case NEWER:
        return is_newer(all, file);
    case PRINT:
        put_text(file->path);
        put('\n');
        return true;
    }
    return false;
}

/* --- Parsing --- */

static char **words;
static int word_count, at;
static bool prints;

/* An expression may be nested so deep: it is read and evaluated by functions that call themselves. */
enum { DEEPEST = 1000 };
static int depth;

static _Noreturn void refuse(const char *format, const char *word) {
    complain(format, word);
    exit(FAILURE);
}

static bool comes(const char *word, const char *other) {
    return at < word_count && (!strcmp(words[at], word) || !strcmp(words[at], other));
}

static struct expression *expression_of(enum kind kind, struct expression *left, struct expression *right) {
    struct expression *made = grow(NULL, sizeof *made);
    *made = (struct expression){.kind = kind, .left = left, .right = right};
    return made;
}

static struct expression *size_of(const char *text) {
    static const struct { char letter; uintmax_t bytes; } UNITS[] = {
        {'b', 512}, {'c', 1}, {'w', 2}, {'k', 1 << 10}, {'M', 1 << 20}, {'G', 1 << 30},
    };
    struct expression *made = expression_of(SIZE, NULL, NULL);
    size_t length = strlen(text);
    if (length == 0)
        refuse("invalid null argument to -size%s", "");
    made->unit = 512;
    char last = text[length - 1];
    if (last < '0' || last > '9') {
        made->unit = 0;
        for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
            made->unit = UNITS[i].letter == last ? UNITS[i].bytes : made->unit;
        if (made->unit == 0)
            refuse("invalid -size type `%s'", text + length - 1);
        length--;
    }
    size_t first = text[0] == '+' || text[0] == '-';
    made->sense = text[0] == '+' ? 1 : text[0] == '-' ? -1 : 0;
    for (size_t i = first; i < length; i++) {
        uintmax_t digit = (uintmax_t)text[i] - '0';
        if (digit > 9 || made->size > (UINTMAX_MAX - digit) / 10)
            refuse("Invalid argument `%s' to -size", text);
        made->size = 10 * made->size + digit;
    }
    if (first >= length)
        refuse("Invalid argument `%s' to -size", text);
    return made;
}

static struct expression *type_of(const char *text) {
    struct expression *made = expression_of(TYPE, NULL, NULL);
    if (!*text)
        refuse("Arguments to -type should contain at least one letter%s", "");
    for (;; text++) {
        if (*text != 'f' && *text != 'd')
            refuse("Unknown argument to -type: %s", (char[]){*text, '\0'});
        made->is_file |= *text == 'f';
        made->is_directory |= *text == 'd';
        if (!*++text)
            return made;
        if (*text != ',')
            refuse("Must separate multiple arguments to -type using: '%s'", ",");
        if (!text[1])
            refuse("Last file type in list argument to -type is missing, i.e., list is ending on: '%s'", ",");
    }
}

static struct expression *newer_of(const char *path) {
    struct expression *made = expression_of(NEWER, NULL, NULL);
    struct stat found;
    if (lstat(path, &found) != 0) {
        complain("'%s': %s", path, strerror(errno));
        exit(FAILURE);
    }
    made->time = found.st_mtim;
    return made;
}

static struct expression *parse_test(void) {
    const char *word = words[at++];
    if (word[0] != '-' || !word[1]) {
        complain("paths must precede expression: `%s'", word);
        exit(FAILURE);
    }
    if (!strcmp(word, "-print")) {
        prints = true;
        return expression_of(PRINT, NULL, NULL);
    }
    bool is_name = !strcmp(word, "-name"), is_size = !strcmp(word, "-size");
    bool is_type = !strcmp(word, "-type"), is_newer = !strcmp(word, "-newer");
    if (!is_name && !is_size && !is_type && !is_newer)
        refuse("unknown predicate `%s'", word);
    if (at == word_count)
        refuse("missing argument to `%s'", word);
    const char *argument = words[at++];
    if (is_size)
        return size_of(argument);
    if (is_type)
        return type_of(argument);
    if (is_newer)
        return newer_of(argument);
    struct expression *made = expression_of(NAME, NULL, NULL);
    made->pattern = argument;
    return made;
}

static struct expression *parse_or(void);

/* After an operator something has to come. */
static struct expression *parse_operand(const char *operator) {
    if (++depth > DEEPEST)
        refuse("the expression is nested too deep%s", "");
    if (at == word_count)
        refuse("expected an expression after '%s'", operator);
    if (comes(")", ")") && strcmp(operator, "("))
        refuse("expected an expression between '%s' and ')'", operator);
    if (comes("-o", "-or") || comes("-a", "-and"))
        refuse("invalid expression; you have used a binary operator '%s' with nothing before it.", words[at]);
    struct expression *made;
    if (comes("!", "-not")) {
        at++;
        made = expression_of(NOT, parse_operand("!"), NULL);
    } else if (comes("(", "(")) {
        at++;
        if (at == word_count)
            refuse("invalid expression; expected to find a ')' but didn't see one. "
                   "Perhaps you need an extra predicate after '%s'", "(");
        if (comes(")", ")"))
            refuse("invalid expression; empty parentheses are not allowed.%s", "");
        made = parse_or();
        if (!comes(")", ")"))
            refuse("invalid expression; I was expecting to find a '%s' somewhere but did not see one.", ")");
        at++;
    } else {
        made = parse_test();
    }
    depth--;
    return made;
}

static struct expression *parse_and(const char *operator) {
    struct expression *all = parse_operand(operator);
    while (at < word_count && !comes(")", ")") && !comes("-o", "-or")) {
        const char *between = "";
        if (comes("-a", "-and"))
            between = words[at++];
        all = expression_of(AND, all, parse_operand(between));
    }
    return all;
}

static struct expression *parse_or(void) {
    struct expression *all = parse_and("(");
    while (comes("-o", "-or")) {
        const char *operator = words[at++];
        all = expression_of(OR, all, parse_and(operator));
    }
    return all;
}

/* What is asked of every file. Unless the expression says what to write, that is everything it holds for. */
static struct expression *parse(void) {
    if (at == word_count)
        return expression_of(PRINT, NULL, NULL);
    struct expression *all = parse_or();
    if (at < word_count)
        refuse("you have too many '%s'", words[at]);
    return prints ? all : expression_of(AND, all, expression_of(PRINT, NULL, NULL));
}

/* --- Walking --- */

struct entry {
    char *name;
    unsigned char type;
};

struct listing {
    struct entry *entries;
    size_t count, capacity;
};

/* A whole directory at once, so that no more than one is open, however deep they are nested. */
static bool list(const char *path, struct listing *all) {
    DIR *directory = opendir(path);
    if (!directory)
        return false;
    struct dirent *next;
    while (errno = 0, (next = readdir(directory))) {
        if (!strcmp(next->d_name, ".") || !strcmp(next->d_name, ".."))
            continue;
        if (all->count == all->capacity) {
            all->capacity = all->capacity ? 2 * all->capacity : 16;
            all->entries = grow(all->entries, all->capacity * sizeof *all->entries);
        }
        size_t length = strlen(next->d_name) + 1;
        char *name = memcpy(grow(NULL, length), next->d_name, length);
        all->entries[all->count++] = (struct entry){name, next->d_type};
    }
    int error = errno;
    closedir(directory);
    errno = error;
    return error == 0;
}

static void visit(const struct expression *all, struct line *path, size_t name, unsigned char type) {
    path->text[path->length] = '\0';
    struct file file = {.path = (const char *)path->text, .name = name, .type = type};
    if (type == DT_UNKNOWN && !look_at(&file))
        return;
    holds(all, &file);
    if (file.type != DT_DIR)
        return;
    struct listing below = {0};
    if (!list(file.path, &below)) {
        complain("'%s': %s", file.path, strerror(errno));
        status = FAILURE;
    }
    size_t length = path->length;
    for (size_t i = 0; i < below.count; i++) {
        struct entry *entry = &below.entries[i];
        if (path->text[length - 1] != '/')
            extend(path, (const unsigned char *)"/", 1);
        size_t start = path->length;
        extend(path, (const unsigned char *)entry->name, strlen(entry->name));
        free(entry->name);
        visit(all, path, start, entry->type);
        path->length = length;
    }
    free(below.entries);
}

/* Where the last part of a starting point begins: behind its last slash that something follows. */
static size_t name_in(const char *path) {
    size_t name = 0;
    for (size_t i = 0; path[i]; i++) {
        if (path[i] == '/' && path[i + 1] && path[i + 1] != '/')
            name = i + 1;
    }
    return name;
}

static void start(const struct expression *all, const char *from) {
    static struct line path;
    path.length = 0;
    extend(&path, (const unsigned char *)from, strlen(from));
    if (*from) {
        visit(all, &path, name_in(from), DT_UNKNOWN);
        return;
    }
    complain("'%s': %s", from, strerror(ENOENT));
    status = FAILURE;
}

static bool begins_expression(const char *word) {
    return (word[0] == '-' && word[1]) || !strcmp(word, "(") || !strcmp(word, "!");
}

int main(int argc, char **argv) {
    words = argv + 1;
    word_count = argc - 1;
    at = word_count > 0 && !strcmp(words[0], "--");
    int first = at;
    while (at < word_count && !begins_expression(words[at]))
        at++;
    int end = at;
    struct expression *all = parse();
    for (int i = first; i < end; i++)
        start(all, words[i]);
    if (first == end)
        start(all, ".");
    flush();
    return status;
}
