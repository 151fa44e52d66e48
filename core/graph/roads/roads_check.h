/* roads_check: what the checks of a map's roads share.
 *
 * Private to roads_verify*.c. */
#ifndef RELAXD_GRAPH_ROADS_ROADS_CHECK_H
#define RELAXD_GRAPH_ROADS_ROADS_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"

struct roads_check {
    const struct map *map;
    const struct roads *roads; /* the map's */
    const void *image;         /* NULL: none */
    unsigned threads;
    uint32_t *edge_weight;     /* [2 * piece_count] of each edge's segments */
    uint32_t *vertex_junction; /* [vertex_count] where each vertex is */
};

/* Looks at the elements [begin, end). */
typedef int roads_check_range(const struct roads_check *check, uint32_t begin,
                              uint32_t end, struct error *error);

/* Runs `range` over [0, count) in parts, on all threads; what is found first
 * in the order of elements is told. */
int roads_check_all(const struct roads_check *check, uint32_t count,
                    roads_check_range *range, struct error *error);

/* Puts a section, and where element `index` of its array lies, before the
 * words; gives -EINVAL. */
int roads_blame(const struct roads_check *check, const char *section,
                const void *array, size_t element_size, uint64_t index,
                struct error *error);
#define ROADS_BLAME(check, section, array, index, error)                       \
    roads_blame(check, section, array, sizeof(*(array)), index, error)

/* The parts, in the order in which they may rely on each other: pieces, places
 * and junctions, which fills edge_weight; texts and attributes; whether
 * vertices and arcs are those of the roads, which fills vertex_junction. */
int roads_check_arrays(const struct roads_check *check, struct error *error);
int roads_check_attributes(const struct roads_check *check,
                           struct error *error);
int roads_check_graph(const struct roads_check *check, struct error *error);

#endif
