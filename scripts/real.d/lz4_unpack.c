// lz4 unpacks one literal and then the bytes: lengths and distances that are read from the input say what is copied.
// crate: lz4-sys 1.11.1
// bytes: 4
// sources: lz4-sys/liblz4/lib/lz4.c
// flags: -Ilz4-sys/liblz4/lib
#include <lz4.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char packed[32] = {0x10, 'a'}, plain[64];
    memcpy(packed + 2, data, size < 4 ? size : 4);
    LZ4_decompress_safe(packed, plain, sizeof packed, sizeof plain);
    return 0;
}
