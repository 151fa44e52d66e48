/* changes: the fronts that changed arcs may change. */
#include "gpu/cch/changes.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/arc_entries.h"
#include "gpu/cch/customize.h"

int cch_changes_init(struct cch_changes *changes, const struct cch_plan *plan)
{
    *changes = (struct cch_changes){
        .mark = array_zero(plan->front_count, sizeof(*changes->mark)),
        .list = array_alloc(CCH_LIST_MAX, sizeof(*changes->list)),
    };
    return changes->mark && changes->list ? 0 : -ENOMEM;
}

void cch_changes_finish(struct cch_changes *changes)
{
    free(changes->mark);
    free(changes->list);
    *changes = (struct cch_changes){0};
}

/* A front with one upper passes nothing on. */
static uint32_t above(const struct hierarchy *hierarchy, uint32_t node)
{
    return supernode_uppers(hierarchy, node) < 2 ? SUPERNODE_NONE
                                                 : hierarchy->parent[node];
}

static bool mark_up(struct cch_changes *changes, const struct cch_plan *plan,
                    const struct hierarchy *hierarchy, uint32_t node)
{
    for (; node != SUPERNODE_NONE; node = above(hierarchy, node)) {
        uint32_t front = plan->front_of[node];

        if (changes->mark[front] >> 1 == changes->turn)
            return true;
        if (changes->count == CCH_LIST_MAX)
            return false;
        changes->mark[front] = changes->turn << 1;
        changes->list[changes->count++] = front;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;

    return (*x > *y) - (*x < *y);
}

static void sort(struct cch_changes *changes)
{
    qsort(changes->list, changes->count, sizeof(*changes->list), compare);
    for (uint32_t i = 0; i < changes->count; i++)
        if (changes->mark[changes->list[i]] & 1)
            changes->list[i] |= CCH_SEEDED;
}

bool cch_changes_list(struct cch_changes *changes, const struct cch_plan *plan,
                      const struct hierarchy *hierarchy,
                      const struct weight_changes *arcs)
{
    changes->turn++;
    changes->count = 0;
    for (size_t i = 0; i < arcs->count; i++) {
        uint64_t entry = hierarchy->arc_entry[arcs->arc[i]];
        uint32_t node;

        if (entry == ENTRY_NONE)
            continue;
        node = entry_supernode(hierarchy, entry);
        if (!mark_up(changes, plan, hierarchy, node))
            return false;
        changes->mark[plan->front_of[node]] |= 1;
    }
    sort(changes);
    return true;
}
