/* Writes the lines that match a regular expression: a WASI command.
 *
 *     grep [-Eacinoqv] PATTERNS [FILE]...
 *     grep [-Eacinoqv] -e PATTERNS [-e PATTERNS]... [FILE]...
 *
 *     -E   extended regular expressions instead of basic ones
 *     -i   letters match their capitals
 *     -v   the lines that do not match
 *     -c   only how many lines that are
 *     -o   only what matches, each match on a line of its own
 *     -n   the number of the line before it
 *     -q   nothing: the exit code says it, with the first match
 *     -a   accepted: all input is taken as text
 *
 * PATTERNS has one pattern on each line. With several files, the name of the file is before each line; without any, or for `-`,
 * standard input is read. The exit code is 0 if a line was selected, 1 if none was, 2 on errors.
 *
 * The matcher is the C library's. It takes text up to a NUL byte, so what follows one in a line is not searched; and with -o, it
 * takes the end of a match for the edge of a word.
 *
 *     printf 'ab\nba\n' | worstcase run examples/tools/grep.c -- -E '^a+b'
 */
#define TOOL "grep"
#define USAGE "grep [-Eacinoqv] PATTERNS [FILE]... | grep [-Eacinoqv] -e PATTERNS [FILE]..."
#define FAILURE 2
#include <regex.h>

#include "tool.h"

static regex_t *patterns;
static size_t pattern_count;

static bool is_extended, ignores_case, inverts, counts, only_matches, shows_numbers, is_quiet, shows_names;

static struct input in;

/* --- Patterns --- */

static void add_pattern(const char *text) {
    int flags = (is_extended ? REG_EXTENDED : 0) | (ignores_case ? REG_ICASE : 0) | (only_matches ? 0 : REG_NOSUB);
    patterns = grow(patterns, (pattern_count + 1) * sizeof *patterns);
    int error = regcomp(&patterns[pattern_count], text, flags);
    if (error) {
        char message[128];
        regerror(error, &patterns[pattern_count], message, sizeof message);
        complain("%s", message);
        exit(FAILURE);
    }
    pattern_count++;
}

static void add_patterns(char *text) {
    for (char *end; (end = strchr(text, '\n')); text = end + 1) {
        *end = '\0';
        add_pattern(text);
    }
    add_pattern(text);
}

/* --- Matching --- */

static bool matches(const char *text) {
    for (size_t i = 0; i < pattern_count; i++) {
        if (regexec(&patterns[i], text, 0, NULL, 0) == 0)
            return true;
    }
    return false;
}

/* The first of all matches from `at` on, and of those that begin there the longest. */
static bool find_match(const char *text, size_t at, size_t *start, size_t *end) {
    bool any = false;
    for (size_t i = 0; i < pattern_count; i++) {
        regmatch_t match;
        if (regexec(&patterns[i], text + at, 1, &match, at > 0 ? REG_NOTBOL : 0) != 0)
            continue;
        size_t from = at + match.rm_so, to = at + match.rm_eo;
        if (!any || from < *start || (from == *start && to > *end)) {
            *start = from;
            *end = to;
        }
        any = true;
    }
    return any;
}

/* --- Output --- */

static void put_place(const char *name, unsigned long long number) {
    if (shows_names) {
        put_text(name);
        put(':');
    }
    if (number > 0) {
        put_number(number, 1);
        put(':');
    }
}

static void put_matches(const struct line *line, const char *name, unsigned long long number) {
    const char *text = (const char *)line->text;
    size_t start = 0, end = 0;
    for (size_t at = 0; find_match(text, at, &start, &end); at = end) {
        if (start < end) {
            put_place(name, number);
            put_bytes(line->text + start, end - start);
            put('\n');
        } else if (text[end++] == '\0') {
            break;
        }
    }
}

/* How many lines of a file are selected. */
static unsigned long long search(const char *name) {
    static struct line line;
    unsigned long long number = 0, selected = 0;
    while (read_line(&in, &line)) {
        number++;
        line.text[line.length] = '\0';
        if (matches((const char *)line.text) == inverts)
            continue;
        selected++;
        if (is_quiet)
            exit(0);
        if (counts || (only_matches && inverts))
            continue;
        unsigned long long shown = shows_numbers ? number : 0;
        if (only_matches) {
            put_matches(&line, name, shown);
        } else {
            put_place(name, shown);
            put_bytes(line.text, line.length);
            put('\n');
        }
    }
    return selected;
}

/* --- Options --- */

static void read_options(struct arguments *all) {
    char *texts = NULL;
    for (char option; (option = next_option(all, "Eaciqnove:"));) {
        is_extended |= option == 'E';
        counts |= option == 'c';
        ignores_case |= option == 'i';
        shows_numbers |= option == 'n';
        only_matches |= option == 'o';
        is_quiet |= option == 'q';
        inverts |= option == 'v';
        if (option == 'e') {
            size_t length = texts ? strlen(texts) + 1 : 0;
            texts = grow(texts, length + strlen(all->value) + 1);
            if (length > 0)
                texts[length - 1] = '\n';
            strcpy(texts + length, all->value);
        }
    }
    if (!texts && all->operands == 0)
        give_usage();
    if (!texts) {
        texts = all->words[0];
        all->words++;
        all->operands--;
    }
    add_patterns(texts);
    shows_names = all->operands > 1;
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    read_options(&all);
    bool any = false, failed = false;
    for (int i = 0; i < input_count(&all); i++) {
        const char *name = input_name(&all, i);
        if (!open_input(&in, name)) {
            complain("%s: %s", name, strerror(errno));
            failed = true;
            continue;
        }
        const char *shown = strcmp(name, "-") ? name : "(standard input)";
        unsigned long long selected = search(shown);
        any |= selected > 0;
        if (counts) {
            put_place(shown, 0);
            put_number(selected, 1);
            put('\n');
        }
        if (in.error) {
            complain("%s: %s", name, strerror(in.error));
            failed = true;
        }
        close_input(&in);
    }
    flush();
    return failed ? FAILURE : any ? 0 : 1;
}
