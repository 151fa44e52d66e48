/* info_pruning: what exact distances would leave out of a hierarchy. */
#ifndef RELAXD_CLIENTS_RELAXCTL_INFO_PRUNING_H
#define RELAXD_CLIENTS_RELAXCTL_INFO_PRUNING_H

#include "core/graph/map.h"
#include "core/solver/cch/perfect.h"

/* Of an ordered map with its own weights, on a device that inventory.h knows by
 * this name; the CPU's on all cores. All devices count the same. 0, or what
 * inventory_choose() or customizing says. */
int info_pruning_take(const struct map *map, const char *device,
                      struct cch_pruning *ret_pruning, struct error *error);

#endif
