/* What is put before a program under test, for native runs: its variables get sections of their own, and its heap is ours. */
#include <stdlib.h>
#include <string.h>
#define malloc peer_malloc
#define calloc peer_calloc
#define realloc peer_realloc
#define free peer_free
#ifdef __cplusplus
extern "C" {
#endif
void *peer_malloc(size_t);
void *peer_calloc(size_t, size_t);
void *peer_realloc(void *, size_t);
void peer_free(void *);
#ifdef __cplusplus
}
#endif
#pragma clang section bss = "progbss" data = "progdata"
