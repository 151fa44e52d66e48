/* unpack: closed entries of panels back into the arcs that they stand for. */
#include "core/solver/cch/unpack.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/cch/parts.h"

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
    free(unpacker->stages);
    free(unpacker->hops);
    free(unpacker->open);
    free(unpacker->up);
    free(unpacker->down);
}

void unpack_start(struct unpacker *unpacker, const struct cch_metric *metric)
{
    unpacker->metric = metric;
    unpacker->stage_count = 0;
    unpacker->level = false;
}

int stage_append(struct unpacker *unpacker, uint64_t entry)
{
    void *stages = unpacker->stages;

    if (array_reserve(&stages, &unpacker->stage_capacity,
                      unpacker->stage_count + 1, sizeof(struct stage)))
        return -ENOMEM;
    unpacker->stages = stages;
    unpacker->stages[unpacker->stage_count++] =
        (struct stage){entry, unpacker->metric->basic[entry]};
    return 0;
}

/* Room for so many hops, and for each to be open twice. */
static int reserve(struct unpacker *unpacker, size_t count)
{
    void *hops = unpacker->hops;
    void *open = unpacker->open;

    if (count <= unpacker->room)
        return 0;
    if (array_reserve(&hops, &unpacker->hop_capacity, count,
                      sizeof(*unpacker->hops)))
        return -ENOMEM;
    unpacker->hops = hops;
    if (array_reserve(&open, &unpacker->open_capacity,
                      2 * unpacker->hop_capacity, sizeof(*unpacker->open)))
        return -ENOMEM;
    unpacker->open = open;
    unpacker->room = unpacker->hop_capacity;
    return 0;
}

/* Asks for what the piece needs next. */
static void put(struct unpacker *unpacker, uint32_t at, uint64_t piece)
{
    const struct cch_metric *metric = unpacker->metric;
    const struct cch *cch = (const struct cch *)metric->base.prepared;

    unpacker->hops[at].piece = piece;
    if (piece & PIECE_ARC) {
        __builtin_prefetch(&metric->weights.weight[piece & ~PIECE_ARC]);
        return;
    }
    hints_prefetch(&cch->hints, piece);
    unpacker->open[unpacker->open_count++] = at;
}

static int look(const struct unpacker *unpacker, uint64_t entry,
                struct parts *ret_parts)
{
    const struct cch_metric *metric = unpacker->metric;
    const struct cch *cch = (const struct cch *)metric->base.prepared;
    int r;

    if (metric->basic[entry] == COST_INFINITY)
        return -EIO;
    r = parts_find(metric, entry, ret_parts);
    if (!r)
        hints_leave(&cch->hints, entry, *ret_parts);
    return r;
}

/* The parts of an entry, by its hint if there is one, which is trusted or else
 * must hold. */
static int find_parts(const struct unpacker *unpacker, uint64_t entry,
                      bool trusting, struct parts *ret_parts)
{
    const struct cch_metric *metric = unpacker->metric;
    const struct cch *cch = (const struct cch *)metric->base.prepared;

    if (hints_find(&cch->hints, entry, ret_parts) &&
        (trusting || parts_weight(metric, *ret_parts) == metric->basic[entry]))
        return 0;
    return look(unpacker, entry, ret_parts);
}

/* Puts a hop's parts in its place. */
static int split(struct unpacker *unpacker, uint32_t at, bool trusting)
{
    struct parts parts;
    uint32_t added = (uint32_t)unpacker->hop_count;
    int r = find_parts(unpacker, unpacker->hops[at].piece, trusting, &parts);

    if (r)
        return r;
    if (parts.second == PIECE_NONE) {
        put(unpacker, at, parts.first);
        return 0;
    }
    r = reserve(unpacker, unpacker->hop_count + 1);
    if (r)
        return r;
    unpacker->hops[unpacker->hop_count++].next = unpacker->hops[at].next;
    unpacker->hops[at].next = added;
    put(unpacker, at, parts.first);
    put(unpacker, added, parts.second);
    return 0;
}

/* First in, first out, so that what a hop needs is asked for long before. -EIO:
 * an entry has no parts, or hints that were trusted lead around in circles. */
static int split_all(struct unpacker *unpacker, bool trusting)
{
    const struct map *map = unpacker->metric->base.prepared->map;
    size_t most = unpacker->stage_count + (size_t)map->topology.vertex_count;
    int r = 0;

    for (size_t i = 0; i < unpacker->open_count && !r; i++) {
        r = split(unpacker, unpacker->open[i], trusting);
        if (!r && trusting && unpacker->hop_count > most)
            r = -EIO;
    }
    unpacker->open_count = 0;
    return r;
}

static void open_stage(struct unpacker *unpacker, uint32_t stage)
{
    bool last = stage + 1 == unpacker->stage_count;

    unpacker->hops[stage].next = last ? HOP_LAST : stage + 1;
    put(unpacker, stage, unpacker->stages[stage].entry);
}

static void open_all(struct unpacker *unpacker)
{
    unpacker->hop_count = unpacker->stage_count;
    for (uint32_t i = 0; i < unpacker->stage_count; i++)
        open_stage(unpacker, i);
}

/* Whether the arcs that a stage was taken into are as long as it. */
static bool adds_up(const struct unpacker *unpacker, uint32_t stage)
{
    uint32_t end = stage + 1 < unpacker->stage_count ? stage + 1 : HOP_LAST;
    uint32_t sum = 0;

    for (uint32_t i = stage; i != end; i = unpacker->hops[i].next)
        sum = cost_add(sum,
                       piece_weight(unpacker->metric, unpacker->hops[i].piece));
    return sum == unpacker->stages[stage].weight;
}

static int split_stages(struct unpacker *unpacker)
{
    int r;

    open_all(unpacker);
    r = split_all(unpacker, true);
    if (r == -EIO)
        open_all(unpacker);
    else if (r)
        return r;
    for (uint32_t i = 0; !r && i < unpacker->stage_count; i++) {
        if (!adds_up(unpacker, i))
            open_stage(unpacker, i);
    }
    return split_all(unpacker, false);
}

int unpack_arcs(struct unpacker *unpacker, struct path *path)
{
    const uint32_t *weight = unpacker->metric->weights.weight;
    int r = reserve(unpacker, unpacker->stage_count);

    if (!r && unpacker->stage_count)
        r = split_stages(unpacker);
    for (uint32_t i = unpacker->stage_count ? 0 : HOP_LAST; i != HOP_LAST && !r;
         i = unpacker->hops[i].next) {
        uint32_t arc = (uint32_t)unpacker->hops[i].piece;

        unpacker->level |= weight[arc] == 0;
        r = path_append(path, arc);
    }
    return r;
}
