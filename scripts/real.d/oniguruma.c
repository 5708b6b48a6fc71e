// Oniguruma compiles the bytes as a regular expression in ASCII, and searches a short text for it.
// crate: onig_sys 69.9.3
// bytes: 3
// sources: onig_sys/oniguruma/src/{ascii,onig_init,regcomp,regenc,regerror,regexec,regext,regparse,regsyntax,regtrav,regversion,st,unicode,unicode_fold1_key,unicode_fold2_key,unicode_fold3_key,unicode_unfold_key,utf8,utf16_be,utf16_le,utf32_be,utf32_le}.c
// flags: -I. -Ionig_sys/oniguruma/src -include limits.h -DONIG_DISABLE_DIRECT_THREADING -DHAVE_ALLOCA_H -DHAVE_STDINT_H -DHAVE_INTTYPES_H -DSIZEOF_INT=4 -DSIZEOF_LONG=4 -DSIZEOF_LONG_LONG=8 -DSIZEOF_VOIDP=4
#include <oniguruma.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const UChar text[] = "ab1";
    OnigRegex regex;
    OnigEncoding encoding = ONIG_ENCODING_ASCII;
    onig_initialize(&encoding, 1);
    if (onig_new(&regex, data, data + size, ONIG_OPTION_DEFAULT, encoding, ONIG_SYNTAX_ONIGURUMA, 0) != ONIG_NORMAL)
        return 0;
    OnigRegion *region = onig_region_new();
    onig_search(regex, text, text + 3, text, text + 3, region, ONIG_OPTION_NONE);
    return 0;
}
