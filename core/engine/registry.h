/* registry: the maps that are served, by name and profile, each with what was
 * prepared.
 *
 * Maps of one name differ in who travels on them, their profile
 * (map->roads.profile.name, empty without roads). Where none is asked for, the
 * one that was published first is meant.
 *
 * A map enters whole: opened, prepared for every device in use, customized.
 * Until then the name leads to what it led to before. Readers pin an entry and
 * keep it as long as they need it, so replacing or removing a map never pulls
 * it from under a running batch; the last reference frees it.
 *
 * A question may close pieces of road: registry_close() gives it another entry
 * to ask, the same map with another weighting, which is in no list.
 *
 * Any thread. The registry's lock guards the name table and is never held while
 * a map is prepared or freed. */
#ifndef RELAXD_ENGINE_REGISTRY_H
#define RELAXD_ENGINE_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/solver/solver.h"
#include "core/weighting/weighting.h"

struct registry;
struct map_entry;

enum {
    MAP_NAME_SIZE = 64,
    REGISTRY_MAPS_MAX = 1024, /* whoever publishes holds to it, so that whoever
                                 lists has all */
};

/* What a map's name may be made of. */
#define MAP_NAME_CHARACTERS                                                    \
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

int registry_create(struct registry **ret_registry, struct error *error);

/* All entries must have been released by others. NULL is fine. */
void registry_destroy(struct registry *registry);

/* Prepares `map` for every (form, device) pair that the catalog's
 * solvers need and publishes it as `name`, replacing what was there of the same
 * profile. Takes the
 * map over, also on failure. A form that cannot be prepared on a
 * device is left out and the reason kept (map_entry_missing); that of the first
 * solver, the oracle, fails the whole. One that refuses the map, and one that
 * only slow solvers read, which would take time and memory for nothing, is left
 * to the first query that names such a solver (map_entry.h). -EINVAL: a bad
 * name (1 to 63 of [A-Za-z0-9._-]). */
int registry_publish(struct registry *registry, const char *name,
                     struct map *map, const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct error *error);

/* The same but for publishing, with weights of this epoch: made aside, and in
 * no registry until registry_serve(). Pinned by the caller. */
int registry_prepare(const char *name, struct map *map, uint64_t epoch,
                     const struct solver_ops *const *solvers,
                     size_t solver_count, const struct device *const *devices,
                     size_t device_count, struct map_entry **ret_entry,
                     struct error *error);

/* From now on these are all there is, in this order: others are removed, and
 * whoever asks sees all of it or nothing. Each name and profile once. Takes
 * `entries`, from malloc(), but no pins: the registry has its own. */
void registry_serve(struct registry *registry, struct map_entry **entries,
                    size_t count);

/* Called whenever a map has been replaced, or an entry given up, so that a
 * thread that keeps something of it only to be quick lets go. Called under the
 * registry's lock: short, and no call back into the registry. */
struct registry_watch {
    void (*retired)(struct registry_watch *watch);
};

/* At most one watches; NULL ends it, and once that has returned the old one is
 * not called any more. */
void registry_set_watch(struct registry *registry,
                        struct registry_watch *watch);

/* Pins the first entry of that name and profile, NULL: of any. NULL where there
 * is none. */
struct map_entry *registry_acquire(struct registry *registry, const char *name,
                                   const char *profile);
struct map_entry *map_entry_acquire(struct map_entry *entry);
void map_entry_release(struct map_entry *entry); /* NULL is fine */

/* Releases an entry that is in no registry any more where this is its last pin,
 * so that it is freed here and now, and by nobody else; false: others have it.
 */
bool map_entry_release_last(struct map_entry *entry);

/* How many entries with closed pieces of each map are kept for the next that
 * asks, unless it is said otherwise; and to say so, for those that are asked
 * for from then on. */
enum { REGISTRY_KEPT = 8 };
void registry_set_kept(struct registry *registry, size_t most);

/* The same map with these pieces closed, beside those that are closed in the
 * entry: an entry of its own, pinned by the caller beside the other. Takes no
 * long: its metrics are made by the first query. The map has roads. 0 or
 * -ENOMEM. */
int registry_close(struct registry *registry, struct map_entry *entry,
                   struct closed_set *closed, struct map_entry **ret_entry,
                   struct error *error);

/* Pins all entries, in the order they were first published. Fills up to
 * `capacity`, returns how many were pinned. */
size_t registry_list(struct registry *registry, struct map_entry **ret_entries,
                     size_t capacity);

/* How many there are, each profile counted. */
size_t registry_count(struct registry *registry);

/* map_trim() of every map. */
void registry_trim(struct registry *registry);

/* Valid while the entry is pinned. */
const char *map_entry_name(const struct map_entry *entry);
const char *map_entry_profile(const struct map_entry *entry); /* or "" */
const struct map *map_entry_map(const struct map_entry *entry);
struct weighting *map_entry_weighting(const struct map_entry *entry);
uint64_t map_entry_epoch(const struct map_entry *entry); /* of the weighting */

/* The pieces of each class of the map's roads, to close them. */
const struct class_sets *map_entry_class_sets(const struct map_entry *entry);

/* What is prepared for this form on this device. NULL where it was
 * left out, and map_entry_missing() says why (owned by the entry), or where it
 * waits for its first query. Does not wait. */
struct metric *map_entry_metric(const struct map_entry *entry,
                                const struct form_ops *form,
                                const struct device *device);

/* Whether its map is prepared, so that a query need at most customize. Does not
 * wait. */
bool map_entry_is_ready(const struct map_entry *entry,
                        const struct form_ops *form,
                        const struct device *device);

/* Whether it is prepared or waits for its first query. */
bool map_entry_offers(const struct map_entry *entry,
                      const struct form_ops *form, const struct device *device);
const char *map_entry_missing(const struct map_entry *entry,
                              const struct device *device);

/* Whether it could not be prepared for all that others of its device are: not
 * refused, but without memory or the like. */
bool map_entry_lacks(const struct map_entry *entry,
                     const struct device *device);

/* How many entries with closed pieces are kept of its map. Any thread; waits
 * only for one that looks for an entry. */
size_t map_entry_kept_count(struct map_entry *entry);

/* What their weightings and metrics take, in bytes, on the host and on devices,
 * as far as it is known; with those that are given up and wait to be freed. The
 * same. */
uint64_t map_entry_kept_bytes(struct map_entry *entry);

/* Calls visit() with each form that is prepared and whose size is known: bytes
 * beside the map (form_ops), those of kept entries left out. Does not wait. */
void map_entry_each_form(const struct map_entry *entry,
                         void (*visit)(void *context, const char *form,
                                       const struct device *device,
                                       uint64_t bytes),
                         void *context);

/* Whether how quick solvers are on this device was measured, by 'relaxctl
 * tune', and learnt (engine_learn); else it is guessed. */
bool map_entry_measured(const struct map_entry *entry,
                        const struct device *device);

#endif
