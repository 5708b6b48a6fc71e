/* What a program under test may call: the Wasm module "worstcase".
 *
 * Every function has two names, a short one and one with the prefix `worstcase_`. A program that has a
 * function `cost` or `assume` of its own defines WORSTCASE_PREFIX_ONLY before the include and is left
 * with the long names. Outside of Wasm these are plain declarations, so that a program can be built
 * natively against definitions of its own.
 */
#ifndef WORSTCASE_H
#define WORSTCASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define WORSTCASE_IMPORT(name) __attribute__((import_module("worstcase"), import_name(name)))
#else
#define WORSTCASE_IMPORT(name)
#endif

#ifdef WORSTCASE_PREFIX_ONLY
#define WORSTCASE_FUNCTION(type, name, parameters) WORSTCASE_IMPORT(#name) type worstcase_##name parameters
#else
#define WORSTCASE_FUNCTION(type, name, parameters)                                                           \
    WORSTCASE_IMPORT(#name) type worstcase_##name parameters;                                                \
    WORSTCASE_IMPORT(#name) type name parameters
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The next input, any value of the type. The narrow ones are i32 in Wasm, sign- or zero-extended. */
WORSTCASE_FUNCTION(int8_t, input_i8, (void));
WORSTCASE_FUNCTION(uint8_t, input_u8, (void));
WORSTCASE_FUNCTION(int16_t, input_i16, (void));
WORSTCASE_FUNCTION(uint16_t, input_u16, (void));
WORSTCASE_FUNCTION(int32_t, input_i32, (void));
WORSTCASE_FUNCTION(uint32_t, input_u32, (void));
WORSTCASE_FUNCTION(int64_t, input_i64, (void));
WORSTCASE_FUNCTION(uint64_t, input_u64, (void));
WORSTCASE_FUNCTION(float, input_f32, (void));
WORSTCASE_FUNCTION(double, input_f64, (void));

/* The next input, between lo and hi, both included. */
WORSTCASE_FUNCTION(int32_t, input_i32_in, (int32_t lo, int32_t hi));

/* The next len inputs, one byte each, written to p. */
WORSTCASE_FUNCTION(void, input_bytes, (void *p, size_t len));

/* Inputs for which cond is zero here do not count: their path is dropped. */
WORSTCASE_FUNCTION(void, assume, (int cond));

/* Cost counts from here; a program that never calls this is measured as a whole. */
WORSTCASE_FUNCTION(void, measure_begin, (void));

/* Cost no longer counts from here, until the next measure_begin. */
WORSTCASE_FUNCTION(void, measure_end, (void));

/* Adds to the program's own measure of cost, whatever its unit. */
WORSTCASE_FUNCTION(void, cost, (int64_t units));

/* Passes a number on: a result, or what the next program of a pipeline reads. */
WORSTCASE_FUNCTION(void, output_i32, (int32_t value));

/* Passes len bytes on. */
WORSTCASE_FUNCTION(void, output_bytes, (const void *p, size_t len));

#ifdef __cplusplus
}
#endif

#undef WORSTCASE_FUNCTION
#undef WORSTCASE_IMPORT

#endif
