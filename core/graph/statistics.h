/* statistics: what a map is like, in a few numbers.
 *
 * For people (`relaxctl info`) and for holding generated maps against real
 * ones. Any thread; the map is only read. */
#ifndef RELAXD_GRAPH_STATISTICS_H
#define RELAXD_GRAPH_STATISTICS_H

#include <stdint.h>

#include "core/graph/map.h"

/* Out-degrees from this one on are counted together. */
enum { STATISTICS_DEGREE_MAX = 8 };

struct statistics {
    uint32_t degree_count[STATISTICS_DEGREE_MAX + 1]; /* vertices by number of
                                                         outgoing arcs */
    uint32_t closed_count; /* arcs that nobody may use; not in what follows */
    uint32_t weight_least; /* in the map's unit; 0 on a map without arcs */
    uint32_t weight_most;
    double weight_mean;
    double weight_deviation; /* standard deviation of the population */
};

/* Linear in vertices and arcs. */
void statistics_take(const struct map *map, struct statistics *ret_statistics);

/* The share of vertices with exactly that out-degree, of STATISTICS_DEGREE_MAX
 * with that or more; 0 on an empty map. */
double statistics_degree_share(const struct statistics *statistics,
                               unsigned degree);

/* What lies in a map, counted. */
struct census {
    uint32_t degree_most;   /* the largest out-degree */
    uint32_t self_loops;    /* arcs that end where they start */
    uint32_t parallel_arcs; /* arcs beyond the first from one vertex to another
                               or itself */
    uint32_t weight_median; /* the lower one, of arcs that are open; 0: none */
    uint32_t class_count[ROAD_CLASS_COUNT]; /* arcs; 0 where unknown */
    struct position southwest; /* corners of the smallest box around all */
    struct position northeast; /* vertices; of use where there are positions */
};

/* Linear time, 4 bytes a vertex while it runs. 0 or -ENOMEM. */
int census_take(const struct map *map, struct census *ret_census);

#endif
