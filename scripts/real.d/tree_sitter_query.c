// tree-sitter reads the bytes as a query about trees: S-expressions, analysed against the grammar.
// crate: tree-sitter 0.26.13
// crate: tree-sitter-json 0.24.8
// bytes: 3
// sources: tree-sitter/src/lib.c tree-sitter-json/src/parser.c
// flags: -Itree-sitter/include -Itree-sitter/src -Itree-sitter-json/src -D_POSIX_C_SOURCE=200112L -D_DEFAULT_SOURCE
#include <stdint.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_json(void);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t offset;
    TSQueryError error;
    TSQuery *query = ts_query_new(tree_sitter_json(), (const char *)data, size, &offset, &error);
    if (query)
        ts_query_delete(query);
    return 0;
}
