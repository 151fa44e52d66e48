/* dissect: a part of a graph, dissected by METIS in one process; many parts on
 * all cores; a topology; groups of vertices. */
#include "core/graph/hierarchy/dissect.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/child.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/dissect_reduce.h"

/* ---- One part, by METIS -------------------------------------------------- */

struct subgraph {
    const struct dissect_graph *whole;
    const uint32_t
        *vertices; /* of the whole, by their number in the subgraph */
    struct dissect_graph graph;
    uint32_t *weight; /* NULL: 1 each */
};

_Static_assert(sizeof(idx_t) == sizeof(uint32_t),
               "orders are METIS's arrays as they are");

/* By how much one side of a separator may exceed half if vertices have weights,
 * and the number of separators tried. METIS's defaults are 200 and 1. */
enum { UNEVEN_PERMILLE = 300, SEPARATORS = 2 };

/* local[v]: the number of v in the part, or -1. */
static void copy_edges(struct subgraph *subgraph, const idx_t *local)
{
    const struct dissect_graph *whole = subgraph->whole;
    const uint32_t *vertices = subgraph->vertices;
    struct dissect_graph *graph = &subgraph->graph;
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

static size_t count_edges(const struct subgraph *subgraph)
{
    const struct dissect_graph *whole = subgraph->whole;
    const uint32_t *vertices = subgraph->vertices;
    size_t count = 0;

    for (idx_t v = 0; v < subgraph->graph.vertex_count; v++)
        count +=
            (size_t)(whole->first[vertices[v] + 1] - whole->first[vertices[v]]);
    return count;
}

static int copy_weights(struct subgraph *subgraph)
{
    const uint32_t *whole = subgraph->whole->weight;
    const uint32_t *vertices = subgraph->vertices;
    size_t n = (size_t)subgraph->graph.vertex_count;

    if (!whole)
        return 0;
    subgraph->weight = array_alloc(n, sizeof(*subgraph->weight));
    if (!subgraph->weight)
        return -ENOMEM;
    for (size_t v = 0; v < n; v++)
        subgraph->weight[v] = whole[vertices[v]];
    subgraph->graph.weight = subgraph->weight;
    return 0;
}

static int copy_graph(struct subgraph *subgraph)
{
    size_t n = (size_t)subgraph->graph.vertex_count;
    size_t whole = (size_t)subgraph->whole->vertex_count;
    const uint32_t *vertices = subgraph->vertices;
    idx_t *local = array_alloc(whole, sizeof(*local));

    subgraph->graph.first = array_alloc(n + 1, sizeof(idx_t));
    subgraph->graph.other = array_alloc(count_edges(subgraph), sizeof(idx_t));
    if (!local || !subgraph->graph.first || !subgraph->graph.other) {
        free(local);
        return -ENOMEM;
    }
    memset(local, 0xff, whole * sizeof(*local));
    for (size_t v = 0; v < n; v++)
        local[vertices[v]] = (idx_t)v;
    copy_edges(subgraph, local);
    free(local);
    return copy_weights(subgraph);
}

/* `vertices`: [count], in use until subgraph_finish(). 0 or -ENOMEM; finish()
 * is fine after either. */
static int subgraph_init(struct subgraph *subgraph,
                         const struct dissect_graph *whole,
                         const uint32_t *vertices, uint32_t count)
{
    *subgraph = (struct subgraph){
        .whole = whole,
        .vertices = vertices,
        .graph.vertex_count = (idx_t)count,
    };
    return copy_graph(subgraph);
}

static void subgraph_finish(struct subgraph *subgraph)
{
    dissect_graph_finish(&subgraph->graph);
    free(subgraph->weight);
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

/* `ret_side`: [vertex_count] 0, 1, or 2 for the separator, whose weight is
 * *ret_size. */
static int subgraph_separate(struct subgraph *subgraph, unsigned seed,
                             uint8_t *ret_side, uint32_t *ret_size)
{
    struct dissect_graph *graph = &subgraph->graph;
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

/* `ret_vertices`: [vertex_count] the subgraph's in elimination order; may alias
 * `vertices`; untouched without an edge.
 *
 * Without an edge any order will do, and METIS requires one. */
static int subgraph_order(struct subgraph *subgraph, uint32_t *ret_vertices)
{
    struct dissect_graph *graph = &subgraph->graph;
    size_t n = (size_t)graph->vertex_count;
    idx_t *order = array_alloc(3 * n, sizeof(*order));
    idx_t options[METIS_NOPTIONS];
    int status = METIS_OK;

    if (!order)
        return METIS_ERROR_MEMORY;
    set_options(graph, options);
    memcpy(order + 2 * n, subgraph->vertices, n * sizeof(*order));
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

/* ---- Many parts on all cores --------------------------------------------- */

/* METIS uses one thread. So separators cut the graph repeatedly, as METIS
 * would, into parts that are dissected in parallel. The graph's size alone
 * decides the number of parts, so the same graph has the same order on every
 * machine.
 *
 * METIS catches SIGTERM and SIGABRT while it works and prints when memory is
 * short, so it runs in child processes (core/base/child.h).
 *
 * The order is always in shared memory, and a part is a range of it: at first
 * the range of all vertices. Cutting a part puts one side, then the other, then
 * the separator into its range, in their final order; dissecting it orders its
 * vertices there. */

/* How many separators are tried for a part: there are few and they matter most.
 * Each try uses another seed, so cores share them. */
enum { TRIES = 4 };

/* Levels of cuts from the whole graph to a part, and the size below which a
 * part is not cut. */
enum { LEVELS_MAX = 4, PARTS_MAX = 1 << LEVELS_MAX, PART_MIN = 4096 };

/* [begin, end) of the order. */
struct part {
    uint32_t begin;
    uint32_t end;
};

/* One level, in memory shared with children. */
struct level {
    atomic_size_t next;              /* the next task to take */
    uint32_t size[PARTS_MAX][TRIES]; /* weight of the separator */
};

struct parts {
    const struct dissect_graph *graph;
    uint32_t *order; /* [vertex_count], shared */
    struct part part[PARTS_MAX];
    size_t count;
    struct level *level;  /* shared */
    uint8_t *side[TRIES]; /* [vertex_count] shared, by index in the order; 2
                             is the separator */
    uint32_t cut[PARTS_MAX][2]; /* vertices of each side; 0: not cut */
};

/* An operation on a part; returns METIS's codes. */
typedef int subgraph_work(struct subgraph *subgraph, const struct parts *parts,
                          size_t index, unsigned try);

static uint32_t part_size(const struct parts *parts, size_t index)
{
    return parts->part[index].end - parts->part[index].begin;
}

static uint32_t *part_vertices(const struct parts *parts, size_t index)
{
    return parts->order + parts->part[index].begin;
}

static int separate(struct subgraph *subgraph, const struct parts *parts,
                    size_t index, unsigned try)
{
    return subgraph_separate(subgraph, try,
                             parts->side[try] + parts->part[index].begin,
                             &parts->level->size[index][try]);
}

static int dissect_part(struct subgraph *subgraph, const struct parts *parts,
                        size_t index, unsigned try)
{
    return subgraph_order(subgraph, part_vertices(parts, index));
}

static int work_on(const struct parts *parts, size_t index, unsigned try,
                   subgraph_work *work)
{
    struct subgraph subgraph;
    int status = METIS_ERROR_MEMORY;

    if (!subgraph_init(&subgraph, parts->graph, part_vertices(parts, index),
                       part_size(parts, index)))
        status = work(&subgraph, parts, index, try);
    subgraph_finish(&subgraph);
    return status;
}

/* The children's task on one level: parts of `least` vertices and more. */
struct task {
    const struct parts *parts;
    subgraph_work *work;
    uint32_t least;
    unsigned tries; /* of each part */
};

/* Runs in a child, part after part: a child for each part would copy the page
 * tables each time. */
static int work_in_child(void *context)
{
    const struct task *task = context;
    const struct parts *parts = task->parts;
    int status = METIS_OK;

    while (status == METIS_OK) {
        size_t next = atomic_fetch_add(&parts->level->next, 1);
        size_t index = next / task->tries;

        if (index >= parts->count)
            break;
        if (part_size(parts, index) >= task->least)
            status = work_on(parts, index, (unsigned)(next % task->tries),
                             task->work);
    }
    return status;
}

static int run_child(void *context, size_t child, struct error *error)
{
    int status;
    int r = child_run(work_in_child, context, &status, error);

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

static int run_level(struct parts *parts, const struct task *task,
                     struct error *error)
{
    unsigned threads = child_thread_count();
    size_t children = 0;

    for (size_t i = 0; i < parts->count; i++)
        children += part_size(parts, i) >= task->least ? task->tries : 0;
    if (children > threads)
        children = threads;
    memset(parts->level, 0, sizeof(*parts->level));
    return parallel_run(threads, children, run_child, (void *)task, error);
}

/* Sorts the part's vertices by side, the separator last. */
static void place_sides(struct parts *parts, size_t index, const uint8_t *side,
                        uint32_t *room)
{
    const struct part *part = &parts->part[index];
    uint32_t count = 0;

    for (unsigned s = 0; s < 3; s++) {
        uint32_t before = count;

        for (uint32_t i = part->begin; i < part->end; i++) {
            if (side[i] == s)
                room[count++] = parts->order[i];
        }
        if (s < 2)
            parts->cut[index][s] = count - before;
    }
    memcpy(parts->order + part->begin, room, count * sizeof(*room));
}

/* Uses the lightest separator, the first of equal ones. */
static void cut_part(struct parts *parts, size_t index, uint32_t *room)
{
    const uint32_t *size = parts->level->size[index];
    unsigned best = 0;

    for (unsigned t = 1; t < TRIES; t++) {
        if (size[t] < size[best])
            best = t;
    }
    place_sides(parts, index, parts->side[best], room);
}

/* Replaces each cut part by its two sides. */
static void divide(struct parts *parts)
{
    struct part old[PARTS_MAX];
    size_t count = parts->count;

    memcpy(old, parts->part, sizeof(old));
    parts->count = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t middle = old[i].begin + parts->cut[i][0];

        if (!parts->cut[i][0] && !parts->cut[i][1]) {
            parts->part[parts->count++] = old[i];
            continue;
        }
        parts->part[parts->count++] = (struct part){old[i].begin, middle};
        parts->part[parts->count++] =
            (struct part){middle, middle + parts->cut[i][1]};
    }
}

static int cut_level(struct parts *parts, uint32_t *room, struct error *error)
{
    const struct task task = {parts, separate, 2 * PART_MIN, TRIES};
    int r = run_level(parts, &task, error);

    memset(parts->cut, 0, sizeof(parts->cut));
    for (size_t i = 0; i < parts->count && !r; i++) {
        if (part_size(parts, i) >= task.least)
            cut_part(parts, i, room);
    }
    if (!r)
        divide(parts);
    return r;
}

static int run(struct parts *parts, struct error *error)
{
    const struct task task = {parts, dissect_part, 1, 1};
    uint32_t *room =
        array_alloc((size_t)parts->graph->vertex_count, sizeof(*room));
    int r = room ? 0 : error_no_memory(error);

    for (int level = 0; level < LEVELS_MAX && !r; level++)
        r = cut_level(parts, room, error);
    free(room);
    return r ? r : run_level(parts, &task, error);
}

/* Allocates memory shared with children. */
static int parts_init(struct parts *parts)
{
    size_t n = (size_t)parts->graph->vertex_count;
    bool all;

    parts->order = child_memory(n * sizeof(*parts->order));
    parts->level = child_memory(sizeof(*parts->level));
    all = parts->order && parts->level;
    for (unsigned t = 0; t < TRIES; t++) {
        parts->side[t] = child_memory(n);
        all = all && parts->side[t];
    }
    for (size_t v = 0; v < n && all; v++)
        parts->order[v] = (uint32_t)v;
    return all ? 0 : -ENOMEM;
}

static void parts_finish(struct parts *parts)
{
    size_t n = (size_t)parts->graph->vertex_count;

    child_memory_free(parts->order, n * sizeof(*parts->order));
    child_memory_free(parts->level, sizeof(*parts->level));
    for (unsigned t = 0; t < TRIES; t++)
        child_memory_free(parts->side[t], n);
}

static int dissect_parts(const struct dissect_graph *graph, uint32_t *order,
                         struct error *error)
{
    uint32_t n = (uint32_t)graph->vertex_count;
    struct parts parts = {.graph = graph, .part = {{0, n}}, .count = 1};
    int r = parts_init(&parts) ? error_no_memory(error) : run(&parts, error);

    if (!r)
        memcpy(order, parts.order, n * sizeof(*order));
    parts_finish(&parts);
    return r;
}

/* ---- A topology ---------------------------------------------------------- */

/* Lists every arc at both ends; counting sort by vertex. */
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

/* Removes loops and duplicates, in place. */
static int make_simple(struct dissect_graph *graph)
{
    idx_t n = graph->vertex_count;
    idx_t *seen = array_zero((size_t)n, sizeof(*seen)); /* by which vertex, +
                                                           1 */
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

/* Every arc counts at both ends, and every vertex with one more. */
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

/* Puts the eliminated vertices first. `order`: METIS's, of the others. */
static void append(struct dissect_reduced *reduced, const uint32_t *order,
                   uint32_t *scratch)
{
    uint32_t *left = reduced->order + reduced->gone_count;
    size_t n = (size_t)reduced->graph.vertex_count;

    for (size_t i = 0; i < n; i++)
        scratch[i] = left[order[i]];
    memcpy(left, scratch, n * sizeof(*left));
}

/* Completes reduced->order. */
static int dissect_left(struct dissect_reduced *reduced, struct error *error)
{
    size_t n = (size_t)reduced->graph.vertex_count;
    uint32_t *order;
    int r;

    /* Without an edge any order will do, and METIS requires one. */
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

/* The same for weighted vertices: the parts that separators leave have similar
 * weights, separators little. `weight`: [vertex_count], their sum below
 * 2^31. */
static int dissect_weighted(const struct topology *topology,
                            const uint32_t *weight, uint32_t **ret_order,
                            struct error *error)
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

/* ---- Groups of vertices -------------------------------------------------- */

struct grouping {
    const struct topology *topology;
    const uint32_t *group;
    uint32_t group_count;
    uint32_t *first;     /* [group_count + 1] into member */
    uint32_t *member;    /* [vertex_count] vertices by group */
    uint32_t *size;      /* [group_count] vertices */
    uint32_t *first_out; /* [group_count + 1] of the graph of groups */
    uint32_t *head;      /* without arcs inside groups */
};

static void grouping_finish(struct grouping *grouping)
{
    free(grouping->first);
    free(grouping->member);
    free(grouping->size);
    free(grouping->first_out);
    free(grouping->head);
}

static int make_room(struct grouping *grouping)
{
    size_t groups = grouping->group_count;
    const struct topology *topology = grouping->topology;

    grouping->first = array_alloc(groups + 1, sizeof(uint32_t));
    grouping->member = array_alloc(topology->vertex_count, sizeof(uint32_t));
    grouping->size = array_alloc(groups, sizeof(uint32_t));
    grouping->first_out = array_alloc(groups + 1, sizeof(uint32_t));
    grouping->head = array_alloc(topology->arc_count, sizeof(uint32_t));
    return grouping->first && grouping->member && grouping->size &&
                   grouping->first_out && grouping->head
               ? 0
               : -ENOMEM;
}

static void list_members(struct grouping *grouping)
{
    array_group(grouping->group, grouping->topology->vertex_count,
                grouping->group_count, grouping->first, grouping->member);
    for (uint32_t g = 0; g < grouping->group_count; g++)
        grouping->size[g] = grouping->first[g + 1] - grouping->first[g];
}

static void join_groups(struct grouping *grouping)
{
    const struct topology *topology = grouping->topology;
    uint32_t count = 0;

    for (uint32_t g = 0; g < grouping->group_count; g++) {
        grouping->first_out[g] = count;
        for (uint32_t i = grouping->first[g]; i < grouping->first[g + 1]; i++) {
            uint32_t v = grouping->member[i];

            for (uint32_t a = topology->first_out[v];
                 a < topology->first_out[v + 1]; a++) {
                uint32_t other = grouping->group[topology->head[a]];

                if (other != g)
                    grouping->head[count++] = other;
            }
        }
    }
    grouping->first_out[grouping->group_count] = count;
}

static uint32_t *expand(const struct grouping *grouping, const uint32_t *groups)
{
    uint32_t *order =
        array_alloc(grouping->topology->vertex_count, sizeof(*order));
    uint32_t at = 0;

    for (uint32_t i = 0; order && i < grouping->group_count; i++) {
        uint32_t g = groups[i];

        for (uint32_t m = grouping->first[g]; m < grouping->first[g + 1]; m++)
            order[at++] = grouping->member[m];
    }
    return order;
}

static int order_groups(struct grouping *grouping, uint32_t **ret_order,
                        struct error *error)
{
    struct topology graph;
    uint32_t *groups;
    int r;

    if (make_room(grouping))
        return error_no_memory(error);
    list_members(grouping);
    join_groups(grouping);
    graph = (struct topology){
        .vertex_count = grouping->group_count,
        .arc_count = grouping->first_out[grouping->group_count],
        .first_out = grouping->first_out,
        .head = grouping->head,
    };
    r = dissect_weighted(&graph, grouping->size, &groups, error);
    if (r)
        return r;
    *ret_order = expand(grouping, groups);
    free(groups);
    return *ret_order ? 0 : error_no_memory(error);
}

int dissect_groups(const struct topology *topology, const uint32_t *group,
                   uint32_t group_count, uint32_t **ret_order,
                   struct error *error)
{
    struct grouping grouping = {
        .topology = topology,
        .group = group,
        .group_count = group_count,
    };
    uint32_t *order = NULL;
    int r = order_groups(&grouping, &order, error);

    grouping_finish(&grouping);
    if (!r)
        *ret_order = order;
    return r;
}
