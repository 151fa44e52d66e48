/* statistics: a map in a few numbers.
 *
 * For people (`relaxctl info`) and for comparing generated maps with real ones.
 * Any thread; the map is only read. */
#ifndef RELAXD_GRAPH_STATISTICS_H
#define RELAXD_GRAPH_STATISTICS_H

#include <stdint.h>

#include "core/graph/map.h"

/* Out-degrees from this one on share one count. */
enum { STATISTICS_DEGREE_MAX = 8 };

struct statistics {
    uint32_t degree_count[STATISTICS_DEGREE_MAX + 1]; /* vertices by number of
                                                         outgoing arcs */
    uint32_t closed_count; /* closed arcs; excluded from the fields below */
    uint32_t weight_least; /* in the map's unit; 0 on a map without arcs */
    uint32_t weight_most;
    double weight_mean;
    double weight_deviation; /* standard deviation of the population */
};

/* Linear in vertices and arcs. */
void statistics_take(const struct map *map, struct statistics *ret_statistics);

/* The share of vertices with exactly that out-degree; for
 * STATISTICS_DEGREE_MAX, with that or more; 0 on an empty map. */
double statistics_degree_share(const struct statistics *statistics,
                               unsigned degree);

/* More counts. */
struct census {
    uint32_t degree_most;   /* the largest out-degree */
    uint32_t self_loops;    /* arcs that end where they start */
    uint32_t parallel_arcs; /* arcs beyond the first from one vertex to another
                               or itself */
    uint32_t weight_median; /* the lower one, of open arcs; 0: none */
    uint32_t class_count[ROAD_CLASS_COUNT]; /* arcs; 0 if unknown */
    struct position southwest; /* corners of the smallest box around all */
    struct position northeast; /* vertices; meaningful only with positions */
};

/* Linear time, 4 bytes a vertex while it runs. 0 or -ENOMEM. */
int census_take(const struct map *map, struct census *ret_census);

#endif
