// brotli unpacks the bytes: a state machine that reads bits, and prefix codes.
// crate: brotli-sys 0.3.2
// bytes: 4
// sources: brotli-sys/brotli/common/dictionary.c brotli-sys/brotli/dec/{bit_reader,decode,huffman,state}.c
// flags: -Ibrotli-sys/brotli/include
#include <brotli/decode.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t plain[256];
    size_t length = sizeof plain;
    BrotliDecoderDecompress(size, data, &length, plain);
    return 0;
}
