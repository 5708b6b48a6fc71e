/* Decides whether a formula in conjunctive normal form can be satisfied: a WASI command.
 *
 *     sat < clauses
 *
 * The clauses are DIMACS without its header: numbers separated by anything, -3 is "not x3", and 0 ends a clause, as does
 * the end of the input. Numbers outside of 1 to 999 are left out, as are clauses beyond a limit. DPLL
 * with two watched literals: unit propagation, then a decision on the variable that occurs most
 * often, and chronological backtracking. It gives up after MAX_DECISIONS.
 *
 * Prints SAT and the true variables, UNSAT, or UNKNOWN.
 *
 * Measured     everything
 * Slow on      formulas with no short refutation and little propagation, such as the pigeonhole principle (p + 1 pigeons
 *              into p holes) or random 3-SAT with 4.3 clauses per variable: exponential, up to MAX_DECISIONS
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VARIABLE = 999, MAX_CLAUSES = 20000, MAX_LITERALS = 100000, MAX_DECISIONS = 3000 };

/* Literals are numbered: 2v is the variable v, 2v + 1 its negation. */
enum { LITERALS = 2 * (MAX_VARIABLE + 1) };

struct clause {
    int first;  /* in `literals`; the first two are watched */
    int length;
    int next[2]; /* the next clause in the list of each watched literal */
};

static int literals[MAX_LITERALS];
static int literal_count;
static struct clause clauses[MAX_CLAUSES];
static int clause_count;
static bool contradiction; /* a clause without a literal, or units against each other */

static int watched[LITERALS];             /* the first clause that watches a literal, or -1 */
static int8_t value[MAX_VARIABLE + 1];    /* 1 true, 0 false, -1 not yet known */
static int occurrences[MAX_VARIABLE + 1];
static int order[MAX_VARIABLE + 1];       /* variables that occur, the most frequent first */
static int variable_count;

static int trail[MAX_VARIABLE + 1]; /* the true literals, in the order of their assignment */
static int trail_length, propagated;

struct decision {
    int trail_length; /* before it */
    int literal;
    bool flipped;
};
static struct decision decisions[MAX_VARIABLE + 1];
static int level;

static int value_of(int literal) {
    int v = value[literal >> 1];
    return v < 0 ? -1 : v ^ (literal & 1);
}

static void assign(int literal) {
    value[literal >> 1] = !(literal & 1);
    trail[trail_length++] = literal;
}

/* Adds what is at the end of `literals` as a clause, unless it is always true. */
static void add_clause(int first) {
    int length = 0;
    for (int i = first; i < literal_count; i++) {
        bool twice = false;
        for (int j = first; j < first + length; j++) {
            if (literals[j] == (literals[i] ^ 1)) {
                literal_count = first;
                return;
            }
            twice |= literals[j] == literals[i];
        }
        if (!twice)
            literals[first + length++] = literals[i];
    }
    literal_count = first + length;
    for (int i = first; i < literal_count; i++)
        occurrences[literals[i] >> 1]++;
    if (length == 0)
        contradiction = true;
    if (length == 1) {
        int known = value_of(literals[first]);
        if (known == 0)
            contradiction = true;
        if (known == -1)
            assign(literals[first]);
    }
    if (length >= 2) {
        struct clause *c = &clauses[clause_count];
        c->first = first;
        c->length = length;
        for (int k = 0; k < 2; k++) {
            c->next[k] = watched[literals[first + k]];
            watched[literals[first + k]] = clause_count;
        }
        clause_count++;
    }
}

/* Goes through the clauses that watch a literal that has become false. False if one of them is violated. */
static bool visit_watchers(int literal) {
    int *link = &watched[literal];
    while (*link >= 0) {
        struct clause *c = &clauses[*link];
        int *lits = literals + c->first;
        int k = lits[0] == literal ? 0 : 1;
        int other = lits[1 - k];
        if (value_of(other) == 1) {
            link = &c->next[k];
            continue;
        }
        int replacement = 2;
        while (replacement < c->length && value_of(lits[replacement]) == 0)
            replacement++;
        if (replacement < c->length) {
            int index = *link;
            *link = c->next[k];
            lits[k] = lits[replacement];
            lits[replacement] = literal;
            c->next[k] = watched[lits[k]];
            watched[lits[k]] = index;
            continue;
        }
        if (value_of(other) == 0)
            return false;
        assign(other);
        link = &c->next[k];
    }
    return true;
}

static bool propagate(void) {
    while (propagated < trail_length)
        if (!visit_watchers(trail[propagated++] ^ 1))
            return false;
    return true;
}

static void undo_to(int length) {
    while (trail_length > length)
        value[trail[--trail_length] >> 1] = -1;
    propagated = length;
}

/* Takes back decisions up to one that has another side, and takes that. False if there is none. */
static bool backtrack(void) {
    while (level > 0) {
        struct decision *d = &decisions[level - 1];
        undo_to(d->trail_length);
        if (!d->flipped) {
            d->flipped = true;
            d->literal ^= 1;
            assign(d->literal);
            return true;
        }
        level--;
    }
    return false;
}

/* 1 if it can be satisfied, 0 if not, -1 if that took too long. */
static int solve(void) {
    if (contradiction)
        return 0;
    for (int made = 0;;) {
        if (!propagate()) {
            if (!backtrack())
                return 0;
            continue;
        }
        int i = 0;
        while (i < variable_count && value[order[i]] >= 0)
            i++;
        if (i == variable_count)
            return 1;
        if (made++ == MAX_DECISIONS)
            return -1;
        decisions[level++] = (struct decision){trail_length, 2 * order[i], false};
        assign(2 * order[i]);
    }
}

static int by_occurrences(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (occurrences[x] != occurrences[y])
        return occurrences[x] > occurrences[y] ? -1 : 1;
    return x - y;
}

/* The literals as they come in, a byte at a time. */
struct reader {
    int number; /* -1 between numbers */
    bool negative;
    int first; /* of the clause */
};

static void end_number(struct reader *r) {
    if (r->number == 0) {
        if (clause_count < MAX_CLAUSES)
            add_clause(r->first);
        else
            literal_count = r->first;
        r->first = literal_count;
    } else if (r->number > 0 && r->number <= MAX_VARIABLE && literal_count < MAX_LITERALS) {
        literals[literal_count++] = 2 * r->number + r->negative;
    }
    r->number = -1;
    r->negative = false;
}

static void take(struct reader *r, int byte) {
    if (byte >= '0' && byte <= '9') {
        int digit = byte - '0';
        r->number = r->number < 0 ? digit : r->number > MAX_VARIABLE ? r->number : 10 * r->number + digit;
        return;
    }
    if (r->number >= 0)
        end_number(r);
    r->negative = byte == '-';
}

int main(void) {
    memset(watched, 0xff, sizeof watched);
    memset(value, 0xff, sizeof value);
    struct reader reader = {-1, false, 0};
    static unsigned char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, stdin)) > 0)
        for (size_t i = 0; i < got; i++)
            take(&reader, block[i]);
    take(&reader, '\n');
    if (literal_count > reader.first && clause_count < MAX_CLAUSES)
        add_clause(reader.first);

    for (int v = 1; v <= MAX_VARIABLE; v++)
        if (occurrences[v] > 0)
            order[variable_count++] = v;
    qsort(order, variable_count, sizeof order[0], by_occurrences);

    int result = solve();
    printf("%s\n", result == 1 ? "SAT" : result == 0 ? "UNSAT" : "UNKNOWN");
    if (result == 1) {
        for (int i = 1; i <= MAX_VARIABLE; i++)
            if (value[i] == 1)
                printf("%d ", i);
        printf("\n");
    }
    return 0;
}
