// tree-sitter parses the bytes with its grammar for JSON: a generated lexer, a GLR parser that recovers from errors.
// crate: tree-sitter 0.26.13
// crate: tree-sitter-json 0.24.8
// bytes: 3
// sources: tree-sitter/src/lib.c tree-sitter-json/src/parser.c
// flags: -Itree-sitter/include -Itree-sitter/src -Itree-sitter-json/src -D_POSIX_C_SOURCE=200112L -D_DEFAULT_SOURCE
#include <stdint.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_json(void);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, tree_sitter_json());
    ts_tree_delete(ts_parser_parse_string(parser, 0, (const char *)data, size));
    ts_parser_delete(parser);
    return 0;
}
