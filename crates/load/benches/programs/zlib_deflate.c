/* zlib's deflate as it is: `compress` packs the whole input at the level that everybody uses. Its sources are not here; `make load`
 * gets them.
 *
 * Measured     all of it
 * Slow on      hash chains full of candidates that match for long, and yet not long enough to stop the search
 */
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uLongf length = compressBound(size);
    uint8_t *packed = malloc(length);
    if (!packed || compress(packed, &length, data, size) != Z_OK)
        __builtin_trap();
    free(packed);
    return 0;
}
