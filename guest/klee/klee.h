/* KLEE's interface, so that harnesses written for it compile unchanged.
 *
 * Three functions are imports that worstcase answers; the others follow from them, or only steer KLEE's
 * own search and do nothing here.
 */
#ifndef WORSTCASE_KLEE_H
#define WORSTCASE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define WORSTCASE_KLEE_IMPORT(name) __attribute__((import_module("env"), import_name(name)))
#else
#define WORSTCASE_KLEE_IMPORT(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the nbytes at addr inputs; the name is for reports. */
WORSTCASE_KLEE_IMPORT("klee_make_symbolic")
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* Drops the path unless the condition holds. */
WORSTCASE_KLEE_IMPORT("klee_assume")
void klee_assume(uintptr_t condition);

/* An input from begin up to, not including, end. */
WORSTCASE_KLEE_IMPORT("klee_range")
int klee_range(int begin, int end, const char *name);

/* An input that may be any int. */
static inline int klee_int(const char *name) {
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}

/* Ends this path without a test: for us, a path that does not count. */
__attribute__((noreturn)) static inline void klee_silent_exit(int status) {
    (void)status;
    klee_assume(0);
    __builtin_trap();
}

/* Ends this path as a failure. */
__attribute__((noreturn)) static inline void klee_abort(void) { __builtin_trap(); }

/* A path on which the expression is zero is a failure. */
#define klee_assert(expression) ((expression) ? (void)0 : klee_abort())

/* A wish about the printed example, without influence on which paths exist. */
static inline void klee_prefer_cex(void *object, uintptr_t condition) {
    (void)object;
    (void)condition;
}

/* Merging would join paths whose costs differ, so the two marks of it are ignored. */
static inline void klee_open_merge(void) {}
static inline void klee_close_merge(void) {}

#ifdef __cplusplus
}
#endif

#undef WORSTCASE_KLEE_IMPORT

#endif
