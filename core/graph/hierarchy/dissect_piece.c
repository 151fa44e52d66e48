/* dissect_piece: a part of a graph as one of its own, and METIS at it. */
#include "core/graph/hierarchy/dissect_piece.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

_Static_assert(sizeof(idx_t) == sizeof(uint32_t),
               "orders are METIS's arrays as they are");

/* How much heavier than half one side of a separator may be where vertices have
 * weights, and of how many separators the best is taken. METIS's own are 200
 * and 1. */
enum { UNEVEN_PERMILLE = 300, SEPARATORS = 2 };

void dissect_graph_finish(struct dissect_graph *graph)
{
    free(graph->first);
    free(graph->other);
    *graph = (struct dissect_graph){0};
}

/* local[v]: the number of v in the part, or -1. */
static void copy_edges(struct dissect_piece *piece, const idx_t *local)
{
    const struct dissect_graph *whole = piece->whole;
    const uint32_t *vertices = piece->vertices;
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

static size_t count_edges(const struct dissect_piece *piece)
{
    const struct dissect_graph *whole = piece->whole;
    const uint32_t *vertices = piece->vertices;
    size_t count = 0;

    for (idx_t v = 0; v < piece->graph.vertex_count; v++)
        count +=
            (size_t)(whole->first[vertices[v] + 1] - whole->first[vertices[v]]);
    return count;
}

static int copy_weights(struct dissect_piece *piece)
{
    const uint32_t *whole = piece->whole->weight;
    const uint32_t *vertices = piece->vertices;
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

static int copy_graph(struct dissect_piece *piece)
{
    size_t n = (size_t)piece->graph.vertex_count;
    size_t whole = (size_t)piece->whole->vertex_count;
    const uint32_t *vertices = piece->vertices;
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

int dissect_piece_init(struct dissect_piece *piece,
                       const struct dissect_graph *whole,
                       const uint32_t *vertices, uint32_t count)
{
    *piece = (struct dissect_piece){
        .whole = whole,
        .vertices = vertices,
        .graph.vertex_count = (idx_t)count,
    };
    return copy_graph(piece);
}

void dissect_piece_finish(struct dissect_piece *piece)
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

int dissect_piece_separate(struct dissect_piece *piece, unsigned seed,
                           uint8_t *ret_side, uint32_t *ret_size)
{
    struct dissect_graph *graph = &piece->graph;
    size_t n = (size_t)graph->vertex_count;
    idx_t *side = array_alloc(n, sizeof(*side));
    idx_t options[METIS_NOPTIONS];
    idx_t size;
    int status;

    if (!side)
        return METIS_ERROR_MEMORY;
    set_options(graph, options);
    options[METIS_OPTION_NSEPS] = 1;
    options[METIS_OPTION_SEED] = (idx_t)seed;
    status = METIS_ComputeVertexSeparator(&graph->vertex_count, graph->first,
                                          graph->other, (idx_t *)graph->weight,
                                          options, &size, side);
    for (size_t v = 0; v < n && status == METIS_OK; v++)
        ret_side[v] = (uint8_t)side[v];
    free(side);
    if (status == METIS_OK)
        *ret_size = (uint32_t)size;
    return status;
}

/* Without an edge any order will do, and METIS wants one. */
int dissect_piece_order(struct dissect_piece *piece, uint32_t *ret_vertices)
{
    struct dissect_graph *graph = &piece->graph;
    size_t n = (size_t)graph->vertex_count;
    idx_t *order = array_alloc(3 * n, sizeof(*order));
    idx_t options[METIS_NOPTIONS];
    int status = METIS_OK;

    if (!order)
        return METIS_ERROR_MEMORY;
    set_options(graph, options);
    memcpy(order + 2 * n, piece->vertices, n * sizeof(*order));
    if (graph->first[n]) {
        status =
            METIS_NodeND(&graph->vertex_count, graph->first, graph->other,
                         (idx_t *)graph->weight, options, order, order + n);
        for (size_t v = 0; v < n && status == METIS_OK; v++)
            ret_vertices[v] = (uint32_t)order[2 * n + (size_t)order[v]];
    }
    free(order);
    return status;
}
