// bzip2 packs the bytes: it sorts their rotations, and codes what comes out with several Huffman tables.
// crate: bzip2-sys 0.1.13
// bytes: 3
// sources: bzip2-sys/bzip2-1.0.8/{blocksort,bzlib,compress,crctable,decompress,huffman,randtable}.c
// flags: -Ibzip2-sys/bzip2-1.0.8 -DBZ_NO_STDIO
#include <bzlib.h>
#include <stdint.h>
#include <stdlib.h>

// What bzlib calls instead of printing when it finds itself in a state that cannot be.
void bz_internal_error(int code) {
    (void)code;
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char packed[1024];
    unsigned length = sizeof packed;
    BZ2_bzBuffToBuffCompress(packed, &length, (char *)data, size, 1, 0, 0);
    return 0;
}
