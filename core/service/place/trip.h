/* trip: the least way from one place to another, as a query and back.
 *
 *     trip_init()     a query, and what is known without it: the way along a
 *                     single edge, which no search finds (place_ends.h)
 *     ...             a solver answers the query
 *     trip_cost()     the least of both
 *     trip_steps()    the edges of it
 *
 * Where trip_want() was called before, also of further ways (alternatives.h):
 *
 *     trip_further()  those that there are
 *     trip_way_steps()
 *
 * The sum of the weights of all steps and turns is the trip's cost, exactly.
 * One thread at a time. */
#ifndef RELAXD_SERVICE_PLACE_TRIP_H
#define RELAXD_SERVICE_PLACE_TRIP_H

#include "core/service/place/place_ends.h"
#include "core/service/route/route_steps.h"

struct trip_end {
    const struct place *place; /* with points */
    struct transit transit;
};

struct trip {
    struct query query;       /* the asker sets `cancel` and, where costs are
                                 enough, `output` */
    struct direct_way direct; /* known beforehand */

    /* What the query points to. */
    struct target target;
    struct seed *seeds; /* [query.seed_count], with all below in one piece */
    struct target_vertex *ends;    /* [target.vertex_count] */
    uint32_t *seed_point;          /* [query.seed_count] of the first place */
    struct trip_arrival *arrivals; /* [target.vertex_count] */
    uint32_t solved;               /* what the query cost */
    struct path path;
    struct alternatives alternatives; /* of what was solved; none wanted: all
                                         zero */
    uint32_t *end_roads; /* what the alternatives point to: of seeds, of ends */
};

/* One of the ways of a trip. */
struct trip_way {
    const struct path *path; /* NULL: along a single edge */
    uint32_t cost;
};

/* How one comes from a vertex of the target to the last place. */
struct trip_arrival {
    uint32_t point;
    uint32_t arc; /* as struct arrival's */
};

/* Places are read during the call only; the trip stays where it is. 0 or
 * -ENOMEM. finish() is fine after either and on zero bytes. */
int trip_init(struct trip *trip, const struct map *map, struct trip_end from,
              struct trip_end to);
void trip_finish(struct trip *trip);

/* Of a path that was found: the point of the first place where it begins, and
 * the way from its last vertex to the last place: of several the one that made
 * its cost, the least. */
uint32_t trip_departure(const struct trip *trip, const struct path *path);
const struct trip_arrival *trip_arrival_of(const struct trip *trip,
                                           const struct path *path,
                                           const struct map *map);

/* Wants so many further ways at most, once, before the query is solved. 0 or
 * -ENOMEM. */
int trip_want(struct trip *trip, const struct map *map,
              const struct place *from, const struct place *to, uint32_t count);

/* COST_INFINITY: there is no way; COST_OVERFLOW: its cost does not fit. */
uint32_t trip_cost(const struct trip *trip);

/* Of a trip whose cost is a number, and whose path was asked for, between the
 * places that it was made of. 0 or -ENOMEM. */
int trip_steps(const struct trip *trip, const struct map *map,
               const struct place *from, const struct place *to,
               struct route_steps *ret_steps);

/* Once solved: the further ways, ascending by cost. Those that a search does
 * not know of among them: where the least way is along a single edge, the least
 * that is not, and the other way round. Returns how many there are, at most as
 * many as were wanted. */
uint32_t trip_further(const struct trip *trip, const struct map *map,
                      const struct place *from, const struct place *to,
                      struct trip_way *ret_ways);
int trip_way_steps(const struct trip *trip, const struct trip_way *way,
                   const struct map *map, const struct place *from,
                   const struct place *to, struct route_steps *ret_steps);

#endif
