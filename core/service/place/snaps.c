/* snaps: several positions on all cores, and one component for all. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/service/place/snap.h"

/* ---- Several stops ------------------------------------------------------ */

static bool has_component(const struct roads *roads,
                          const struct snap_options *options,
                          const struct snap *snaps, uint32_t count,
                          uint32_t component)
{
    for (uint32_t i = 0; i < count; i++)
        if (snap_component(roads, options, snaps[i].piece) == component)
            return true;
    return false;
}

static bool has_small(const struct roads *roads,
                      const struct snap_options *options,
                      const struct snap *snaps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (snap_component(roads, options, snaps[i].piece) >=
            roads->large_count)
            return true;
    return false;
}

/* Whether all stops share a component. */
static bool share_component(const struct roads *roads,
                            const struct snap_options *options,
                            const struct snap *snaps, const uint32_t *counts,
                            size_t stops, uint32_t count)
{
    for (uint32_t c = 0; c < counts[0]; c++) {
        uint32_t component = snap_component(roads, options, snaps[c].piece);
        size_t stop = 1;

        while (stop < stops &&
               has_component(roads, &options[stop], snaps + stop * count,
                             counts[stop], component))
            stop++;
        if (stop == stops)
            return true;
    }
    return false;
}

/* Positions that a thread takes at a time: some 10 us each. */
enum { PART = 16 };

struct snapping {
    const struct roads *roads;
    const struct snap_options *options; /* [position_count] */
    size_t position_count;
    uint32_t count; /* snaps of a position, at most */
    struct cancel *cancel;
    struct snap *snaps;
    uint32_t *counts;
};

static int snap_part(void *context, size_t part, struct error *error)
{
    const struct snapping *snapping = context;
    size_t end = size_min((part + 1) * PART, snapping->position_count);

    (void)error;
    for (size_t i = part * PART; i < end; i++) {
        if (cancel_due(snapping->cancel))
            return -ECANCELED;
        snapping->counts[i] =
            snap_place(snapping->roads, &snapping->options[i], snapping->count,
                       snapping->snaps + i * snapping->count);
    }
    return 0;
}

/* Snaps stops on small components again, to large ones. */
static int snap_large_part(void *context, size_t part, struct error *error)
{
    const struct snapping *snapping = context;
    uint32_t count = snapping->count;
    size_t end = size_min((part + 1) * PART, snapping->position_count);

    (void)error;
    for (size_t i = part * PART; i < end; i++) {
        const struct snap_options *options = &snapping->options[i];
        struct snap *snaps = snapping->snaps + i * count;
        uint32_t found;

        if (!has_small(snapping->roads, options, snaps, snapping->counts[i]))
            continue;
        if (cancel_due(snapping->cancel))
            return -ECANCELED;
        found = snap_large(snapping->roads, options, count, snaps);
        if (found > 0)
            snapping->counts[i] = found;
    }
    return 0;
}

static bool snap_parts(struct snapping *snapping, parallel_part *run)
{
    size_t parts = size_divide_up(snapping->position_count, PART);

    return !parallel_run(parallel_thread_count(), parts, run, snapping, NULL);
}

bool snap_together(const struct roads *roads,
                   const struct snap_options *options, size_t position_count,
                   uint32_t count, struct cancel *cancel,
                   struct snap *ret_snaps, uint32_t *ret_counts)
{
    struct snapping snapping = {
        .roads = roads,
        .options = options,
        .position_count = position_count,
        .count = count,
        .cancel = cancel,
        .snaps = ret_snaps,
        .counts = ret_counts,
    };

    return snap_parts(&snapping, snap_part) &&
           (position_count == 0 ||
            share_component(roads, options, ret_snaps, ret_counts,
                            position_count, count) ||
            snap_parts(&snapping, snap_large_part));
}

/* ---- Snaps of several positions ------------------------------------------ */

void snaps_finish(struct snaps *snaps)
{
    free(snaps->list);
    free(snaps->first);
    *snaps = (struct snaps){0};
}

/* Moves the snaps of all positions together; first[i + 1] says how many
 * position i has. */
static int pack(struct snaps *snaps, size_t count)
{
    struct snap *list = snaps->list;
    uint32_t *first = snaps->first;

    first[0] = 0;
    for (size_t i = 0; i < count; i++) {
        memmove(list + first[i], list + i * PLACE_SNAPS_MAX,
                first[i + 1] * sizeof(*list));
        first[i + 1] += first[i];
    }
    list = realloc(list, size_max(first[count], 1) * sizeof(*list));
    if (!list)
        return -ENOMEM;
    snaps->list = list;
    return 0;
}

int snaps_find(struct snaps *snaps, const struct roads *roads,
               const struct snap_options *options, size_t count,
               struct cancel *cancel)
{
    *snaps = (struct snaps){
        .list = array_alloc(count, PLACE_SNAPS_MAX * sizeof(*snaps->list)),
        .first = array_alloc(count + 1, sizeof(*snaps->first)),
    };
    if (!snaps->list || !snaps->first)
        return -ENOMEM;
    if (!snap_together(roads, options, count, PLACE_SNAPS_MAX, cancel,
                       snaps->list, snaps->first + 1))
        return -ECANCELED;
    return pack(snaps, count);
}
