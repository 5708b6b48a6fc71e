// class: n
// kind: roles
// best 30: [0,4,11,36,13,36,11,52,13,11,13,11,13,36,11,13,244,11,13,36,11,13,36,11,13,152,4,1,11,152]
// best 100: [0,4,13,11,13,11,152,4,152,11,152,4,4,4,4,4,3,4,4,0,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,8,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,3,4,4,4,0,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,131,4,249,4,4,4,4,255,4,250,4,4]
// how: construction by thought (an endless loop of the costliest instructions until the step limit); best at 30: climb seeded from construction push fill sort twice (55518), at 100: climb seeded from construction push fill sort twice (185318); searched natively 9 s at 30, 10 s at 100; 56489 at 30 against a random mean of 28221, 186489 at 100 against a random mean of 76411
// An interpreter for a small bytecode with a stack of 16, 16 registers, a short loop per block instruction, relative jumps and a limit of 20 steps a byte of code.
#include <stddef.h>
#include <stdint.h>
#include <worstcase.h>

#define DEPTH 16
#define REGISTERS 16

enum { PUSH, ADD, SUB, MUL, DUP, SWAP, LOAD, STORE, JUMP, JUMP_IF, LESS, FILL, FIND, SORT, DECREMENT, HALT };

typedef struct {
    int32_t stack[DEPTH], registers[REGISTERS];
    int top;
    size_t at, steps;
} Machine;

static int pop(Machine *m, int32_t *v) {
    if (m->top == 0)
        return 0;
    *v = m->stack[--m->top];
    return 1;
}

static int push(Machine *m, int32_t v) {
    if (m->top == DEPTH)
        return 0;
    m->stack[m->top++] = v;
    return 1;
}

/* Sorts the registers from `from` on. */
static void sort_registers(Machine *m, int from) {
    for (int i = from + 1; i < REGISTERS; i++) {
        int32_t v = m->registers[i];
        int k = i;
        for (; k > from && m->registers[k - 1] > v; k--)
            m->registers[k] = m->registers[k - 1];
        m->registers[k] = v;
    }
}

/* One instruction: its code in the low half of a byte, its operand in the high half. 0 at the end or a fault. */
static int step(Machine *m, const uint8_t *code, size_t size) {
    int32_t a, b;
    uint8_t byte = code[m->at++];
    int operand = byte >> 4, near = operand >= 8 ? operand - 16 : operand;
    switch (byte & 15) {
    case PUSH: return push(m, near);
    case ADD: return pop(m, &b) && pop(m, &a) && push(m, (int32_t)((uint32_t)a + (uint32_t)b));
    case SUB: return pop(m, &b) && pop(m, &a) && push(m, (int32_t)((uint32_t)a - (uint32_t)b));
    case MUL: return pop(m, &b) && pop(m, &a) && push(m, (int32_t)((uint32_t)a * (uint32_t)b));
    case DUP: return pop(m, &a) && push(m, a) && push(m, a);
    case SWAP: return pop(m, &b) && pop(m, &a) && push(m, b) && push(m, a);
    case LOAD: return push(m, m->registers[operand]);
    case STORE: return pop(m, &m->registers[operand]);
    case LESS: return pop(m, &b) && pop(m, &a) && push(m, a < b);
    case DECREMENT: m->registers[operand] = (int32_t)((uint32_t)m->registers[operand] - 1); return 1;
    case FILL: /* a falling sequence from the value on the stack on */
        if (!pop(m, &a))
            return 0;
        for (int i = operand; i < REGISTERS; i++)
            m->registers[i] = (int32_t)((uint32_t)a - (uint32_t)i);
        return 1;
    case FIND:
        if (!pop(m, &a))
            return 0;
        for (int i = operand; i < REGISTERS; i++)
            if (m->registers[i] == a)
                return push(m, i);
        return push(m, -1);
    case SORT: sort_registers(m, operand); return 1;
    case JUMP_IF:
        if (!pop(m, &a))
            return 0;
        if (a == 0)
            return 1;
        /* fall through */
    case JUMP:
        if (near < 0 && (size_t)-near > m->at)
            return 0;
        m->at = (size_t)((ptrdiff_t)m->at + near);
        return m->at < size;
    default: return 0;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Machine machine;
    size_t limit = 20 * size;
    machine = (Machine){0};
    measure_begin();
    while (machine.at < size && machine.steps < limit) {
        machine.steps++;
        if (!step(&machine, data, size))
            break;
    }
    measure_end();
    output_i32(machine.registers[0]);
    output_i32((int32_t)machine.steps);
    return 0;
}
