/* map_text: what a map file says in words: info, profile and import report.
 *
 * One "key=value" a line, each line ended by a line break. A key that is not
 * known is skipped, so that later versions can say more. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_TEXT_H
#define RELAXD_GRAPH_MAP_FILE_MAP_TEXT_H

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

/* Texts, free()d by the caller, without a NUL. 0 or -ENOMEM. */
int map_profile_to_text(const struct roads *roads, char **ret_text,
                        size_t *ret_size);
int map_report_to_text(const struct import_report *report, char **ret_text,
                       size_t *ret_size);

/* -EINVAL with the line's number: a value that is none, more classes or
 * exclusions than fit, one of classes that there are not. The profile of
 * `ret_roads` and its large_count are set; a key that is missing leaves its
 * field empty. */
int map_profile_from_text(const char *text, size_t size,
                          struct roads *ret_roads, struct error *error);
int map_report_from_text(const char *text, size_t size,
                         struct import_report *ret_report, struct error *error);

#endif
