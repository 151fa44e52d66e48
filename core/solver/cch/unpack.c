/* unpack: closed entries of panels back into the arcs that they stand for. */
#include "core/solver/cch/unpack.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/cch/parts.h"

/* Hops between asking for what a hop needs and taking it apart. */
enum { AHEAD = 8 };

int unpacker_init(struct unpacker *unpacker, const struct map *map)
{
    size_t front_max = map->hierarchy.front_max;

    *unpacker = (struct unpacker){
        .hierarchy = &map->hierarchy,
        .up = array_alloc(front_max + ROWS_SLACK, sizeof(uint32_t)),
        .down = array_alloc(front_max, sizeof(uint32_t)),
        .rows = row_kernels(),
    };
    return unpacker->up && unpacker->down ? 0 : -ENOMEM;
}

void unpacker_finish(struct unpacker *unpacker)
{
    free(unpacker->hops);
    free(unpacker->open);
    free(unpacker->up);
    free(unpacker->down);
}

void unpack_start(struct unpacker *unpacker, const struct cch_metric *metric)
{
    unpacker->metric = metric;
    unpacker->hop_count = 0;
    unpacker->level = false;
}

/* Appends a hop; the queue of open ones has room for it. */
static int append(struct unpacker *unpacker, struct hop hop)
{
    void *hops = unpacker->hops;
    void *open = unpacker->open;

    if (array_reserve(&hops, &unpacker->hop_capacity, unpacker->hop_count + 1,
                      sizeof(*unpacker->hops)))
        return -ENOMEM;
    unpacker->hops = hops;
    if (array_reserve(&open, &unpacker->open_capacity,
                      2 * (unpacker->hop_count + 1), sizeof(*unpacker->open)))
        return -ENOMEM;
    unpacker->open = open;
    unpacker->hops[unpacker->hop_count++] = hop;
    return 0;
}

int hop_append(struct unpacker *unpacker, uint64_t entry)
{
    struct hop hop = {
        .entry = entry,
        .weight = unpacker->metric->basic[entry],
        .next = HOP_LAST,
    };

    if (unpacker->hop_count)
        unpacker->hops[unpacker->hop_count - 1].next =
            (uint32_t)unpacker->hop_count;
    return append(unpacker, hop);
}

/* The parts of a hop, by its hint where that holds. */
static int find_parts(const struct unpacker *unpacker, const struct hop *hop,
                      struct parts *ret_parts)
{
    const struct cch_metric *metric = unpacker->metric;
    const struct cch *cch = (const struct cch *)metric->base.prepared;
    uint64_t hint =
        atomic_load_explicit(&cch->hint[hop->entry], memory_order_relaxed);
    int r;

    if (hint) {
        *ret_parts = parts_hinted(hint);
        if (parts_weight(metric, *ret_parts) == hop->weight)
            return 0;
    }
    r = parts_find(metric, hop->entry, ret_parts);
    if (!r)
        atomic_store_explicit(&cch->hint[hop->entry], parts_hint(*ret_parts),
                              memory_order_relaxed);
    return r;
}

/* Puts a hop's parts in its place. Where they are two, both are open: it and
 * the last one. */
static int split(struct unpacker *unpacker, uint32_t at, bool *ret_is_arc)
{
    const uint32_t *basic = unpacker->metric->basic;
    struct hop hop = unpacker->hops[at];
    struct parts parts;
    int r = find_parts(unpacker, &hop, &parts);

    if (r)
        return r;
    *ret_is_arc = parts.second == ENTRY_NONE;
    unpacker->level |= *ret_is_arc && hop.weight == 0;
    unpacker->hops[at].entry = parts.first;
    if (*ret_is_arc)
        return 0;
    unpacker->hops[at].weight = basic[parts.first];
    unpacker->hops[at].next = (uint32_t)unpacker->hop_count;
    hop.entry = parts.second;
    hop.weight = basic[parts.second];
    return append(unpacker, hop);
}

static void read_ahead(const struct unpacker *unpacker, size_t at, size_t count)
{
    const struct cch *cch = (const struct cch *)unpacker->metric->base.prepared;

    if (at < count)
        __builtin_prefetch(
            (const void *)&cch->hint[unpacker->hops[unpacker->open[at]].entry]);
}

/* First in, first out, so that what a hop needs is asked for long before. */
static int split_all(struct unpacker *unpacker)
{
    size_t count = unpacker->hop_count;

    for (size_t i = 0; i < count; i++)
        unpacker->open[i] = (uint32_t)i;
    for (size_t i = 0; i < count; i++) {
        bool is_arc;
        int r;

        read_ahead(unpacker, i + AHEAD, count);
        r = split(unpacker, unpacker->open[i], &is_arc);
        if (r)
            return r;
        if (is_arc)
            continue;
        unpacker->open[count++] = unpacker->open[i];
        unpacker->open[count++] = (uint32_t)unpacker->hop_count - 1;
    }
    return 0;
}

int unpack_arcs(struct unpacker *unpacker, struct path *path)
{
    int r = split_all(unpacker);

    for (uint32_t i = unpacker->hop_count ? 0 : HOP_LAST; i != HOP_LAST && !r;
         i = unpacker->hops[i].next)
        r = path_append(path, (uint32_t)unpacker->hops[i].entry);
    return r;
}
