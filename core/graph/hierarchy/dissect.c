/* dissect: an elimination order by nested dissection. */
#include "core/graph/hierarchy/dissect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/dissect_parts.h"
#include "core/graph/hierarchy/dissect_reduce.h"

/* Every arc at both its ends; counting sort by vertex. */
static void list_both_ways(struct dissect_graph *graph,
                           const struct topology *topology)
{
    uint32_t n = topology->vertex_count;
    idx_t *first = graph->first;

    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            first[v]++;
            first[topology->head[a]]++;
        }
    }
    for (uint32_t v = 0, sum = 0; v <= n; v++) {
        sum += (uint32_t)first[v];
        first[v] = (idx_t)sum;
    }
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            uint32_t w = topology->head[a];

            graph->other[--first[v]] = (idx_t)w;
            graph->other[--first[w]] = (idx_t)v;
        }
    }
}

/* Takes loops and repetitions out, in place. */
static int make_simple(struct dissect_graph *graph)
{
    idx_t n = graph->vertex_count;
    idx_t *seen = array_zero((size_t)n, sizeof(*seen)); /* by whom, + 1 */
    idx_t kept = 0;
    idx_t i = 0;

    if (!seen)
        return -ENOMEM;
    for (idx_t v = 0; v < n; v++) {
        idx_t end = graph->first[v + 1];

        graph->first[v] = kept;
        for (; i < end; i++) {
            idx_t w = graph->other[i];

            if (w == v || seen[w] == v + 1)
                continue;
            seen[w] = v + 1;
            graph->other[kept++] = w;
        }
    }
    graph->first[n] = kept;
    free(seen);
    return 0;
}

static int graph_init(struct dissect_graph *graph,
                      const struct topology *topology)
{
    size_t n = topology->vertex_count;

    *graph = (struct dissect_graph){.vertex_count = (idx_t)n};
    graph->first = array_zero(n + 1, sizeof(*graph->first));
    graph->other =
        array_alloc(2 * (size_t)topology->arc_count, sizeof(*graph->other));
    if (!graph->first || !graph->other)
        return -ENOMEM;
    list_both_ways(graph, topology);
    return make_simple(graph);
}

/* Every arc is counted at both its ends, every vertex with one more. */
static int check_size(const struct topology *topology, struct error *error)
{
    if (topology->vertex_count < INT32_MAX &&
        topology->arc_count <= INT32_MAX / 2)
        return 0;
    return error_set(error, -EINVAL,
                     "%u vertices and %u arcs are more than METIS can count; "
                     "give an order from elsewhere",
                     (unsigned)topology->vertex_count,
                     (unsigned)topology->arc_count);
}

/* Those that went come first. `order`: of what is left, by METIS. */
static void append(struct dissect_reduced *reduced, const uint32_t *order,
                   uint32_t *scratch)
{
    uint32_t *left = reduced->order + reduced->gone_count;
    size_t n = (size_t)reduced->graph.vertex_count;

    for (size_t i = 0; i < n; i++)
        scratch[i] = left[order[i]];
    memcpy(left, scratch, n * sizeof(*left));
}

/* Makes reduced->order that of all. */
static int dissect_left(struct dissect_reduced *reduced, struct error *error)
{
    size_t n = (size_t)reduced->graph.vertex_count;
    uint32_t *order;
    int r;

    /* Without an edge any order will do, and METIS wants one. */
    if (!reduced->graph.first[n])
        return 0;
    order = array_alloc(2 * n, sizeof(*order));
    if (!order)
        return error_no_memory(error);
    r = dissect_parts(&reduced->graph, order, error);
    if (!r)
        append(reduced, order, order + n);
    free(order);
    return r;
}

int dissect_weighted(const struct topology *topology, const uint32_t *weight,
                     uint32_t **ret_order, struct error *error)
{
    struct dissect_graph graph = {0};
    struct dissect_reduced reduced = {0};
    int r = check_size(topology, error);

    if (r)
        return r;
    r = graph_init(&graph, topology);
    graph.weight = weight;
    r = r ? r : dissect_reduce(&graph, &reduced);
    dissect_graph_finish(&graph);
    r = r ? error_no_memory(error) : dissect_left(&reduced, error);
    if (!r) {
        *ret_order = reduced.order;
        reduced.order = NULL;
    }
    dissect_reduced_finish(&reduced);
    return r;
}

int dissect(const struct topology *topology, uint32_t **ret_order,
            struct error *error)
{
    return dissect_weighted(topology, NULL, ret_order, error);
}
