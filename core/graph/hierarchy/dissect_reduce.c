#include "core/graph/hierarchy/dissect_reduce.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/array.h"

/* The largest degree of a vertex to eliminate, and of each of its
 * neighbours. */
enum { DEGREE_MAX = 6, NEAR_MAX = 64 };

#define VERTEX_GONE (-1)

struct reducing {
    const struct dissect_graph *graph; /* lists shrink in place */
    idx_t *degree;                     /* VERTEX_GONE */
    uint32_t *queue; /* [vertex_count] a ring of vertices to examine */
    uint32_t queue_begin;
    uint32_t queue_count;
    bool *queued;
    uint32_t *mark; /* the last step that saw the vertex */
    uint32_t look;
    uint32_t *changed; /* the pass in which a neighbour was eliminated */
    uint32_t pass;
    uint32_t *order;
    uint32_t gone_count;
};

void dissect_graph_finish(struct dissect_graph *graph)
{
    free(graph->first);
    free(graph->other);
    *graph = (struct dissect_graph){0};
}

static void reducing_finish(struct reducing *reducing)
{
    free(reducing->degree);
    free(reducing->queue);
    free(reducing->queued);
    free(reducing->mark);
    free(reducing->changed);
}

static int reducing_init(struct reducing *reducing,
                         const struct dissect_graph *graph, uint32_t *order)
{
    size_t n = (size_t)graph->vertex_count;

    *reducing = (struct reducing){
        .graph = graph,
        .degree = array_alloc(n, sizeof(*reducing->degree)),
        .queue = array_alloc(n, sizeof(*reducing->queue)),
        .queued = array_zero(n, sizeof(*reducing->queued)),
        .mark = array_zero(n, sizeof(*reducing->mark)),
        .changed = array_zero(n, sizeof(*reducing->changed)),
        .order = order,
    };
    return reducing->degree && reducing->queue && reducing->queued &&
                   reducing->mark && reducing->changed
               ? 0
               : -ENOMEM;
}

static void enqueue(struct reducing *reducing, uint32_t v)
{
    uint32_t n = (uint32_t)reducing->graph->vertex_count;
    uint32_t at = reducing->queue_begin + reducing->queue_count;

    if (reducing->queued[v])
        return;
    reducing->queued[v] = true;
    reducing->queue[at < n ? at : at - n] = v;
    reducing->queue_count++;
}

static uint32_t dequeue(struct reducing *reducing)
{
    uint32_t v = reducing->queue[reducing->queue_begin++];

    if (reducing->queue_begin == (uint32_t)reducing->graph->vertex_count)
        reducing->queue_begin = 0;
    reducing->queue_count--;
    reducing->queued[v] = false;
    return v;
}

static idx_t *neighbours_of(const struct reducing *reducing, idx_t v)
{
    return reducing->graph->other + reducing->graph->first[v];
}

static bool is_joined(const struct reducing *reducing, idx_t a, idx_t b)
{
    const idx_t *list = neighbours_of(reducing, a);

    for (idx_t i = 0; i < reducing->degree[a]; i++) {
        if (list[i] == b)
            return true;
    }
    return false;
}

/* The number of marked neighbours that are joined to `a`. */
static idx_t count_joined(const struct reducing *reducing, idx_t a)
{
    const idx_t *list = neighbours_of(reducing, a);
    idx_t count = 0;

    for (idx_t i = 0; i < reducing->degree[a]; i++)
        count += reducing->mark[list[i]] == reducing->look;
    return count;
}

/* The neighbour of v to which its neighbour `a` is not joined; VERTEX_GONE:
 * none. */
static idx_t find_partner(const struct reducing *reducing, idx_t v, idx_t a)
{
    const idx_t *list = neighbours_of(reducing, v);

    for (idx_t i = 0; i < reducing->degree[v]; i++) {
        if (list[i] != a && !is_joined(reducing, a, list[i]))
            return list[i];
    }
    return VERTEX_GONE;
}

/* `partner`: [degree] the vertex to which each neighbour is to be joined. */
static bool may_go(struct reducing *reducing, idx_t v, idx_t *partner)
{
    const idx_t *list = neighbours_of(reducing, v);
    idx_t degree = reducing->degree[v];
    idx_t missing_max = reducing->graph->weight ? 0 : 1;

    reducing->look++;
    for (idx_t i = 0; i < degree; i++)
        reducing->mark[list[i]] = reducing->look;
    for (idx_t i = 0; i < degree; i++) {
        idx_t missing;

        if (reducing->degree[list[i]] > NEAR_MAX)
            return false;
        missing = degree - 1 - count_joined(reducing, list[i]);
        if (missing > missing_max)
            return false;
        partner[i] = missing ? find_partner(reducing, v, list[i]) : VERTEX_GONE;
    }
    return true;
}

/* Replaces v in a's list by the partner, or else by the list's last vertex. */
static void replace(struct reducing *reducing, idx_t a, idx_t v, idx_t partner)
{
    idx_t *list = neighbours_of(reducing, a);
    idx_t at = 0;

    while (list[at] != v)
        at++;
    list[at] = partner == VERTEX_GONE ? list[--reducing->degree[a]] : partner;
}

static void try_vertex(struct reducing *reducing, uint32_t vertex)
{
    idx_t v = (idx_t)vertex;
    idx_t degree = reducing->degree[v];
    const idx_t *list = neighbours_of(reducing, v);
    idx_t partner[DEGREE_MAX];

    if (degree == VERTEX_GONE || degree > DEGREE_MAX ||
        !may_go(reducing, v, partner))
        return;
    for (idx_t i = 0; i < degree; i++) {
        replace(reducing, list[i], v, partner[i]);
        reducing->changed[list[i]] = reducing->pass;
        enqueue(reducing, (uint32_t)list[i]);
    }
    reducing->degree[v] = VERTEX_GONE;
    reducing->order[reducing->gone_count++] = vertex;
}

/* Never eliminates two neighbours in one pass: on a street every other vertex
 * goes, so that few have to wait. */
static void run_pass(struct reducing *reducing)
{
    reducing->pass++;
    for (uint32_t left = reducing->queue_count; left > 0; left--) {
        uint32_t v = dequeue(reducing);

        if (reducing->changed[v] == reducing->pass)
            enqueue(reducing, v);
        else
            try_vertex(reducing, v);
    }
}

static void reduce(struct reducing *reducing)
{
    uint32_t n = (uint32_t)reducing->graph->vertex_count;

    for (uint32_t v = 0; v < n; v++) {
        reducing->degree[v] =
            reducing->graph->first[v + 1] - reducing->graph->first[v];
        enqueue(reducing, v);
    }
    while (reducing->queue_count)
        run_pass(reducing);
}

/* ---- The reduced graph --------------------------------------------------- */

/* number[v]: the number of v among the remaining vertices. */
static idx_t number_left(struct reducing *reducing, uint32_t *number)
{
    uint32_t n = (uint32_t)reducing->graph->vertex_count;
    uint32_t left = 0;

    for (uint32_t v = 0; v < n; v++) {
        if (reducing->degree[v] == VERTEX_GONE)
            continue;
        reducing->order[reducing->gone_count + left] = v;
        number[v] = left++;
    }
    return (idx_t)left;
}

static size_t count_edges(const struct reducing *reducing)
{
    uint32_t n = (uint32_t)reducing->graph->vertex_count;
    size_t count = 0;

    for (uint32_t v = 0; v < n; v++) {
        if (reducing->degree[v] != VERTEX_GONE)
            count += (size_t)reducing->degree[v];
    }
    return count;
}

static void copy_vertex(const struct reducing *reducing, uint32_t v,
                        const uint32_t *number, struct dissect_graph *left,
                        idx_t *count)
{
    const idx_t *list = neighbours_of(reducing, (idx_t)v);

    for (idx_t i = 0; i < reducing->degree[v]; i++)
        left->other[(*count)++] = (idx_t)number[list[i]];
}

static int copy_left(struct reducing *reducing, struct dissect_reduced *reduced)
{
    struct dissect_graph *left = &reduced->graph;
    uint32_t *number = reducing->mark;
    const uint32_t *weight = reducing->graph->weight;
    idx_t count = 0;
    size_t n;

    left->vertex_count = number_left(reducing, number);
    n = (size_t)left->vertex_count;
    left->first = array_alloc(n + 1, sizeof(idx_t));
    left->other = array_alloc(count_edges(reducing), sizeof(idx_t));
    reduced->weight = weight ? array_alloc(n, sizeof(*weight)) : NULL;
    if (!left->first || !left->other || (weight && !reduced->weight))
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        uint32_t v = reducing->order[reducing->gone_count + i];

        left->first[i] = count;
        copy_vertex(reducing, v, number, left, &count);
        if (weight)
            reduced->weight[i] = weight[v];
    }
    left->first[n] = count;
    left->weight = reduced->weight;
    return 0;
}

int dissect_reduce(struct dissect_graph *graph,
                   struct dissect_reduced *ret_reduced)
{
    struct dissect_reduced reduced = {
        .order = array_alloc((size_t)graph->vertex_count, sizeof(uint32_t)),
    };
    struct reducing reducing;
    int r = reducing_init(&reducing, graph, reduced.order);

    if (!reduced.order)
        r = -ENOMEM;
    if (!r) {
        reduce(&reducing);
        reduced.gone_count = reducing.gone_count;
        r = copy_left(&reducing, &reduced);
    }
    reducing_finish(&reducing);
    dissect_graph_finish(graph);
    if (r)
        dissect_reduced_finish(&reduced);
    else
        *ret_reduced = reduced;
    return r;
}

void dissect_reduced_finish(struct dissect_reduced *reduced)
{
    dissect_graph_finish(&reduced->graph);
    free(reduced->weight);
    free(reduced->order);
    *reduced = (struct dissect_reduced){0};
}
