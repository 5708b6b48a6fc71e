/* Requests and answers: read on standard input, and written to standard output, by a process that can do nothing else.
 *
 * A message begins with its length in bytes, of 32 bits, and what it is. All numbers are little-endian.
 *
 *   IMAGE  address(64) bytes…        memory as it is when a run begins, where that is not zero
 *   CASE   budget(64) most_moved(64) stack_pointer(64) most_output(64)
 *          most_depth(32) most_pages(32) steps(32) step…
 *          what every run has beside its inputs; a step is kind(32) ranged(32) argument(64) low(64) high(64) length(64)
 *   WORLD  which(32) count(32) bytes…         arguments, environment, or standard input
 *   RUNS   count(32), for each the number of inputs (32), the bytes of each (32), and the inputs
 *
 * CASE is answered by one word, and RUNS by the runs in their order, in messages that begin with their length (32) and the
 * number of runs in them (32). See answer.rs for what there is of a run. */

enum { IMAGE = 1, CASE = 2, RUNS = 3, WORLD = 4 };
enum { ARGUMENT_STRINGS = 0, VARIABLE_STRINGS = 1 };
/* What is to be done before a run: an argument is a constant or an input, memory is filled with inputs. And, when it is read for
 * the first time, standard input. */
enum { CONSTANT = 0, ARGUMENT = 1, FILL = 2, FILL_STDIN = 3 };

#define REQUEST (2u << 20)
#define MOST_STEPS 64

typedef struct {
    u32 what, kind;
    u32 ranged, target;
    u64 value;
    i64 low, high;
    u64 len;
} CaseStep;

static u8 request[REQUEST];
static u64 request_at;
static u32 runs_left;

static CaseStep steps[MOST_STEPS];
static u32 steps_count;
static u64 arguments[ARGUMENTS + 1];

/* The largest answer to one run, and as much again, so that one is only begun where it fits. */
#define ANSWER (128 + 8 * (RESULTS + 1) + 8ull * CONDITIONALS + 16ull * MOST_INPUTS)
static u8 answers[2 * ANSWER + (1 << 17)];
static u64 answers_len;
static u32 answers_runs;

static void reset_globals(void);
static i64 enter(i64 left);

#if defined(__x86_64__)
enum { SYS_READ = 0, SYS_WRITE = 1, SYS_CLOSE = 3, SYS_EXIT = 60, SYS_PRCTL = 157, SYS_CLOSE_RANGE = 436 };
static i64 system_call(u64 number, u64 a, u64 b, u64 c) {
    i64 result;
    register u64 d __asm__("r10") = 0;
    register u64 e __asm__("r8") = 0;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d), "r"(e) : "rcx", "r11", "memory");
    return result;
}
/* Goes on in a function that never returns, with an empty stack. */
#define GO_ON_IN(function)                                                                                              \
    __asm__ volatile("movq %0, %%rsp\n\txorl %%ebp, %%ebp\n\tcallq *%1\n\tud2" ::"r"(stack + STACK - 64), "r"(function) : "memory")
#elif defined(__aarch64__)
enum { SYS_READ = 63, SYS_WRITE = 64, SYS_CLOSE = 57, SYS_EXIT = 93, SYS_PRCTL = 167, SYS_CLOSE_RANGE = 436 };
static i64 system_call(u64 number, u64 a, u64 b, u64 c) {
    register u64 x8 __asm__("x8") = number;
    register u64 x0 __asm__("x0") = a;
    register u64 x1 __asm__("x1") = b;
    register u64 x2 __asm__("x2") = c;
    register u64 x3 __asm__("x3") = 0;
    register u64 x4 __asm__("x4") = 0;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
    return (i64)x0;
}
#define GO_ON_IN(function)                                                                                              \
    __asm__ volatile("mov sp, %0\n\tmov x29, xzr\n\tblr %1\n\tbrk 0" ::"r"(stack + STACK - 64), "r"(function) : "memory")
#else
#error "no system calls are known for this processor"
#endif

/* `exit` and not `exit_group`: the sandbox allows only that. */
static _Noreturn void leave(u64 code) {
    for (;;)
        system_call(SYS_EXIT, code, 0, 0);
}

static void read_all(void *to, u64 len) {
    for (u64 at = 0; at < len;) {
        i64 got = system_call(SYS_READ, 0, (u64)to + at, len - at);
        if (got <= 0)
            leave(0);
        at += (u64)got;
    }
}

static void write_all(const void *from, u64 len) {
    for (u64 at = 0; at < len;) {
        i64 put = system_call(SYS_WRITE, 1, (u64)from + at, len - at);
        if (put <= 0)
            leave(0);
        at += (u64)put;
    }
}

static void put(const void *from, u64 len) {
    __builtin_memcpy(answers + answers_len, from, len);
    answers_len += len;
}

static void put32(u32 value) { put(&value, 4); }
static void put64(u64 value) { put(&value, 8); }

static u64 get(u32 bytes) {
    u64 value = 0;
    if (request_at + bytes > REQUEST)
        leave(2);
    __builtin_memcpy(&value, request + request_at, bytes);
    request_at += bytes;
    return value;
}

static void flush(void) {
    u32 head[2] = {(u32)answers_len, answers_runs};
    if (answers_runs) {
        write_all(head, sizeof head);
        write_all(answers, answers_len);
    }
    answers_len = 0;
    answers_runs = 0;
}

/* Puts what there is to say of a run that ended behind the other answers. */
static void answer(i64 left, u32 open, u32 end) {
    answers_runs++;
    put32(end);
    if (end == UNSUPPORTED)
        return;
    Spent all = spent(left, open), counted = all;
    if (ever_begun) {
        if (is_begun)
            add_measured(all);
        counted = measured;
    }
    put64(counted.conditionals);
    put64(counted.instructions);
    put64(counted.calls);
    put64((u64)(ever_begun ? user_measured : user));
    put64(size);
    put64(all.instructions);
    put64(moved);
    if (end == RETURNED)
        put(results, 8 * ENTRY_RESULTS);
    if (end == EXITED)
        put32(exit_code);
    put32(taken_count);
    put32(differs);
    put32(kinds_count);
    put(kinds, 8ull * kinds_count);
    if (differs)
        put(taken, 8ull * taken_count);
    put(sides, 8ull * CONDITIONALS);
}

static void receive_world(u32 which, u32 count, u32 len) {
    if (len > WORLD_BYTES)
        leave(2);
    if (which == ARGUMENT_STRINGS || which == VARIABLE_STRINGS) {
        Strings *strings = which == ARGUMENT_STRINGS ? &argument_strings : &variable_strings;
        strings->count = count;
        strings->len = len;
        memcpy(strings->bytes, request + request_at, len);
    } else {
        stdin_len = len;
        memcpy(stdin_bytes, request + request_at, len);
    }
}

static void receive(void) {
    u32 head[2];
    read_all(head, sizeof head);
    if (head[0] > REQUEST)
        leave(2);
    read_all(request, head[0]);
    request_at = 0;
    if (head[1] == IMAGE) {
        u64 address = get(8), len = head[0] - 8;
        if (address + len > MEMORY_FIRST)
            leave(2);
        memcpy(image + address, request + 8, len);
        memcpy(memory + address, request + 8, len);
    } else if (head[1] == CASE) {
        budget = (i64)get(8);
        most_moved = get(8);
        stack_pointer = get(8);
        most_output = get(8);
        most_depth = (u32)get(4);
        most_pages = (u32)get(4);
        steps_count = (u32)get(4);
        if (steps_count > MOST_STEPS)
            leave(2);
        for (u32 number = 0; number < steps_count; number++)
            for (u32 byte = 0; byte < sizeof(CaseStep); byte++)
                ((u8 *)&steps[number])[byte] = (u8)get(1);
        u32 ready = CASE;
        write_all(&ready, sizeof ready);
    } else if (head[1] == WORLD) {
        receive_world((u32)get(4), (u32)get(4), head[0] - 8);
    } else {
        runs_left = (u32)get(4);
    }
}

/* A store may have gone over the end of the piece that it marked. */
static void restore_piece(u64 piece) {
    dirty[piece] = 0;
    u64 from = piece * GRANULE, end = from + 2 * GRANULE;
    end = end < size ? end : size;
    u64 kept = end < MEMORY_FIRST ? end : MEMORY_FIRST;
    if (from < kept)
        memcpy(memory + from, image + from, kept - from);
    from = from > kept ? from : kept;
    memset(memory + from, 0, end - from);
}

/* Undoes what the last run did to memory, of which there are whole pages: marks are looked at many at once. */
static void restore(void) {
    for (u64 first = 0; first < size / GRANULE; first += 64) {
        u64 marks[8];
        __builtin_memcpy(marks, dirty + first, 64);
        if (marks[0] | marks[1] | marks[2] | marks[3] | marks[4] | marks[5] | marks[6] | marks[7])
            for (u64 piece = first; piece < first + 64; piece++)
                if (dirty[piece])
                    restore_piece(piece);
    }
    size = MEMORY_FIRST;
}

static void prepare(void) {
    restore();
    memset(sides, 0, sizeof sides);
    calls = moved = outputs = 0;
    taken_count = kinds_count = differs = 0;
    measured = begun = (Spent){0, 0, 0};
    is_begun = ever_begun = 0;
    user = user_measured = 0;
    stdin_read = has_stdin = closed = 0;
    output_left = most_output;
    reset_globals();
    given_count = (u32)get(4);
    given_bytes = (u32)get(4);
    given = request + request_at;
    request_at += (u64)given_count * given_bytes;
    if (request_at > REQUEST)
        leave(2);
}

static void take_step(const CaseStep *step) {
    switch (step->what) {
    case CONSTANT: arguments[step->target] = step->value; break;
    case ARGUMENT: arguments[step->target] = take_ranged(step->kind, step->ranged, step->low, step->high); break;
    case FILL: take_many(step->kind, step->ranged, step->low, step->high, step->value, step->len); break;
    default: break;
    }
}

static void take_stdin(void) {
    for (const CaseStep *step = steps; step < steps + steps_count; step++) {
        if (step->what != FILL_STDIN)
            continue;
        for (u64 number = 0; number < step->len; number++)
            stdin_bytes[step->value + number] = (u8)take_ranged(step->kind, step->ranged, step->low, step->high);
    }
}

/* Answers requests for as long as there are any. Every run that is broken off goes on here. */
static _Noreturn void serve(void) {
    for (;;) {
        if (answers_len > sizeof answers - ANSWER)
            flush();
        while (runs_left == 0) {
            flush();
            receive();
        }
        runs_left--;
        prepare();
        for (u32 number = 0; number < steps_count; number++)
            take_step(&steps[number]);
        i64 left = enter(budget);
        answer(left, 0, RETURNED);
    }
}

/* Ends a run: `begun` instructions of the function that runs have begun. */
static _Noreturn void stop(i64 left, u32 open, u32 end) {
    answer(left, open, end);
    GO_ON_IN(serve);
    __builtin_unreachable();
}

/* Leaves a run to the interpreter. */
static _Noreturn void give_up(void) {
    answer(0, 0, UNSUPPORTED);
    GO_ON_IN(serve);
    __builtin_unreachable();
}

/* From here on, the process can only compute, read, write and end. */
static _Noreturn void sandboxed(void) {
    const u64 dumpable = 4, seccomp = 22, strict = 1;
    /* What it could still read and write: nothing but the socket. Kernels before 5.9 close one by one. */
    if (system_call(SYS_CLOSE_RANGE, 2, 0xffffffffu, 0) != 0)
        for (u64 descriptor = 2; descriptor < 65536; descriptor++)
            system_call(SYS_CLOSE, descriptor, 0, 0);
    system_call(SYS_PRCTL, dumpable, 0, 0);
    if (system_call(SYS_PRCTL, seccomp, strict, 0) != 0)
        leave(1);
    size = MEMORY_FIRST;
    serve();
}

_Noreturn void _start(void) {
    GO_ON_IN(sandboxed);
    __builtin_unreachable();
}
