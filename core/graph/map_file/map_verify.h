/* map_verify: whether the arrays of a map are what map.h, topology.h,
 * hierarchy.h and roads.h promise. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_VERIFY_H
#define RELAXD_GRAPH_MAP_FILE_MAP_VERIFY_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map_arrays.h"

/* The arrays have the lengths of map_arrays.h. Verifies a hierarchy and roads
 * if the map has them, and sets the hierarchy's depth_count and front_max.
 * `image`: the map file that contains the arrays; NULL: they lie anywhere, and
 * errors name the element instead of the byte. Linear time, 8 bytes an edge and
 * 4 a supernode; on `threads` threads. 0, -EINVAL or -ENOMEM. */
int map_verify(struct map *map, const void *image, unsigned threads,
               struct error *error);

/* ---- For the checks of this room ----------------------------------------- */

/* A map under verification. Offsets are checked first, so that later checks
 * stay within their arrays. */
struct map_check {
    const struct map *map;
    const void *image; /* NULL: none */
    unsigned threads;
    _Atomic uint32_t *level;   /* [supernode_count] found so far */
    uint32_t *edge_weight;     /* [2 * piece_count] the sum of each edge's
                                  segments */
    uint32_t *vertex_junction; /* [vertex_count] the junction where each
                                  vertex lies */
};

/* Checks the elements [begin, end). */
typedef int map_check_range(const struct map_check *check, uint32_t begin,
                            uint32_t end, struct error *error);

/* Runs `range` over [0, count) in parts, on all threads; reports the first
 * error in the order of elements. */
int map_check_all(const struct map_check *check, uint32_t count,
                  map_check_range *range, struct error *error);

/* Whether an array of offsets ascends from 0 to `end`, by at least `least` from
 * one to the next. */
int map_check_offsets(const struct map_check *check, enum map_section_id id,
                      uint64_t least, uint64_t end, struct error *error);

/* Sets the error to the location of an element and the words; returns
 * -EINVAL. */
int map_blame(const struct map_check *check, enum map_section_id id,
              uint64_t index, struct error *error, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The rest of the map is already verified. */
int roads_verify(struct map_check *check, struct error *error);

#endif
