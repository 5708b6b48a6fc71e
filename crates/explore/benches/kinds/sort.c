/* One insertion sort for many kinds of input, an entry for each.
 *
 * Only what is sorted differs: the type of the inputs, how bytes become numbers, or a map that is applied
 * before the sort compares. The number of paths is n! for every kind with at least n values: element i goes to
 * one of i + 1 places, whatever is equal to what, or not a number.
 *
 *     worstcase paths crates/explore/benches/kinds/sort.c --entry u32 --size 5
 */
#include <klee/klee.h>
#include <worstcase.h>

enum { CAPACITY = 64 };

/* An entry that sorts what `fill` puts into a[0..n). */
#define SORT(name, type, fill)                                                                               \
    void name(int n) {                                                                                       \
        type a[CAPACITY];                                                                                    \
        if (n > CAPACITY)                                                                                    \
            __builtin_trap();                                                                                \
        fill;                                                                                                \
        measure_begin();                                                                                     \
        for (int i = 1; i < n; i++) {                                                                        \
            type key = a[i];                                                                                 \
            int j = i;                                                                                       \
            while (j > 0 && a[j - 1] > key) {                                                                \
                a[j] = a[j - 1];                                                                             \
                j--;                                                                                         \
            }                                                                                                \
            a[j] = key;                                                                                      \
        }                                                                                                    \
        measure_end();                                                                                       \
    }

/* An entry that sorts n values of an expression. */
#define SORT_EACH(name, type, value)                                                                         \
    SORT(name, type, {                                                                                       \
        for (int i = 0; i < n; i++)                                                                          \
            a[i] = value;                                                                                    \
    })

/* Every type of input. */
SORT_EACH(i8, int8_t, input_i8())
SORT_EACH(u8, uint8_t, input_u8())
SORT_EACH(i16, int16_t, input_i16())
SORT_EACH(u16, uint16_t, input_u16())
SORT_EACH(i32, int32_t, input_i32())
SORT_EACH(u32, uint32_t, input_u32())
SORT_EACH(i64, int64_t, input_i64())
SORT_EACH(u64, uint64_t, input_u64())

/* Bytes that are words. */
static uint32_t big_endian(const uint8_t *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static uint32_t little_endian(const uint8_t *b) {
    return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static uint32_t word(uint32_t (*decode)(const uint8_t *)) {
    uint8_t bytes[4];
    input_bytes(bytes, sizeof bytes);
    return decode(bytes);
}

SORT(klee_ints, int, klee_make_symbolic(a, n * sizeof a[0], "a"))
SORT(klee_unsigned, unsigned, klee_make_symbolic(a, n * sizeof a[0], "a"))
SORT(memcpy_ints, int, {
    uint8_t bytes[sizeof a];
    input_bytes(bytes, n * sizeof a[0]);
    __builtin_memcpy(a, bytes, n * sizeof a[0]);
})
SORT_EACH(big_endian_u32, uint32_t, word(big_endian))
SORT_EACH(big_endian_i32, int32_t, (int32_t)word(big_endian))
SORT_EACH(little_endian_u32, uint32_t, word(little_endian))

/* Maps that can be undone or bounded. */
SORT_EACH(mask, int, input_i32() & 0xff)
SORT_EACH(shift_signed, int, input_i32() >> 4)
SORT_EACH(shift_unsigned, unsigned, input_u32() >> 4)
SORT_EACH(negation, int, (int)-(unsigned)input_i32())
SORT_EACH(complement, int, ~input_i32())
SORT_EACH(xor_constant, int, input_i32() ^ 0x5a5a5a5a)
SORT_EACH(plus_constant, unsigned, input_u32() + 123456789u)
SORT_EACH(odd_multiple, unsigned, input_u32() * 2654435761u)
SORT_EACH(quotient_signed, int, input_i32() / 10)
SORT_EACH(quotient_unsigned, unsigned, input_u32() / 10)
SORT_EACH(remainder_signed, int, input_i32() % 1000)
SORT_EACH(remainder_unsigned, unsigned, input_u32() % 1000)

/* Floating point. */
SORT_EACH(f64, double, input_f64())
SORT_EACH(f32, float, input_f32())
SORT_EACH(f64_of_i32, double, (double)input_i32())
