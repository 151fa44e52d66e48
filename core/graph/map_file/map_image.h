/* map_image: verifies the bytes of an .rlx file and views them as a map.
 *
 * Private to this room, its tests and its fuzzer. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_IMAGE_H
#define RELAXD_GRAPH_MAP_FILE_MAP_IMAGE_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/graph/map_file/map_file.h"

/* Verifies all that map_open() verifies. `image` is aligned to 64 bytes;
 * `profile`: the number of the map in it, 0 for the first. Fills all of
 * `ret_map` with views into the image, except its storage. -EINVAL with section
 * and byte. */
int map_image_read(const void *image, size_t size, uint32_t profile,
                   struct map *ret_map, struct error *error);

/* The names of the maps in it; verifies only header, table and these names. */
int map_image_profiles(const void *image, size_t size,
                       struct map_profiles *ret_profiles, struct error *error);

/* The last step: whether the arrays make a map. Errors give offsets from
 * `image`, which contains the arrays. */
int map_image_verify(const struct map *map, const void *image,
                     struct error *error);

/* Whether the arrays of a hierarchy satisfy hierarchy.h; sets depth_count and
 * front_max. The topology is already verified. `child_count` and `upward_count`
 * are the lengths of `child` and `upward`. Linear time, on `threads`
 * threads. */
int map_hierarchy_verify(const struct topology *topology,
                         struct hierarchy *hierarchy, uint64_t child_count,
                         uint64_t upward_count, const void *image,
                         unsigned threads, struct error *error);

#endif
