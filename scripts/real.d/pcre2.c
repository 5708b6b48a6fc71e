// PCRE2 compiles the bytes as a pattern, and matches it against a short text.
// crate: pcre2-sys 0.2.10
// bytes: 3
// sources: pcre2-sys/upstream/src/pcre2_{auto_possess,chartables,chkdint,compile,compile_class,config,context,error,extuni,find_bracket,match,match_data,newline,ord2utf,string_utils,study,tables,ucd,valid_utf,xclass,script_run,substring,pattern_info}.c
// flags: -Ipcre2-sys/upstream/src -Ipcre2-sys/upstream/include -DHAVE_CONFIG_H -DPCRE2_STATIC -DPCRE2_CODE_UNIT_WIDTH=8 -DSUPPORT_PCRE2_8 -DHAVE_STDLIB_H -DHAVE_MEMMOVE
#include <pcre2.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int error;
    PCRE2_SIZE offset;
    pcre2_code *code = pcre2_compile(data, size, 0, &error, &offset, 0);
    if (!code)
        return 0;
    pcre2_match_data *match = pcre2_match_data_create_from_pattern(code, 0);
    pcre2_match(code, (PCRE2_SPTR) "ab1", 3, 0, 0, match, 0);
    return 0;
}
