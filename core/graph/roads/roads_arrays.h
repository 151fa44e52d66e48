/* roads_arrays: a table of the arrays of struct roads and of the weights of its
 * segments and turns, for code that copies, writes or reads them all. */
#ifndef RELAXD_GRAPH_ROADS_ROADS_ARRAYS_H
#define RELAXD_GRAPH_ROADS_ROADS_ARRAYS_H

#include <stddef.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"

/* The length of an array. */
enum roads_length {
    ROADS_PIECES,
    ROADS_PIECE_OFFSETS, /* one more */
    ROADS_EDGES,
    ROADS_NODES,
    ROADS_SEGMENTS,
    ROADS_SEGMENT_DIRECTIONS,
    ROADS_ATTRIBUTES,
    ROADS_TEXT,
    ROADS_JUNCTION_OFFSETS, /* one more than junctions */
    ROADS_STATES,
    ROADS_BOXES,
    ROADS_VERTICES,
    ROADS_ARCS,
    ROADS_LENGTHS,
};

struct roads_array {
    const char *name;
    size_t offset;         /* of the pointer in its struct */
    uint32_t element_size; /* bytes */
    enum roads_length length;
    bool of_weights; /* in struct weight_arrays; else in struct roads */
};

enum { ROADS_ARRAY_COUNT = 23 };
extern const struct roads_array roads_arrays[ROADS_ARRAY_COUNT];

/* The number of elements that such a length means on this map. */
uint64_t roads_array_length(const struct roads *roads,
                            const struct topology *topology,
                            enum roads_length length);

/* A map's array, NULL if it has none. */
const void *roads_array_get(const struct roads *roads,
                            const struct weight_arrays *weights,
                            const struct roads_array *array);
void roads_array_set(struct roads *roads, struct weight_arrays *weights,
                     const struct roads_array *array, const void *elements);

#endif
