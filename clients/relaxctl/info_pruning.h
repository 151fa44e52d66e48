/* info_pruning: what exact distances would leave out of a hierarchy. */
#ifndef RELAXD_CLIENTS_RELAXCTL_INFO_PRUNING_H
#define RELAXD_CLIENTS_RELAXCTL_INFO_PRUNING_H

#include "core/graph/map.h"
#include "core/solver/cch/perfect.h"

/* Of an ordered map with its own weights, on all cores. 0, or what customizing
 * says. */
int info_pruning_take(const struct map *map, struct cch_pruning *ret_pruning,
                      struct error *error);

#endif
