/* vertex_id: the vertices that a command line names. */
#ifndef RELAXD_CLIENTS_RELAXCTL_VERTEX_ID_H
#define RELAXD_CLIENTS_RELAXCTL_VERTEX_ID_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"

/* Finds the vertex that the map's source calls `id`. -ENOENT, with the file's
 * name and the ids that there are between. */
int vertex_id_find(const struct map *map, const char *path, uint64_t id,
                   uint32_t *ret_vertex, struct error *error);

#endif
