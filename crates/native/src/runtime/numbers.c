/* The numeric operators, named as in the table of `worstcase-program`, and exact as `concrete/` of the machine has them. */

static inline float f32_of(u64 bits) {
    u32 low = (u32)bits;
    float value;
    __builtin_memcpy(&value, &low, 4);
    return value;
}

static inline double f64_of(u64 bits) {
    double value;
    __builtin_memcpy(&value, &bits, 8);
    return value;
}

/* Every NaN that an operation makes is the canonical one. */
static inline u64 bits32(float value) {
    u32 bits;
    __builtin_memcpy(&bits, &value, 4);
    return UNLIKELY(value != value) ? 0x7fc00000u : bits;
}

static inline u64 bits64(double value) {
    u64 bits;
    __builtin_memcpy(&bits, &value, 8);
    return UNLIKELY(value != value) ? 0x7ff8000000000000ull : bits;
}

#define UNARY(name, expression)                                                                              \
    static inline u64 name(u64 a) { return (u64)(expression); }
#define BINARY(name, expression)                                                                             \
    static inline u64 name(u64 a, u64 b) { return (u64)(expression); }
#define FAULT1(name, expression)                                                                             \
    static inline u32 name##_fault(u64 a) { return (expression); }
#define FAULT2(name, expression)                                                                             \
    static inline u32 name##_fault(u64 a, u64 b) { return (expression); }

#define X ((u32)a)
#define Y ((u32)b)
#define SX ((i32)(u32)a)
#define SY ((i32)(u32)b)
#define SA ((i64)a)
#define SB ((i64)b)
#define FX f32_of(a)
#define FY f32_of(b)
#define DX f64_of(a)
#define DY f64_of(b)

UNARY(I32Eqz, X == 0)
UNARY(I32Clz, X ? (u32)__builtin_clz(X) : 32u)
UNARY(I32Ctz, X ? (u32)__builtin_ctz(X) : 32u)
UNARY(I32Popcnt, (u32)__builtin_popcount(X))
UNARY(I64Eqz, a == 0)
UNARY(I64Clz, a ? (u32)__builtin_clzll(a) : 64u)
UNARY(I64Ctz, a ? (u32)__builtin_ctzll(a) : 64u)
UNARY(I64Popcnt, (u32)__builtin_popcountll(a))
UNARY(I32WrapI64, X)
UNARY(I64ExtendI32S, (i64)SX)
UNARY(I64Extend32S, (i64)SX)
UNARY(I64ExtendI32U, X)
UNARY(I32Extend8S, (u32)(i32)(i8)a)
UNARY(I32Extend16S, (u32)(i32)(i16)a)
UNARY(I64Extend8S, (i64)(i8)a)
UNARY(I64Extend16S, (i64)(i16)a)

BINARY(I32Add, X + Y)
BINARY(I32Sub, X - Y)
BINARY(I32Mul, X * Y)
BINARY(I32DivS, (u32)(SX / SY))
BINARY(I32DivU, X / Y)
BINARY(I32RemS, SY == -1 ? 0u : (u32)(SX % SY))
BINARY(I32RemU, X % Y)
BINARY(I32And, X & Y)
BINARY(I32Or, X | Y)
BINARY(I32Xor, X ^ Y)
BINARY(I32Shl, X << (Y & 31))
BINARY(I32ShrS, (u32)(SX >> (Y & 31)))
BINARY(I32ShrU, X >> (Y & 31))
BINARY(I32Rotl, __builtin_rotateleft32(X, Y & 31))
BINARY(I32Rotr, __builtin_rotateright32(X, Y & 31))
BINARY(I64Add, a + b)
BINARY(I64Sub, a - b)
BINARY(I64Mul, a * b)
BINARY(I64DivS, SA / SB)
BINARY(I64DivU, a / b)
BINARY(I64RemS, SB == -1 ? 0 : SA % SB)
BINARY(I64RemU, a % b)
BINARY(I64And, a & b)
BINARY(I64Or, a | b)
BINARY(I64Xor, a ^ b)
BINARY(I64Shl, a << (b & 63))
BINARY(I64ShrS, SA >> (b & 63))
BINARY(I64ShrU, a >> (b & 63))
BINARY(I64Rotl, __builtin_rotateleft64(a, b & 63))
BINARY(I64Rotr, __builtin_rotateright64(a, b & 63))
BINARY(I32Eq, X == Y)
BINARY(I32Ne, X != Y)
BINARY(I32LtS, SX < SY)
BINARY(I32LtU, X < Y)
BINARY(I32GtS, SX > SY)
BINARY(I32GtU, X > Y)
BINARY(I32LeS, SX <= SY)
BINARY(I32LeU, X <= Y)
BINARY(I32GeS, SX >= SY)
BINARY(I32GeU, X >= Y)
BINARY(I64Eq, a == b)
BINARY(I64Ne, a != b)
BINARY(I64LtS, SA < SB)
BINARY(I64LtU, a < b)
BINARY(I64GtS, SA > SB)
BINARY(I64GtU, a > b)
BINARY(I64LeS, SA <= SB)
BINARY(I64LeU, a <= b)
BINARY(I64GeS, SA >= SB)
BINARY(I64GeU, a >= b)

#define LEAST32 (-2147483647 - 1)
#define LEAST64 (-9223372036854775807ll - 1)
FAULT2(I32DivS, Y == 0 ? DIVISION_BY_ZERO : SX == LEAST32 && SY == -1 ? INTEGER_OVERFLOW : 0)
FAULT2(I32DivU, Y == 0 ? DIVISION_BY_ZERO : 0)
FAULT2(I32RemS, Y == 0 ? DIVISION_BY_ZERO : 0)
FAULT2(I32RemU, Y == 0 ? DIVISION_BY_ZERO : 0)
FAULT2(I64DivS, b == 0 ? DIVISION_BY_ZERO : SA == LEAST64 && SB == -1 ? INTEGER_OVERFLOW : 0)
FAULT2(I64DivU, b == 0 ? DIVISION_BY_ZERO : 0)
FAULT2(I64RemS, b == 0 ? DIVISION_BY_ZERO : 0)
FAULT2(I64RemU, b == 0 ? DIVISION_BY_ZERO : 0)

/* Rounding without the instructions that only newer processors have: from here on all floats are integers. */
#define WHOLE32 8388608.0f
#define WHOLE64 4503599627370496.0

#define ROUNDING(suffix, type, whole, integer)                                                               \
    static inline type trunc##suffix(type x) {                                                               \
        if (!(__builtin_fabs(x) < whole))                                                                    \
            return x;                                                                                        \
        return __builtin_copysign((type)(integer)x, x);                                                      \
    }                                                                                                        \
    static inline type floor##suffix(type x) {                                                               \
        if (!(__builtin_fabs(x) < whole))                                                                    \
            return x;                                                                                        \
        type t = (type)(integer)x;                                                                           \
        return __builtin_copysign(t > x ? t - 1 : t, x);                                                     \
    }                                                                                                        \
    static inline type ceil##suffix(type x) {                                                                \
        if (!(__builtin_fabs(x) < whole))                                                                    \
            return x;                                                                                        \
        type t = (type)(integer)x;                                                                           \
        return __builtin_copysign(t < x ? t + 1 : t, x);                                                     \
    }                                                                                                        \
    static inline type nearest##suffix(type x) {                                                             \
        type size = (type)__builtin_fabs(x);                                                                 \
        if (!(size < whole))                                                                                 \
            return x;                                                                                        \
        type sum = size + whole;                                                                             \
        return __builtin_copysign(sum - whole, x);                                                           \
    }                                                                                                        \
    static inline type min##suffix(type x, type y, type equal) {                                             \
        return x == y ? equal : x < y || x != x ? x : y;                                                     \
    }                                                                                                        \
    static inline type max##suffix(type x, type y, type equal) {                                             \
        return x == y ? equal : x > y || x != x ? x : y;                                                     \
    }

ROUNDING(32, float, WHOLE32, i32)
ROUNDING(64, double, WHOLE64, i64)

UNARY(F32Abs, X & 0x7fffffffu)
UNARY(F32Neg, X ^ 0x80000000u)
UNARY(F64Abs, a & ~(1ull << 63))
UNARY(F64Neg, a ^ 1ull << 63)
UNARY(F32Ceil, bits32(ceil32(FX)))
UNARY(F32Floor, bits32(floor32(FX)))
UNARY(F32Trunc, bits32(trunc32(FX)))
UNARY(F32Nearest, bits32(nearest32(FX)))
UNARY(F32Sqrt, bits32(__builtin_sqrtf(FX)))
UNARY(F64Ceil, bits64(ceil64(DX)))
UNARY(F64Floor, bits64(floor64(DX)))
UNARY(F64Trunc, bits64(trunc64(DX)))
UNARY(F64Nearest, bits64(nearest64(DX)))
UNARY(F64Sqrt, bits64(__builtin_sqrt(DX)))
UNARY(F32ConvertI32S, bits32((float)SX))
UNARY(F32ConvertI32U, bits32((float)X))
UNARY(F32ConvertI64S, bits32((float)SA))
UNARY(F32ConvertI64U, bits32((float)a))
UNARY(F32DemoteF64, bits32((float)DX))
UNARY(F64ConvertI32S, bits64((double)SX))
UNARY(F64ConvertI32U, bits64((double)X))
UNARY(F64ConvertI64S, bits64((double)SA))
UNARY(F64ConvertI64U, bits64((double)a))
UNARY(F64PromoteF32, bits64((double)FX))

BINARY(F32Add, bits32(FX + FY))
BINARY(F32Sub, bits32(FX - FY))
BINARY(F32Mul, bits32(FX *FY))
BINARY(F32Div, bits32(FX / FY))
BINARY(F32Min, bits32(min32(FX, FY, f32_of(a | b))))
BINARY(F32Max, bits32(max32(FX, FY, f32_of(a & b))))
BINARY(F32Copysign, (X & 0x7fffffffu) | (Y & 0x80000000u))
BINARY(F64Add, bits64(DX + DY))
BINARY(F64Sub, bits64(DX - DY))
BINARY(F64Mul, bits64(DX *DY))
BINARY(F64Div, bits64(DX / DY))
BINARY(F64Min, bits64(min64(DX, DY, f64_of(a | b))))
BINARY(F64Max, bits64(max64(DX, DY, f64_of(a & b))))
BINARY(F64Copysign, (a & ~(1ull << 63)) | (b & 1ull << 63))
BINARY(F32Eq, FX == FY)
BINARY(F32Ne, FX != FY)
BINARY(F32Lt, FX < FY)
BINARY(F32Gt, FX > FY)
BINARY(F32Le, FX <= FY)
BINARY(F32Ge, FX >= FY)
BINARY(F64Eq, DX == DY)
BINARY(F64Ne, DX != DY)
BINARY(F64Lt, DX < DY)
BINARY(F64Gt, DX > DY)
BINARY(F64Le, DX <= DY)
BINARY(F64Ge, DX >= DY)

/* Conversions to integers: `fits` says whether the integer part is in range. A value that is not has no conversion in C. */
#define CONVERSION(suffix, integer, bits, fits, least, most)                                                 \
    static inline u32 fault_##suffix(double x) {                                                             \
        return x != x ? INVALID_CONVERSION : (fits) ? 0 : INTEGER_OVERFLOW;                                  \
    }                                                                                                        \
    static inline u64 saturated_##suffix(double x) {                                                         \
        return x != x ? 0 : (fits) ? (u64)(bits)(integer)x : x < 0 ? (u64)(bits)(least) : (u64)(bits)(most); \
    }

CONVERSION(i32, i32, u32, x > -2147483649.0 && x < 2147483648.0, LEAST32, 2147483647)
CONVERSION(u32, u32, u32, x > -1.0 && x < 4294967296.0, 0, 4294967295u)
CONVERSION(i64, i64, u64, x >= -9223372036854775808.0 && x < 9223372036854775808.0, LEAST64, 9223372036854775807ll)
CONVERSION(u64, u64, u64, x > -1.0 && x < 18446744073709551616.0, 0, 18446744073709551615ull)

#define TRUNCATION(name, saturating, suffix, from)                                                           \
    UNARY(name, saturated_##suffix(from))                                                                    \
    FAULT1(name, fault_##suffix(from))                                                                       \
    UNARY(saturating, saturated_##suffix(from))

TRUNCATION(I32TruncF32S, I32TruncSatF32S, i32, FX)
TRUNCATION(I32TruncF32U, I32TruncSatF32U, u32, FX)
TRUNCATION(I32TruncF64S, I32TruncSatF64S, i32, DX)
TRUNCATION(I32TruncF64U, I32TruncSatF64U, u32, DX)
TRUNCATION(I64TruncF32S, I64TruncSatF32S, i64, FX)
TRUNCATION(I64TruncF32U, I64TruncSatF32U, u64, FX)
TRUNCATION(I64TruncF64S, I64TruncSatF64S, i64, DX)
TRUNCATION(I64TruncF64U, I64TruncSatF64U, u64, DX)

/* Memory. The sum of an address and an offset fits 64 bits. `LIMIT` is the size of memory as a function knows it. */
#define READ(dst, load, address, offset, begun)                                                              \
    {                                                                                                        \
        u64 at = (u64)(u32)(address) + (offset);                                                             \
        load##_type bits;                                                                                    \
        if (UNLIKELY(at + sizeof bits > LIMIT))                                                              \
            stop(left, begun, OUT_OF_BOUNDS);                                                                \
        __builtin_memcpy(&bits, memory + at, sizeof bits);                                                   \
        dst = (u64)(load##_as)bits;                                                                          \
    }

#define WRITE(store, address, offset, value, begun)                                                          \
    {                                                                                                        \
        u64 base = (u64)(u32)(address), at = base + (offset);                                                \
        store##_type bits = (store##_type)(value);                                                           \
        if (UNLIKELY(at + sizeof bits > LIMIT))                                                              \
            stop(left, begun, OUT_OF_BOUNDS);                                                                \
        __builtin_memcpy(memory + at, &bits, sizeof bits);                                                   \
        dirty[((offset) + sizeof bits <= GRANULE ? base : at) / GRANULE] = 1;                                \
    }

typedef u32 I32Load_type, I32Load_as;
typedef u64 I64Load_type, I64Load_as;
typedef i8 I32Load8S_type;
typedef u32 I32Load8S_as;
typedef u8 I32Load8U_type, I32Load8U_as;
typedef i16 I32Load16S_type;
typedef u32 I32Load16S_as;
typedef u16 I32Load16U_type, I32Load16U_as;
typedef i8 I64Load8S_type, I64Load8S_as;
typedef u8 I64Load8U_type, I64Load8U_as;
typedef i16 I64Load16S_type, I64Load16S_as;
typedef u16 I64Load16U_type, I64Load16U_as;
typedef i32 I64Load32S_type, I64Load32S_as;
typedef u32 I64Load32U_type, I64Load32U_as;
typedef u8 Store8_type;
typedef u16 Store16_type;
typedef u32 Store32_type;
typedef u64 Store64_type;

/* What the next stretch of memory is restored from, once the run is over. */
static void mark(u64 from, u64 len) {
    if (len)
        for (u64 piece = from / GRANULE; piece <= (from + len - 1) / GRANULE; piece++)
            dirty[piece] = 1;
}

/* Operations on much memory. They report a trap, and have then had no effect. */
static int fill(u64 address, u64 value, u64 len) {
    u64 at = (u32)address, count = (u32)len;
    if (at + count > size)
        return 0;
    if (moved > most_moved)
        give_up();
    moved += count;
    mark(at, count);
    memset(memory + at, (u8)value, count);
    return 1;
}

static int copy(u64 to, u64 from, u64 len) {
    u64 at = (u32)to, source = (u32)from, count = (u32)len;
    if (at + count > size || source + count > size)
        return 0;
    if (moved > most_moved)
        give_up();
    moved += count;
    mark(at, count);
    memmove(memory + at, memory + source, count);
    return 1;
}

/* The pages that there were, or -1 where the type does not allow so many. */
static u64 grow(u64 by) {
    u64 pages = (u32)by, old = size / PAGE;
    moved += (pages < most_pages ? pages : most_pages) * PAGE;
    if (moved > most_moved)
        give_up();
    if (old + pages > MEMORY_MOST_PAGES)
        return 0xffffffffu;
    if (old + pages > most_pages || old + pages > MEMORY_MOST / PAGE)
        give_up();
    size = (old + pages) * PAGE;
    return old;
}
