/* map_entry: a published map with one weighting, ready for queries; for the
 * registry, the scheduler and the workers. Functions for other callers are in
 * registry.h.
 *
 * A published map has one entry with the weights in force, and a few over it
 * with closed edges, those used last. Each entry has a weighting and one metric
 * per form; the worker of the first query that needs a metric makes it. Jobs
 * and questions pin entries.
 *
 * In addition to shared data, an entry takes the memory of its weighting and
 * metrics. An entry that is evicted retires at once. The next worker that makes
 * a metric frees it, not the thread whose request evicted it: freeing a
 * device's memory may wait for its kernels. So memory is bounded by the entries
 * kept and pinned, and, until the next metric is made, as many again. */
#ifndef RELAXD_ENGINE_MAP_ENTRY_H
#define RELAXD_ENGINE_MAP_ENTRY_H

#include <stdbool.h>

#include "core/engine/registry.h"

/* The prepared forms, speeds and refusals below are common to all entries of a
 * published map. */

/* Like map_entry_metric(), but makes the metric now if it waits for its first
 * query. May take long and much memory; a second caller waits for the first.
 * After publication nothing else in an entry changes. SOLVER_REFUSES with the
 * form's reason, the same for every later call; -ENOMEM and other negative
 * codes, after which the next call tries again. -ENOENT: the form was left
 * out. */
int map_entry_prepare(struct map_entry *entry, const struct form_ops *form,
                      const struct device *device, struct metric **ret_metric,
                      struct error *error);

/* Why the form refused this map when it was published; NULL: it did not. */
const char *map_entry_refusal(const struct map_entry *entry,
                              const struct form_ops *form,
                              const struct device *device);

/* A solver's speed on this map and device, measured or else guessed; NULL if
 * `auto` never picks it. Valid while the entry is pinned. */
const struct solver_speed *map_entry_speed(const struct map_entry *entry,
                                           const struct solver_ops *solver,
                                           const struct device *device);

/* How long a query has to wait until a form's metric is there, by the last one
 * that was made of the map; 0 for an entry that is used again, as the metric
 * pays then. */
uint64_t map_entry_wait_us(const struct map_entry *entry,
                           const struct form_ops *form,
                           const struct device *device);

/* A query was answered in another form, as this one's metric was not there:
 * from now on that is worth the wait (map_entry_wait_us() is 0). make_wanted()
 * makes it on a device if the entry was used last of all that are kept. */
void map_entry_want(struct map_entry *entry, const struct form_ops *form);
void published_map_make_wanted(struct published_map *published,
                               const struct device *device);

/* Replaces a guess by a measured speed. Once for each solver and device, from
 * any thread, one at a time; later calls change nothing. */
void map_entry_learn_speed(struct map_entry *entry,
                           const struct solver_ops *solver,
                           const struct device *device,
                           const struct solver_speed *measured);

/* Whether both belong to one published map and so share its prepared forms. */
bool map_entry_is_of_map(const struct map_entry *entry,
                         const struct map_entry *other);

/* Marks the entry as replaced, so that caches drop it. Any thread. */
void map_entry_retire(struct map_entry *entry);
bool map_entry_retired(const struct map_entry *entry);

/* How many entries of a map are kept at most, and their memory: the one used
 * last is kept in any case, unless none may be. */
struct kept_limits {
    size_t count;
    uint64_t bytes;
};

/* registry_close() with at most so many entries kept; `ret_evicted`: another
 * was evicted. */
int map_entry_close(struct map_entry *entry, struct closed_set *closed,
                    struct kept_limits most, struct map_entry **ret_entry,
                    bool *ret_evicted, struct error *error);

/* The kept entry of this version of a scenario over an entry, pinned; NULL:
 * there is none. */
struct map_entry *map_entry_find_scenario(struct map_entry *entry,
                                          const char *scenario,
                                          uint64_t version);

/* registry_add_scenario() with at most so many entries kept. */
int map_entry_add_scenario(struct map_entry *entry, const char *scenario,
                           uint64_t version, struct weighting *weighting,
                           struct kept_limits most,
                           struct map_entry **ret_entry, bool *ret_evicted,
                           struct error *error);

/* The same for a model: the kept entry of it over an entry without one. */
struct map_entry *map_entry_find_model(struct map_entry *entry,
                                       struct model *model);

/* registry_add_model() with at most so many entries kept. */
int map_entry_add_model(struct map_entry *entry, struct model *model,
                        struct weighting *weighting, struct kept_limits most,
                        struct map_entry **ret_entry, bool *ret_evicted,
                        struct error *error);

/* Keeps its prepared forms, even when it has retired. For a thread that pins an
 * entry of it. */
void published_map_pin(struct published_map *published);
void published_map_unpin(struct published_map *published);

/* Calls visit() with the metrics of a form on a device, of all entries in force
 * or kept. Holds a lock, so visit() must not look up entries. Any thread. */
void published_map_each_metric(
    struct published_map *published, const struct form_ops *form,
    const struct device *device,
    void (*visit)(void *context, struct metric *metric), void *context);

#endif
