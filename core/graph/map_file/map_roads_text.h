/* map_roads_text: what is not arrays of a map's roads, as the texts of the
 * sections road_profile and report: lines of "key=value" (key_lines.h). */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_ROADS_TEXT_H
#define RELAXD_GRAPH_MAP_FILE_MAP_ROADS_TEXT_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/graph/map.h"

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
