// expat reads the bytes as XML: tables of byte classes behind function pointers.
// crate: expat-sys 2.1.6
// bytes: 4
// sources: expat-sys/expat/lib/{xmlparse,xmlrole,xmltok}.c
// flags: -Iexpat-sys/expat/lib -DHAVE_MEMMOVE -DXML_NS -DXML_DTD -DXML_CONTEXT_BYTES=1024 -Wno-error=implicit-function-declaration
#include <expat.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    XML_Parser parser = XML_ParserCreate("UTF-8");
    XML_Parse(parser, (const char *)data, size, 1);
    XML_ParserFree(parser);
    return 0;
}
