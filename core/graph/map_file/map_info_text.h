/* map_info_text: struct map_info as the text of the section info.
 *
 * One "key=value" a line, each line ended by a line break. A key that is not
 * known is skipped, so that later versions can say more. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_INFO_TEXT_H
#define RELAXD_GRAPH_MAP_FILE_MAP_INFO_TEXT_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/graph/map.h"

enum { MAP_INFO_TEXT_SIZE = 768 };

/* Writes the text with a NUL and returns its length. */
size_t map_info_to_text(const struct map_info *info,
                        char text[static MAP_INFO_TEXT_SIZE]);

/* -EINVAL with the line's number: no '=', a value that does not fit, is not
 * UTF-8, or no number where one is wanted. A key that is missing leaves its
 * field empty. */
int map_info_from_text(const char *text, size_t size, struct map_info *ret_info,
                       struct error *error);

#endif
