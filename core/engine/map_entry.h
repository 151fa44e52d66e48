/* map_entry: one published map with what was prepared from it; for the
 * registry and the workers. What everybody may ask it stands in registry.h. */
#ifndef RELAXD_ENGINE_MAP_ENTRY_H
#define RELAXD_ENGINE_MAP_ENTRY_H

#include <stdbool.h>

#include "core/engine/registry.h"

/* Prepares and customizes as registry_publish() says. Takes the map over, also
 * on failure. The entry has one reference, the caller's. */
int map_entry_create(const char *name, struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct map_entry **ret_entry,
                     struct error *error);

/* Says that another map has the name now, so that nobody keeps this one only to
 * be quick the next time. Any thread. */
void map_entry_retire(struct map_entry *entry);
bool map_entry_retired(const struct map_entry *entry);

#endif
