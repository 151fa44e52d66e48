/* changed: what changed arcs can touch, to compute it again or to copy it. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/solver/cch/customize.h"
#include "core/solver/cch/supernode_set.h"

/* Changed arcs that are worth a thread: their chains to a root overlap the more
 * the more there are. */
enum { THREAD_CHANGES = 16 };

/* If the chains from the changed arcs to the roots hold this percentage of all
 * work, a change costs as much as a full customization: 42 on New York, 60 on a
 * generated map, 13,000 and 35,000 arcs drawn at random. FEW_CHANGES, and one
 * arc in FEW_SHARE, always cost less; a quarter of all arcs costs more. Looking
 * up the chains would take a tenth of the few's time, half of all arcs'. */
enum {
    PAYING_PERCENT = 45,
    FEW_CHANGES = 16,
    FEW_SHARE = 512,
    MANY_SHARE = 4,
};

/* ---- Changed weights ---- */

/* Arcs that a thread looks up at a time. */
enum { LOOKUP = 512 };

struct lookup {
    const struct weight_changes *changes;
    const struct hierarchy *hierarchy;
    _Atomic uint64_t *set;
    uint64_t limit; /* of work */
    _Atomic uint64_t work;
};

/* How many are worth starting. */
static unsigned changes_threads(const struct weight_changes *changes)
{
    size_t worth = changes->count / THREAD_CHANGES;

    return (unsigned)size_min(parallel_thread_count(), worth ? worth : 1);
}

static size_t lookup_parts(const struct weight_changes *changes)
{
    return size_divide_up(changes->count, LOOKUP);
}

/* The supernode whose panel has the weight of an arc; SUPERNODE_NONE: none. */
static uint32_t changed_supernode(const struct lookup *lookup, size_t change)
{
    uint64_t entry = lookup->hierarchy->arc_slot[lookup->changes->arc[change]];

    return entry == SLOT_NONE ? SUPERNODE_NONE
                              : slot_supernode(lookup->hierarchy, entry);
}

/* Marks the supernodes as dirty. */
static int mark_part(void *context, size_t part, struct error *error)
{
    const struct lookup *lookup = context;
    size_t end = size_min((part + 1) * LOOKUP, lookup->changes->count);

    (void)error;
    for (size_t i = part * LOOKUP; i < end; i++) {
        uint32_t supernode = changed_supernode(lookup, i);

        if (supernode != SUPERNODE_NONE)
            set_add(lookup->set, supernode);
    }
    return 0;
}

static void mark_dirty(struct cch_metric *metric,
                       const struct weight_changes *changes)
{
    struct lookup lookup = {.changes = changes,
                            .hierarchy = &metric->base.prepared->map->hierarchy,
                            .set = metric->dirty};

    parallel_run(parallel_thread_count(), lookup_parts(changes), mark_part,
                 &lookup, NULL);
}

int cch_recustomize(struct cch_metric *metric,
                    const struct weight_changes *changes, struct error *error)
{
    mark_dirty(metric, changes);
    return cch_customize_dirty(metric, changes->count / THREAD_CHANGES, error);
}

/* Work of the supernode and its ancestors that nobody has reached yet. */
static uint64_t chain_work(const struct lookup *lookup, uint32_t supernode)
{
    const struct hierarchy *hierarchy = lookup->hierarchy;
    uint64_t work = 0;

    while (supernode != SUPERNODE_NONE && set_put(lookup->set, supernode)) {
        work += schedule_work_of(hierarchy, supernode);
        supernode = hierarchy->parent[supernode];
    }
    return work;
}

static int work_part(void *context, size_t part, struct error *error)
{
    struct lookup *lookup = context;
    size_t end = size_min((part + 1) * LOOKUP, lookup->changes->count);
    uint64_t work = 0;

    (void)error;
    if (atomic_load(&lookup->work) > lookup->limit)
        return 0;
    for (size_t i = part * LOOKUP; i < end; i++)
        work += chain_work(lookup, changed_supernode(lookup, i));
    atomic_fetch_add(&lookup->work, work);
    return 0;
}

bool cch_derive_pays(const struct metric *metric,
                     const struct weight_changes *changes)
{
    const struct cch *cch = (const struct cch *)metric->prepared;
    const struct hierarchy *hierarchy = &cch->base.map->hierarchy;
    uint32_t arcs = cch->base.map->topology.arc_count;
    struct lookup lookup = {
        .changes = changes,
        .hierarchy = hierarchy,
        .limit = cch->schedule.work / 100 * PAYING_PERCENT,
    };

    if (changes->count <= FEW_CHANGES || changes->count <= arcs / FEW_SHARE)
        return true;
    if (changes->count > arcs / MANY_SHARE)
        return false;
    lookup.set = set_make(hierarchy->supernode_count);
    if (!lookup.set)
        return true; /* always right; both callers must get one answer */
    parallel_run(parallel_thread_count(), lookup_parts(changes), work_part,
                 &lookup, NULL);
    free(lookup.set);
    return lookup.work <= lookup.limit;
}

bool cch_recustomize_pays(const struct metric *metric,
                          const struct weight_changes *changes)
{
    return ((const struct cch_metric *)metric)->schur &&
           cch_derive_pays(metric, changes);
}

/* ---- Catching up ---- */

/* Supernodes that a thread copies at a time: a multiple of 64. */
enum { COPIED = 1024 };

struct copying {
    const struct hierarchy *hierarchy;
    struct cch_metric *to;
    const struct cch_metric *from;
    const _Atomic uint64_t *set;
};

static void copy_supernode(const struct copying *copying, uint32_t supernode)
{
    const uint64_t *panel = copying->hierarchy->first_panel + supernode;
    const uint64_t *schur = copying->hierarchy->first_schur + supernode;
    const struct cch_metric *from = copying->from;
    struct cch_metric *to = copying->to;
    size_t words = panel[1] - panel[0];

    memcpy(to->basic + *panel, from->basic + *panel,
           words * sizeof(*to->basic));
    memcpy(to->closed + *panel, from->closed + *panel,
           words * sizeof(*to->closed));
    memcpy(to->schur + *schur, from->schur + *schur,
           (schur[1] - schur[0]) * sizeof(uint32_t));
}

static int copy_part(void *context, size_t part, struct error *error)
{
    const struct copying *copying = context;
    uint32_t first = (uint32_t)part * COPIED;
    uint32_t end = (uint32_t)size_min((size_t)first + COPIED,
                                      copying->hierarchy->supernode_count);

    (void)error;
    for (uint32_t s = set_next(copying->set, first, end); s < end;
         s = set_next(copying->set, s + 1, end))
        copy_supernode(copying, s);
    return 0;
}

void cch_copy(struct cch_metric *to, const struct cch_metric *from)
{
    const struct hierarchy *hierarchy = &from->base.prepared->map->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    size_t panels = count ? hierarchy->first_panel[count] : 0;
    size_t schur = count ? hierarchy->first_schur[count] : 0;

    parallel_copy(to->basic, from->basic, panels * sizeof(*to->basic));
    parallel_copy(to->closed, from->closed, panels * sizeof(*to->closed));
    if (to->schur)
        parallel_copy(to->schur, from->schur, schur * sizeof(uint32_t));
}

int cch_derive(struct cch_metric *metric, const struct cch_metric *from,
               const struct weight_changes *changes, struct error *error)
{
    int r;

    metric->dirty =
        set_make(metric->base.prepared->map->hierarchy.supernode_count);
    if (!metric->dirty)
        return error_no_memory(error);
    cch_copy(metric, from);
    mark_dirty(metric, changes);
    r = cch_derive_dirty(metric, from->schur, changes->count / THREAD_CHANGES,
                         error);
    free(metric->dirty);
    metric->dirty = NULL;
    return r;
}

int cch_catch_up(struct metric *metric, const struct metric *newest,
                 const struct weight_changes *changes, struct error *error)
{
    struct cch_metric *to = (struct cch_metric *)metric;
    const struct cch_metric *from = (const struct cch_metric *)newest;
    const struct map *map = metric->prepared->map;
    uint32_t count = map->hierarchy.supernode_count;
    unsigned threads = changes_threads(changes);
    struct lookup lookup = {
        .changes = changes, .hierarchy = &map->hierarchy, .limit = UINT64_MAX};
    struct copying copying = {&map->hierarchy, to, from, NULL};

    if (!to->schur || !from->schur) {
        free(atomic_exchange(&to->schur, NULL));
        return 0;
    }
    if (changes->count > map->topology.arc_count / MANY_SHARE) {
        cch_copy(to, from);
        return 0;
    }
    lookup.set = set_make(count);
    if (!lookup.set)
        return error_no_memory(error);
    parallel_run(threads, lookup_parts(changes), work_part, &lookup, NULL);
    copying.set = lookup.set;
    parallel_run(threads, size_divide_up(count, COPIED), copy_part, &copying,
                 NULL);
    free(lookup.set);
    return 0;
}
