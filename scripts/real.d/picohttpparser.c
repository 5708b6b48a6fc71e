// picohttpparser reads the bytes as the beginning of an HTTP request.
// crate: picohttpparser-sys 1.0.0
// bytes: 4
// sources: picohttpparser-sys/deps/picohttpparser/picohttpparser.c
// flags: -Ipicohttpparser-sys/deps/picohttpparser
#include <picohttpparser.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *method, *path;
    size_t method_length, path_length, count = 4;
    int version;
    struct phr_header headers[4];
    phr_parse_request((const char *)data, size, &method, &method_length, &path, &path_length, &version, headers, &count, 0);
    return 0;
}
