/* parts: what an entry of a basic panel is made of. */
#include "core/solver/cch/parts.h"

#include <errno.h>
#include <stdbool.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/solver/cch/panel.h"

/* Arcs of a vertex that are looked through one by one. */
enum { FEW_ARCS = 24 };

struct search {
    const struct cch_metric *metric;
    const struct topology *topology;
    const struct hierarchy *hierarchy;
    uint64_t entry;
    uint32_t weight;
};

/* An entry as a place in fronts: of the supernode that it is in, or that it
 * may have come from. */
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

/* The first of the arcs by entry whose entry is not below `entry`. */
static uint32_t first_of_entry(const struct search *search)
{
    const struct hierarchy *hierarchy = search->hierarchy;
    uint32_t low = 0;
    uint32_t high = search->topology->arc_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (hierarchy->arc_slot[hierarchy->arc_by_slot[middle]] < search->entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t find_arc_by_entry(const struct search *search)
{
    const struct hierarchy *hierarchy = search->hierarchy;

    for (uint32_t i = first_of_entry(search); i < search->topology->arc_count;
         i++) {
        uint32_t arc = hierarchy->arc_by_slot[i];

        if (hierarchy->arc_slot[arc] != search->entry)
            break;
        if (search->metric->weights.weight[arc] == search->weight)
            return arc;
    }
    return ARC_NONE;
}

/* An arc of the entry's weight, ARC_NONE: there is none. */
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

/* The arc that is all of a piece, if there is one, else its entry. */
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

/* The lowest of the pivots below `limit` that the entry leads over; false:
 * none. */
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

/* Whether both ends are among a child's uppers; then where they are in its own
 * front. */
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

/* To the first child with both ends, of those after `child`; SUPERNODE_NONE: of
 * all. False: there is none. */
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

/* To the next supernode below `top`, depth first; false: that was the last. */
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

int parts_find(const struct cch_metric *metric, uint64_t entry,
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
