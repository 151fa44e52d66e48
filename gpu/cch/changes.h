/* changes: the fronts that changed arcs may change: their own, and those
 * above as far as anything is passed on.
 *
 * On the host and without CUDA. One thread at a time. */
#ifndef RELAXD_GPU_CCH_CHANGES_H
#define RELAXD_GPU_CCH_CHANGES_H

#include <stdbool.h>

#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/weights.h"
#include "gpu/cch/plan.h"

/* Where more fronts may change, customizing all of them is cheaper. */
enum { CCH_LIST_MAX = 65536 };

struct cch_changes {
    uint32_t *mark; /* [front_count] turn << 1 | its own arcs changed */
    uint32_t *list; /* [count] fronts, ascending, with CCH_SEEDED where their
                       own arcs changed */
    uint32_t count;
    uint32_t turn;
};

/* 0 or -ENOMEM; finish() is fine after either, on zero bytes and again. */
int cch_changes_init(struct cch_changes *changes, const struct cch_plan *plan);
void cch_changes_finish(struct cch_changes *changes);

/* Fills list; false: there are more than CCH_LIST_MAX. */
bool cch_changes_list(struct cch_changes *changes, const struct cch_plan *plan,
                      const struct hierarchy *hierarchy,
                      const struct weight_changes *arcs);

#endif
