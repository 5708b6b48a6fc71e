/* Writes a web page as the content.xml of an OpenDocument text: a WASI command.
 *
 *     odf [FILE]
 *
 * The page is well-formed XML, its elements those of XHTML, with its namespace or without any: headings, paragraphs and other
 * blocks, links, images, lists, tables with cells over several columns and rows, line breaks, preformatted text, and text that is
 * bold, italic and so on. What is not known is taken for its content; what is not shown in a page, such as the head, is left out.
 * Blanks are one blank, as in a page. A paragraph that would be empty is not written. Without a FILE, or for `-`, standard input is
 * read.
 *
 * The output is UTF-8, and well-formed whatever the page is: blocks end the paragraph that they are in, which goes on behind them. In
 * a list, where OpenDocument has no tables, the cells of one are paragraphs. The exit code is 1 on errors.
 *
 *     printf '<p>a <b>bold</b> word</p>' | worstcase run examples/tools/odf.c
 */
#define TOOL "odf"
#define USAGE "odf [FILE]"
#define FAILURE 1
#include "xml_output.h"

/* --- Tags --- */

enum tag_kind { CONTENT, HIDDEN, BLOCK, HEADING, QUOTE, PREFORMATTED, LIST, ITEM, TABLE, ROW, CELL, RULE, BREAK, IMAGE, LINK, SPAN };

/* A kind of element, with the level of a heading, or the style of a text or list. */
struct tag {
    const char *name;
    enum tag_kind kind;
    const char *style;
};

static struct tag TAGS[] = {
    {"head", HIDDEN, ""}, {"script", HIDDEN, ""}, {"style", HIDDEN, ""}, {"template", HIDDEN, ""}, {"title", HIDDEN, ""},
    {"p", BLOCK, ""}, {"div", BLOCK, ""}, {"section", BLOCK, ""}, {"article", BLOCK, ""}, {"header", BLOCK, ""},
    {"footer", BLOCK, ""}, {"caption", BLOCK, ""},
    {"nav", BLOCK, ""}, {"main", BLOCK, ""}, {"aside", BLOCK, ""}, {"address", BLOCK, ""}, {"form", BLOCK, ""}, {"dl", BLOCK, ""},
    {"dt", BLOCK, ""}, {"dd", BLOCK, ""}, {"figure", BLOCK, ""}, {"figcaption", BLOCK, ""}, {"body", BLOCK, ""},
    {"h1", HEADING, "1"}, {"h2", HEADING, "2"}, {"h3", HEADING, "3"},
    {"h4", HEADING, "4"}, {"h5", HEADING, "5"}, {"h6", HEADING, "6"},
    {"blockquote", QUOTE, "Quotations"}, {"pre", PREFORMATTED, "Preformatted_20_Text"},
    {"ul", LIST, "Bullets"}, {"ol", LIST, "Numbers"}, {"li", ITEM, ""},
    {"table", TABLE, ""}, {"tr", ROW, ""}, {"td", CELL, "Table_20_Contents"}, {"th", CELL, "Table_20_Heading"},
    {"hr", RULE, "Horizontal_20_Line"}, {"br", BREAK, ""}, {"img", IMAGE, ""}, {"a", LINK, ""},
    {"b", SPAN, "Bold"}, {"strong", SPAN, "Bold"}, {"i", SPAN, "Italic"}, {"em", SPAN, "Italic"}, {"cite", SPAN, "Italic"},
    {"var", SPAN, "Italic"}, {"code", SPAN, "Code"}, {"tt", SPAN, "Code"}, {"kbd", SPAN, "Code"}, {"samp", SPAN, "Code"},
    {"u", SPAN, "Underlined"}, {"ins", SPAN, "Underlined"}, {"s", SPAN, "Struck"}, {"del", SPAN, "Struck"},
    {"sub", SPAN, "Low"}, {"sup", SPAN, "High"},
};

static const struct name *xhtml;

static void know_tags(void) {
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++)
        name_called(TAGS[i].name)->known = &TAGS[i];
    xhtml = name_called("http://www.w3.org/1999/xhtml");
}

static const struct tag *tag_of(const struct node *element) {
    static const struct tag unknown = {"", CONTENT, ""};
    bool is_known = element->local->known && (!element->uri || element->uri == xhtml);
    return is_known ? element->local->known : &unknown;
}

static const struct text *attribute_of(const struct node *element, const char *name) {
    const struct name *wanted = name_called(name);
    for (const struct node *attribute = element->attributes; attribute; attribute = attribute->next) {
        if (attribute->name == wanted)
            return &attribute->text;
    }
    return NULL;
}

/* A number from 1 to `most`; 1 if the attribute is none. */
static int number_of(const struct node *element, const char *name, int most) {
    const struct text *text = attribute_of(element, name);
    int number = 0;
    for (size_t i = 0; text && i < text->length; i++) {
        char c = text->bytes[i];
        if (c < '0' || c > '9')
            return 1;
        number = number * 10 + (c - '0');
        number = number > most ? most : number;
    }
    return number > 0 ? number : 1;
}

static void put_attribute(const char *name, struct text value) {
    put(' ');
    put_text(name);
    put_text("=\"");
    put_escaped(value, true);
    put('"');
}

/* --- Paragraphs --- */

/* The block whose text comes next; the elements within a paragraph that are open in the page, and how many of them in the output. */
static const struct tag *block;
static const struct node *inlines[DEEPEST_ELEMENT];
static int inline_count, written_inlines;
static bool is_paragraph_open, owes_blank, has_text;
static int preformatted, list_depth;

static bool is_heading(void) {
    return block && block->kind == HEADING;
}

static void open_inline(const struct node *element) {
    const struct tag *tag = tag_of(element);
    const struct text *place = attribute_of(element, "href");
    if (tag->kind == LINK && place) {
        put_text("<text:a xlink:type=\"simple\"");
        put_attribute("xlink:href", *place);
        put('>');
    } else {
        put_text("<text:span");
        if (tag->style[0])
            put_attribute("text:style-name", (struct text){tag->style, strlen(tag->style)});
        put('>');
    }
}

static void close_inline(const struct node *element) {
    put_text(tag_of(element)->kind == LINK && attribute_of(element, "href") ? "</text:a>" : "</text:span>");
}

/* Something comes that has to be in a paragraph. */
static void open_paragraph(void) {
    if (!is_paragraph_open) {
        put_text(is_heading() ? "<text:h text:outline-level=\"" : "<text:p");
        if (is_heading()) {
            put_text(block->style);
            put('"');
        } else if (block && block->style[0]) {
            put_attribute("text:style-name", (struct text){block->style, strlen(block->style)});
        }
        put('>');
        is_paragraph_open = true;
        has_text = owes_blank = false;
    }
    if (owes_blank && has_text)
        put(' ');
    owes_blank = false;
    while (written_inlines < inline_count)
        open_inline(inlines[written_inlines++]);
    has_text = true;
}

static void close_paragraph(void) {
    while (written_inlines > 0)
        close_inline(inlines[--written_inlines]);
    if (is_paragraph_open)
        put_text(is_heading() ? "</text:h>" : "</text:p>");
    is_paragraph_open = owes_blank = false;
}

/* --- Text --- */

static void write_text(struct text text) {
    for (size_t at = 0; at < text.length;) {
        size_t start = at;
        while (at < text.length && !is_space(text.bytes[at]))
            at++;
        if (at > start) {
            open_paragraph();
            put_escaped((struct text){text.bytes + start, at - start}, false);
        }
        while (at < text.length && is_space(text.bytes[at])) {
            at++;
            owes_blank = is_paragraph_open;
        }
    }
}

/* Blanks and ends of lines as they are: several in a row are told by elements. */
static void write_preformatted(struct text text) {
    for (size_t at = 0; at < text.length;) {
        char c = text.bytes[at];
        size_t start = at;
        open_paragraph();
        if (c == '\n' || c == '\t') {
            put_text(c == '\n' ? "<text:line-break/>" : "<text:tab/>");
            at++;
        } else if (c == ' ') {
            while (at < text.length && text.bytes[at] == ' ')
                at++;
            put_text("<text:s text:c=\"");
            put_number(at - start, 1);
            put_text("\"/>");
        } else {
            while (at < text.length && !is_space(text.bytes[at]))
                at++;
            put_escaped((struct text){text.bytes + start, at - start}, false);
        }
    }
}

/* --- Elements --- */

static void write_element(const struct node *element);
static void write_children(const struct node *element);

static void write_block(const struct node *element, const struct tag *tag) {
    const struct tag *outside = block;
    close_paragraph();
    block = tag;
    preformatted += tag->kind == PREFORMATTED;
    write_children(element);
    preformatted -= tag->kind == PREFORMATTED;
    close_paragraph();
    block = outside;
}

static void write_inline(const struct node *element) {
    inlines[inline_count++] = element;
    write_children(element);
    if (written_inlines == inline_count) {
        close_inline(element);
        written_inlines--;
    }
    inline_count--;
}

/* What is in a list is in an item, whether the page says so or not. */
static void write_list(const struct node *list, const struct tag *tag) {
    bool is_open = false;
    for (const struct node *child = list->first; child; child = child->next) {
        if (child->kind != ELEMENT && (child->kind != TEXT || is_blank(child->text)))
            continue;
        close_paragraph();
        if (!is_open) {
            put_text("<text:list text:style-name=\"");
            put_text(tag->style);
            put_text("\">");
        }
        is_open = true;
        put_text("<text:list-item>");
        list_depth++;
        const struct tag *outside = block;
        block = NULL;
        if (child->kind == TEXT)
            write_text(child->text);
        else if (tag_of(child)->kind == ITEM)
            write_children(child);
        else
            write_element(child);
        close_paragraph();
        block = outside;
        list_depth--;
        put_text("</text:list-item>");
    }
    if (is_open)
        put_text("</text:list>");
}

static void put_length(const char *name, const struct text *pixels) {
    bool is_number = pixels && pixels->length > 0 && pixels->length < 6;
    for (size_t i = 0; is_number && i < pixels->length; i++)
        is_number = pixels->bytes[i] >= '0' && pixels->bytes[i] <= '9';
    if (!is_number)
        return;
    put(' ');
    put_text(name);
    put_text("=\"");
    put_slice(*pixels);
    put_text("px\"");
}

static void write_image(const struct node *image) {
    static unsigned long long count;
    const struct text *place = attribute_of(image, "src"), *instead = attribute_of(image, "alt");
    if (!place) {
        if (instead)
            write_text(*instead);
        return;
    }
    open_paragraph();
    put_text("<draw:frame text:anchor-type=\"as-char\" draw:name=\"Image ");
    put_number(++count, 1);
    put('"');
    put_length("svg:width", attribute_of(image, "width"));
    put_length("svg:height", attribute_of(image, "height"));
    put_text("><draw:image xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"");
    put_attribute("xlink:href", *place);
    put_text("/>");
    if (instead && instead->length > 0) {
        put_text("<svg:desc>");
        put_escaped(*instead, false);
        put_text("</svg:desc>");
    }
    put_text("</draw:frame>");
}

/* --- Tables --- */

/* How a page is limited, too. */
enum { MOST_COLUMNS = 1000, MOST_ROWS = 65534 };

/* A table while its rows are counted, or written: for how many more rows each column is covered by a cell above. */
struct grid {
    int left[MOST_COLUMNS];
    int columns, rows, covered;
    bool is_written;
};

static void put_repeated(const char *element, int count) {
    if (count <= 0)
        return;
    put('<');
    put_text(element);
    if (count > 1) {
        put_text(" table:number-columns-repeated=\"");
        put_number((unsigned long long)count, 1);
        put('"');
    }
    put_text("/>");
}

static void put_span(const char *name, int span) {
    if (span == 1)
        return;
    put(' ');
    put_text(name);
    put_text("=\"");
    put_number((unsigned long long)span, 1);
    put('"');
}

/* Passes over the columns from `at` on that are covered. Returns the first that is not. */
static int pass_covered(struct grid *grid, int at) {
    int first = at;
    for (; grid->covered > 0 && at < MOST_COLUMNS && grid->left[at] > 0; at++)
        grid->covered -= --grid->left[at] == 0;
    if (grid->is_written)
        put_repeated("table:covered-table-cell", at - first);
    return at;
}

static void write_cell(const struct node *cell, int columns, int rows) {
    put_text("<table:table-cell office:value-type=\"string\"");
    put_span("table:number-columns-spanned", columns);
    put_span("table:number-rows-spanned", rows);
    put('>');
    write_block(cell, tag_of(cell));
    put_text("</table:table-cell>");
    put_repeated("table:covered-table-cell", columns - 1);
}

static void do_row(struct grid *grid, const struct node *row, int rows_left) {
    int at = 0;
    for (const struct node *cell = row->first; cell; cell = cell->next) {
        if (cell->kind != ELEMENT || tag_of(cell)->kind != CELL)
            continue;
        at = pass_covered(grid, at);
        if (at == MOST_COLUMNS)
            break;
        int columns = number_of(cell, "colspan", MOST_COLUMNS - at), rows = number_of(cell, "rowspan", MOST_ROWS);
        rows = rows > rows_left && rows_left > 0 ? rows_left : rows;
        /* A cell gives way to one that comes down from above. */
        for (int i = 1; grid->covered > 0 && i < columns; i++)
            columns = grid->left[at + i] > 0 ? i : columns;
        if (grid->is_written)
            write_cell(cell, columns, rows);
        for (int end = at + columns; at < end; at++) {
            /* This row is done with here; the ones below are covered. */
            grid->left[at] = rows - 1;
            grid->covered += rows > 1;
        }
    }
    grid->columns = at > grid->columns ? at : grid->columns;
    while (grid->covered > 0 && at < grid->columns) {
        int first = at;
        while (at < grid->columns && grid->left[at] == 0)
            at++;
        if (grid->is_written)
            put_repeated("table:table-cell", at - first);
        at = pass_covered(grid, at);
    }
    if (grid->is_written)
        put_repeated("table:table-cell", grid->columns - at);
}

/* All rows, in groups or not. */
static void do_rows(struct grid *grid, const struct node *parent, int *row, int rows) {
    for (const struct node *child = parent->first; child; child = child->next) {
        if (child->kind != ELEMENT || tag_of(child)->kind == TABLE)
            continue;
        if (tag_of(child)->kind != ROW) {
            if (tag_of(child)->kind == CONTENT)
                do_rows(grid, child, row, rows);
            continue;
        }
        if (grid->is_written)
            put_text("<table:table-row>");
        do_row(grid, child, rows - (*row)++);
        if (grid->is_written)
            put_text("</table:table-row>");
    }
}

static void count_rows(const struct node *parent, int *rows) {
    for (const struct node *child = parent->first; child; child = child->next) {
        if (child->kind != ELEMENT)
            continue;
        if (tag_of(child)->kind == ROW)
            *rows += *rows < MOST_ROWS;
        else if (tag_of(child)->kind == CONTENT)
            count_rows(child, rows);
    }
}

static void write_table(const struct node *table) {
    static unsigned long long count;
    int rows = 0, row = 0;
    close_paragraph();
    for (const struct node *child = table->first; child; child = child->next) {
        if (child->kind == ELEMENT && tag_of(child)->kind == BLOCK)
            write_block(child, tag_of(child));
    }
    count_rows(table, &rows);
    if (rows == 0)
        return;
    struct grid *grid = memset(grow(NULL, sizeof *grid), 0, sizeof *grid);
    do_rows(grid, table, &row, rows);
    if (grid->columns > 0) {
        int columns = grid->columns;
        memset(grid, 0, sizeof *grid);
        grid->columns = columns;
        grid->is_written = true;
        put_text("<table:table table:name=\"Table ");
        put_number(++count, 1);
        put_text("\">");
        put_repeated("table:table-column", columns);
        row = 0;
        do_rows(grid, table, &row, rows);
        put_text("</table:table>");
    }
    free(grid);
}

/* --- The whole --- */

static void write_element(const struct node *element) {
    const struct tag *tag = tag_of(element);
    switch (tag->kind) {
    case HIDDEN:
        return;
    case BLOCK:
    case HEADING:
    case QUOTE:
    case PREFORMATTED:
    case ITEM:
    case ROW:
    case CELL:
        write_block(element, tag);
        return;
    case LIST:
        write_list(element, tag);
        return;
    case TABLE:
        if (list_depth > 0)
            write_block(element, tag);
        else
            write_table(element);
        return;
    case RULE:
        close_paragraph();
        put_text("<text:p text:style-name=\"Horizontal_20_Line\"/>");
        return;
    case BREAK:
        open_paragraph();
        put_text("<text:line-break/>");
        has_text = false;
        return;
    case IMAGE:
        write_image(element);
        return;
    case LINK:
    case SPAN:
        write_inline(element);
        return;
    case CONTENT:
        write_children(element);
    }
}

static void write_children(const struct node *element) {
    for (const struct node *child = element->first; child; child = child->next) {
        if (child->kind == ELEMENT)
            write_element(child);
        else if (child->kind == TEXT && preformatted)
            write_preformatted(child->text);
        else if (child->kind == TEXT)
            write_text(child->text);
    }
}

static void put_style(const char *name, const char *properties) {
    put_text("<style:style style:family=\"text\" style:name=\"");
    put_text(name);
    put_text("\"><style:text-properties ");
    put_text(properties);
    put_text("/></style:style>");
}

static void put_list_style(const char *name, const char *kind) {
    put_text("<text:list-style style:name=\"");
    put_text(name);
    put_text("\">");
    for (int level = 1; level <= 10; level++) {
        put_text("<text:list-level-style-");
        put_text(kind);
        put_text(" text:level=\"");
        put_number((unsigned long long)level, 1);
        put_text("\"/>");
    }
    put_text("</text:list-style>");
}

static void put_head(void) {
    put_text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-content office:version=\"1.2\""
             " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
             " xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\""
             " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\""
             " xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\""
             " xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\""
             " xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\""
             " xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\""
             " xmlns:xlink=\"http://www.w3.org/1999/xlink\"><office:automatic-styles>");
    put_style("Bold", "fo:font-weight=\"bold\"");
    put_style("Italic", "fo:font-style=\"italic\"");
    put_style("Code", "fo:font-family=\"monospace\"");
    put_style("Underlined", "style:text-underline-style=\"solid\"");
    put_style("Struck", "style:text-line-through-style=\"solid\"");
    put_style("Low", "style:text-position=\"sub 58%\"");
    put_style("High", "style:text-position=\"super 58%\"");
    put_list_style("Bullets", "bullet text:bullet-char=\"\xe2\x80\xa2\"");
    put_list_style("Numbers", "number style:num-format=\"1\" style:num-suffix=\".\"");
    put_text("</office:automatic-styles><office:body><office:text>");
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    next_option(&all, "");
    if (all.operands > 1) {
        complain("there can be only one page");
        give_usage();
    }
    const struct document *page = read_document(input_name(&all, 0), NULL);
    know_tags();
    put_head();
    write_children(page->top);
    close_paragraph();
    put_text("</office:text></office:body></office:document-content>\n");
    flush();
    return 0;
}
