// class: ?
// kind: text
// best 30: [46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,10,98,46,46,46,46,42,42,46,42,42,46,42,42]
// best 100: [46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,10,98,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,46,42,42,46,42,42,46,42,42]
// how: construction (rules with three ** that fail late, on a host of empty labels) and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 30513 at 30 against a random mean of 129, 7278477 at 100 against a random mean of 415
// Access list: the first line of the input is a host name, the others are rules such as "!*.a.com" or "**.b?.org", in which * is
// part of one label and ** is any number of labels; the last rule that matches decides. Labels are matched by backtracking.
#include <stddef.h>
#include <stdint.h>

#define MAX_LABELS 128

typedef struct {
    const uint8_t *p;
    int len;
} Label;

static int split(const uint8_t *from, const uint8_t *to, Label *labels) {
    int count = 0;
    while (count < MAX_LABELS) {
        const uint8_t *dot = from;
        while (dot < to && *dot != '.')
            dot++;
        labels[count].p = from;
        labels[count++].len = (int)(dot - from);
        if (dot >= to)
            break;
        from = dot + 1;
    }
    return count;
}

static int label_matches(const uint8_t *p, int m, const uint8_t *s, int n) {
    int i = 0, j = 0, star = -1, back = 0;
    while (j < n) {
        if (i < m && p[i] == '*') {
            star = i++;
            back = j;
        } else if (i < m && (p[i] == '?' || (p[i] | 32) == (s[j] | 32))) {
            i++;
            j++;
        } else if (star >= 0) {
            i = star + 1;
            j = ++back;
        } else {
            return 0;
        }
    }
    while (i < m && p[i] == '*')
        i++;
    return i == m;
}

static int is_any(const Label *label) { return label->len == 2 && label->p[0] == '*' && label->p[1] == '*'; }

/* From the last labels on, as they tell hosts apart best. */
static int host_matches(const Label *rule, int rules, const Label *host, int hosts) {
    while (rules > 0) {
        const Label *r = &rule[rules - 1];
        if (is_any(r)) {
            if (rules == 1)
                return 1;
            for (int skip = 0; skip <= hosts; skip++)
                if (host_matches(rule, rules - 1, host, hosts - skip))
                    return 1;
            return 0;
        }
        if (hosts == 0 || !label_matches(r->p, r->len, host[hosts - 1].p, host[hosts - 1].len))
            return 0;
        rules--;
        hosts--;
    }
    return hosts == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Label host[MAX_LABELS], rule[MAX_LABELS];
    const uint8_t *end = data + size, *p = data;
    while (p < end && *p != '\n')
        p++;
    int hosts = split(data, p, host);
    volatile int allowed = 0;
    while (p < end) {
        const uint8_t *from = ++p;
        while (p < end && *p != '\n')
            p++;
        int negative = from < p && *from == '!';
        int rules = split(from + negative, p, rule);
        int many = 0;
        for (int i = 0; i < rules; i++)
            many += is_any(&rule[i]);
        if (many > 3)
            continue; /* that is a mistake */
        if (host_matches(rule, rules, host, hosts))
            allowed = !negative;
    }
    return 0;
}
