/* streets: which of the candidates become streets.
 *
 * Every vertex asks for a number of streets drawn from the model. Candidates
 * come by ascending priority, short ones first, and are taken in passes:
 *
 *     0  main roads (road_levels.h), all of them
 *     1  those that join two parts, while both ends still ask for one and the
 *        joined part would ask for more (else it could never be joined)
 *     2  those that still join two parts: now everything is connected
 *     3  those that close a loop, while both ends ask for one
 *     4  a sample of those that make a crossing of four one of five, as many
 *        as the model's share of such squares needs, where it is known
 *     5  a sample of the others, as many as the number of arcs needs
 *
 * What would cross a river is taken in pass 2 alone, but for the places where
 * there is a bridge. */
#ifndef RELAXD_GRAPH_GENERATE_STREETS_H
#define RELAXD_GRAPH_GENERATE_STREETS_H

#include <stdbool.h>
#include <stdint.h>

#include "lab/generate/bisection.h"
#include "lab/generate/land.h"

struct street {
    uint32_t a;
    uint32_t b;
    uint8_t priority;   /* of a candidate: the least is taken first */
    uint8_t road_class; /* enum road_class */
    bool water;         /* crosses a river where there is no bridge */
    bool tree;          /* without it the map might fall apart */
    bool one_way;       /* from a to b only */
};

struct streets {
    struct street *street; /* [count] */
    uint32_t count;
    size_t capacity;
};

/* Length in the land's unit of warped points. */
double street_length(const struct street *street, const struct point *site);

/* All candidates of the land, with their priority; the sites are warped
 * already. 0, -ENOMEM, or -EOVERFLOW above UINT32_MAX. finish() is fine after
 * either and on zero bytes. */
int streets_find(struct streets *streets, const struct bisection *bisection,
                 const struct rivers *rivers, uint64_t seed);
void streets_finish(struct streets *streets);

/* Room for one more, and it is put there. 0 or -ENOMEM. */
int streets_add(struct streets *streets, struct street street);

/* Keeps `wanted` of the candidates, or more where connecting everything needs
 * more, or all where there are fewer. 0 or -ENOMEM. */
int streets_choose(struct streets *streets, uint32_t vertex_count,
                   const struct model *model, uint32_t wanted, uint64_t seed);

/* Makes exactly `wanted` streets one-way, local ones that close loops; fewer
 * where there are not so many. */
void streets_make_one_way(struct streets *streets, uint32_t wanted,
                          uint64_t seed);

#endif
