// zlib unpacks the bytes, as raw deflate data without a header: a state machine that reads bits.
// crate: libz-sys 1.1.31
// bytes: 4
// sources: libz-sys/src/zlib/{adler32,crc32,inffast,inflate,inftrees,zutil}.c
// flags: -Ilibz-sys/src/zlib
#include <stdint.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t plain[1024];
    z_stream stream = {.next_in = (uint8_t *)data, .avail_in = size, .next_out = plain, .avail_out = sizeof plain};
    if (inflateInit2(&stream, -15) != Z_OK)
        return 0;
    inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return 0;
}
