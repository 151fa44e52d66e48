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

/* Verifies only header and table. */
int map_image_check_head(const void *image, size_t size, struct error *error);

/* The names of the maps in it; verifies only header, table and these names. */
int map_image_profiles(const void *image, size_t size,
                       struct map_profiles *ret_profiles, struct error *error);

#endif
