/* map_entry: a map with one weighting, ready to be asked; for the registry, the
 * scheduler and the workers. registry.h says what everybody may ask it.
 *
 * A published map has the map, its prepared forms, how quick solvers are on it,
 * and entries: one with the weighting that it was published with, and those
 * with closed pieces that were used last, a few. Each entry has a weighting and
 * of each form a metric, which the first query that needs it makes, on its
 * worker. Jobs and questions pin entries.
 *
 * Beside what it shares an entry takes what its weighting and its metrics take.
 * One that is given up retires at once and is freed by the next worker that
 * makes a metric, not by the thread that asked for another: freeing a device's
 * memory may wait for its kernels. So at most the number kept, and those still
 * pinned, take memory, until the next is made once as many again. */
#ifndef RELAXD_ENGINE_MAP_ENTRY_H
#define RELAXD_ENGINE_MAP_ENTRY_H

#include <stdbool.h>

#include "core/engine/registry.h"

/* What stands here of prepared forms, speeds and refusals holds for all entries
 * of a published map. */

/* Prepares and customizes as registry_publish() says. Takes the map over, also
 * on failure. The entry has one reference, the caller's. */
int map_entry_create(const char *name, struct map *map, uint64_t epoch,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct map_entry **ret_entry,
                     struct error *error);

/* Whether a form is made when the map is published: a solver reads it that
 * answers jobs which name none, so one that is not slow by nature and not, for
 * pairs alone, outdone by a hierarchy of the map. Other forms wait for the
 * first query that names a solver which reads them. */
bool form_is_for_all(const struct form_ops *form, const struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count);

/* What map_entry_metric() answers, made now where it waited for its first
 * query. May take long and much memory; a second caller waits for the first.
 * Which of the map's forms is prepared when is all that changes in an entry
 * that was published. SOLVER_REFUSES with the words of the form, the same for
 * every later call; -ENOMEM and other negative codes, after which the next call
 * tries again. -ENOENT: it was left out. */
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
 * one at a time; later calls change nothing, nor do those of an entry with
 * closed pieces. */
void map_entry_learn_speed(struct map_entry *entry,
                           const struct solver_ops *solver,
                           const struct device *device,
                           const struct solver_speed *measured);

/* Whether both are of one published map, so that what was prepared of the one
 * is of the other. */
bool map_entry_is_of_map(const struct map_entry *entry,
                         const struct map_entry *other);

/* Says that another map has the name now, so that nobody keeps this one only to
 * be quick the next time. Any thread. */
void map_entry_retire(struct map_entry *entry);
bool map_entry_retired(const struct map_entry *entry);

/* registry_close() with at most `most` entries kept, up to ENTRIES_KEPT_MAX;
 * `ret_given_up`: another went for it. */
enum { ENTRIES_KEPT_MAX = 1024 };
int map_entry_close(struct map_entry *entry, struct closed_set *closed,
                    size_t most, struct map_entry **ret_entry,
                    bool *ret_given_up, struct error *error);

/* The metrics that the entries of a published map which are kept have of a form
 * on a device; `entry` is any of these. Under a lock, so visit() must not ask
 * for entries. Any thread. */
void map_entry_each_metric(struct map_entry *entry, const struct form_ops *form,
                           const struct device *device,
                           void (*visit)(void *context, struct metric *metric),
                           void *context);

/* Gives up all entries with closed pieces, and keeps none from now on. Before
 * the last pin of a published map is released: they pin it. */
void map_entry_drop_kept(struct map_entry *entry);

#endif
