/* unpack: entries of panels back into the arcs that they stand for. */
#include "core/solver/cch/unpack.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/cch/panel.h"

/* Arcs of a vertex that are looked through one by one. */
enum { FEW_ARCS = 24 };

/* An entry of a Schur complement, on its way down to its middle. */
struct gap {
    uint32_t tail; /* index among the uppers */
    uint32_t head;
    uint32_t weight;
};

int unpacker_init(struct unpacker *unpacker, const struct map *map)
{
    size_t front_max = map->hierarchy.front_max;

    *unpacker = (struct unpacker){
        .topology = &map->topology,
        .hierarchy = &map->hierarchy,
        .up = array_alloc(front_max, sizeof(uint32_t)),
        .down = array_alloc(front_max, sizeof(uint32_t)),
    };
    return unpacker->up && unpacker->down ? 0 : -ENOMEM;
}

void unpacker_finish(struct unpacker *unpacker)
{
    free(unpacker->stack.hop);
    free(unpacker->up);
    free(unpacker->down);
}

void unpack_start(struct unpacker *unpacker, const struct cch_metric *metric,
                  struct path *path)
{
    path_clear(path);
    unpacker->metric = metric;
    unpacker->path = path;
    unpacker->level = false;
}

int hop_push(struct hop_stack *stack, struct hop hop)
{
    void *items = stack->hop;

    if (array_reserve(&items, &stack->capacity, stack->count + 1, sizeof(hop)))
        return -ENOMEM;
    stack->hop = items;
    stack->hop[stack->count++] = hop;
    return 0;
}

/* Two entries over a middle, from `tail` down to it and up to `head`. */
static int push_both(struct unpacker *unpacker, uint32_t supernode,
                     const struct panel *panel, uint32_t middle, uint32_t tail,
                     uint32_t head)
{
    struct hop down = {supernode, tail, middle, *panel_in(panel, tail, middle)};
    struct hop up = {supernode, middle, head, *panel_out(panel, middle, head)};
    int r = hop_push(&unpacker->stack, up);

    return r ? r : hop_push(&unpacker->stack, down);
}

/* The lowest of the pivots below `limit` that an entry leads over, else
 * `limit`. */
static uint32_t find_pivot(const struct panel *panel, uint32_t tail,
                           uint32_t head, uint32_t weight, uint32_t limit)
{
    const uint32_t *in = panel_in(panel, tail, 0);
    const uint32_t *out = panel_out(panel, 0, head);
    size_t in_stride = tail < panel->s ? 1 : panel->n;

    for (uint32_t m = 0; m < limit; m++) {
        uint32_t down = in[m * in_stride];

        if (down <= weight &&
            cost_add(down, out[(size_t)m * panel->f]) == weight)
            return m;
    }
    return limit;
}

/* The index of a front's entry among a child's uppers, or n where it is none of
 * them. place: [n], ascending. */
static uint32_t find_place(const uint32_t *place, uint32_t n, uint32_t entry)
{
    uint32_t low = 0;
    uint32_t high = n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (place[middle] < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && place[low] == entry ? low : n;
}

/* Whether a child's Schur complement gives the entry from `tail` to `head` of
 * its parent's front; then also where in it. */
static bool find_gap(const struct unpacker *unpacker, uint32_t child,
                     uint32_t tail, uint32_t head, struct gap *gap)
{
    const struct hierarchy *hierarchy = unpacker->hierarchy;
    const uint32_t *place = hierarchy->place + hierarchy->first_upper[child];
    const uint32_t *schur =
        unpacker->metric->schur + hierarchy->first_schur[child];
    uint32_t n = supernode_uppers(hierarchy, child);
    uint32_t i = find_place(place, n, tail);
    uint32_t j = i < n ? find_place(place, n, head) : n;

    if (j == n || schur[(size_t)i * n + j] != gap->weight)
        return false;
    gap->tail = i;
    gap->head = j;
    return true;
}

/* The child that gives the entry, SUPERNODE_NONE: none. */
static uint32_t find_child(const struct unpacker *unpacker, uint32_t supernode,
                           uint32_t tail, uint32_t head, struct gap *gap)
{
    const struct hierarchy *hierarchy = unpacker->hierarchy;
    uint32_t end = hierarchy->first_child[supernode + 1];

    for (uint32_t i = hierarchy->first_child[supernode]; i < end; i++) {
        if (find_gap(unpacker, hierarchy->child[i], tail, head, gap))
            return hierarchy->child[i];
    }
    return SUPERNODE_NONE;
}

/* Goes down from a child that gives an entry to the pivot that does. */
static int push_gap(struct unpacker *unpacker, uint32_t supernode,
                    struct gap gap)
{
    while (supernode != SUPERNODE_NONE) {
        struct panel panel =
            panel_of(unpacker->hierarchy, unpacker->metric->basic, supernode);
        uint32_t tail = panel.s + gap.tail;
        uint32_t head = panel.s + gap.head;
        uint32_t pivot = find_pivot(&panel, tail, head, gap.weight, panel.s);

        if (pivot < panel.s)
            return push_both(unpacker, supernode, &panel, pivot, tail, head);
        supernode = find_child(unpacker, supernode, tail, head, &gap);
    }
    return -EIO;
}

/* The first of the arcs by entry whose entry is not below `entry`. */
static uint32_t first_of_entry(const struct unpacker *unpacker, uint64_t entry)
{
    const struct hierarchy *hierarchy = unpacker->hierarchy;
    uint32_t low = 0;
    uint32_t high = unpacker->topology->arc_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (hierarchy->arc_entry[hierarchy->arc_by_entry[middle]] < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t find_arc_by_entry(const struct unpacker *unpacker,
                                  const struct panel *panel, struct hop hop)
{
    const struct hierarchy *hierarchy = unpacker->hierarchy;
    const uint32_t *at = hop.tail < panel->s
                             ? panel_out(panel, hop.tail, hop.head)
                             : panel_in(panel, hop.tail, hop.head);
    uint64_t entry = (uint64_t)(at - unpacker->metric->basic);

    for (uint32_t i = first_of_entry(unpacker, entry);
         i < unpacker->topology->arc_count; i++) {
        uint32_t arc = hierarchy->arc_by_entry[i];

        if (hierarchy->arc_entry[arc] != entry)
            break;
        if (unpacker->metric->weights.weight[arc] == hop.weight)
            return arc;
    }
    return ARC_NONE;
}

/* An arc of the entry's weight, ARC_NONE: there is none. */
static uint32_t find_arc(const struct unpacker *unpacker,
                         const struct panel *panel, struct hop hop)
{
    const struct topology *topology = unpacker->topology;
    uint32_t tail = panel_vertex(unpacker->hierarchy, hop.supernode, hop.tail);
    uint32_t head = panel_vertex(unpacker->hierarchy, hop.supernode, hop.head);
    uint32_t end = topology->first_out[tail + 1];

    if (end - topology->first_out[tail] > FEW_ARCS)
        return find_arc_by_entry(unpacker, panel, hop);
    for (uint32_t a = topology->first_out[tail]; a < end; a++) {
        if (topology->head[a] == head &&
            unpacker->metric->weights.weight[a] == hop.weight)
            return a;
    }
    return ARC_NONE;
}

/* An entry's arc, or the two entries that it is the sum of. */
static int expand(struct unpacker *unpacker, struct hop hop)
{
    struct panel panel =
        panel_of(unpacker->hierarchy, unpacker->metric->basic, hop.supernode);
    uint32_t low = hop.tail < hop.head ? hop.tail : hop.head;
    struct gap gap = {.weight = hop.weight};
    uint32_t arc = find_arc(unpacker, &panel, hop);
    uint32_t pivot;

    if (arc != ARC_NONE) {
        unpacker->level |= hop.weight == 0;
        return path_append(unpacker->path, arc);
    }
    pivot = find_pivot(&panel, hop.tail, hop.head, hop.weight, low);
    if (pivot < low)
        return push_both(unpacker, hop.supernode, &panel, pivot, hop.tail,
                         hop.head);
    return push_gap(
        unpacker, find_child(unpacker, hop.supernode, hop.tail, hop.head, &gap),
        gap);
}

int unpack_closed(struct unpacker *unpacker, uint32_t supernode, uint32_t tail,
                  uint32_t head)
{
    struct hop_stack *stack = &unpacker->stack;
    struct panel panel =
        panel_of(unpacker->hierarchy, unpacker->metric->closed, supernode);
    int r = find_hops(unpacker, supernode, tail, head,
                      panel_weight(&panel, tail, head));

    while (stack->count && !r)
        r = expand(unpacker, stack->hop[--stack->count]);
    stack->count = 0;
    return r;
}
