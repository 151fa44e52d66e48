/* snap_together: places of several stops that can be reached from each other.
 */
#include "core/service/place/snap.h"

static bool has_component(const struct roads *roads, const struct snap *snaps,
                          uint32_t count, uint32_t component)
{
    for (uint32_t i = 0; i < count; i++)
        if (roads->component[snaps[i].piece] == component)
            return true;
    return false;
}

static bool has_small(const struct roads *roads, const struct snap *snaps,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (roads->component[snaps[i].piece] >= roads->large_count)
            return true;
    return false;
}

/* Whether there is a component that all stops have. */
static bool share_component(const struct roads *roads, const struct snap *snaps,
                            const uint32_t *counts, size_t stops,
                            uint32_t count)
{
    for (uint32_t c = 0; c < counts[0]; c++) {
        uint32_t component = roads->component[snaps[c].piece];
        size_t stop = 1;

        while (stop < stops && has_component(roads, snaps + stop * count,
                                             counts[stop], component))
            stop++;
        if (stop == stops)
            return true;
    }
    return false;
}

/* Anew, of those that are near a small component. */
static bool snap_large(const struct roads *roads,
                       const struct snap_wish *wishes, size_t wish_count,
                       uint32_t count, struct cancel *cancel,
                       struct snap *ret_snaps, uint32_t *ret_counts)
{
    for (size_t i = 0; i < wish_count; i++) {
        struct snap_wish large = wishes[i];
        uint32_t found;

        if (!has_small(roads, ret_snaps + i * count, ret_counts[i]))
            continue;
        if (cancel_due(cancel))
            return false;
        large.large_only = true;
        found = snap_place(roads, &large, count, ret_snaps + i * count);
        if (found > 0)
            ret_counts[i] = found;
    }
    return true;
}

bool snap_together(const struct roads *roads, const struct snap_wish *wishes,
                   size_t wish_count, uint32_t count, struct cancel *cancel,
                   struct snap *ret_snaps, uint32_t *ret_counts)
{
    for (size_t i = 0; i < wish_count; i++) {
        if (cancel_due(cancel))
            return false;
        ret_counts[i] =
            snap_place(roads, &wishes[i], count, ret_snaps + i * count);
    }
    return wish_count == 0 ||
           share_component(roads, ret_snaps, ret_counts, wish_count, count) ||
           snap_large(roads, wishes, wish_count, count, cancel, ret_snaps,
                      ret_counts);
}
