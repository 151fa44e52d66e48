/* weighting: creation, sharing, release, and the derived arrays. */
#include "core/weighting/weighting.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"

static struct weighting *create(const struct weight_arrays *arrays)
{
    struct weighting *weighting = calloc(1, sizeof(*weighting));

    if (!weighting)
        return NULL;
    atomic_init(&weighting->references, 1);
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

struct weighting *weighting_share(const struct weighting *weighting)
{
    struct weighting *made = create(&weighting->arrays);

    if (made)
        made->duration_differs = weighting->duration_differs;
    return made;
}

/* The weighting that all others share their arrays with. */
static struct weighting *root_of(struct weighting *weighting)
{
    return weighting->base ? weighting->base : weighting;
}

struct weighting *weighting_close(struct weighting *weighting,
                                  struct closed_set *closed)
{
    struct weighting *made = weighting_share(weighting);

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
    array_recycle(weighting->closed_arc);
    array_recycle(weighting->copies.arc);
    array_recycle(weighting->copies.segment);
    array_recycle(weighting->copies.segment_duration_ms);
    array_recycle(weighting->copies.turn);
    array_recycle(weighting->copies.turn_duration_ms);
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
        closing->weight[a] =
            weighting_edge_is_closed(closing->weighting,
                                     closing->map->roads.arc_edge[a])
                ? WEIGHT_CLOSED
                : closing->weighting->arrays.arcs.weight[a];
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
    for (uint32_t i = 0; closing.weight && i < weighting->closed->arc_count;
         i++)
        closing.weight[weighting->closed->arc[i]] = WEIGHT_CLOSED;
    return closing.weight;
}

int weighting_arcs(struct weighting *weighting, const struct map *map,
                   struct weights *ret_weights, struct error *error)
{
    uint32_t *weight = atomic_load(&weighting->closed_arc);
    uint32_t *before = NULL;

    if (weighting->base && !weight) {
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

uint64_t weighting_bytes(const struct weighting *weighting,
                         const struct map *map)
{
    uint64_t arcs = weighting->arrays.arcs.arc_count;
    uint64_t items = 2 * (uint64_t)map->roads.segment_count;
    const struct weight_copies *copies = &weighting->copies;
    uint64_t words = 0;

    words += atomic_load(&weighting->closed_arc) ? arcs : 0;
    words += atomic_load(&weighting->arc_sums) ? 2 * arcs : 0;
    words += copies->arc ? arcs : 0;
    words += copies->segment ? 2 * items : 0;
    words += copies->turn ? 2 * arcs : 0;
    return words * sizeof(uint32_t);
}
