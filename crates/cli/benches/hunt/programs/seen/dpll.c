// class: ?
// kind: search
// best 30: [12,13,12,12,12,13,12,13,13,12,12,13,13,12,12,12,13,12,12,12,13,12,13,13,12,12,13,13,12,12,12,13,12,12,12,13,12,13,13,12,12,13,12,13,11,12,13,10,12,13,13,12,13,11,12,12,13,12,13,13,12,13,8,13,13,10,12,12,13,12,12,13,12,12,13,12,12,13,12,12,13,12,12,11,10,12,10,11,13,13]
// best 100: [26,31,0,24,26,0,1,31,0,29,21,31,27,1,0,24,20,0,1,1,0,30,22,31,27,23,0,27,18,31,21,0,22,26,24,31,28,27,0,31,21,29,20,23,29,19,12,18,28,30,29,21,26,30,20,26,31,28,27,26,28,31,18,17,20,26,21,20,19,10,27,0,23,30,31,21,21,0,28,30,31,31,15,18,28,30,29,26,31,0,1,8,0,30,31,31,27,25,1,27,24,23,28,23,0,18,18,0,28,30,31,24,24,0,16,30,0,23,27,20,21,0,18,21,20,15,29,30,20,28,18,31,23,27,0,26,26,0,24,29,1,23,25,28,21,29,0,18,28,29,17,30,0,23,27,20,28,23,0,1,29,20,18,17,19,29,17,25,27,29,19,27,21,0,29,30,23,27,27,0,24,21,25,31,30,19,20,28,0,26,25,19,30,8,0,28,1,0,17,31,30,30,30,0,24,2,0,28,30,31,20,29,0,22,31,28,0,11,15,30,20,29,1,19,13,31,31,20,1,19,20,30,30,31,20,11,25,27,31,0,25,21,0,24,22,27,19,0,20,22,29,12,17,22,18,26,31,22,1,28,0,13,31,28,27,20,20,30,31,3,16,30,30,1,0,29,26,21,0,12,18,19,31,19,30,17,9,19,1,26,0,29,19,23,31,14,18,30,31,3]
// how: construction by thought (complete contradictions over the variables that are decided last, implication chains against the order of the clauses); best at 30: climb seeded from construction earlier climb with a larger budget (86184), at 100: climb seeded from construction earlier climb with a larger budget (1490625); searched natively 11 s at 30, 13 s at 100; 86496 at 30 against a random mean of 12968, 2462361 at 100 against a random mean of 86446
// SAT by DPLL with unit propagation in passes over n clauses of three literals with 4 + n / 8 variables, at most 500 decisions.
#include <worstcase.h>

#define MOST 400
#define VARIABLES 64
#define DECISIONS 500

static int32_t clauses[MOST][3];
static int8_t assigned[VARIABLES]; /* 0 unknown, 1 true, -1 false */
static int trail[VARIABLES];
static int trail_length, clause_count, variable_count, decisions;

/* 1 if the literal holds, -1 if not, 0 if unknown. */
static int value_of(int32_t literal) {
    int v = assigned[literal / 2];
    return literal & 1 ? -v : v;
}

static void assign(int32_t literal) {
    assigned[literal / 2] = literal & 1 ? -1 : 1;
    trail[trail_length++] = literal / 2;
}

/* 0 at a conflict. */
static int propagate(void) {
    for (int is_changed = 1; is_changed;) {
        is_changed = 0;
        for (int i = 0; i < clause_count; i++) {
            int32_t open = -1;
            int open_count = 0, is_satisfied = 0;
            for (int k = 0; k < 3 && !is_satisfied; k++) {
                int value = value_of(clauses[i][k]);
                if (value > 0) {
                    is_satisfied = 1;
                } else if (value == 0 && clauses[i][k] != open) {
                    open = clauses[i][k];
                    open_count++;
                }
            }
            if (is_satisfied || open_count > 1)
                continue;
            if (open_count == 0)
                return 0;
            assign(open);
            is_changed = 1;
        }
    }
    return 1;
}

static void undo(int length) {
    while (trail_length > length)
        assigned[trail[--trail_length]] = 0;
}

/* 1: satisfiable, 0: not, -1: given up. */
static int solve(void) {
    if (!propagate())
        return 0;
    int variable = 0;
    while (variable < variable_count && assigned[variable])
        variable++;
    if (variable == variable_count)
        return 1;
    for (int sign = 0; sign < 2; sign++) {
        if (++decisions > DECISIONS)
            return -1;
        int length = trail_length;
        assign(2 * variable + sign);
        int result = solve();
        if (result)
            return result;
        undo(length);
    }
    return 0;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    clause_count = n;
    variable_count = 4 + n / 8;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            clauses[i][k] = input_i32_in(0, 2 * variable_count - 1);
    measure_begin();
    int result = solve();
    measure_end();
    output_i32(result);
    output_i32(decisions);
}
