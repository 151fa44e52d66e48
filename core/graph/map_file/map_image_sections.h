/* map_image_sections: the sections that one map of an .rlx file has.
 *
 * Private to map_image*.c and map_file.c. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_IMAGE_SECTIONS_H
#define RELAXD_GRAPH_MAP_FILE_MAP_IMAGE_SECTIONS_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map_file/map_layout.h"

/* By kind; NULL where the map has none. */
struct map_image_sections {
    const struct map_entry_on_disk *entry[SECTION_END];
};

/* Those of the map with this number. -EINVAL: one is twice there or missing,
 * has elements of another size, or more or fewer than go with the others. */
int map_image_sections_find(const struct map_header *head, uint32_t profile,
                            struct map_image_sections *ret_sections,
                            struct error *error);

/* How many elements a section has that is there. */
uint64_t map_section_count(const struct map_image_sections *sections,
                           enum map_section_id kind);

#endif
