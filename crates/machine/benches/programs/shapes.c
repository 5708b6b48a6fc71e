// Calls through pointers: shapes with a table of functions each, as compilers of C++ make them.

enum { SHAPES = 60 };

struct shape;

struct kind {
    int (*area)(const struct shape *);
    int (*perimeter)(const struct shape *);
    void (*grow)(struct shape *, int);
};

struct shape {
    const struct kind *kind;
    int width, height;
};

static int rectangle_area(const struct shape *s) { return s->width * s->height; }
static int rectangle_perimeter(const struct shape *s) { return 2 * (s->width + s->height); }
static void rectangle_grow(struct shape *s, int by) { s->width += by, s->height += by; }

static int square_area(const struct shape *s) { return s->width * s->width; }
static int square_perimeter(const struct shape *s) { return 4 * s->width; }
static void square_grow(struct shape *s, int by) { s->width = s->height = s->width + by; }

static int triangle_area(const struct shape *s) { return s->width * s->height / 2; }
static int triangle_perimeter(const struct shape *s) { return s->width + 2 * s->height; }
static void triangle_grow(struct shape *s, int by) { s->height += by; }

static const struct kind kinds[] = {
    {rectangle_area, rectangle_perimeter, rectangle_grow},
    {square_area, square_perimeter, square_grow},
    {triangle_area, triangle_perimeter, triangle_grow},
};

static struct shape shapes[SHAPES];

long long run(int n) {
    for (int i = 0; i < SHAPES; i++) {
        shapes[i].kind = &kinds[i * 7 % 3];
        shapes[i].width = i + 1;
        shapes[i].height = 2 * i + 1;
    }
    long long sum = 0;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < SHAPES; i++) {
            struct shape *s = &shapes[i];
            sum += s->kind->area(s) - s->kind->perimeter(s);
            s->kind->grow(s, k % 2 ? 1 : -1);
        }
    }
    return sum;
}
