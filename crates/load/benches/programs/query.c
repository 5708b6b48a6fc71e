/* Answers a query over a table of comma-separated values on standard input: a WASI command.
 *
 *     query 'select distinct 1,3 where 2>17 and 3!=x order by 1 desc limit 10' < table
 *
 * Columns are numbers from 1, `*` is all of them. A comparison is one of = != < <= > >= between a
 * column and a word: of numbers if both are whole numbers, else of bytes. A field that is missing is empty. Rows that
 * qualify are kept in a list in the order asked for; `distinct` compares a row with all that are kept.
 *
 * Measured     everything
 * Slow on      many short rows that all qualify and differ: for `order by`, each one is to go to the end of the list
 *              (ascending keys, or equal ones); for `distinct`, rows that agree in their first columns: quadratic in the rows
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 32, MAX_CONDITIONS = 8 };

struct text {
    const char *start;
    size_t length;
};

enum operator{ EQUAL, NOT_EQUAL, LESS, NOT_GREATER, GREATER, NOT_LESS };

struct condition {
    int column; /* from 0, like all columns in here */
    enum operator operator;
    struct text word;
};

struct query {
    bool distinct;
    int columns[MAX_COLUMNS];
    int column_count; /* 0 for all */
    struct condition conditions[MAX_CONDITIONS];
    int condition_count;
    int order_by; /* -1 if the order is that of the table */
    bool descending;
    long limit; /* -1 if there is none */
};

struct row {
    struct row *next;
    int field_count;
    struct text fields[];
};

static struct text field(const struct row *row, int column) {
    return column < row->field_count ? row->fields[column] : (struct text){"", 0};
}

static bool to_number(struct text t, long long *number) {
    size_t i = t.length > 0 && t.start[0] == '-';
    if (i == t.length || t.length - i > 18)
        return false;
    long long n = 0;
    for (size_t k = i; k < t.length; k++) {
        if (t.start[k] < '0' || t.start[k] > '9')
            return false;
        n = 10 * n + (t.start[k] - '0');
    }
    *number = i ? -n : n;
    return true;
}

static int compare(struct text a, struct text b) {
    long long x, y;
    if (to_number(a, &x) && to_number(b, &y))
        return (x > y) - (x < y);
    int order = memcmp(a.start, b.start, a.length < b.length ? a.length : b.length);
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

static bool holds(const struct condition *c, const struct row *row) {
    int order = compare(field(row, c->column), c->word);
    switch (c->operator) {
    case EQUAL: return order == 0;
    case NOT_EQUAL: return order != 0;
    case LESS: return order < 0;
    case NOT_GREATER: return order <= 0;
    case GREATER: return order > 0;
    case NOT_LESS: return order >= 0;
    }
    return false;
}

static bool qualifies(const struct query *q, const struct row *row) {
    for (int i = 0; i < q->condition_count; i++)
        if (!holds(&q->conditions[i], row))
            return false;
    return true;
}

static int shown_count(const struct query *q, const struct row *row) {
    return q->column_count ? q->column_count : row->field_count;
}

static struct text shown(const struct query *q, const struct row *row, int i) {
    return field(row, q->column_count ? q->columns[i] : i);
}

/* Would both rows be printed the same? */
static bool same(const struct query *q, const struct row *a, const struct row *b) {
    int count = shown_count(q, a);
    if (count != shown_count(q, b))
        return false;
    for (int i = 0; i < count; i++) {
        struct text x = shown(q, a, i), y = shown(q, b, i);
        if (x.length != y.length || memcmp(x.start, y.start, x.length) != 0)
            return false;
    }
    return true;
}

/* Puts the row into the list; false if it is there already and must not be twice. */
static bool keep(const struct query *q, struct row **list, struct row *row) {
    if (q->distinct)
        for (const struct row *other = *list; other; other = other->next)
            if (same(q, row, other))
                return false;
    struct row **link = list;
    for (; *link; link = &(*link)->next) {
        if (q->order_by < 0)
            continue;
        int order = compare(field(*link, q->order_by), field(row, q->order_by));
        if (q->descending ? order < 0 : order > 0)
            break;
    }
    row->next = *link;
    *link = row;
    return true;
}

static struct row *parse_row(const char *line, size_t length) {
    int count = 1;
    for (size_t i = 0; i < length; i++)
        count += line[i] == ',';
    struct row *row = malloc(sizeof *row + count * sizeof row->fields[0]);
    if (!row)
        return NULL;
    row->next = NULL;
    row->field_count = count;
    struct text *f = row->fields;
    *f = (struct text){line, 0};
    for (size_t i = 0; i < length; i++) {
        if (line[i] == ',')
            *++f = (struct text){line + i + 1, 0};
        else
            f->length++;
    }
    return row;
}

/* Queries: a cursor moves over the text. */

static void skip_blanks(const char **p) {
    while (**p == ' ')
        ++*p;
}

static bool word_is(const char **p, const char *word) {
    skip_blanks(p);
    size_t length = strlen(word);
    if (strncmp(*p, word, length) != 0 || (isalpha((unsigned char)word[0]) && isalnum((unsigned char)(*p)[length])))
        return false;
    *p += length;
    return true;
}

static bool parse_number(const char **p, long *number) {
    skip_blanks(p);
    if (!isdigit((unsigned char)**p))
        return false;
    *number = strtol(*p, (char **)p, 10);
    return true;
}

static bool parse_column(const char **p, int *column) {
    long number;
    if (!parse_number(p, &number) || number < 1 || number > 1000)
        return false;
    *column = (int)number - 1;
    return true;
}

static bool parse_condition(const char **p, struct condition *c) {
    if (!parse_column(p, &c->column))
        return false;
    if (word_is(p, "="))
        c->operator= EQUAL;
    else if (word_is(p, "!="))
        c->operator= NOT_EQUAL;
    else if (word_is(p, "<="))
        c->operator= NOT_GREATER;
    else if (word_is(p, ">="))
        c->operator= NOT_LESS;
    else if (word_is(p, "<"))
        c->operator= LESS;
    else if (word_is(p, ">"))
        c->operator= GREATER;
    else
        return false;
    skip_blanks(p);
    c->word.start = *p;
    while (**p && **p != ' ')
        ++*p;
    c->word.length = *p - c->word.start;
    return true;
}

static bool parse_query(const char *p, struct query *q) {
    memset(q, 0, sizeof *q);
    q->order_by = -1;
    q->limit = -1;
    if (!word_is(&p, "select"))
        return false;
    q->distinct = word_is(&p, "distinct");
    if (!word_is(&p, "*")) {
        do {
            if (q->column_count == MAX_COLUMNS || !parse_column(&p, &q->columns[q->column_count++]))
                return false;
        } while (word_is(&p, ","));
    }
    if (word_is(&p, "where")) {
        do {
            if (q->condition_count == MAX_CONDITIONS || !parse_condition(&p, &q->conditions[q->condition_count++]))
                return false;
        } while (word_is(&p, "and"));
    }
    if (word_is(&p, "order")) {
        if (!word_is(&p, "by") || !parse_column(&p, &q->order_by))
            return false;
        q->descending = word_is(&p, "desc");
    }
    if (word_is(&p, "limit") && !parse_number(&p, &q->limit))
        return false;
    skip_blanks(&p);
    return *p == '\0';
}

static char *read_all(FILE *file, size_t *size) {
    size_t capacity = 1 << 14;
    char *data = malloc(capacity);
    *size = 0;
    while (data) {
        size_t got = fread(data + *size, 1, capacity - *size, file);
        if (got == 0)
            break;
        *size += got;
        if (*size == capacity) {
            capacity *= 2;
            char *larger = realloc(data, capacity);
            if (!larger)
                free(data);
            data = larger;
        }
    }
    return data;
}

int main(int argc, char **argv) {
    struct query query;
    if (argc != 2 || !parse_query(argv[1], &query)) {
        fputs("usage: query 'select [distinct] COLUMNS [where C>W and ...] [order by C [desc]] [limit N]'\n", stderr);
        return 2;
    }
    size_t size;
    char *data = read_all(stdin, &size);
    struct row *list = NULL;
    for (size_t at = 0; data && at < size;) {
        const char *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (data + at)) : size - at;
        struct row *row = parse_row(data + at, length);
        if (row && !(qualifies(&query, row) && keep(&query, &list, row)))
            free(row);
        at += length + 1;
    }
    long printed = 0;
    while (list) {
        struct row *row = list;
        if (query.limit < 0 || printed < query.limit) {
            int count = shown_count(&query, row);
            for (int i = 0; i < count; i++) {
                struct text t = shown(&query, row, i);
                if (i > 0)
                    putchar(',');
                fwrite(t.start, 1, t.length, stdout);
            }
            putchar('\n');
            printed++;
        }
        list = row->next;
        free(row);
    }
    free(data);
    return 0;
}
