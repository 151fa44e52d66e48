/* published_map: a map with its prepared forms, and the entries on them.
 *
 * Its current entry has the weights in force. A change of weights makes the
 * next entry from it aside, then replaces it in one step that cannot fail; what
 * pins the old one goes on with that. An older entry that nobody pins any more
 * is brought up to date and becomes the next one, so a change copies nothing.
 *
 * Entries pin their map; the map pins its current entry and those it keeps,
 * until published_map_retire(). */
#ifndef RELAXD_ENGINE_PUBLISHED_MAP_H
#define RELAXD_ENGINE_PUBLISHED_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/solver/solver.h"
#include "core/weighting/weighting_edit.h"

struct map_entry;
struct published_map;

enum { MAP_NAME_SIZE = 64 };

/* The characters allowed in a map's name. */
#define MAP_NAME_CHARACTERS                                                    \
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

/* Prepares `map` for every (form, device) pair that the solvers need, and
 * customizes it with the weighting; NULL: that of its import, epoch 0. One made
 * by weighting_copy() is expected to change: forms keep what makes that cheap.
 * Takes ownership of both, also on failure. A form that cannot be prepared on a
 * device is left out and the reason kept (map_entry_missing); if that of the
 * first solver, the oracle, fails, the whole call fails. A form that refuses
 * the map, or that only slow solvers read and would take time and memory for
 * nothing, waits for the first query that names such a solver (map_entry.h).
 * -EINVAL: a bad name (1 to 63 of [A-Za-z0-9._-]). Pinned by the caller. */
int published_map_create(const char *name, struct map *map,
                         struct weighting *weighting,
                         const struct solver_ops *const *solvers,
                         size_t solver_count,
                         const struct device *const *devices,
                         size_t device_count, struct published_map **ret_map,
                         struct error *error);

struct published_map *published_map_acquire(struct published_map *published);

/* The last pin retires and frees it. NULL is fine. */
void published_map_release(struct published_map *published);

/* For a retired map: releases it if this is its last pin, so that this thread
 * frees it now; false: others pin it. */
bool published_map_release_last(struct published_map *published);

/* Gives up the current entry and all that are kept, and keeps none from now on:
 * the map was replaced. Workers drop what they hold of it. Any thread. */
void published_map_retire(struct published_map *published);
bool published_map_retired(const struct published_map *published);

/* The entry in force, pinned by the caller; NULL: retired. Any thread. */
struct map_entry *published_map_current(struct published_map *published);

const char *published_map_name(const struct published_map *published);
const char *published_map_profile(const struct published_map *published);
const struct map *published_map_map(const struct published_map *published);

/* ---- Changes of weights: one thread at a time ---------------------------- */

/* An entry that is to be the next one. */
struct next_entry;

/* Makes the current entry's weights with these edits, and all of its metrics.
 * `ret_changed`: arcs whose weights have changed; one that is listed twice
 * counts twice. Codes as weighting_edit(); -ENOENT: the map has retired. */
int published_map_change(struct published_map *published,
                         const struct weighting_edits *edits, uint64_t epoch,
                         struct next_entry **ret_next, size_t *ret_changed,
                         struct error *error);

/* What differs from the entry in force. Valid until it is put or dropped. */
const struct weighting_delta *next_entry_delta(const struct next_entry *next);

/* Puts it in force; its epoch is dealt with. Frees `next`. */
void published_map_put(struct published_map *published,
                       struct next_entry *next);

/* Drops it: nothing has changed. NULL is fine. */
void next_entry_drop(struct next_entry *next);

/* The last epoch that it has dealt with. Any thread. */
uint64_t published_map_dealt(const struct published_map *published);

/* The map has dealt with this epoch, which did not concern its weights. */
void published_map_deal(struct published_map *published, uint64_t epoch);

/* The rows of a scenario have changed: entries with the old ones were good up
 * to this epoch. Call it before the next epoch is dealt with. */
void published_map_end_scenario(struct published_map *published,
                                const char *scenario, uint64_t until);

/* While nothing waits: makes an older entry that nobody reads equal to the
 * current one, so that the next change need not. If there is none, or it lacks
 * too many changes, it copies, if it may, else it returns -EBUSY. 0; or a
 * negative code. */
int published_map_spare(struct published_map *published, bool may_copy,
                        struct error *error);

/* How many older entries are still pinned by what began on them. */
size_t published_map_elders(struct published_map *published);

/* The same for figures. Any thread; while weights change, which it does not
 * wait for, the number before. */
size_t published_map_elders_seen(struct published_map *published);

/* Cuts off what began on the oldest of these (map_entry_cut()). */
void published_map_cut_oldest(struct published_map *published);

#endif
