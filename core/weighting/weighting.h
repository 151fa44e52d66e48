/* weighting: what travel on a map costs. Start reading core/weighting/ here.
 *
 * A map is what does not change: topology, hierarchy, geometry, names. A
 * weighting is what does: weights and durations of segments, turns and arcs,
 * and a set of closed edges (closed_set.h). A map can have several weightings
 * at once; service and solvers receive one along with the map.
 *
 * weighting_of_map() makes the one from the map's file, without a copy: the map
 * must outlive it. weighting_close() derives another that closes edges and
 * shares everything else; weighting_edit.h makes one with other weights.
 *
 * Immutable and reference-counted, for any thread. The first reader makes the
 * derived arrays (arc weights with closed edges, sums along arcs) and the
 * weighting keeps them; if two threads make one at once, one of them discards
 * its own. */
#ifndef RELAXD_WEIGHTING_WEIGHTING_H
#define RELAXD_WEIGHTING_WEIGHTING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/cost.h"
#include "core/graph/map.h"
#include "core/weighting/arc_sums.h"
#include "core/weighting/closed_set.h"

/* The arrays of a weighting that are its own; NULL: the map's. */
struct weight_copies {
    uint32_t *arc;
    uint32_t *segment;
    uint32_t *segment_duration_ms;
    uint32_t *turn;
    uint32_t *turn_duration_ms;
};

struct weighting {
    atomic_uint references;
    struct weight_arrays arrays; /* without what weighting_close() closed;
                                    their epoch is the weighting's */
    struct weight_copies copies; /* owned */
    bool duration_differs;       /* from the weight somewhere, even if the
                                    profile weighs by duration */
    struct closed_set *closed;   /* pinned; NULL: nothing */
    struct weighting *base;      /* pinned; shares its arrays; NULL: none */

    _Atomic(uint32_t *) closed_arc;      /* owned, with closed edges; NULL: not
                                            made yet, or no base */
    _Atomic(struct arc_sums *) arc_sums; /* the same; the base's if there is a
                                            base */
};

/* The caller's reference; NULL: no memory. */
struct weighting *weighting_of_map(const struct map *map, uint64_t epoch);

/* One with the same arrays, which it does not own, and nothing closed. The
 * caller's reference; NULL: no memory. */
struct weighting *weighting_share(const struct weighting *weighting);

/* A weighting that also closes these edges and arcs. The caller's reference;
 * NULL: no memory. Fast: derives nothing yet. */
struct weighting *weighting_close(struct weighting *weighting,
                                  struct closed_set *closed);

struct weighting *weighting_acquire(struct weighting *weighting);
void weighting_release(struct weighting *weighting); /* NULL is fine */

/* The arc weights for a solver to customize with: an arc that enters a closed
 * edge weighs WEIGHT_CLOSED. Valid as long as the weighting. With closed edges
 * the first call reads every arc. 0 or -ENOMEM. */
int weighting_arcs(struct weighting *weighting, const struct map *map,
                   struct weights *ret_weights, struct error *error);

/* For maps with roads: time and length of each arc, ignoring closures. The
 * first call makes them; NULL: no memory. Valid as long as the weighting. */
const struct arc_sums *weighting_arc_sums(struct weighting *weighting,
                                          const struct map *map);

/* Memory in bytes, without what it shares. */
uint64_t weighting_bytes(const struct weighting *weighting,
                         const struct map *map);

static inline uint64_t weighting_epoch(const struct weighting *weighting)
{
    return weighting->arrays.arcs.epoch;
}

/* Whether it was made by weighting_copy(), or closes edges of one that was. */
static inline bool weighting_may_change(const struct weighting *weighting)
{
    return weighting->copies.arc ||
           (weighting->base && weighting->base->copies.arc);
}

/* The arc weights from the map's file, for tools that solve on one map and need
 * no weighting. */
static inline const struct weights *imported_weights(const struct map *map)
{
    return &map->imported.arcs;
}

/* The weighting from the map's file as a value without references, for who
 * needs it no longer than the enclosing block. */
#define WEIGHTING_OF_MAP(map) (&(struct weighting){.arrays = (map)->imported})

static inline bool weighting_edge_is_closed(const struct weighting *weighting,
                                            uint32_t edge)
{
    return weighting->closed && closed_set_has(weighting->closed, edge);
}

/* Whether the profile may use the edge, or the weighting opens it, and it is
 * not closed. */
static inline bool weighting_edge_is_open(const struct weighting *weighting,
                                          const struct roads *roads,
                                          uint32_t edge)
{
    return closed_set_lets_pass(weighting->closed, roads, edge);
}

/* The weight of one arc of a map with roads; WEIGHT_CLOSED if it is closed, or
 * leads into a closed edge. */
static inline uint32_t weighting_arc(const struct weighting *weighting,
                                     const struct roads *roads, uint32_t arc)
{
    return weighting_edge_is_closed(weighting, roads->arc_edge[arc]) ||
                   (weighting->closed &&
                    closed_set_lists_arc(weighting->closed, arc))
               ? WEIGHT_CLOSED
               : weighting->arrays.arcs.weight[arc];
}

/* Whether a segment weighs or takes other than as imported, in a direction. */
static inline bool weighting_segment_differs(const struct weighting *weighting,
                                             const struct map *map,
                                             uint32_t segment, bool backward)
{
    const struct weight_arrays *now = &weighting->arrays;
    const struct weight_arrays *then = &map->imported;
    size_t i = 2 * (size_t)segment + backward;

    return now->segment[i] != then->segment[i] ||
           now->segment_duration_ms[i] != then->segment_duration_ms[i];
}

static inline struct edge_sums
weighting_edge_sums(const struct weighting *weighting,
                    const struct roads *roads, uint32_t edge)
{
    return edge_sums_of(&weighting->arrays, roads, edge);
}

#endif
