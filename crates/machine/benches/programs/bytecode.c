// An interpreter in the interpreter: a stack machine that counts the steps of Collatz sequences below n.

enum opcode { PUSH, LOAD, STORE, ADD, MUL, HALF, ODD, LESS, JUMP, JUMP_IF_ZERO, HALT };

struct instruction {
    enum opcode opcode;
    int operand;
};

enum { I, X, STEPS, LIMIT };

static const struct instruction program[] = {
    /*  0 */ {PUSH, 1}, {STORE, I},
    /*  2 */ {LOAD, I}, {LOAD, LIMIT}, {LESS, 0}, {JUMP_IF_ZERO, 34},
    /*  6 */ {LOAD, I}, {STORE, X},
    /*  8 */ {PUSH, 1}, {LOAD, X}, {LESS, 0}, {JUMP_IF_ZERO, 29},
    /* 12 */ {LOAD, STEPS}, {PUSH, 1}, {ADD, 0}, {STORE, STEPS},
    /* 16 */ {LOAD, X}, {ODD, 0}, {JUMP_IF_ZERO, 25},
    /* 19 */ {LOAD, X}, {PUSH, 3}, {MUL, 0}, {PUSH, 1}, {ADD, 0}, {JUMP, 27},
    /* 25 */ {LOAD, X}, {HALF, 0},
    /* 27 */ {STORE, X}, {JUMP, 8},
    /* 29 */ {LOAD, I}, {PUSH, 1}, {ADD, 0}, {STORE, I}, {JUMP, 2},
    /* 34 */ {HALT, 0},
};

static long long execute(int limit) {
    long long variables[4] = {0, 0, 0, limit};
    long long stack[16];
    int top = 0;
    for (const struct instruction *at = program;; at++) {
        switch (at->opcode) {
        case PUSH: stack[top++] = at->operand; break;
        case LOAD: stack[top++] = variables[at->operand]; break;
        case STORE: variables[at->operand] = stack[--top]; break;
        case ADD: top--; stack[top - 1] += stack[top]; break;
        case MUL: top--; stack[top - 1] *= stack[top]; break;
        case HALF: stack[top - 1] /= 2; break;
        case ODD: stack[top - 1] %= 2; break;
        case LESS: top--; stack[top - 1] = stack[top - 1] < stack[top]; break;
        case JUMP: at = program + at->operand - 1; break;
        case JUMP_IF_ZERO: if (!stack[--top]) at = program + at->operand - 1; break;
        case HALT: return variables[STEPS];
        }
    }
}

long long run(int n) {
    return execute(n);
}
