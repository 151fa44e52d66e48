/* model_shelf: the named models of a ledger, as text.
 *
 * What a text says is not known here: who put it there checked it. A shelf
 * never changes; a change makes the next one, which shares the texts. An empty
 * one is NULL. Any thread reads a shelf that it has pinned, or whose ledger. */
#ifndef RELAXD_WEIGHTING_MODEL_SHELF_H
#define RELAXD_WEIGHTING_MODEL_SHELF_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/weighting/weight_change.h"

struct model_text {
    atomic_uint references;
    size_t size;
    char text[]; /* [size], then NUL */
};

struct shelf_model {
    char name[MODEL_NAME_SIZE];
    uint64_t epoch; /* of its last change */
    struct model_text *text;
};

struct model_shelf {
    atomic_uint references;
    size_t count;
    struct shelf_model model[]; /* [count] by name */
};

struct model_shelf *model_shelf_acquire(struct model_shelf *shelf);
void model_shelf_release(struct model_shelf *shelf);

/* NULL: there is none of that name. */
const struct shelf_model *model_shelf_find(const struct model_shelf *shelf,
                                           const char *name);

/* The next shelf, with this model in the place of the one of its name. 0 or
 * -ENOMEM. */
int model_shelf_put(const struct model_shelf *shelf, const char *name,
                    uint64_t epoch, const void *text, size_t size,
                    struct model_shelf **ret_next);

/* The next shelf, without this model, which is there. 0 or -ENOMEM. */
int model_shelf_remove(const struct model_shelf *shelf, const char *name,
                       struct model_shelf **ret_next);

#endif
