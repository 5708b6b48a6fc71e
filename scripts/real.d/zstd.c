// zstd unpacks the bytes as one block of a frame whose header is given.
// crate: zstd-sys 2.1.2
// bytes: 4
// sources: zstd-sys/zstd/lib/common/{debug,entropy_common,error_private,fse_decompress,xxhash,zstd_common}.c zstd-sys/zstd/lib/decompress/{huf_decompress,zstd_ddict,zstd_decompress,zstd_decompress_block}.c
// flags: -Izstd-sys/zstd/lib -DZSTD_DISABLE_ASM
#include <stdint.h>
#include <string.h>
#include <zstd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t frame[64] = {0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58}, plain[256];
    if (size > sizeof frame - 6)
        return 0;
    memcpy(frame + 6, data, size);
    ZSTD_decompress(plain, sizeof plain, frame, size + 6);
    return 0;
}
