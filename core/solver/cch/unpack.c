/* unpack: the parts of basic entries, the path within a closed entry, and the
 * rounds that split stages into arcs. */
#include "core/solver/cch/unpack.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/solver/cch/cch.h"
#include "core/solver/cch/hints.h"
#include "core/solver/cch/rows.h"

/* An element of the path. */
struct hop {
    uint64_t piece; /* an arc in the end */
    uint32_t next;  /* index of the hop after it; HOP_LAST */
};

/* A basic entry on the path. */
struct stage {
    uint64_t entry;
    uint32_t weight; /* finite */
};

#define HOP_LAST UINT32_MAX

/* ---- The parts of a basic entry ---- */

/* The parts of an entry of a basic panel.
 *
 * An arc of its weight, or two pieces over a middle vertex lower than both
 * ends, from the tail down to it and from it up to the head; a piece is an
 * entry, or directly the arc that the entry equals. Entries are words of the
 * panels of all supernodes, as in hierarchy.h.
 *
 * The search looks at arcs, at pivots of the same supernode, and at supernodes
 * below it that have both ends among their upward neighbours: a dozen places
 * and more, far apart in memory. So it leaves its result as a hint (hints.h)
 * for later unpacking of the same entry. A hint names possible parts, for any
 * weights: the pieces lead from the entry's tail to its head over a lower
 * middle. The sum, of one hint or of all arcs reached through hints, shows
 * whether they are the parts for the current weights. So all threads share
 * hints, old weights' hints serve new weights, and no hint leads to a wrong
 * answer.
 *
 * Dibbelt, Strasser and Wagner 2016, section 7. */

static inline uint32_t piece_weight(const struct cch_metric *metric,
                                    uint64_t piece)
{
    return piece & PIECE_ARC ? metric->weights.weight[piece & ~PIECE_ARC]
                             : metric->basic[piece];
}

static inline uint32_t parts_weight(const struct cch_metric *metric,
                                    struct parts parts)
{
    uint32_t first = piece_weight(metric, parts.first);

    return parts.second == PIECE_NONE
               ? first
               : cost_add(first, piece_weight(metric, parts.second));
}

/* At most this many arcs of a vertex are searched linearly. */
enum { FEW_ARCS = 24 };

struct search {
    const struct cch_metric *metric;
    const struct topology *topology;
    const struct hierarchy *hierarchy;
    uint64_t entry;
    uint32_t weight;
};

/* An entry by its place in a front: of its own supernode, or of one below that
 * it may come from. */
struct place {
    uint32_t supernode;
    uint32_t tail; /* entries of its front */
    uint32_t head;
};

static struct panel basic_panel(const struct search *search, uint32_t supernode)
{
    return panel_of(search->hierarchy, search->metric->basic, supernode);
}

static struct place locate(const struct search *search)
{
    uint32_t supernode = slot_supernode(search->hierarchy, search->entry);
    struct panel panel = basic_panel(search, supernode);
    uint64_t word = search->entry - search->hierarchy->first_panel[supernode];
    uint64_t square = (uint64_t)panel.s * panel.f;

    if (word < square)
        return (struct place){supernode, (uint32_t)(word / panel.f),
                              (uint32_t)(word % panel.f)};
    word -= square;
    return (struct place){supernode, panel.s + (uint32_t)(word % panel.n),
                          (uint32_t)(word / panel.n)};
}

static uint32_t find_arc_by_entry(const struct search *search)
{
    const struct hierarchy *hierarchy = search->hierarchy;
    uint32_t count = search->topology->arc_count;

    for (uint32_t i =
             key_lower_bound(hierarchy->arc_slot, hierarchy->arc_by_slot, count,
                             0, search->entry);
         i < count; i++) {
        uint32_t arc = hierarchy->arc_by_slot[i];

        if (hierarchy->arc_slot[arc] != search->entry)
            break;
        if (search->metric->weights.weight[arc] == search->weight)
            return arc;
    }
    return ARC_NONE;
}

/* An arc of the entry's weight; ARC_NONE: there is none. */
static uint32_t find_arc(const struct search *search, struct place place)
{
    const struct topology *topology = search->topology;
    uint32_t tail =
        panel_vertex(search->hierarchy, place.supernode, place.tail);
    uint32_t head =
        panel_vertex(search->hierarchy, place.supernode, place.head);
    uint32_t end = topology->first_out[tail + 1];

    if (end - topology->first_out[tail] > FEW_ARCS)
        return find_arc_by_entry(search);
    for (uint32_t a = topology->first_out[tail]; a < end; a++) {
        if (topology->head[a] == head &&
            search->metric->weights.weight[a] == search->weight)
            return a;
    }
    return ARC_NONE;
}

/* The arc that equals the entry, if there is one, else the entry. */
static uint64_t narrow(const struct search *search, uint64_t entry,
                       struct place place)
{
    struct search piece = *search;
    uint32_t arc;

    piece.entry = entry;
    piece.weight = search->metric->basic[entry];
    arc = find_arc(&piece, place);
    return arc == ARC_NONE ? entry : PIECE_ARC | arc;
}

static struct parts parts_over(const struct search *search, struct place place,
                               uint32_t pivot)
{
    const uint32_t *basic = search->metric->basic;
    struct panel panel = basic_panel(search, place.supernode);
    struct place in = {place.supernode, place.tail, pivot};
    struct place out = {place.supernode, pivot, place.head};

    return (struct parts){
        narrow(search, (uint64_t)(panel_in(&panel, place.tail, pivot) - basic),
               in),
        narrow(search, (uint64_t)(panel_out(&panel, pivot, place.head) - basic),
               out),
    };
}

/* The lowest pivot below `limit` that the entry leads over; false: none. */
static bool find_pivot(const struct search *search, struct place place,
                       uint32_t limit, struct parts *ret_parts)
{
    struct panel panel = basic_panel(search, place.supernode);
    const uint32_t *in = panel_in(&panel, place.tail, 0);
    const uint32_t *out = panel_out(&panel, 0, place.head);
    size_t in_stride = place.tail < panel.s ? 1 : panel.n;

    for (uint32_t m = 0; m < limit; m++) {
        uint32_t down = in[m * in_stride];
        uint32_t up = out[(size_t)m * panel.f];

        if (down > search->weight || cost_add(down, up) != search->weight)
            continue;
        *ret_parts = parts_over(search, place, m);
        return true;
    }
    return false;
}

/* Whether both ends are among a child's upward neighbours; then their places in
 * its own front. */
static bool place_in_child(const struct hierarchy *hierarchy,
                           struct place parent, uint32_t child,
                           struct place *ret_place)
{
    const uint32_t *place =
        hierarchy->parent_index + hierarchy->first_upward[child];
    uint32_t s = supernode_size(hierarchy, child);
    uint32_t n = supernode_upward(hierarchy, child);
    uint32_t i = (uint32_t)array_find(place, n, parent.tail);
    uint32_t j = i < n ? (uint32_t)array_find(place, n, parent.head) : n;

    if (j == n)
        return false;
    *ret_place = (struct place){child, s + i, s + j};
    return true;
}

static struct place place_in_parent(const struct hierarchy *hierarchy,
                                    struct place place)
{
    const uint32_t *up =
        hierarchy->parent_index + hierarchy->first_upward[place.supernode];
    uint32_t s = supernode_size(hierarchy, place.supernode);

    return (struct place){hierarchy->parent[place.supernode],
                          up[place.tail - s], up[place.head - s]};
}

/* Moves to the first child after `child` that has both ends; SUPERNODE_NONE: of
 * all children. False: there is none. */
static bool go_down(const struct hierarchy *hierarchy, struct place *place,
                    uint32_t child)
{
    uint32_t first = hierarchy->first_child[place->supernode];
    uint32_t end = hierarchy->first_child[place->supernode + 1];

    if (child != SUPERNODE_NONE)
        first +=
            (uint32_t)array_find(hierarchy->child + first, end - first, child) +
            1;
    for (uint32_t i = first; i < end; i++) {
        if (place_in_child(hierarchy, *place, hierarchy->child[i], place))
            return true;
    }
    return false;
}

/* Moves to the next supernode below `top`, depth first; false: that was the
 * last. */
static bool go_on(const struct hierarchy *hierarchy, struct place *place,
                  uint32_t top)
{
    uint32_t child = SUPERNODE_NONE;

    while (!go_down(hierarchy, place, child)) {
        if (place->supernode == top)
            return false;
        child = place->supernode;
        *place = place_in_parent(hierarchy, *place);
    }
    return true;
}

/* For an entry of finite weight. 0, or -EIO if no parts add up to it, which
 * correct panels never cause. Any thread. */
static int parts_find(const struct cch_metric *metric, uint64_t entry,
                      struct parts *ret_parts)
{
    const struct map *map = metric->base.prepared->map;
    struct search search = {metric, &map->topology, &map->hierarchy, entry,
                            metric->basic[entry]};
    struct place place = locate(&search);
    uint32_t top = place.supernode;
    uint32_t arc = find_arc(&search, place);
    uint32_t limit = place.tail < place.head ? place.tail : place.head;

    if (arc != ARC_NONE) {
        *ret_parts = (struct parts){PIECE_ARC | arc, PIECE_NONE};
        return 0;
    }
    while (!find_pivot(&search, place, limit, ret_parts)) {
        if (!go_on(search.hierarchy, &place, top))
            return -EIO;
        limit = supernode_size(search.hierarchy, place.supernode);
    }
    return 0;
}

/* ---- A closed entry, within its supernode ---- */

/* A closed entry in the basic panel of its supernode. */
struct closed_entry {
    struct unpacker *unpacker;
    struct panel panel;
    uint32_t tail;
    uint32_t head;
    uint32_t weight;
};

/* Costs of rising from the tail, over vertices of the supernode. */
static void cost_rises(const struct closed_entry *closed)
{
    const struct panel *panel = &closed->panel;
    uint32_t *up = closed->unpacker->up;

    memset(up, 0xff, panel->s * sizeof(*up));
    up[closed->tail] = 0;
    for (uint32_t x = closed->tail; x + 1 < panel->s; x++)
        closed->unpacker->rows->relax(up + x + 1, up + x, 1, closed->weight + 1,
                                      panel_out(panel, x, x + 1), 0,
                                      panel->s - x - 1);
}

/* Costs of falling to the head. */
static void cost_falls(const struct closed_entry *closed)
{
    const struct panel *panel = &closed->panel;
    uint32_t *down = closed->unpacker->down;
    uint32_t head = closed->head;

    memset(down, 0xff, panel->s * sizeof(*down));
    down[head] = 0;
    for (uint32_t y = head + 1; y < panel->s; y++)
        down[y] = closed->unpacker->rows->meet(panel_out(panel, y, head),
                                               down + head, y - head);
}

/* Appends a basic entry, which is finite, as a stage. 0 or -ENOMEM. */
static int add_stage(const struct closed_entry *closed, const uint32_t *entry)
{
    struct unpacker *unpacker = closed->unpacker;

    if (array_reserve(&unpacker->stages, &unpacker->stage_capacity,
                      unpacker->stage_count + 1, sizeof(struct stage)))
        return -ENOMEM;
    unpacker->stages[unpacker->stage_count++] =
        (struct stage){(uint64_t)(entry - unpacker->metric->basic), *entry};
    return 0;
}

/* Appends the stages between an entry, at cost `cost`, and the tail, if rising,
 * or the head: from the entry on. */
static inline int add_steps(const struct closed_entry *closed, uint32_t entry,
                            uint32_t cost, bool rising)
{
    const struct panel *panel = &closed->panel;
    const uint32_t *label =
        rising ? closed->unpacker->up : closed->unpacker->down;
    uint32_t to = rising ? closed->tail : closed->head;

    while (entry != to) {
        uint32_t end = entry < panel->s ? entry : panel->s;
        uint32_t x = panel_find(panel, label, to, end, entry, cost, rising);
        int r;

        if (x >= end)
            return -EIO;
        r = add_stage(closed, rising ? panel_out(panel, x, entry)
                                     : panel_in(panel, entry, x));
        if (r)
            return r;
        entry = x;
        cost = label[x];
    }
    return 0;
}

static void reverse(struct stage *stages, size_t count)
{
    for (size_t i = 0, j = count; i + 1 < j; i++) {
        struct stage other = stages[i];

        stages[i] = stages[--j];
        stages[j] = other;
    }
}

static int add_rising(const struct closed_entry *closed, uint32_t entry,
                      uint32_t cost)
{
    struct unpacker *unpacker = closed->unpacker;
    size_t first = unpacker->stage_count;
    int r = add_steps(closed, entry, cost, true);

    if (!r)
        reverse(unpacker->stages + first, unpacker->stage_count - first);
    return r;
}

/* The highest vertex of the entry's path; s: no path has that weight. */
static uint32_t find_peak(const struct closed_entry *closed)
{
    const uint32_t *up = closed->unpacker->up;
    const uint32_t *down = closed->unpacker->down;
    uint32_t s = closed->panel.s;
    uint32_t peak = closed->tail > closed->head ? closed->tail : closed->head;

    while (peak < s && cost_add(up[peak], down[peak]) != closed->weight)
        peak++;
    return peak;
}

static int add_both_sides(const struct closed_entry *closed)
{
    const struct unpacker *unpacker = closed->unpacker;
    uint32_t peak;
    int r;

    cost_rises(closed);
    cost_falls(closed);
    peak = find_peak(closed);
    if (peak == closed->panel.s)
        return -EIO;
    r = add_rising(closed, peak, unpacker->up[peak]);
    return r ? r : add_steps(closed, peak, unpacker->down[peak], false);
}

int unpack_closed(struct unpacker *unpacker, uint32_t supernode, uint32_t tail,
                  uint32_t head)
{
    struct panel panel =
        panel_of(unpacker->hierarchy, unpacker->metric->closed, supernode);
    struct closed_entry closed = {
        .unpacker = unpacker,
        .panel =
            panel_of(unpacker->hierarchy, unpacker->metric->basic, supernode),
        .tail = tail,
        .head = head,
        .weight = panel_weight(&panel, tail, head),
    };

    if (panel_weight(&closed.panel, tail, head) == closed.weight)
        return add_stage(&closed, panel_entry(&closed.panel, tail, head));
    if (head >= closed.panel.s) {
        cost_rises(&closed);
        return add_rising(&closed, head, closed.weight);
    }
    if (tail >= closed.panel.s) {
        cost_falls(&closed);
        return add_steps(&closed, tail, closed.weight, false);
    }
    return add_both_sides(&closed);
}

/* ---- All stages into arcs ---- */

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

/* Makes room for `count` hops, and for each to be open twice. */
static int reserve(struct unpacker *unpacker, size_t count)
{
    if (count <= unpacker->room)
        return 0;
    if (array_reserve(&unpacker->hops, &unpacker->hop_capacity, count,
                      sizeof(*unpacker->hops)))
        return -ENOMEM;
    if (array_reserve(&unpacker->open, &unpacker->open_capacity,
                      2 * unpacker->hop_capacity, sizeof(*unpacker->open)))
        return -ENOMEM;
    unpacker->room = unpacker->hop_capacity;
    return 0;
}

/* Prefetches what the piece needs next. */
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

static int search_parts(const struct unpacker *unpacker, uint64_t entry,
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

/* The parts of an entry, from its hint if there is one; the hint is trusted or
 * must add up. */
static int find_parts(const struct unpacker *unpacker, uint64_t entry,
                      bool trusting, struct parts *ret_parts)
{
    const struct cch_metric *metric = unpacker->metric;
    const struct cch *cch = (const struct cch *)metric->base.prepared;

    if (hints_find(&cch->hints, entry, ret_parts) &&
        (trusting || parts_weight(metric, *ret_parts) == metric->basic[entry]))
        return 0;
    return search_parts(unpacker, entry, ret_parts);
}

/* Replaces a hop by its parts. */
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

/* First in, first out, so that prefetches have time to finish. -EIO: an entry
 * has no parts, or trusted hints lead in circles. */
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

/* Whether the arcs of a stage add up to its weight. */
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
