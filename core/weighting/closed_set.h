/* closed_set: edges of a map's roads, pieces in a direction, that are closed to
 * all travel, and arcs, turns that are forbidden.
 *
 * One bit for each edge, a list of arcs, and a hash of both so that comparing
 * two sets is quick. Sets with the same edges and arcs that both override the
 * profile, or both do not, are equal, whether made from road classes or edge by
 * edge.
 *
 * Most sets only add to what the profile closes. One that overrides the profile
 * lists that, too: what it does not list is open.
 *
 * Immutable once another thread sees it; reference-counted, for any thread. */
#ifndef RELAXD_WEIGHTING_CLOSED_SET_H
#define RELAXD_WEIGHTING_CLOSED_SET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/array.h"
#include "core/graph/roads/roads.h"

struct closed_set {
    atomic_uint references;
    uint32_t edge_count; /* twice the map's pieces */
    uint64_t hash;       /* of the words and arcs */
    bool overrides_profile;
    uint32_t arc_count;
    uint32_t *arc;   /* [arc_count] ascending, owned; NULL: none */
    uint64_t word[]; /* bit e % 64 of word e / 64: edge e is closed */
};

/* One set for each road class that a profile names; some are empty. They make
 * closed_set_of_classes() fast. Zero bytes: nothing was made. */
struct class_sets {
    struct closed_set *set[ROAD_CLASSES_MAX]; /* owned */
};

/* Reads every piece once. 0 or -ENOMEM; finish() is fine after either. */
int class_sets_init(struct class_sets *sets, const struct roads *roads);
void class_sets_finish(struct class_sets *sets);

/* Both edges of all pieces with any of these classes, bits of the profile
 * (road_profile). A single class is shared, not copied. The caller's reference;
 * NULL: no memory, or no bit belongs to a class. */
struct closed_set *closed_set_of_classes(const struct class_sets *sets,
                                         uint16_t classes);

/* The union of both, which overrides the profile if one of them does. The
 * caller's reference; NULL: no memory. */
struct closed_set *closed_set_unite(struct closed_set *a, struct closed_set *b);

/* Edges, and arcs, ascending, each once; copied. The caller's reference; NULL:
 * no memory. */
struct closed_set *closed_set_of_items(uint32_t edge_count,
                                       const uint32_t *edge,
                                       uint32_t closed_edge_count,
                                       const uint32_t *arc, uint32_t arc_count);

/* An empty set, to be filled by the next two; equal to no other set, since it
 * has no hash. The caller's reference; NULL: no memory. */
struct closed_set *closed_set_create(uint32_t edge_count);

/* Closes in `to`, one with as many edges, those that `from` closes and no
 * others, and overrides the profile if that does. For sets without arcs. */
void closed_set_copy_edges(struct closed_set *to,
                           const struct closed_set *from);

static inline void closed_set_put(struct closed_set *set, uint32_t edge,
                                  bool closed)
{
    uint64_t bit = UINT64_C(1) << edge % 64;

    if (closed)
        set->word[edge / 64] |= bit;
    else
        set->word[edge / 64] &= ~bit;
}

struct closed_set *closed_set_acquire(struct closed_set *set);
void closed_set_release(struct closed_set *set); /* NULL is fine */

bool closed_set_equal(const struct closed_set *a, const struct closed_set *b);

static inline bool closed_set_has(const struct closed_set *set, uint32_t edge)
{
    return set->word[edge / 64] >> (edge % 64) & 1;
}

/* Whether a set, which may be NULL, opens an edge even if the profile closes
 * it. */
static inline bool closed_set_opens(const struct closed_set *set, uint32_t edge)
{
    return set && set->overrides_profile && !closed_set_has(set, edge);
}

/* Whether one may travel on the edge, after what the profile and the set, which
 * may be NULL, close and open. */
static inline bool closed_set_lets_pass(const struct closed_set *set,
                                        const struct roads *roads,
                                        uint32_t edge)
{
    if (closed_set_opens(set, edge))
        return edge_is_in_graph(roads, edge);
    return edge_is_open(roads, edge) && !(set && closed_set_has(set, edge));
}

/* Whether `arc` is one of its arcs, whether or not the edge that it enters is
 * closed. */
static inline bool closed_set_lists_arc(const struct closed_set *set,
                                        uint32_t arc)
{
    return set->arc_count &&
           array_find(set->arc, set->arc_count, arc) < set->arc_count;
}

#endif
