/* map_arrays: all arrays of a map in one table, for code that copies, checks,
 * writes or reads them.
 *
 * An array's number is that of its section in a map file. Three sections are
 * texts, which have no array. */
#ifndef RELAXD_GRAPH_MAP_ARRAYS_H
#define RELAXD_GRAPH_MAP_ARRAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/map.h"

/* Numbers are never reused for another meaning. */
enum map_section_id {
    SECTION_INFO = 1, /* text */
    SECTION_FIRST_OUT,
    SECTION_HEAD,
    SECTION_WEIGHT,
    SECTION_EXTERNAL_ID,
    SECTION_VERTEX_BY_ID,
    SECTION_POSITION,
    SECTION_ROAD_CLASS,
    /* Of struct hierarchy: all or none. */
    SECTION_FIRST_VERTEX,
    SECTION_PARENT,
    SECTION_FIRST_CHILD,
    SECTION_CHILD,
    SECTION_FIRST_OF_LEVEL,
    SECTION_BY_LEVEL,
    SECTION_FIRST_UPPER,
    SECTION_UPPER,
    SECTION_PLACE,
    SECTION_FIRST_ENTRY,
    SECTION_FIRST_SCHUR,
    SECTION_SUPERNODE,
    SECTION_DEPTH,
    SECTION_ARC_ENTRY,
    SECTION_ARC_BY_ENTRY,
    /* Of struct roads and of the weights of its segments and turns: all or
     * none, except durations that equal the weights. */
    SECTION_FIRST_NODE,
    SECTION_NODE_ID,
    SECTION_NODE_POSITION,
    SECTION_NODE_BY_ID,
    SECTION_SEGMENT_WEIGHT,
    SECTION_SEGMENT_MS,
    SECTION_SEGMENT_LENGTH,
    SECTION_PIECE_ATTRIBUTES,
    SECTION_ATTRIBUTES,
    SECTION_ROAD_TEXT,
    SECTION_PIECE_END,
    SECTION_FIRST_LEAVING,
    SECTION_LEAVING,
    SECTION_COMPONENT,
    SECTION_END_VERTEX,
    SECTION_STATE_EDGE,
    SECTION_STATE_VERTEX,
    SECTION_VERTEX_EDGE,
    SECTION_ARC_EDGE,
    SECTION_TURN_WEIGHT,
    SECTION_TURN_MS,
    SECTION_TREE_PLACE,
    SECTION_TREE_BOX,
    SECTION_ROAD_PROFILE, /* text */
    SECTION_REPORT,       /* text */
    SECTION_FIRST_OF_STRETCH,
    SECTION_STRETCH_WAY,
    SECTION_STRETCH_BY_WAY,
    SECTION_CONDITIONS, /* optional, with roads only; so are the next two,
                           both or none */
    SECTION_STRETCH_FACTS,
    SECTION_WAY_FACTS,
    SECTION_END,

    SECTION_HIERARCHY_FIRST = SECTION_FIRST_VERTEX,
    SECTION_HIERARCHY_LAST = SECTION_ARC_BY_ENTRY,
    SECTION_ROADS_FIRST = SECTION_FIRST_NODE,
    SECTION_ROADS_LAST = SECTION_STRETCH_BY_WAY,
};

/* What an array has an element for. */
enum map_length {
    LENGTH_TEXT, /* a text: it has no array */
    LENGTH_VERTICES,
    LENGTH_VERTEX_OFFSETS, /* one more */
    LENGTH_ARCS,
    LENGTH_SUPERNODES,
    LENGTH_SUPERNODE_OFFSETS,
    LENGTH_LEVEL_OFFSETS,
    LENGTH_CHILDREN,
    LENGTH_UPWARD,
    LENGTH_PIECES,
    LENGTH_PIECE_OFFSETS,
    LENGTH_EDGES,
    LENGTH_NODES,
    LENGTH_SEGMENTS,
    LENGTH_SEGMENT_DIRECTIONS,
    LENGTH_ATTRIBUTES,
    LENGTH_ROAD_TEXT,
    LENGTH_JUNCTION_OFFSETS,
    LENGTH_STATES,
    LENGTH_BOXES,
    LENGTH_STRETCHES,
    LENGTH_STRETCH_OFFSETS,
    LENGTH_CONDITIONS,
    LENGTH_WAY_FACTS,
    LENGTH_KINDS,
};

struct map_array {
    const char *name;
    size_t offset;         /* of the pointer in struct map */
    uint32_t element_size; /* bytes */
    enum map_length length;
    bool required; /* in every map */
};

/* NULL for a number that this version does not know. */
const struct map_array *map_array(uint32_t id);

/* The number of elements that such a length means on this map. */
uint64_t map_length(const struct map *map, enum map_length length);

/* A map's array, NULL if it has none. */
const void *map_elements(const struct map *map, enum map_section_id id);
void map_elements_set(struct map *map, enum map_section_id id,
                      const void *elements);

#endif
