/* road_levels: turns streets into main roads, level by level; adds railways;
 * straightens both. */
#ifndef RELAXD_LAB_GENERATE_ROAD_LEVELS_H
#define RELAXD_LAB_GENERATE_ROAD_LEVELS_H

#include <stdint.h>

#include "core/graph/map.h"
#include "lab/generate/bisection.h"
#include "lab/generate/streets.h"

/* Streets by the vertices where they meet, and a search over them.
 *
 * 8 bytes a street and 4 a vertex. Lengths are integers, LENGTH_ONE to the
 * average distance between neighbours. */

enum { LENGTH_ONE = 256 };

#define STREET_NONE UINT32_MAX
#define CENTRE_NONE UINT32_MAX

struct network {
    const struct streets *streets;
    const struct point *site;
    uint32_t vertex_count;
    double spacing;   /* the land's: length of LENGTH_ONE */
    uint32_t *first;  /* [vertex_count + 1] */
    uint32_t *street; /* [2 * streets->count] streets at v are
                         [first[v], first[v + 1]) */
};

/* The caller keeps streets and bisection, which must outlive it. 0 or -ENOMEM;
 * finish() is fine after either and on zero bytes. */
int network_init(struct network *network, const struct streets *streets,
                 const struct bisection *bisection, double spacing);
void network_finish(struct network *network);

uint32_t network_length(const struct network *network, uint32_t street);

/* The end of a street opposite `vertex`. */
uint32_t network_across(const struct network *network, uint32_t street,
                        uint32_t vertex);

/* Whether roads of at least that class may use the street. */
bool network_open(const struct network *network, uint32_t street,
                  enum road_class least_class);

/* The nearest centre of every vertex. */
struct territories {
    uint32_t *centre; /* [vertex_count] index, CENTRE_NONE: unreachable */
    uint32_t *length; /* [vertex_count] distance to it */
    uint32_t *via;    /* [vertex_count] the street towards it, STREET_NONE at
                         the centre itself */
};

/* One search from all centres (distinct vertices) at once, along streets of at
 * least that class. 0 or -ENOMEM; finish() is fine after either and on zero
 * bytes. */
int territories_init(struct territories *territories,
                     const struct network *network, const uint32_t *centres,
                     uint32_t centre_count, enum road_class least_class);
void territories_finish(struct territories *territories);

/* Chooses main roads among the candidates.
 *
 * Main roads come before the streets around them, so that they are straight.
 *
 * Each level joins its centres by shortest paths over the roads of the level
 * below: secondary roads join villages and towns by any street, primary roads
 * join towns by secondary roads, trunk roads larger towns by primary roads,
 * motorways cities by trunk roads. Linear except for heap and sort. */

/* Sets the road classes of the network's own streets. 0 or -ENOMEM. */
int hierarchy_build(struct streets *streets, const struct network *network,
                    const struct bisection *bisection, const struct land *land,
                    uint64_t seed);

/* Railway lines between stations, as additional arcs.
 *
 * Stations are vertices of the road map, in town centres and distributed like
 * the population. A line joins two stations whose territories on foot touch, by
 * the rule for links in road_levels.c. */

/* Appends the lines to `streets`, which may be the network's own: then only
 * finish() may be called on the network. 0 or -ENOMEM. */
int railway_build(struct streets *streets, const struct network *network,
                  const struct bisection *bisection, const struct land *land,
                  uint32_t station_every, uint64_t seed);

/* Moves each vertex where exactly two main roads meet towards the midpoint of
 * its neighbours, a few times. 0 or -ENOMEM. */
int smooth_roads(const struct streets *streets, struct point *site,
                 uint32_t vertex_count);

#endif
