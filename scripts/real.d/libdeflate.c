// libdeflate unpacks the bytes as raw deflate data, by tables that it builds for each block.
// crate: libdeflate-sys 1.26.1
// bytes: 4
// sources: libdeflate-sys/libdeflate/lib/{deflate_decompress,utils}.c
// flags: -Ilibdeflate-sys/libdeflate
#include <libdeflate.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t plain[256];
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    libdeflate_deflate_decompress(decompressor, data, size, plain, sizeof plain, 0);
    libdeflate_free_decompressor(decompressor);
    return 0;
}
