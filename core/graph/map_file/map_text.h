/* map_text: the texts in a map file: info, profile and import report.
 *
 * One "key=value" a line, each line with a line break. Readers skip unknown
 * keys, so later versions can add some. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_TEXT_H
#define RELAXD_GRAPH_MAP_FILE_MAP_TEXT_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/graph/map_arrays.h"

/* The text of the section `id`, free()d by the caller, without a NUL. 0 or
 * -ENOMEM. */
int map_text_write(const struct map *map, enum map_section_id id,
                   char **ret_text, size_t *ret_size);

/* Reads such a text into a map, of which the section's part is zero; a missing
 * key leaves its field so. -EINVAL with the line's number: no '=', an invalid
 * value, more classes or exclusions than fit, an exclusion of undefined
 * classes; the map may then be partly filled. */
int map_text_read(const char *text, size_t size, enum map_section_id id,
                  struct map *map, struct error *error);

#endif
