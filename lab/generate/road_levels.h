/* road_levels: which streets become main roads, level by level; railways beside
 * them; and both drawn straighter. */
#ifndef RELAXD_LAB_GENERATE_ROAD_LEVELS_H
#define RELAXD_LAB_GENERATE_ROAD_LEVELS_H

#include <stdint.h>

#include "core/graph/map.h"
#include "lab/generate/bisection.h"
#include "lab/generate/streets.h"

/* Streets by the vertices they meet, and a search over them.
 *
 * 8 bytes a street and 4 a vertex. Lengths are whole numbers, LENGTH_ONE to
 * the average distance between neighbours. */

enum { LENGTH_ONE = 256 };

#define STREET_NONE UINT32_MAX
#define CENTRE_NONE UINT32_MAX

struct network {
    const struct streets *streets;
    const struct point *site;
    uint32_t vertex_count;
    double spacing;   /* of the land: length of LENGTH_ONE */
    uint32_t *first;  /* [vertex_count + 1] */
    uint32_t *street; /* [2 * streets->count] streets at v are
                         [first[v], first[v + 1]) */
};

/* The streets and the bisection stay the caller's and outlive it. 0 or -ENOMEM;
 * finish() is fine after either and on zero bytes. */
int network_init(struct network *network, const struct streets *streets,
                 const struct bisection *bisection, double spacing);
void network_finish(struct network *network);

uint32_t network_length(const struct network *network, uint32_t street);

/* The end of a street that `vertex` is not. */
uint32_t network_across(const struct network *network, uint32_t street,
                        uint32_t vertex);

/* Whether roads of at least that class may run along the street. */
bool network_open(const struct network *network, uint32_t street,
                  enum road_class least_class);

/* The nearest centre of every vertex. */
struct territories {
    uint32_t *centre; /* [vertex_count] index, CENTRE_NONE: out of reach */
    uint32_t *length; /* [vertex_count] to it */
    uint32_t *via;    /* [vertex_count] the street towards it, STREET_NONE at
                         the centre itself */
};

/* One search from all centres (vertices, all different) at once, by streets of
 * at least that class. 0 or -ENOMEM; finish() is fine after either and on zero
 * bytes. */
int territories_init(struct territories *territories,
                     const struct network *network, const uint32_t *centres,
                     uint32_t centre_count, enum road_class least_class);
void territories_finish(struct territories *territories);

/* Which candidates become main roads.
 *
 * Main roads come before the streets around them, so that they are straight.
 *
 * Each level joins its centres by shortest ways over the roads of the level
 * below: secondary roads join villages and towns by any street, primary roads
 * join towns by secondary roads, trunk roads larger towns by primary roads,
 * motorways cities by trunk roads. Linear but for heap and sort. */

/* Sets the road classes of the network's own streets. 0 or -ENOMEM. */
int hierarchy_build(struct streets *streets, const struct network *network,
                    const struct bisection *bisection, const struct land *land,
                    uint64_t seed);

/* Lines between stations, joined in as arcs of their own.
 *
 * Stations are vertices of the road map, in the towns' middles and spread as
 * people are; a line joins two stations whose territories on foot meet, by the
 * rule of links.h. */

/* Appends the lines to `streets`, which may be those of the network: it is not
 * good for anything but finish() afterwards. 0 or -ENOMEM. */
int railway_build(struct streets *streets, const struct network *network,
                  const struct bisection *bisection, const struct land *land,
                  uint32_t station_every, uint64_t seed);

/* Moves vertices that exactly two main roads meet towards the middle between
 * their neighbours on it, a few times. 0 or -ENOMEM. */
int smooth_roads(const struct streets *streets, struct point *site,
                 uint32_t vertex_count);

#endif
