/* map_masks: the class masks of a published map that are kept.
 *
 * A masked map is an entry of its own, on which roads of some classes are
 * closed: pinned, batched and solved on as others are. It shares what was
 * prepared from the map's topology; it has weights of its own, 4 bytes an arc,
 * and of each form that it is asked in the metric of that form, which the first
 * such query makes, on its worker.
 *
 * The masks that were used last are kept, a few. One that is given up retires
 * at once, and is freed by the next worker that prepares a mask, not by whoever
 * asks: freeing a device's memory may wait for its kernels. So at most
 * `most` masks, and those still pinned, take memory beyond their view, until
 * the next is prepared once as many again. */
#ifndef RELAXD_ENGINE_MAP_MASKS_H
#define RELAXD_ENGINE_MAP_MASKS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

struct device;
struct map_entry;
struct metric;
struct form_ops;

enum { MASKS_KEPT_MAX = 1024 };

struct map_masks {
    pthread_mutex_t lock;    /* guards all below */
    struct map_entry **kept; /* [count] pinned, the one used last is first */
    size_t count;
    size_t capacity;
    struct map_entry **given_up; /* [given_up_count] pinned until a worker
                                    frees them */
    size_t given_up_count;
    size_t given_up_capacity;
    bool closed; /* keeps no more: the map was replaced */
};

void map_masks_init(struct map_masks *masks);
void map_masks_finish(struct map_masks *masks); /* none may be left */

/* The masked map, pinned by the caller: found, or made, which takes no long;
 * at most `most` are kept. `entry` is one as published, and has roads; of a
 * masked one, the mask is of both. `ret_given_up`: another went for it. 0 or
 * -ENOMEM. Any thread. */
int map_entry_mask(struct map_entry *entry, uint16_t classes, size_t most,
                   struct map_entry **ret_masked, bool *ret_given_up,
                   struct error *error);

/* The metrics that a published map and its masks that are kept have of a form
 * on a device; `entry` is any of these. Under the lock, so visit() must ask for
 * no mask. Any thread. */
void map_entry_each_metric(struct map_entry *entry, const struct form_ops *form,
                           const struct device *device,
                           void (*visit)(void *context, struct metric *metric),
                           void *context);

/* Lets go of all, and keeps none from now on. Before the last pin of a
 * published map is released; masks pin their map. */
void map_entry_drop_masks(struct map_entry *entry);

#endif
