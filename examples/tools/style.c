/* Transforms a document on standard input by the rules of a stylesheet: a WASI command.
 *
 *     style SHEET [FILE]
 *
 * The SHEET is written in a part of XSLT 1.0, and what it says is done as there: template rules with patterns and priorities,
 * apply-templates, value-of, for-each, if, choose, text, element, attribute, comment, copy and copy-of, literal elements with
 * `{...}` in their attributes, output and strip-space. Expressions and patterns are those of xpath.h. What else there is in XSLT is
 * refused with its line and column, before anything is written. The output is UTF-8, as XML or text.
 *
 * The exit code is 1 on errors. Without a FILE, or for `-`, standard input is read.
 *
 *     printf '<p>text</p>' | worstcase run examples/tools/style.c --file s=examples/pipelines/page.xsl -- s
 */
#define TOOL "style"
#define USAGE "style SHEET [FILE]"
#define FAILURE 1
#include "style_sheet.h"
#include "xml_output.h"

/* --- Where results go: to the output, or into a text that becomes an attribute or a comment --- */

static struct line *captured;
static bool ended_with_comment;
static int depth;

static void write_text(struct text text) {
    if (text.length == 0)
        return;
    if (captured) {
        extend(captured, (const unsigned char *)text.bytes, text.length);
    } else if (output_method == METHOD_TEXT) {
        put_slice(text);
    } else {
        if (ended_with_comment)
            put('\n');
        ended_with_comment = false;
        put_content(text);
    }
}

/* Whether anything but text can be written here. */
static bool writes_nodes(const struct node *instruction) {
    if (captured)
        fail(sheet, instruction->offset, "there can be only text in an attribute or a comment");
    return output_method != METHOD_TEXT;
}

static void write_comment(struct text text) {
    close_tag(">");
    if (ended_with_comment)
        put('\n');
    put_text("<!--");
    for (size_t i = 0; i < text.length; i++) {
        put((unsigned char)text.bytes[i]);
        if (text.bytes[i] == '-' && (i + 1 == text.length || text.bytes[i + 1] == '-'))
            put(' ');
    }
    put_text("-->");
    /* Unless nothing may be added, what follows a comment outside of the root is on a line of its own. */
    ended_with_comment = depth == 0 && may_indent;
}

static void write_instruction(const struct node *node) {
    close_tag(">");
    if (ended_with_comment)
        put('\n');
    ended_with_comment = false;
    put_text("<?");
    put_slice(node->name->text);
    if (node->text.length > 0)
        put(' ');
    put_slice(node->text);
    put_text("?>");
}

static const struct namespace *start_element(struct text name, struct name *prefix, const struct name *uri) {
    if (ended_with_comment)
        put('\n');
    ended_with_comment = false;
    const struct namespace *outside = begin_element(name);
    declare(prefix, uri);
    depth++;
    return outside;
}

static void finish_element(struct text name, const struct namespace *outside) {
    end_element(name, outside);
    depth--;
}

static void write_attribute(const struct node *instruction, const struct node *name, struct text value) {
    if (!writes_nodes(instruction))
        return;
    if (!is_tag_open)
        fail(sheet, instruction->offset, "an attribute can only come before what is in its element");
    if (name->uri) {
        struct text text = name->name->text;
        declare(name_of(text.bytes, text.length - name->local->text.length - 1), name->uri);
    }
    set_attribute(name->name->text, name->local, name->uri, value);
}

/* --- Copies --- */

static struct name *prefix_of(const struct node *node) {
    size_t local = node->local->text.length, all = node->name->text.length;
    return name_of(node->name->text.bytes, all > local ? all - local - 1 : 0);
}

/* All that prefixes stand for, the outermost first; those that are hidden by inner ones are not. */
static void declare_all(const struct namespace *namespaces, const struct namespace *inner) {
    if (!namespaces)
        return;
    declare_all(namespaces->outer, inner);
    for (const struct namespace *other = inner; other != namespaces; other = other->outer) {
        if (other->prefix == namespaces->prefix)
            return;
    }
    if (namespaces->uri && !is_excluded(namespaces))
        declare(namespaces->prefix, namespaces->uri);
}

static const struct namespace *start_copy(const struct node *element) {
    const struct namespace *outside = start_element(element->name->text, prefix_of(element), element->uri);
    declare_all(element->namespaces, element->namespaces);
    return outside;
}

static void copy_deep(const struct node *instruction, const struct node *node) {
    const struct namespace *outside = NULL;
    if (node->kind == TEXT) {
        write_text(node->text);
        return;
    }
    if (!writes_nodes(instruction))
        return;
    if (node->kind == ATTRIBUTE)
        write_attribute(instruction, node, node->text);
    else if (node->kind == COMMENT)
        write_comment(node->text);
    else if (node->kind == INSTRUCTION)
        write_instruction(node);
    if (node->kind == ELEMENT) {
        outside = start_copy(node);
        for (const struct node *attribute = node->attributes; attribute; attribute = attribute->next) {
            if (!attribute->is_declaration)
                write_attribute(instruction, attribute, attribute->text);
        }
    }
    if (node->kind == ELEMENT || node->kind == DOCUMENT) {
        for (const struct node *child = node->first; child; child = child->next)
            copy_deep(instruction, child);
    }
    if (node->kind == ELEMENT)
        finish_element(node->name->text, outside);
}

/* --- Instructions --- */

/* What is executed may be nested so deep, and rules may apply each other: executing is a function that calls itself. */
enum { DEEPEST_EXECUTION = 3000 };
static int executions;

static void execute_all(const struct node *first, struct context context);

static void apply(const struct nodes *nodes) {
    for (size_t i = 0; i < nodes->count; i++) {
        struct node *node = nodes->items[i];
        struct context context = {node, i + 1, nodes->count};
        const struct rule *rule = find_rule(node);
        if (rule) {
            execute_all(rule->template->first, context);
        } else if (node->kind == TEXT || node->kind == ATTRIBUTE) {
            write_text(node->text);
        } else if (node->kind == ELEMENT || node->kind == DOCUMENT) {
            struct nodes children = {0};
            for (struct node *child = node->first; child; child = child->next)
                add_to_set(&children, child);
            apply(&children);
            free(children.items);
        }
    }
}

/* What is written by instructions, as a text. */
static struct text capture(const struct node *first, struct context context) {
    struct line line = {0}, *before = captured;
    captured = &line;
    execute_all(first, context);
    captured = before;
    char *copy = memcpy(keep(line.length + 1), line.length > 0 ? (const char *)line.text : "", line.length);
    free(line.text);
    return (struct text){copy, line.length};
}

static struct text text_of_template(const struct piece *piece, struct context context) {
    struct line line = {0};
    if (piece && !piece->next && !piece->expression)
        return piece->text;
    for (; piece; piece = piece->next) {
        struct text text = piece->text;
        struct value value = {0};
        if (piece->expression) {
            value = evaluate(piece->expression, context);
            text = to_text(&value);
        }
        extend(&line, (const unsigned char *)text.bytes, text.length);
        free(value.nodes.items);
    }
    char *copy = memcpy(keep(line.length + 1), line.length > 0 ? (const char *)line.text : "", line.length);
    free(line.text);
    return (struct text){copy, line.length};
}

/* The name that an element or attribute is given, as a node that has nothing else. */
static struct node named(const struct node *instruction, const struct made *made, struct context context) {
    struct text text = text_of_template(made->name, context);
    struct node node = {.kind = instruction->local == name_called("element") ? ELEMENT : ATTRIBUTE, .offset = instruction->offset};
    char *copy = memcpy(keep(text.length + 1), text.bytes, text.length);
    if (text.length == 0 || name_length_at(copy, false) != text.length)
        fail(sheet, instruction->offset, "`%.*s` is no name", SHOWN(text));
    node.name = name_of(text.bytes, text.length);
    const struct name *prefix = split_name(sheet, &node);
    bool has_prefix = prefix->text.length > 0;
    bool is_known = stands_for(instruction, prefix, &node.uri);
    if (!is_known && has_prefix)
        fail(sheet, instruction->offset, "the prefix `%.*s` stands for no namespace", SHOWN(prefix->text));
    if (node.kind == ATTRIBUTE && !has_prefix)
        node.uri = NULL;
    return node;
}

static void execute_copy(const struct node *instruction, struct context context) {
    struct node *node = context.node;
    if (node->kind != ELEMENT && node->kind != DOCUMENT) {
        copy_deep(instruction, node);
        return;
    }
    bool writes = node->kind == ELEMENT && writes_nodes(instruction);
    const struct namespace *outside = writes ? start_copy(node) : NULL;
    execute_all(instruction->first, context);
    if (writes)
        finish_element(node->name->text, outside);
}

static void execute_element(const struct node *instruction, const struct made *made, struct context context) {
    if (!writes_nodes(instruction)) {
        execute_all(instruction->first, context);
        return;
    }
    struct node node = named(instruction, made, context);
    const struct namespace *outside = start_element(node.name->text, prefix_of(&node), node.uri);
    execute_all(instruction->first, context);
    finish_element(node.name->text, outside);
}

static void execute_literal(const struct node *element, struct context context) {
    if (!writes_nodes(element)) {
        execute_all(element->first, context);
        return;
    }
    const struct namespace *outside = start_copy(element);
    for (const struct node *attribute = element->attributes; attribute; attribute = attribute->next) {
        if (!attribute->is_declaration && attribute->uri != xslt)
            write_attribute(element, attribute, text_of_template(attribute->made, context));
    }
    execute_all(element->first, context);
    finish_element(element->name->text, outside);
}

static void execute_choose(const struct node *choose, struct context context) {
    for (const struct node *branch = choose->first; branch; branch = branch->next) {
        if (branch->kind != ELEMENT)
            continue;
        const struct made *made = branch->made;
        struct value value = made->select ? evaluate(made->select, context) : value_of_truth(true);
        bool holds = to_truth(&value);
        free(value.nodes.items);
        if (holds) {
            execute_all(branch->first, context);
            return;
        }
    }
}

/* Instructions that say of what they are. */
static void execute_selected(const struct node *instruction, const struct made *made, struct context context) {
    struct value value = evaluate(made->select, context);
    switch (made->kind) {
    case APPLY_TEMPLATES:
        apply(&value.nodes);
        break;
    case FOR_EACH:
        for (size_t i = 0; i < value.nodes.count; i++)
            execute_all(instruction->first, (struct context){value.nodes.items[i], i + 1, value.nodes.count});
        break;
    case COPY_OF:
        for (size_t i = 0; i < value.nodes.count; i++)
            copy_deep(instruction, value.nodes.items[i]);
        if (value.type != NODES)
            write_text(to_text(&value));
        break;
    case IF:
        if (to_truth(&value))
            execute_all(instruction->first, context);
        break;
    default:
        write_text(to_text(&value));
    }
    free(value.nodes.items);
}

static void execute(const struct node *node, struct context context) {
    if (node->kind == TEXT) {
        write_text(node->text);
        return;
    }
    if (node->kind != ELEMENT)
        return;
    if (node->uri != xslt) {
        execute_literal(node, context);
        return;
    }
    const struct made *made = node->made;
    if (made->kind == CHOOSE)
        execute_choose(node, context);
    else if (made->kind == TEXT_OF)
        execute_all(node->first, context);
    else if (made->kind == MAKE_ELEMENT)
        execute_element(node, made, context);
    else if (made->kind == COPY)
        execute_copy(node, context);
    else if (made->kind == MAKE_ATTRIBUTE) {
        struct node name = named(node, made, context);
        write_attribute(node, &name, capture(node->first, context));
    } else if (made->kind == MAKE_COMMENT) {
        struct text text = capture(node->first, context);
        if (writes_nodes(node))
            write_comment(text);
    } else {
        execute_selected(node, made, context);
    }
}

static void execute_all(const struct node *first, struct context context) {
    if (first && ++executions > DEEPEST_EXECUTION)
        fail(sheet, first->offset, "rules apply each other, or are nested, more than %d deep", DEEPEST_EXECUTION);
    for (const struct node *node = first; node; node = node->next)
        execute(node, context);
    executions -= first != NULL;
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    next_option(&all, "");
    if (all.operands < 1 || all.operands > 2) {
        complain(all.operands < 1 ? "the stylesheet is missing" : "there can be only one document");
        give_usage();
    }
    read_sheet(all.words[0]);
    struct document *document = read_document(all.operands > 1 ? all.words[1] : "-", NULL);
    strip_blanks(document->top);
    if (output_method == METHOD_XML && has_declaration)
        put_text(names_encoding ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : "<?xml version=\"1.0\"?>\n");
    struct nodes top = {0};
    add_to_set(&top, document->top);
    apply(&top);
    if (output_method == METHOD_XML && may_indent)
        put('\n');
    flush();
    return 0;
}
