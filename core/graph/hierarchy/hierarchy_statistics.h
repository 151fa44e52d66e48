/* hierarchy_statistics: how large a hierarchy is, in a few numbers for people.
 */
#ifndef RELAXD_GRAPH_HIERARCHY_HIERARCHY_STATISTICS_H
#define RELAXD_GRAPH_HIERARCHY_HIERARCHY_STATISTICS_H

#include <stdint.h>

#include "core/graph/map.h"

struct hierarchy_statistics {
    uint64_t arcs;        /* the map's, without loops and repetitions */
    uint64_t joined;      /* the same after elimination: an arc each way between
                             any two vertices that share a front */
    double fill;          /* joined / arcs; 0 on a map without arcs */
    uint64_t shortcuts;   /* those of joined that the map has no arc for */
    uint64_t triangles;   /* a vertex and two of its front above it */
    uint64_t panel_words; /* of 4 bytes */
    uint64_t schur_words;
    double bytes;            /* hierarchy_size_bytes() */
    double bytes_per_vertex; /* the same by vertices */
};

/* Of an ordered map, in linear time. */
void hierarchy_statistics_take(const struct map *map,
                               struct hierarchy_statistics *ret_statistics);

#endif
