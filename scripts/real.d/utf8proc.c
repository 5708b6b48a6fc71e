// utf8proc normalises the bytes as UTF-8 (NFKC, case folded): two-stage tables of all of Unicode.
// crate: utf8proc-sys 0.1.2
// bytes: 3
// sources: utf8proc-sys/utf8proc/utf8proc.c
// flags: -Iutf8proc-sys/utf8proc -DUTF8PROC_STATIC
#include <stdint.h>
#include <stdlib.h>
#include <utf8proc.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    utf8proc_uint8_t *folded = 0;
    utf8proc_map(data, size, &folded, UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STABLE);
    free(folded);
    return 0;
}
