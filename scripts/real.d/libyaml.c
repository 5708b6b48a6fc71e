// libyaml scans the bytes as YAML, token by token.
// crate: libyaml-sys 0.1.0
// bytes: 3
// sources: libyaml-sys/libyaml/src/{api,reader,scanner,parser}.c
// flags: -Ilibyaml-sys/libyaml/include -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=1 -DYAML_VERSION_PATCH=4 -DYAML_VERSION_STRING=\"0.1.4\"
#include <stdint.h>
#include <yaml.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    yaml_parser_t parser;
    yaml_token_t token;
    int ended = 0;
    yaml_parser_initialize(&parser);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, data, size);
    while (!ended && yaml_parser_scan(&parser, &token)) {
        ended = token.type == YAML_STREAM_END_TOKEN;
        yaml_token_delete(&token);
    }
    yaml_parser_delete(&parser);
    return 0;
}
