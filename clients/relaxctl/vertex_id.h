/* vertex_id: the vertices, or nodes, that a command line names.
 *
 * All give -ENOENT, with the file's name, for what the map does not know. */
#ifndef RELAXD_CLIENTS_RELAXCTL_VERTEX_ID_H
#define RELAXD_CLIENTS_RELAXCTL_VERTEX_ID_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/service/place/place.h"
#include "core/solver/query.h"

/* Finds the vertex that the map's source calls `id`; on a map with roads one of
 * those from which a tree from that node begins. */
int vertex_id_find(const struct map *map, const char *path, uint64_t id,
                   uint32_t *ret_vertex, struct error *error);

/* Where a node is on the roads of a map that has some. */
int vertex_id_place(const struct map *map, const char *path, uint64_t id,
                    struct place *ret_place, struct error *error);

/* All seeds of a tree from there. */
int vertex_id_seeds(const struct map *map, const char *path, uint64_t id,
                    struct seed ret_seeds[PLACE_POINTS_MAX],
                    uint32_t *ret_count, struct error *error);

#endif
