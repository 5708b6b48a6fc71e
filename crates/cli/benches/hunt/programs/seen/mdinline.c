// class: n^2
// kind: text
// best 30: [91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,95,42,91,32,95,91,32,95,96,32,95,93,32,95,93]
// best 100: [91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,95,42,91,32,95,91,32,95,91,32,95,91,32,95,91,32,95,91,32,95,91,32,95,91,32,95,96,32,95,91,32,95,93,32,95,93,32,95,93,32,95,93,32,95,93]
// how: construction (brackets without an end) and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 1895 at 30 against a random mean of 258, 18188 at 100 against a random mean of 945
// Inline part of a Markdown-like language: code spans, emphasis and links, each of which is found by looking ahead for its end;
// what has no end is text. The output is HTML, with &, < and > escaped.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OUT 16384

static char out[OUT];
static size_t used;

static void put(const char *text) {
    size_t len = strlen(text);
    if (used + len <= OUT) {
        memcpy(out + used, text, len);
        used += len;
    }
}

static void put_char(uint8_t c) {
    switch (c) {
    case '&': put("&amp;"); break;
    case '<': put("&lt;"); break;
    case '>': put("&gt;"); break;
    default:
        if (used < OUT)
            out[used++] = (char)c;
    }
}

static size_t run_length(const uint8_t *s, size_t i, size_t end) {
    size_t from = i;
    while (i < end && s[i] == s[from])
        i++;
    return i - from;
}

/* Where a run of exactly `len` marks begins, from i on; `end` if nowhere. A backslash hides what follows. */
static size_t closing_run(const uint8_t *s, size_t i, size_t end, uint8_t mark, size_t len) {
    while (i < end) {
        if (s[i] == '\\' && mark != '`') {
            i += 2;
        } else if (s[i] == mark) {
            size_t run = run_length(s, i, end);
            if (run == len && (mark == '`' || s[i - 1] != ' '))
                return i;
            i += run;
        } else {
            i++;
        }
    }
    return end;
}

static size_t closing_bracket(const uint8_t *s, size_t i, size_t end) {
    int depth = 1;
    for (; i < end; i++) {
        if (s[i] == '\\')
            i++;
        else if (s[i] == '[')
            depth++;
        else if (s[i] == ']' && --depth == 0)
            return i;
    }
    return end;
}

static void inlines(const uint8_t *s, size_t i, size_t end, int depth) {
    while (i < end) {
        uint8_t c = s[i];
        if (c == '\\' && i + 1 < end) {
            put_char(s[i + 1]);
            i += 2;
        } else if (c == '`' || c == '*' || c == '_') {
            size_t run = run_length(s, i, end), body = i + run, close = end;
            if (body < end && depth < 16 && (c == '`' || (run <= 3 && s[body] != ' ')))
                close = closing_run(s, body, end, c, run);
            if (close >= end) {
                for (size_t k = 0; k < run; k++)
                    put_char(c);
                i = body;
                continue;
            }
            put(c == '`' ? "<code>" : run > 1 ? "<strong>" : "<em>");
            if (c == '`')
                for (size_t k = body; k < close; k++)
                    put_char(s[k]);
            else
                inlines(s, body, close, depth + 1);
            put(c == '`' ? "</code>" : run > 1 ? "</strong>" : "</em>");
            i = close + run;
        } else if (c == '[') {
            size_t close = closing_bracket(s, i + 1, end), stop = close + 2;
            if (close + 1 < end && s[close + 1] == '(')
                while (stop < end && s[stop] != ')' && s[stop] != ' ')
                    stop++;
            if (close + 1 >= end || s[close + 1] != '(' || stop >= end || s[stop] != ')') {
                put_char(c);
                i++;
                continue;
            }
            put("<a href=\"");
            for (size_t k = close + 2; k < stop; k++)
                put_char(s[k]);
            put("\">");
            inlines(s, i + 1, close, depth + 1);
            put("</a>");
            i = stop + 1;
        } else {
            put_char(c);
            i++;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    used = 0;
    inlines(data, 0, size, 0);
    return 0;
}
