/* map_entry: one published map with what was prepared from it; for the
 * registry and the workers. What everybody may ask it stands in registry.h. */
#ifndef RELAXD_ENGINE_MAP_ENTRY_H
#define RELAXD_ENGINE_MAP_ENTRY_H

#include <stdbool.h>

#include "core/engine/registry.h"

/* What stands here of prepared forms, speeds and refusals holds for masked
 * entries, too, by what is known of their map; speeds are not learnt of them.
 */

/* Prepares and customizes as registry_publish() says. Takes the map over, also
 * on failure. The entry has one reference, the caller's. */
int map_entry_create(const char *name, struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct map_entry **ret_entry,
                     struct error *error);

/* What map_entry_metric() answers, prepared now where it waited for its first
 * query. May take long and much memory; a second caller waits for the first.
 * Which of the map's forms is prepared when is all that changes in an entry
 * that was published. SOLVER_REFUSES with the words of the form, the
 * same for every later call; -ENOMEM and other negative codes, after which the
 * next call tries again. -ENOENT: it was left out. */
int map_entry_prepare(struct map_entry *entry, const struct form_ops *form,
                      const struct device *device, struct metric **ret_metric,
                      struct error *error);

/* Why this form of the map was refused when it was published; NULL: it was not.
 */
const char *map_entry_refusal(const struct map_entry *entry,
                              const struct form_ops *form,
                              const struct device *device);

/* How quick a solver is on this map and device: as measured, else as guessed;
 * NULL for one that `auto` never picks. Valid while the entry is pinned. */
const struct solver_speed *map_entry_speed(const struct map_entry *entry,
                                           const struct solver_ops *solver,
                                           const struct device *device);

/* From now on as measured. Once for each solver and device, from any thread,
 * one at a time; later calls change nothing. */
void map_entry_learn_speed(struct map_entry *entry,
                           const struct solver_ops *solver,
                           const struct device *device,
                           const struct solver_speed *measured);

/* Whether both are of one published map, masked or not, so that what was
 * prepared of the one is of the other. */
bool map_entry_is_of_map(const struct map_entry *entry,
                         const struct map_entry *other);

/* Says that another map has the name now, so that nobody keeps this one only to
 * be quick the next time. Any thread. */
void map_entry_retire(struct map_entry *entry);
bool map_entry_retired(const struct map_entry *entry);

#endif
