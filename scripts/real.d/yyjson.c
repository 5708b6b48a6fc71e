// yyjson reads the bytes as JSON: hand-optimised, with tables of byte classes and words read at once.
// crate: yyjson-sys 0.1.0
// bytes: 4
// sources: yyjson-sys/yyjson/src/yyjson.c
// flags: -Iyyjson-sys/yyjson/src
#include <stdint.h>
#include <yyjson.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    yyjson_doc_free(yyjson_read((const char *)data, size, 0));
    return 0;
}
