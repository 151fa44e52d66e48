/* registry: the maps that are served, by name and profile, with their prepared
 * forms.
 *
 * Maps of one name differ in their profile (map->roads.profile.name, empty
 * without roads). A request without a profile gets the first in the list.
 *
 * A map is published whole (published_map.h): opened, prepared for every device
 * in use, customized. Until then the name leads to the old map. Readers pin an
 * entry as long as they need it, so replacing or removing a map never pulls it
 * from under a running batch; the last reference frees it.
 *
 * A question may close pieces of road: registry_close() returns another entry
 * for it, the same map with another weighting, which is in no list.
 *
 * Any thread. The registry's lock guards the name table; no thread holds it
 * while it prepares or frees a map. */
#ifndef RELAXD_ENGINE_REGISTRY_H
#define RELAXD_ENGINE_REGISTRY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/engine/published_map.h"
#include "core/graph/map.h"
#include "core/solver/solver.h"
#include "core/weighting/model/model.h"
#include "core/weighting/weighting.h"

struct registry;

enum {
    REGISTRY_MAPS_MAX = 1024, /* publishers keep to it, so that callers of
                                 registry_list() get all */
};

int registry_create(struct registry **ret_registry, struct error *error);

/* All other pins must have been released. NULL is fine. */
void registry_destroy(struct registry *registry);

/* Replaces the whole list by these maps, in this order, atomically; all others
 * retire. Each name and profile once. Takes ownership of `maps`, from malloc(),
 * but not of pins: the registry acquires its own. */
void registry_serve(struct registry *registry, struct published_map **maps,
                    size_t count);

/* Sets a function that is called whenever a map is replaced or an entry
 * evicted, so that caches drop it; NULL: none. Called under the registry's
 * lock: it has to be short and must not call into the registry. Once this
 * returns, the function set before is not called any more. */
void registry_on_retired(struct registry *registry,
                         void (*retired)(void *context), void *context);

/* Pins the entry in force of the first map of that name and profile; NULL
 * matches any. Returns NULL if there is none. */
struct map_entry *registry_acquire(struct registry *registry, const char *name,
                                   const char *profile);
struct map_entry *map_entry_acquire(struct map_entry *entry);
void map_entry_release(struct map_entry *entry); /* NULL is fine */

/* How many entries that lie over another of its map are kept for later
 * requests, by default with any memory; set_kept() changes both for later
 * requests. */
enum { REGISTRY_KEPT = 8 };
void registry_set_kept(struct registry *registry, size_t most, uint64_t bytes);

/* The same map with these pieces closed, in addition to those closed in the
 * entry: an entry of its own, pinned by the caller in addition to the other.
 * Fast: the first query makes its metrics. The map has roads. 0 or -ENOMEM. */
int registry_close(struct registry *registry, struct map_entry *entry,
                   struct closed_set *closed, struct map_entry **ret_entry,
                   struct error *error);

/* The same map with the weights of a scenario instead, as registry_close() does
 * it; of two calls for one version the first counts. Takes over the weighting,
 * made by weighting_copy(), also on failure. */
int registry_add_scenario(struct registry *registry, struct map_entry *entry,
                          const char *scenario, uint64_t version,
                          struct weighting *weighting,
                          struct map_entry **ret_entry, struct error *error);

/* The kept entry of a model over an entry without one, pinned; NULL: there is
 * none. */
struct map_entry *registry_find_model(struct map_entry *entry,
                                      struct model *model);

/* The same map with the weights that a model makes of those of an entry without
 * one, as registry_add_scenario() does it. Its metrics are derived from the
 * entry's. */
int registry_add_model(struct registry *registry, struct map_entry *entry,
                       struct model *model, struct weighting *weighting,
                       struct map_entry **ret_entry, struct error *error);

/* The model that lies over the others of an entry, and the entry below it, both
 * valid while the entry is pinned; NULL: it has none. */
const struct model *map_entry_model(const struct map_entry *entry,
                                    const struct map_entry **ret_below);

/* Pins all entries in force, in the order of the list. Fills up to `capacity`,
 * returns how many it pinned. */
size_t registry_list(struct registry *registry, struct map_entry **ret_entries,
                     size_t capacity);

/* Number of entries, each profile counted. */
size_t registry_count(struct registry *registry);

/* Calls map_trim() for every map. */
void registry_trim(struct registry *registry);

/* Valid while the entry is pinned. */
struct published_map *map_entry_published(const struct map_entry *entry);
const char *map_entry_name(const struct map_entry *entry);
const char *map_entry_profile(const struct map_entry *entry); /* or "" */
const struct map *map_entry_map(const struct map_entry *entry);
struct weighting *map_entry_weighting(const struct map_entry *entry);

/* When the map was published, by the system's clock: other than of any map
 * before it under this name. */
uint64_t map_entry_published_us(const struct map_entry *entry);

/* The last change of weights that the map had dealt with while this entry was
 * in force: a later one than the change that made the entry, if those in
 * between concerned other profiles. Rises while it is in force. Any thread. */
uint64_t map_entry_epoch(const struct map_entry *entry);

/* Rises when what began on the entry is to end, since it pins old weights
 * (weights.epochs-max). Valid while the entry is pinned. */
const atomic_bool *map_entry_cut(const struct map_entry *entry);

/* The pieces of each class of the map's roads, to close them. */
const struct class_sets *map_entry_class_sets(const struct map_entry *entry);

/* The metric of this form on this device. NULL if it was left out, then
 * map_entry_missing() says why (the entry owns the text), or if it waits for
 * its first query. Does not wait. */
struct metric *map_entry_metric(const struct map_entry *entry,
                                const struct form_ops *form,
                                const struct device *device);

/* Whether this form is prepared, so that a query at most customizes. Does not
 * wait. */
bool map_entry_is_ready(const struct map_entry *entry,
                        const struct form_ops *form,
                        const struct device *device);

/* Whether it is prepared or waits for its first query. */
bool map_entry_offers(const struct map_entry *entry,
                      const struct form_ops *form, const struct device *device);
const char *map_entry_missing(const struct map_entry *entry,
                              const struct device *device);

/* Whether preparing a form on this device failed, for lack of memory or the
 * like, rather than being refused. */
bool map_entry_lacks(const struct map_entry *entry,
                     const struct device *device);

/* How many entries with closed edges of its map are kept. Any thread; waits
 * only for a lookup of an entry. */
size_t map_entry_kept_count(struct map_entry *entry);

/* Known bytes of their weightings and metrics, on the host and on devices;
 * evicted ones that are not freed yet included. Any thread; waits as above. */
uint64_t map_entry_kept_bytes(struct map_entry *entry);

/* Calls visit() with each prepared form of known size: bytes in addition to the
 * map (form_ops), without kept entries. Does not wait. */
void map_entry_each_form(const struct map_entry *entry,
                         void (*visit)(void *context, const char *form,
                                       const struct device *device,
                                       uint64_t bytes),
                         void *context);

/* Whether solver speeds on this device were measured by 'relaxctl tune' and
 * loaded (engine_learn); otherwise they are guessed. */
bool map_entry_measured(const struct map_entry *entry,
                        const struct device *device);

#endif
