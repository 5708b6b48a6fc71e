// zlib packs the bytes: hash chains, then Huffman trees built from how often each byte occurs.
// crate: libz-sys 1.1.31
// bytes: 4
// sources: libz-sys/src/zlib/{adler32,compress,crc32,deflate,trees,zutil}.c
// flags: -Ilibz-sys/src/zlib
#include <stdint.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t packed[256];
    uLongf length = sizeof packed;
    compress(packed, &length, data, size);
    return 0;
}
