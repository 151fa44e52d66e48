/* weighting: what travel on a map costs. Start reading core/weighting/ here.
 *
 * A map is what does not change: topology, hierarchy, geometry, names. A
 * weighting is what does: weights and durations of segments, turns and arcs,
 * and a set of closed pieces (closed_set.h). Several weightings of one map live
 * side by side; service and solvers get one beside the map.
 *
 * weighting_of_map() makes the one that a map's file came with, without a copy:
 * the map must outlive it. weighting_close() derives another from it that
 * closes pieces and shares all else.
 *
 * Immutable and reference-counted, for any thread. What is derived from it, arc
 * weights of closed pieces and sums along arcs, is made when it is first asked
 * for and kept; of two threads that make it at once, one throws its own away.
 */
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

struct weighting {
    atomic_uint references;
    char name[32];               /* "imported": of the map's file */
    struct weight_arrays arrays; /* as if nothing were closed; its epoch is
                                    the weighting's */
    struct closed_set *closed;   /* pinned; NULL: nothing */
    struct weighting *base;      /* pinned; NULL: none, the map's own */

    _Atomic(uint32_t *) closed_arc;      /* owned; NULL: not asked for yet */
    _Atomic(struct arc_sums *) arc_sums; /* the same; of the base where there
                                            is one */
};

/* The caller's reference; NULL: no memory. */
struct weighting *weighting_of_map(const struct map *map, uint64_t epoch);

/* The weighting with these pieces closed, too. The caller's reference; NULL: no
 * memory. Takes no long: nothing is derived yet. */
struct weighting *weighting_close(struct weighting *weighting,
                                  struct closed_set *closed);

struct weighting *weighting_acquire(struct weighting *weighting);
void weighting_release(struct weighting *weighting); /* NULL is fine */

/* The arc weights for a solver to customize with: an arc that enters a closed
 * piece weighs WEIGHT_CLOSED. Valid as long as the weighting. With closed
 * pieces the first call looks at every arc. 0 or -ENOMEM. */
int weighting_arcs(struct weighting *weighting, const struct map *map,
                   struct weights *ret_weights, struct error *error);

/* Of the map's roads: time and length of each arc, whatever is closed. Made by
 * the first call; NULL: no memory. Valid as long as the weighting. */
const struct arc_sums *weighting_arc_sums(struct weighting *weighting,
                                          const struct map *map);

/* The memory that it takes beside what it shares, in bytes. */
uint64_t weighting_bytes(const struct weighting *weighting);

/* The arc weights that a map came with, for tools that solve on one map and
 * have no use for a weighting. */
static inline const struct weights *imported_weights(const struct map *map)
{
    return &map->imported.arcs;
}

/* The weighting that a map came with as a value that nobody acquires, for tools
 * and tests that have one map. Valid in the block that says it. */
#define WEIGHTING_OF_MAP(map) (&(struct weighting){.arrays = (map)->imported})

static inline bool weighting_piece_is_closed(const struct weighting *weighting,
                                             uint32_t piece)
{
    return weighting->closed && closed_set_has(weighting->closed, piece);
}

/* Whether the profile may travel on the edge, and it is not closed. */
static inline bool weighting_edge_is_open(const struct weighting *weighting,
                                          const struct roads *roads,
                                          uint32_t edge)
{
    return edge_is_open(roads, edge) &&
           !weighting_piece_is_closed(weighting, edge_piece(edge));
}

/* Of one arc of a map with roads, WEIGHT_CLOSED into a closed piece. */
static inline uint32_t weighting_arc(const struct weighting *weighting,
                                     const struct roads *roads, uint32_t arc)
{
    return weighting_piece_is_closed(weighting,
                                     edge_piece(roads->arc_edge[arc]))
               ? WEIGHT_CLOSED
               : weighting->arrays.arcs.weight[arc];
}

/* What all of an edge takes; the sums of its segments. They fit. */
struct edge_sums {
    uint32_t weight;
    uint32_t duration_ms;
    uint64_t length_mm;
};
struct edge_sums weighting_edge_sums(const struct weighting *weighting,
                                     const struct roads *roads, uint32_t edge);

#endif
