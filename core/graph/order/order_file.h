/* order_file: reads and writes an elimination order as text.
 *
 * Each line is the source's id of a vertex; the first is the first to be
 * eliminated, and every vertex of the map occurs once. # begins a comment;
 * lines without a word are skipped. An order of other vertices, such as those
 * of a coarser graph, must be expanded to the map's before it is written. Maps
 * of roads have no such file: their vertices share ids. */
#ifndef RELAXD_GRAPH_ORDER_ORDER_FILE_H
#define RELAXD_GRAPH_ORDER_ORDER_FILE_H

#include <stdint.h>

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/map.h"

/* `ret_order`: [vertex_count] vertices as map_order() takes them, free()d by
 * the caller. -EINVAL with the line for an invalid, unknown or repeated id;
 * also for ids missing at the end and for a map of roads; -ENOMEM. */
int order_read(struct byte_source *source, const struct map *map,
               struct progress *progress, uint32_t **ret_order,
               struct error *error);

/* The same from a file, plain or compressed; errors begin with its path. */
int order_import(const char *path, const struct map *map,
                 struct progress *progress, uint32_t **ret_order,
                 struct error *error);

/* Writes the order of an ordered map: its ids in vertex order. Replaces the
 * file as a whole or leaves it unchanged. -EINVAL for a map that is not
 * ordered, or of roads. */
int order_export(const struct map *map, const char *path, struct error *error);

#endif
