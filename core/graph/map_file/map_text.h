/* map_text: the texts in a map file: info, profile and import report.
 *
 * One "key=value" a line, each line with a line break. Readers skip unknown
 * keys, so later versions can add some. */
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
 * UTF-8, or is not a number where one is required. A missing key leaves its
 * field empty. */
int map_info_from_text(const char *text, size_t size, struct map_info *ret_info,
                       struct error *error);

/* Texts, free()d by the caller, without a NUL. 0 or -ENOMEM. */
int map_profile_to_text(const struct roads *roads, char **ret_text,
                        size_t *ret_size);
int map_report_to_text(const struct import_report *report, char **ret_text,
                       size_t *ret_size);

/* -EINVAL with the line's number: an invalid value, more classes or exclusions
 * than fit, an exclusion of undefined classes. Sets the profile of `ret_roads`
 * and its large_count; a missing key leaves its field empty. */
int map_profile_from_text(const char *text, size_t size,
                          struct roads *ret_roads, struct error *error);
int map_report_from_text(const char *text, size_t size,
                         struct import_report *ret_report, struct error *error);

#endif
