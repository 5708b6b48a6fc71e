// class: n^2
// kind: graphs
// best 30: [0,10,0,0,5,-100,0,5,20,1,11,0,1,6,-100,1,6,20,2,0,0,2,7,-100,2,7,20,3,1,0,3,8,-100,3,8,20,4,2,0,4,9,-100,4,9,20,5,3,0,5,10,-100,5,10,20,6,4,0,6,11,-100,6,11,20,7,5,0,7,0,-100,7,0,20,8,6,0,8,1,-100,8,1,20,9,7,0,9,2,-100,9,2,20]
// best 100: [0,2,-100,0,2,20,0,1,-100,1,3,-100,1,3,20,1,2,-100,2,4,-100,2,4,20,2,3,-100,3,5,-100,3,5,20,3,4,-100,4,6,-100,4,6,20,4,5,-100,5,7,-100,5,7,20,5,6,-100,6,8,-100,6,8,20,6,7,-100,7,9,-100,7,9,20,7,8,-100,8,10,-100,8,10,20,8,9,-100,9,11,-100,9,11,20,9,10,-100,10,12,-100,10,12,20,10,11,-100,11,13,-100,11,13,20,11,12,-100,12,14,-100,12,14,20,12,13,-100,13,15,-100,13,15,20,13,14,-100,14,16,-100,14,16,20,14,15,-100,15,17,-100,15,17,20,15,16,-100,16,18,-100,16,18,20,16,17,-100,17,19,-100,17,19,20,17,18,-100,18,20,-100,18,20,20,18,19,-100,19,21,-100,19,21,20,19,20,-100,20,22,-100,20,22,20,20,21,-100,21,23,-100,21,23,20,21,22,-100,22,24,-100,22,24,20,22,23,-100,23,25,-100,23,25,20,23,24,-100,24,26,-100,24,26,20,24,25,-100,25,27,-100,25,27,20,25,26,-100,26,28,-100,26,28,20,26,27,-100,27,29,-100,27,29,20,27,28,-100,28,30,-100,28,30,20,28,29,-100,29,31,-100,29,31,20,29,30,-100,30,32,-100,30,32,20,30,31,-100,31,33,-100,31,33,20,31,32,-100,32,34,-100,32,34,20,32,33,-100,33,0,-100]
// how: negative cycles with strides and parallel arcs from a sweep in Python, then climbed and annealed about 52 s in all; 1817 at 30 against a random mean of 199, 16664 at 100 against a random mean of 1974
// Bellman and Ford with a queue, n arcs with costs and gains; stops at a cycle of negative cost.
#include <worstcase.h>

#define MOST 1024

typedef struct {
    int to, next;
    int32_t cost;
} Arc;

static Arc arcs[MOST];
static int head[MOST], visits[MOST];
static uint8_t is_queued[MOST];
static int32_t best[MOST];
static int ring[MOST + 1];

/* Bellman and Ford with a queue. 0 if a cycle of negative cost can be reached. */
static int relax_all(int vertices, int source) {
    int front = 0, back = 0, size = vertices + 1;
    for (int v = 0; v < vertices; v++)
        best[v] = INT32_MAX;
    best[source] = 0;
    ring[back++] = source;
    is_queued[source] = 1;
    while (front != back) {
        int v = ring[front];
        front = front + 1 == size ? 0 : front + 1;
        is_queued[v] = 0;
        if (++visits[v] > vertices)
            return 0;
        for (int e = head[v]; e >= 0; e = arcs[e].next) {
            int to = arcs[e].to;
            if (best[v] + arcs[e].cost >= best[to])
                continue;
            best[to] = best[v] + arcs[e].cost;
            if (!is_queued[to]) {
                is_queued[to] = 1;
                ring[back] = to;
                back = back + 1 == size ? 0 : back + 1;
            }
        }
    }
    return 1;
}

/* n arcs between n / 3 + 2 places, with costs that may be gains. */
void run(int n) {
    if (n > MOST)
        n = MOST;
    int vertices = n / 3 + 2;
    for (int v = 0; v < vertices; v++)
        head[v] = -1;
    for (int e = 0; e < n; e++) {
        int from = input_i32_in(0, vertices - 1);
        arcs[e].to = input_i32_in(0, vertices - 1);
        arcs[e].cost = input_i32_in(-100, 1000);
        arcs[e].next = head[from];
        head[from] = e;
    }
    measure_begin();
    int is_bounded = relax_all(vertices, 0);
    measure_end();
    output_i32(is_bounded ? best[vertices - 1] : -1);
}
