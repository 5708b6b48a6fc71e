// lz4 packs the bytes; below 13 of them it looks for no repetition.
// crate: lz4-sys 1.11.1
// bytes: 4
// sources: lz4-sys/liblz4/lib/lz4.c
// flags: -Ilz4-sys/liblz4/lib
#include <lz4.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char packed[256];
    LZ4_compress_default((const char *)data, packed, size, sizeof packed);
    return 0;
}
