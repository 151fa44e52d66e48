/* dissect_parts: METIS's nested dissection, by all cores.
 *
 * The order is in shared memory all the time, and a part is a range of it: at
 * first one with all vertices. Cutting a part leaves in its range one side,
 * then the other, then the separator, which is where it has to be; dissecting
 * it leaves its vertices in their order. */
#include "core/graph/hierarchy/dissect_parts.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/apart.h"
#include "core/base/array.h"
#include "core/base/parallel.h"

_Static_assert(sizeof(idx_t) == sizeof(uint32_t),
               "orders are METIS's arrays as they are");

/* How much heavier than half one side of a separator may be where vertices have
 * weights, and of how many separators the best is taken. METIS's own are 200
 * and 1. */
enum { UNEVEN_PERMILLE = 300, SEPARATORS = 2 };

/* The same for cuts into parts, which are few and count most. */
enum { CUT_SEPARATORS = 3 };

/* Cuts from the whole graph to a part, and the size below which a part is not
 * cut. */
enum { LEVELS_MAX = 4, PARTS_MAX = 1 << LEVELS_MAX, PART_MIN = 4096 };

/* [begin, end) of the order. */
struct part {
    uint32_t begin;
    uint32_t end;
};

/* [vertices of each side, first in the part's range]; of a part that is not cut
 * zero. */
struct cut {
    uint32_t side[2];
};

/* In memory that children share; of one level. */
struct level {
    atomic_size_t next; /* part that no child has taken yet */
    struct cut cut[PARTS_MAX];
};

struct parts {
    const struct dissect_graph *graph;
    uint32_t *order; /* [vertex_count], shared */
    struct part part[PARTS_MAX];
    size_t count;
    struct level *level; /* shared */
};

struct piece;

/* What is done to it: METIS's codes. */
typedef int piece_work(struct piece *piece);

/* What a process works on: one part, as a graph of its own. */
struct piece {
    const struct parts *parts;
    size_t index;
    struct dissect_graph graph;
    uint32_t *weight; /* NULL: 1 each */
};

void dissect_graph_finish(struct dissect_graph *graph)
{
    free(graph->first);
    free(graph->other);
    *graph = (struct dissect_graph){0};
}

static uint32_t *piece_vertices(const struct piece *piece)
{
    return piece->parts->order + piece->parts->part[piece->index].begin;
}

/* local[v]: the number of v in the part, or -1. */
static void copy_edges(struct piece *piece, const idx_t *local)
{
    const struct dissect_graph *whole = piece->parts->graph;
    const uint32_t *vertices = piece_vertices(piece);
    struct dissect_graph *graph = &piece->graph;
    idx_t count = 0;

    for (idx_t v = 0; v < graph->vertex_count; v++) {
        graph->first[v] = count;
        for (idx_t i = whole->first[vertices[v]];
             i < whole->first[vertices[v] + 1]; i++) {
            if (local[whole->other[i]] >= 0)
                graph->other[count++] = local[whole->other[i]];
        }
    }
    graph->first[graph->vertex_count] = count;
}

static size_t count_edges(const struct piece *piece)
{
    const struct dissect_graph *whole = piece->parts->graph;
    const uint32_t *vertices = piece_vertices(piece);
    size_t count = 0;

    for (idx_t v = 0; v < piece->graph.vertex_count; v++)
        count +=
            (size_t)(whole->first[vertices[v] + 1] - whole->first[vertices[v]]);
    return count;
}

static int copy_weights(struct piece *piece)
{
    const uint32_t *whole = piece->parts->graph->weight;
    const uint32_t *vertices = piece_vertices(piece);
    size_t n = (size_t)piece->graph.vertex_count;

    if (!whole)
        return 0;
    piece->weight = array_alloc(n, sizeof(*piece->weight));
    if (!piece->weight)
        return -ENOMEM;
    for (size_t v = 0; v < n; v++)
        piece->weight[v] = whole[vertices[v]];
    piece->graph.weight = piece->weight;
    return 0;
}

static int copy_graph(struct piece *piece)
{
    size_t n = (size_t)piece->graph.vertex_count;
    size_t whole = (size_t)piece->parts->graph->vertex_count;
    const uint32_t *vertices = piece_vertices(piece);
    idx_t *local = array_alloc(whole, sizeof(*local));

    piece->graph.first = array_alloc(n + 1, sizeof(idx_t));
    piece->graph.other = array_alloc(count_edges(piece), sizeof(idx_t));
    if (!local || !piece->graph.first || !piece->graph.other) {
        free(local);
        return -ENOMEM;
    }
    memset(local, 0xff, whole * sizeof(*local));
    for (size_t v = 0; v < n; v++)
        local[vertices[v]] = (idx_t)v;
    copy_edges(piece, local);
    free(local);
    return copy_weights(piece);
}

static int piece_init(struct piece *piece)
{
    const struct part *part = &piece->parts->part[piece->index];

    piece->graph.vertex_count = (idx_t)(part->end - part->begin);
    return copy_graph(piece);
}

static void piece_finish(struct piece *piece)
{
    dissect_graph_finish(&piece->graph);
    free(piece->weight);
}

static void set_options(const struct dissect_graph *graph,
                        idx_t options[METIS_NOPTIONS])
{
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_NUMBERING] = 0;
    if (graph->weight) {
        options[METIS_OPTION_UFACTOR] = UNEVEN_PERMILLE;
        options[METIS_OPTION_NSEPS] = SEPARATORS;
    }
}

/* Puts the part's vertices by the side that METIS found for each; 2 is the
 * separator. */
static int place_sides(struct piece *piece, const idx_t *side)
{
    uint32_t n = (uint32_t)piece->graph.vertex_count;
    struct cut *cut = &piece->parts->level->cut[piece->index];
    uint32_t *vertices = piece_vertices(piece);
    uint32_t *placed = array_alloc(n, sizeof(*placed));
    uint32_t count = 0;

    if (!placed)
        return METIS_ERROR_MEMORY;
    for (idx_t s = 0; s < 3; s++) {
        uint32_t before = count;

        for (uint32_t v = 0; v < n; v++) {
            if (side[v] == s)
                placed[count++] = vertices[v];
        }
        if (s < 2)
            cut->side[s] = count - before;
    }
    memcpy(vertices, placed, n * sizeof(*placed));
    free(placed);
    return METIS_OK;
}

static int separate(struct piece *piece)
{
    struct dissect_graph *graph = &piece->graph;
    idx_t *side = array_alloc((size_t)graph->vertex_count, sizeof(*side));
    idx_t options[METIS_NOPTIONS];
    idx_t size;
    int status;

    if (!side)
        return METIS_ERROR_MEMORY;
    set_options(graph, options);
    options[METIS_OPTION_NSEPS] = CUT_SEPARATORS;
    status = METIS_ComputeVertexSeparator(&graph->vertex_count, graph->first,
                                          graph->other, (idx_t *)graph->weight,
                                          options, &size, side);
    if (status == METIS_OK)
        status = place_sides(piece, side);
    free(side);
    return status;
}

/* Without an edge any order will do, and METIS wants one. */
static int dissect_piece(struct piece *piece)
{
    struct dissect_graph *graph = &piece->graph;
    size_t n = (size_t)graph->vertex_count;
    uint32_t *vertices = piece_vertices(piece);
    idx_t *order = array_alloc(3 * n, sizeof(*order));
    idx_t options[METIS_NOPTIONS];
    int status = METIS_OK;

    if (!order)
        return METIS_ERROR_MEMORY;
    set_options(graph, options);
    if (graph->first[n]) {
        status =
            METIS_NodeND(&graph->vertex_count, graph->first, graph->other,
                         (idx_t *)graph->weight, options, order, order + n);
        memcpy(order + 2 * n, vertices, n * sizeof(*vertices));
        for (size_t v = 0; v < n && status == METIS_OK; v++)
            vertices[v] = (uint32_t)order[2 * n + (size_t)order[v]];
    }
    free(order);
    return status;
}

static int work_on(const struct parts *parts, size_t index, piece_work *work)
{
    struct piece piece = {.parts = parts, .index = index};
    int status = METIS_ERROR_MEMORY;

    if (!piece_init(&piece))
        status = work(&piece);
    piece_finish(&piece);
    return status;
}

/* What one level's children do: to parts of `least` vertices and more. */
struct task {
    const struct parts *parts;
    piece_work *work;
    uint32_t least;
};

/* In a child, part after part: starting one for each would copy the tables of
 * all memory as often. */
static int work_apart(void *context)
{
    const struct task *task = context;
    const struct parts *parts = task->parts;
    int status = METIS_OK;

    while (status == METIS_OK) {
        size_t index = atomic_fetch_add(&parts->level->next, 1);

        if (index >= parts->count)
            break;
        if (parts->part[index].end - parts->part[index].begin >= task->least)
            status = work_on(parts, index, task->work);
    }
    return status;
}

static int run_apart(void *context, size_t child, struct error *error)
{
    int status;
    int r = apart_run(work_apart, context, &status, error);

    if (r) {
        error_prefix(error, "run METIS");
        return r;
    }
    if (status == METIS_OK)
        return 0;
    if (status == METIS_ERROR_MEMORY)
        return error_no_memory(error);
    return error_set(error, -EIO, "METIS found no order (its code %d)", status);
}

static int run_level(struct parts *parts, piece_work *work, uint32_t least,
                     struct error *error)
{
    struct task task = {parts, work, least};
    unsigned threads = parallel_thread_count();
    size_t children = 0;

    for (size_t i = 0; i < parts->count; i++)
        children += parts->part[i].end - parts->part[i].begin >= least;
    if (children > threads)
        children = threads;
    memset(parts->level, 0, sizeof(*parts->level));
    return parallel_run(threads, children, run_apart, &task, error);
}

/* Each part that was cut becomes its two sides. */
static void divide(struct parts *parts)
{
    struct part old[PARTS_MAX];
    size_t count = parts->count;

    memcpy(old, parts->part, sizeof(old));
    parts->count = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t middle = old[i].begin + parts->level->cut[i].side[0];

        if (!parts->level->cut[i].side[0] && !parts->level->cut[i].side[1]) {
            parts->part[parts->count++] = old[i];
            continue;
        }
        parts->part[parts->count++] = (struct part){old[i].begin, middle};
        parts->part[parts->count++] =
            (struct part){middle, middle + parts->level->cut[i].side[1]};
    }
}

static int run(struct parts *parts, struct error *error)
{
    int r = 0;

    for (int level = 0; level < LEVELS_MAX && !r; level++) {
        r = run_level(parts, separate, 2 * PART_MIN, error);
        if (!r)
            divide(parts);
    }
    return r ? r : run_level(parts, dissect_piece, 1, error);
}

int dissect_parts(const struct dissect_graph *graph, uint32_t *order,
                  struct error *error)
{
    uint32_t n = (uint32_t)graph->vertex_count;
    size_t size = n * sizeof(*order);
    struct parts parts = {
        .graph = graph,
        .order = apart_memory(size),
        .part = {{0, n}},
        .count = 1,
        .level = apart_memory(sizeof(*parts.level)),
    };
    int r = -ENOMEM;

    if (parts.order && parts.level) {
        for (uint32_t v = 0; v < n; v++)
            parts.order[v] = v;
        r = run(&parts, error);
    } else {
        error_no_memory(error);
    }
    if (!r)
        memcpy(order, parts.order, size);
    apart_memory_free(parts.order, size);
    apart_memory_free(parts.level, sizeof(*parts.level));
    return r;
}
