/* order_file: an elimination order as a text, so that one can come from
 * elsewhere and go there.
 *
 * Each line is the id of a vertex as the map's source calls it, nothing else;
 * the first is the first to be eliminated, and every vertex of the map is there
 * once. # begins a comment; lines without a word are passed over. An order of
 * other vertices, such as that of a coarser graph, has to be made into one of
 * the map's before it is written down. Maps of roads have none: their vertices
 * share ids. */
#ifndef RELAXD_GRAPH_ORDER_ORDER_FILE_H
#define RELAXD_GRAPH_ORDER_ORDER_FILE_H

#include <stdint.h>

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/map.h"

/* `ret_order`: [vertex_count] vertices of the map as map_order() takes them,
 * free()d by the caller. -EINVAL with the line for what is no id, an id that
 * the map does not know or that a line before had, and for ids that are missing
 * at the end, and for a map of roads; -ENOMEM. */
int order_read(struct byte_source *source, const struct map *map,
               struct progress *progress, uint32_t **ret_order,
               struct error *error);

/* The same from a file, plain or compressed; words begin with its path. */
int order_import(const char *path, const struct map *map,
                 struct progress *progress, uint32_t **ret_order,
                 struct error *error);

/* Writes the order of an ordered map: its ids by their vertices. The file is
 * whole and new, or what it was. -EINVAL for a map that is not ordered, or
 * of roads. */
int order_export(const struct map *map, const char *path, struct error *error);

#endif
