// class: n^2
// kind: parsers
// best 30: [93,58,10,123,58,10,99,58,10,36,58,10,10,125,58,10,65,58,10,98,58,10,34,58,10,91,58,10,91,58]
// best 100: [91,58,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123,36,123]
// how: climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 873 at 30 against a random mean of 165, 5339 at 100 against a random mean of 503
// INI parser: sections, keys, quoted values, comments; a key that occurs again in a section of the same name (names are compared
// without regard to case) replaces the value, and ${key} in a value stands for an earlier value of that section.
#include <stddef.h>
#include <stdint.h>

#define MAX_ENTRIES 512
#define MAX_SECTIONS 256

typedef struct {
    const uint8_t *p;
    size_t len;
} Slice;

static struct { int section; Slice key, value; } entries[MAX_ENTRIES];
static Slice sections[MAX_SECTIONS];
static int entry_count, section_count, replaced, expanded;

static uint8_t lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? (uint8_t)(c | 32) : c; }

static int same(Slice a, Slice b) {
    if (a.len != b.len)
        return 0;
    for (size_t i = 0; i < a.len; i++)
        if (lower(a.p[i]) != lower(b.p[i]))
            return 0;
    return 1;
}

static Slice trim(const uint8_t *from, const uint8_t *to) {
    while (from < to && (*from == ' ' || *from == '\t'))
        from++;
    while (from < to && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    return (Slice){from, (size_t)(to - from)};
}

static int find_section(Slice name) {
    for (int i = 0; i < section_count; i++)
        if (same(sections[i], name))
            return i;
    if (section_count == MAX_SECTIONS)
        return -1;
    sections[section_count] = name;
    return section_count++;
}

static int find_entry(int section, Slice key) {
    for (int i = 0; i < entry_count; i++)
        if (entries[i].section == section && same(entries[i].key, key))
            return i;
    return -1;
}

static void references(int section, Slice value) {
    for (size_t i = 0; i + 1 < value.len; i++) {
        if (value.p[i] != '$' || value.p[i + 1] != '{')
            continue;
        size_t end = i + 2;
        while (end < value.len && value.p[end] != '}')
            end++;
        if (end == value.len)
            continue;
        if (find_entry(section, trim(value.p + i + 2, value.p + end)) >= 0)
            expanded++;
        i = end;
    }
}

static void assign(int section, Slice key, Slice value) {
    if (value.len >= 2 && value.p[0] == '"' && value.p[value.len - 1] == '"') {
        value.p++;
        value.len -= 2;
    }
    references(section, value);
    int old = find_entry(section, key);
    if (old >= 0) {
        entries[old].value = value;
        replaced++;
    } else if (entry_count < MAX_ENTRIES) {
        entries[entry_count].section = section;
        entries[entry_count].key = key;
        entries[entry_count++].value = value;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *p = data, *end = data + size;
    int section = -1;
    entry_count = section_count = replaced = expanded = 0;
    while (p < end) {
        const uint8_t *eol = p, *equals = p;
        while (eol < end && *eol != '\n')
            eol++;
        Slice line = trim(p, eol);
        p = eol < end ? eol + 1 : end;
        if (line.len == 0 || *line.p == ';' || *line.p == '#')
            continue;
        if (*line.p == '[' && line.p[line.len - 1] == ']' && line.len > 1) {
            section = find_section(trim(line.p + 1, line.p + line.len - 1));
            continue;
        }
        const uint8_t *stop = line.p + line.len;
        for (equals = line.p; equals < stop && *equals != '=' && *equals != ':';)
            equals++;
        if (equals < stop && equals > line.p)
            assign(section, trim(line.p, equals), trim(equals + 1, stop));
    }
    return 0;
}
