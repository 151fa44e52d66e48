/* vertex_id: finds the vertices, or nodes, that a command line names; those
 * that lie on closed roads alone are unknown.
 *
 * All return -ENOENT, with the file's name, for an unknown id. */
#ifndef RELAXD_CLIENTS_RELAXCTL_VERTEX_ID_H
#define RELAXD_CLIENTS_RELAXCTL_VERTEX_ID_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/service/place/place.h"
#include "core/solver/query.h"

/* Finds the vertex with this id in the map's source; on a map with roads one of
 * those where a tree from that node begins. */
int vertex_id_find(const struct map *map, const struct weighting *weighting,
                   const char *path, uint64_t id, uint32_t *ret_vertex,
                   struct error *error);

/* Finds a node's place on the roads of a map that has roads. */
int vertex_id_place(const struct map *map, const struct weighting *weighting,
                    const char *path, uint64_t id, struct place *ret_place,
                    struct error *error);

/* All seeds of a tree from that node. */
int vertex_id_seeds(const struct map *map, const struct weighting *weighting,
                    const char *path, uint64_t id,
                    struct seed ret_seeds[PLACE_POINTS_MAX],
                    uint32_t *ret_count, struct error *error);

#endif
