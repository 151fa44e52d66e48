/* weighting: creation, sharing, changed weights, release, and the derived
 * arrays. */
#include "core/weighting/weighting.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/import/weight_file.h"

static struct weighting *create(const struct weight_arrays *arrays)
{
    struct weighting *weighting = calloc(1, sizeof(*weighting));

    if (!weighting)
        return NULL;
    atomic_init(&weighting->references, 1);
    strcpy(weighting->name, "imported");
    weighting->arrays = *arrays;
    return weighting;
}

struct weighting *weighting_of_map(const struct map *map, uint64_t epoch)
{
    struct weighting *weighting = create(&map->imported);

    if (weighting)
        weighting->arrays.arcs.epoch = epoch;
    return weighting;
}

/* The weighting that all others share their arrays with. */
static struct weighting *root_of(struct weighting *weighting)
{
    return weighting->base ? weighting->base : weighting;
}

struct weighting *weighting_close(struct weighting *weighting,
                                  struct closed_set *closed)
{
    struct weighting *made = create(&weighting->arrays);

    if (!made)
        return NULL;
    made->base = weighting_acquire(root_of(weighting));
    made->closed = weighting->closed
                       ? closed_set_unite(weighting->closed, closed)
                       : closed_set_acquire(closed);
    if (made->closed)
        return made;
    weighting_release(made);
    return NULL;
}

/* ---- Changed weights ----------------------------------------------------- */

static uint32_t *copy_words(const uint32_t *words, size_t count)
{
    uint32_t *copy = array_alloc(count, sizeof(*copy));

    if (copy && count)
        memcpy(copy, words, count * sizeof(*copy));
    return copy;
}

/* Takes over the arcs' new weights. */
static void set_arcs(struct weighting *weighting, uint32_t *arc)
{
    atomic_init(&weighting->closed_arc, arc);
    weighting->arrays.arcs.weight = arc;
}

static int change_arcs(struct weighting *changed,
                       const struct weight_edits *edits, struct error *error)
{
    const struct weights *arcs = &changed->arrays.arcs;
    uint32_t *weight = copy_words(arcs->weight, arcs->arc_count);

    if (!weight)
        return error_no_memory(error);
    weight_edits_apply(edits, weight);
    set_arcs(changed, weight);
    return 0;
}

/* A closed segment makes it WEIGHT_CLOSED. */
static uint32_t edge_weight(const struct roads *roads, const uint32_t *segment,
                            uint32_t edge)
{
    uint32_t weight = 0;
    uint32_t first, end;

    piece_segments(roads, edge_piece(edge), &first, &end);
    for (uint32_t s = first; s < end; s++)
        weight = cost_add(weight, segment[2 * (size_t)s + edge % 2]);
    return weight;
}

static int refuse_edge(const struct roads *roads, uint32_t edge,
                       struct error *error)
{
    return error_set(error, -EINVAL,
                     "the weights of the road from node %" PRId64 " to %" PRId64
                     " and of the turn into it add up to more than %" PRIu32,
                     roads->node_id[edge_first_node(roads, edge)],
                     roads->node_id[edge_last_node(roads, edge)],
                     (uint32_t)WEIGHT_MAX);
}

/* Fills in edge[2 * piece_count]. */
static int sum_edges(const struct roads *roads, const uint32_t *segment,
                     uint32_t *edge, bool *ret_closes, struct error *error)
{
    *ret_closes = false;
    for (uint32_t e = 0; e < 2 * roads->piece_count; e++) {
        edge[e] = edge_weight(roads, segment, e);
        if (edge[e] == COST_OVERFLOW)
            return refuse_edge(roads, e, error);
        *ret_closes |= edge[e] == WEIGHT_CLOSED;
    }
    return 0;
}

static int sum_arcs(struct weighting *changed, const struct map *map,
                    const uint32_t *edge, struct error *error)
{
    uint32_t count = map->topology.arc_count;
    uint32_t *weight = array_alloc(count, sizeof(*weight));

    if (!weight)
        return error_no_memory(error);
    set_arcs(changed, weight);
    for (uint32_t a = 0; a < count; a++) {
        uint32_t entered = map->roads.arc_edge[a];

        weight[a] = cost_add(edge[entered], changed->arrays.turn[a]);
        if (weight[a] == COST_OVERFLOW)
            return refuse_edge(&map->roads, entered, error);
    }
    return 0;
}

static int change_segments(struct weighting *changed, const struct map *map,
                           const struct weight_edits *edits,
                           struct error *error)
{
    uint32_t edge_count = 2 * map->roads.piece_count;
    uint32_t *edge = array_alloc(edge_count, sizeof(*edge));
    bool closes = false;
    int r;

    changed->segment_words = 2 * (size_t)map->roads.segment_count;
    changed->segment =
        copy_words(changed->arrays.segment, changed->segment_words);
    changed->arrays.segment = changed->segment;
    if (!edge || !changed->segment) {
        free(edge);
        return error_no_memory(error);
    }
    weight_edits_apply(edits, changed->segment);
    r = sum_edges(&map->roads, changed->segment, edge, &closes, error);
    if (!r)
        r = sum_arcs(changed, map, edge, error);
    if (!r && closes) {
        changed->closed = closed_set_of_weights(edge, edge_count);
        r = changed->closed ? 0 : error_no_memory(error);
    }
    free(edge);
    return r;
}

int weighting_change(const struct weighting *weighting, const struct map *map,
                     const struct weight_edits *edits,
                     struct weighting **ret_weighting, uint32_t **ret_arcs,
                     size_t *ret_count, struct error *error)
{
    uint32_t count = map->topology.arc_count;
    struct weighting *changed = create(&weighting->arrays);
    uint32_t *arcs = array_alloc(count, sizeof(*arcs));
    size_t found = 0;
    int r;

    if (!changed || !arcs)
        r = error_no_memory(error);
    else if (map->roads.piece_count)
        r = change_segments(changed, map, edits, error);
    else
        r = change_arcs(changed, edits, error);
    if (r) {
        free(arcs);
        weighting_release(changed);
        return r;
    }
    strcpy(changed->name, "changed");
    changed->arrays.arcs.epoch++;
    for (uint32_t a = 0; a < count; a++) {
        if (changed->arrays.arcs.weight[a] != weighting->arrays.arcs.weight[a])
            arcs[found++] = a;
    }
    *ret_weighting = changed;
    *ret_arcs = arcs;
    *ret_count = found;
    return 0;
}

/* ---- Sharing and release ------------------------------------------------- */

struct weighting *weighting_acquire(struct weighting *weighting)
{
    atomic_fetch_add_explicit(&weighting->references, 1, memory_order_relaxed);
    return weighting;
}

static void destroy_sums(struct arc_sums *sums)
{
    if (sums)
        arc_sums_finish(sums);
    free(sums);
}

void weighting_release(struct weighting *weighting)
{
    if (!weighting || atomic_fetch_sub(&weighting->references, 1) != 1)
        return;
    destroy_sums(weighting->arc_sums);
    free(weighting->closed_arc);
    free(weighting->segment);
    closed_set_release(weighting->closed);
    weighting_release(weighting->base);
    free(weighting);
}

/* ---- Derived arrays ------------------------------------------------------ */

/* Arcs that threads close in parts. */
enum { PART_ARCS = 1 << 16 };

struct closing {
    const struct weighting *weighting;
    const struct map *map;
    uint32_t *weight; /* [arc_count] */
};

static int close_part(void *context, size_t part, struct error *error)
{
    const struct closing *closing = context;
    uint32_t count = closing->map->topology.arc_count;
    size_t first = part * PART_ARCS;
    size_t end = first + PART_ARCS < count ? first + PART_ARCS : count;

    (void)error;
    for (size_t a = first; a < end; a++)
        closing->weight[a] = weighting_arc(closing->weighting,
                                           &closing->map->roads, (uint32_t)a);
    return 0;
}

static uint32_t *close_arcs(const struct weighting *weighting,
                            const struct map *map)
{
    size_t count = map->topology.arc_count;
    struct closing closing = {weighting, map,
                              array_alloc_huge(count, sizeof(*closing.weight))};

    if (closing.weight)
        parallel_run(parallel_thread_count(),
                     (count + PART_ARCS - 1) / PART_ARCS, close_part, &closing,
                     NULL);
    return closing.weight;
}

int weighting_arcs(struct weighting *weighting, const struct map *map,
                   struct weights *ret_weights, struct error *error)
{
    uint32_t *weight = atomic_load(&weighting->closed_arc);
    uint32_t *before = NULL;

    if (weighting->closed && !weight) {
        weight = close_arcs(weighting, map);
        if (!weight)
            return error_no_memory(error);
        if (!atomic_compare_exchange_strong(&weighting->closed_arc, &before,
                                            weight)) {
            free(weight);
            weight = before;
        }
    }
    *ret_weights = weighting->arrays.arcs;
    if (weight)
        ret_weights->weight = weight;
    return 0;
}

const struct arc_sums *weighting_arc_sums(struct weighting *weighting,
                                          const struct map *map)
{
    struct weighting *root = root_of(weighting);
    struct arc_sums *sums = atomic_load(&root->arc_sums);
    struct arc_sums *before = NULL;

    if (sums)
        return sums;
    sums = calloc(1, sizeof(*sums));
    if (!sums || arc_sums_make(map, &root->arrays, sums)) {
        free(sums);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&root->arc_sums, &before, sums))
        return sums;
    destroy_sums(sums);
    return before;
}

uint64_t weighting_bytes(const struct weighting *weighting)
{
    uint64_t arcs = weighting->arrays.arcs.arc_count;

    return (atomic_load(&weighting->closed_arc) ? arcs * sizeof(uint32_t) : 0) +
           (atomic_load(&weighting->arc_sums) ? 2 * arcs * sizeof(uint32_t)
                                              : 0) +
           weighting->segment_words * sizeof(uint32_t);
}
