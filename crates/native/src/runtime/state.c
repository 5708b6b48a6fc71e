/* What a run consists of: memory, counters, and how it ends.
 *
 * The text before this one defines, for the program at hand: MEMORY_FIRST and MEMORY_MOST (bytes of memory at first, and
 * at most), MEMORY_MOST_PAGES (what its type allows), CONDITIONALS, RESULTS (the most of any
 * function), ENTRY_RESULTS and ARGUMENTS.
 *
 * Everything is static. So a compiler knows that a store to the program's memory changes no counter, and keeps
 * counters in registers; and a run can be broken off anywhere by going on elsewhere with an empty stack. */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define PAGE 65536ull

/* Memory is restored in pieces of this size. A store marks the piece that its address without the offset is in; what it
 * changes is in that or the next one. So all stores to one frame of the C stack mark the same, and a compiler leaves out
 * all but one. */
#define GRANULE 1024ull

/* How a run ended. The numbers of traps are those of `Trap` in answer.rs. */
enum {
    UNSUPPORTED = 0,
    RETURNED = 1,
    DROPPED = 2,
    FAILED = 3,
    EXITED = 4,
    UNREACHABLE = 16,
    DIVISION_BY_ZERO,
    INTEGER_OVERFLOW,
    INVALID_CONVERSION,
    OUT_OF_BOUNDS,
    UNDEFINED_ELEMENT,
    UNINITIALIZED_ELEMENT,
    TYPE_MISMATCH,
};

/* What a function returns: the instructions that are left of the limit, and its result. In registers. */
typedef struct {
    i64 left;
    u64 value;
} Ret;

static u8 memory[MEMORY_MOST + 16] __attribute__((aligned(4096)));
static u8 image[MEMORY_FIRST + 16] __attribute__((aligned(4096)));
static u8 dirty[MEMORY_MOST / GRANULE + 8] __attribute__((aligned(64)));
/* The bytes of memory that there are now. */
static u64 size;

/* The C stack, and as much of it as no function may begin in, which has room for the largest frame. */
#define STACK (64ull << 20)
#define STACK_MARGIN (8ull << 20)
static u8 stack[STACK] __attribute__((aligned(4096)));

/* How often conditionals took their first side and another one. The last is for those that have no number. */
static u32 sides[2 * (CONDITIONALS + 1)];
static u64 calls;
static u64 results[RESULTS + 1];
/* What the host and operations on much memory have moved, as the interpreter accounts for it. */
static u64 moved;
static u64 outputs;
static u32 exit_code;

/* What the parent has said of every run. */
static i64 budget;
static u32 most_depth;
static u32 most_pages;
static u64 most_moved;
static u64 stack_pointer;

static _Noreturn void stop(i64 left, u32 begun, u32 end) __attribute__((cold, noinline));
static _Noreturn void give_up(void) __attribute__((cold, noinline));

#if defined(__x86_64__)
register u64 machine_stack __asm__("rsp");
#else
register u64 machine_stack __asm__("sp");
#endif

/* Begins every function. The limits are the interpreter's, or stricter: it decides then. */
#define ENTER                                                                                                \
    if (UNLIKELY(left < 0 || depth > most_depth || machine_stack < (u64)stack + STACK_MARGIN))               \
        give_up();

/* Conditionals, and jumps that go back or account for instructions. */
#define DECIDE(slot, side) sides[2 * (slot) + (side)]++
#define JUMP(executed, label)                                                                                \
    {                                                                                                        \
        left -= (executed);                                                                                  \
        goto label;                                                                                          \
    }
#define JUMP_BACK(executed, label)                                                                           \
    {                                                                                                        \
        left -= (executed);                                                                                  \
        if (UNLIKELY(left < 0))                                                                              \
            give_up();                                                                                       \
        goto label;                                                                                          \
    }

#define FALLIBLE(dst, operator, begun, ...)                                                                  \
    {                                                                                                        \
        u32 fault = operator##_fault(__VA_ARGS__);                                                           \
        if (UNLIKELY(fault))                                                                                 \
            stop(left, begun, fault);                                                                        \
        dst = operator(__VA_ARGS__);                                                                         \
    }

/* After a call: what the caller had begun is accounted for once it goes on. */
#define RETURNED_FROM(ret, begun)                                                                            \
    left = (ret).left + (begun);                                                                             \
    if (UNLIKELY(left < 0))                                                                                  \
        give_up();

/* An indirect call finds its function here. */
typedef struct {
    /* The number of the type, from 1; 0 is a null reference. */
    u32 type;
    void *code;
} Element;

#define FIND(table, length, index, wanted, begun)                                                            \
    if (UNLIKELY((u32)(index) >= (length)))                                                                  \
        stop(left, begun, UNDEFINED_ELEMENT);                                                                \
    if (UNLIKELY((table)[(u32)(index)].type != (wanted)))                                                    \
        stop(left, begun, (table)[(u32)(index)].type ? TYPE_MISMATCH : UNINITIALIZED_ELEMENT);

/* Compilers call these, whatever they are told. */
__attribute__((no_builtin)) void *memcpy(void *to, const void *from, unsigned long len) {
    u8 *out = to;
    const u8 *in = from;
    while (len >= 16) {
        __builtin_memcpy(out, in, 16);
        out += 16, in += 16, len -= 16;
    }
    while (len--)
        *out++ = *in++;
    return to;
}

__attribute__((no_builtin)) void *memset(void *to, int byte, unsigned long len) {
    u8 *out = to;
    u64 word = 0x0101010101010101ull * (u8)byte;
    while (len >= 8) {
        __builtin_memcpy(out, &word, 8);
        out += 8, len -= 8;
    }
    while (len--)
        *out++ = (u8)byte;
    return to;
}

__attribute__((no_builtin)) void *memmove(void *to, const void *from, unsigned long len) {
    u8 *out = to;
    const u8 *in = from;
    if (out <= in || out >= in + len)
        return memcpy(to, from, len);
    while (len >= 8) {
        len -= 8;
        u64 word;
        __builtin_memcpy(&word, in + len, 8);
        __builtin_memcpy(out + len, &word, 8);
    }
    while (len--)
        out[len] = in[len];
    return to;
}
