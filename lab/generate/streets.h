/* streets: chooses streets among the candidates.
 *
 * Every vertex requests a number of streets, drawn from the model. Candidates
 * come by ascending priority, short ones first, and streets_choose() takes them
 * in passes:
 *
 *     0  main roads (below), all of them
 *     1  those that join two parts, while both ends still request one and the
 *        joined part would request more (else it could never be joined)
 *     2  those that still join two parts: now everything is connected
 *     3  those that close a loop, while both ends request one
 *     4  a sample of those that make a crossing of four one of five, as many
 *        as the model's share of such squares needs, if known
 *     5  a sample of the others, as many as the number of arcs needs
 *
 * Candidates that cross a river are taken only in pass 2, except at bridges. */
#ifndef RELAXD_GRAPH_GENERATE_STREETS_H
#define RELAXD_GRAPH_GENERATE_STREETS_H

#include <stdbool.h>
#include <stdint.h>

#include "lab/generate/bisection.h"
#include "lab/generate/land.h"

struct street {
    uint32_t a;
    uint32_t b;
    uint8_t priority;   /* of a candidate: lowest first */
    uint8_t road_class; /* enum road_class */
    bool water;         /* crosses a river without a bridge */
    bool tree;          /* in the spanning forest, which connects the map */
    bool one_way;       /* from a to b only */
};

struct streets {
    struct street *street; /* [count] */
    uint32_t count;
    size_t capacity;
};

/* Length between warped points, in the land's unit. */
double street_length(const struct street *street, const struct point *site);

/* Finds all candidates, with their priorities; the sites are already warped. 0,
 * -ENOMEM, or -EOVERFLOW above UINT32_MAX. finish() is fine after either and on
 * zero bytes. */
int streets_find(struct streets *streets, const struct bisection *bisection,
                 const struct rivers *rivers, uint64_t seed);
void streets_finish(struct streets *streets);

/* The ends of edges by vertex: end 2e is edge e's at its first vertex, end 2e +
 * 1 at its second. An edge has `size` bytes and begins with its two vertices as
 * uint32_t. The caller frees `ret_first`, [vertex_count + 1], and `ret_end`,
 * [2 * edge_count]: ends at v are [first[v], first[v + 1]), ascending. 0 or
 * -ENOMEM. */
int ends_by_vertex(const void *edges, size_t edge_count, size_t size,
                   uint32_t vertex_count, uint32_t **ret_first,
                   uint32_t **ret_end);

/* Appends a street. 0 or -ENOMEM. */
int streets_add(struct streets *streets, struct street street);

/* Keeps `wanted` of the candidates; more if connecting everything needs them,
 * all if there are fewer. 0 or -ENOMEM. */
int streets_choose(struct streets *streets, uint32_t vertex_count,
                   const struct model *model, uint32_t wanted, uint64_t seed);

/* Makes exactly `wanted` streets one-way, local ones that close loops; fewer if
 * there are not enough. */
void streets_make_one_way(struct streets *streets, uint32_t wanted,
                          uint64_t seed);

/* ---- Main roads and railways: road_levels.c ------------------------------ */

/* Chooses main roads among the candidates.
 *
 * Main roads come before the streets around them, so that they are straight.
 *
 * Each level joins its centres by shortest paths over the roads of the level
 * below: secondary roads join villages and towns by any street, primary roads
 * join towns by secondary roads, trunk roads larger towns by primary roads,
 * motorways cities by trunk roads. Linear except for heap and sort. */

/* Sets the road classes of streets. 0 or -ENOMEM. */
int hierarchy_build(struct streets *streets, const struct bisection *bisection,
                    const struct land *land, uint64_t seed);

/* Railway lines between stations, as additional arcs.
 *
 * Stations are vertices of the road map, in town centres and distributed like
 * the population. A line joins two stations whose territories on foot touch, by
 * the rule for links in road_levels.c. */

/* Appends the lines. 0 or -ENOMEM. */
int railway_build(struct streets *streets, const struct bisection *bisection,
                  const struct land *land, uint32_t station_every,
                  uint64_t seed);

/* Moves each vertex where exactly two main roads meet towards the midpoint of
 * its neighbours, a few times. 0 or -ENOMEM. */
int smooth_roads(const struct streets *streets, struct point *site,
                 uint32_t vertex_count);

#endif
