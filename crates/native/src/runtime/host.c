/* What the host does for a program: inputs, the measured part, outputs. See `process/` of the machine, whose words these are. */

/* The kinds of inputs, in the order of `InputKind::ALL`. */
enum { BOOL, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64 };

static const u8 kind_bytes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

/* A run that takes more inputs is the interpreter's. */
#define MOST_INPUTS (1u << 16)

/* The inputs of this run as they were given, of 1, 2, 4 or 8 bytes each. */
static const u8 *given;
static u32 given_count;
static u32 given_bytes;

/* How many inputs it took, and their kinds: so many of one, then so many of another. */
static u32 taken_count;
static struct {
    u32 kind;
    u32 count;
} kinds[MOST_INPUTS];
static u32 kinds_count;
/* The inputs themselves, from the time on when they are not simply those that were given. */
static u64 taken[MOST_INPUTS];
static u32 differs;

static u64 mask_of(u32 kind) {
    return ~0ull >> (64 - 8 * kind_bytes[kind]);
}

static u64 given_at(u32 number) {
    u64 bits = 0;
    const u8 *at = given + (u64)number * given_bytes;
    switch (given_bytes) {
    case 1: return *at;
    case 2: __builtin_memcpy(&bits, at, 2); return bits;
    case 4: __builtin_memcpy(&bits, at, 4); return bits;
    default: __builtin_memcpy(&bits, at, 8); return bits;
    }
}

/* The bits of an input as the program sees it: narrow integers are extended as C does. */
static u64 extended(u32 kind, u64 bits) {
    switch (kind) {
    case BOOL: return bits & 1;
    case I8: return (u32)(i32)(i8)bits;
    case I16: return (u32)(i32)(i16)bits;
    default: return bits;
    }
}

static void note_kinds(u32 kind, u32 count) {
    if (kinds_count == 0 || kinds[kinds_count - 1].kind != kind) {
        kinds[kinds_count].kind = kind;
        kinds[kinds_count++].count = 0;
    }
    kinds[kinds_count - 1].count += count;
    taken_count += count;
}

/* From now on inputs are not those that were given. */
static __attribute__((noinline)) void differ(void) {
    for (u32 number = 0; number < taken_count; number++)
        taken[number] = given_at(number);
    differs = 1;
}

/* Keeps an input that is taken. */
static u64 keep(u32 kind, u64 bits) {
    bits &= mask_of(kind);
    if (!differs && (taken_count >= given_count || given_at(taken_count) != bits))
        differ();
    if (differs)
        taken[taken_count] = bits;
    note_kinds(kind, 1);
    return extended(kind, bits);
}

/* The next input: the one given, else zero. */
static u64 take(u32 kind) {
    if (UNLIKELY(taken_count == MOST_INPUTS))
        give_up();
    return keep(kind, taken_count < given_count ? given_at(taken_count) : 0);
}

/* An integer of less than 64 bits as a number. */
static i64 number(u32 kind, u64 bits) {
    switch (kind) {
    case BOOL: return (i64)(bits & 1);
    case I8: return (i8)bits;
    case I16: return (i16)bits;
    case I32: return (i32)bits;
    default: return (i64)(bits & mask_of(kind));
    }
}

/* The next input of a kind of less than 64 bits, brought into a range; where none is given, what is closest to zero. */
static u64 take_in(u32 kind, i64 low, i64 high) {
    if (UNLIKELY(taken_count == MOST_INPUTS || low > high))
        give_up();
    if (taken_count >= given_count)
        return keep(kind, (u64)(low > 0 ? low : high < 0 ? high : 0));
    u64 bits = given_at(taken_count);
    i64 value = number(kind, bits);
    if (value < low || value > high) {
        i64 rest = (value - low) % (high - low + 1);
        bits = (u64)(low + (rest < 0 ? rest + (high - low + 1) : rest));
    }
    return keep(kind, bits);
}

static u64 take_ranged(u32 kind, u32 ranged, i64 low, i64 high) {
    return ranged ? take_in(kind, low, high) : take(kind);
}

#define HOST_CALL 1024
#define INPUT 64

/* Fills memory with inputs. It has been found to be within. */
static void take_many(u32 kind, u32 ranged, i64 low, i64 high, u64 address, u64 len) {
    u32 bytes = kind_bytes[kind];
    u64 count = len / bytes;
    mark(address, len);
    /* Most often they are as they are given, and so all at once. */
    if (!ranged && !differs && given_bytes == bytes && taken_count + count <= given_count) {
        memcpy(memory + address, given + (u64)taken_count * bytes, len);
        if (count)
            note_kinds(kind, (u32)count);
        moved += count * INPUT;
        return;
    }
    for (u64 offset = 0; offset < len; offset += bytes) {
        u64 bits = take_ranged(kind, ranged, low, high);
        __builtin_memcpy(memory + address + offset, &bits, bytes);
        moved += INPUT;
    }
}

static void host_input_object(i64 left, u32 kind, u64 address, u64 len) {
    u64 at = (u32)address, count = (u32)len;
    if (at + count > size)
        stop(left, 0, OUT_OF_BOUNDS);
    take_many(kind, 0, 0, 0, at, count);
}

static u32 kind_of_bytes(u64 len) {
    switch ((u32)len) {
    case 2: return U16;
    case 4: return I32;
    case 8: return I64;
    default: return U8;
    }
}

/* What a part of a run has cost. */
typedef struct {
    u64 conditionals;
    u64 instructions;
    u64 calls;
} Spent;

static Spent measured, begun;
static u32 is_begun, ever_begun;
static i64 user, user_measured;

/* Every decision takes a side, so nobody else needs to count them. */
static Spent spent(i64 left, u32 open) {
    u64 conditionals = 0;
    for (u32 side = 0; side < 2 * (CONDITIONALS + 1); side++)
        conditionals += sides[side];
    return (Spent){conditionals, (u64)(budget - left) + open, calls};
}

static void add_measured(Spent now) {
    measured.conditionals += now.conditionals - begun.conditionals;
    measured.instructions += now.instructions - begun.instructions;
    measured.calls += now.calls - begun.calls;
}

static void host_measure_begin(i64 left) {
    ever_begun = 1;
    if (!is_begun)
        begun = spent(left, 0);
    is_begun = 1;
}

static void host_measure_end(i64 left) {
    if (!is_begun)
        return;
    Spent now = spent(left, 0);
    /* The call itself is not part of what is measured. */
    now.instructions -= now.instructions > 0;
    if (now.instructions < begun.instructions)
        now.instructions = begun.instructions;
    add_measured(now);
    is_begun = 0;
}

static i64 saturating(i64 a, i64 b) {
    i64 sum;
    return __builtin_add_overflow(a, b, &sum) ? (b < 0 ? LEAST64 : 9223372036854775807ll) : sum;
}

static void host_cost(i64 units) {
    user = saturating(user, units);
    if (is_begun)
        user_measured = saturating(user_measured, units);
}

#define MOST_OUTPUTS (1ull << 24)

static void host_output(u64 len) {
    outputs += len ? len : 1;
    if (outputs > MOST_OUTPUTS)
        give_up();
}

static void host_output_bytes(i64 left, u64 address, u64 len) {
    u64 at = (u32)address, count = (u32)len;
    if (count > MOST_OUTPUTS)
        give_up();
    moved += count;
    if (at + count > size)
        stop(left, 0, OUT_OF_BOUNDS);
    host_output(count);
}
