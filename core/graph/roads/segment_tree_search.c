/* segment_tree_search: the segments nearest to a position. */
#include "core/graph/roads/segment_tree.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/graph/roads/ground.h"
#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"

/* ---- The nearest so far -------------------------------------------------- */

/* In the caller's memory, the farthest on top. Not core/base/heap.h: the
 * entries are the answer itself, ordered by a double, and there are few. */
struct near_heap {
    struct near_segment *near; /* [room] */
    uint32_t room;
    uint32_t count;
};

/* Nearer, or equally near with a lower number. */
static inline bool near_is_before(const struct near_segment *a,
                                  const struct near_segment *b)
{
    return a->distance_m < b->distance_m ||
           (a->distance_m == b->distance_m && a->segment < b->segment);
}

static inline bool near_heap_is_full(const struct near_heap *heap)
{
    return heap->count == heap->room;
}

/* Sifts up from the hole at `i`. */
static void rise(struct near_segment *near, uint32_t i, struct near_segment it)
{
    while (i > 0 && near_is_before(&near[(i - 1) / 2], &it)) {
        near[i] = near[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    near[i] = it;
}

/* Sifts down from the hole at the top of `count`. */
static void sink(struct near_segment *near, uint32_t count,
                 struct near_segment it)
{
    uint32_t i = 0;

    for (;;) {
        uint64_t child = 2 * (uint64_t)i + 1;

        if (child + 1 < count && near_is_before(&near[child], &near[child + 1]))
            child++;
        if (child >= count || !near_is_before(&it, &near[child]))
            break;
        near[i] = near[child];
        i = (uint32_t)child;
    }
    near[i] = it;
}

/* Replaces the farthest if the heap is full. It has room for one at least. */
static void near_heap_put(struct near_heap *heap,
                          const struct near_segment *near)
{
    if (near_heap_is_full(heap))
        sink(heap->near, heap->count, *near);
    else
        rise(heap->near, heap->count++, *near);
}

/* Sorts nearest first, which destroys the heap. */
static void near_heap_sort(struct near_heap *heap)
{
    for (uint32_t count = heap->count; count > 1; count--) {
        struct near_segment last = heap->near[count - 1];

        heap->near[count - 1] = heap->near[0];
        sink(heap->near, count - 1, last);
    }
}

/* ---- The nearest ones ---------------------------------------------------- */

/* Depth first, the nearest box first.
 *
 * The result equals that of a scan over all segments, bit for bit, because a
 * box is never computed to be farther than its content: its distance consists
 * of exact differences and of steps that round monotonically, and a segment
 * counts as no nearer than its own box. */

struct search {
    const struct roads *roads;
    struct position position;
    struct ground ground;
    segment_wanted *wanted;
    void *context;
    struct near_heap found;
    uint32_t piece; /* of the last segment: the next are likely on it */
    double radius_m;
    double limit_m2; /* boxes farther than that are skipped */
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
};

static struct search search_around(const struct roads *roads,
                                   struct position position)
{
    return (struct search){
        .roads = roads,
        .position = position,
        .ground = ground_at(position.lat_e7),
    };
}

/* A vector on the plane around the position. */
struct vector {
    double x_m;
    double y_m;
};

static inline double dot_m2(struct vector a, struct vector b)
{
    return a.x_m * b.x_m + a.y_m * b.y_m;
}

static inline struct vector vector_between(const struct search *search,
                                           struct position from,
                                           struct position to)
{
    return (struct vector){
        (double)lon_e7_apart(from.lon_e7, to.lon_e7) * search->ground.east_m,
        ((double)to.lat_e7 - from.lat_e7) * search->ground.north_m,
    };
}

/* Squared metres to the nearest point on the line from `a` to `b`, and its
 * fraction of the line. The distance of an end is the same on every line that
 * shares it. */
static double line_m2(const struct search *search, struct position a,
                      struct position b, double *ret_fraction)
{
    struct vector to = vector_between(search, search->position, a);
    struct vector along = vector_between(search, a, b);
    double length_m2 = dot_m2(along, along);
    double reach_m2 = -dot_m2(to, along);

    if (!(reach_m2 > 0 && length_m2 > 0)) {
        *ret_fraction = 0;
    } else if (reach_m2 >= length_m2) {
        to = vector_between(search, search->position, b);
        *ret_fraction = 1;
    } else {
        *ret_fraction = reach_m2 / length_m2;
        to.x_m += *ret_fraction * along.x_m;
        to.y_m += *ret_fraction * along.y_m;
    }
    return dot_m2(to, to);
}

static inline double place_box_m2(const struct search *search, uint32_t place)
{
    const struct position *end = &search->roads->node_position[place];
    struct segment_box box = segment_box_of(end[0], end[1]);

    return segment_box_m2(&box, search->position, search->ground);
}

/* Squared metres to the segment that begins at a node, at least those to its
 * box. */
static double place_m2(const struct search *search, uint32_t place,
                       double least_m2, double *ret_fraction)
{
    const struct position *end = &search->roads->node_position[place];
    double m2 = line_m2(search, end[0], end[1], ret_fraction);

    return m2 > least_m2 ? m2 : least_m2;
}

/* The piece of a node; `guess` is tried first. */
static uint32_t find_piece(const struct roads *roads, uint32_t place,
                           uint32_t guess)
{
    const uint32_t *first = &roads->first_node[guess];

    if (first[0] <= place && place < first[1])
        return guess;
    return roads_node_piece(roads, place);
}

static struct near_segment near_segment_of(const struct search *search,
                                           uint32_t place, double m2,
                                           double fraction)
{
    const struct roads *roads = search->roads;
    uint32_t piece = find_piece(roads, place, search->piece);

    return (struct near_segment){
        .segment = place - piece,
        .piece = piece,
        .fraction = fraction,
        .distance_m = sqrt(m2),
        .position = ground_between(roads->node_position[place],
                                   roads->node_position[place + 1], fraction),
    };
}

void segment_tree_measure(const struct roads *roads, uint32_t segment,
                          struct position position,
                          struct near_segment *ret_near)
{
    struct search search = search_around(roads, position);
    uint32_t place = segment + roads_segment_piece(roads, segment);
    double fraction;
    double least_m2 = place_box_m2(&search, place);
    double m2 = place_m2(&search, place, least_m2, &fraction);

    *ret_near = near_segment_of(&search, place, m2, fraction);
}

/* A limit that no box of computed distance up to `distance_m` exceeds, however
 * squares and roots round. */
static double limit_of(double distance_m)
{
    return distance_m * distance_m * (1 + 1e-14);
}

static void take(struct search *search, const struct near_segment *near)
{
    struct near_heap *found = &search->found;

    if (near->distance_m > search->radius_m ||
        (near_heap_is_full(found) && !near_is_before(near, &found->near[0])))
        return;
    if (search->wanted && !search->wanted(search->context, near))
        return;
    near_heap_put(found, near);
    if (near_heap_is_full(found))
        search->limit_m2 = limit_of(found->near[0].distance_m);
}

/* Boxes, or segments by their nodes, still to be visited, unordered. */
struct agenda {
    uint32_t count;
    uint32_t what[SEGMENT_TREE_FANOUT];
    double m2[SEGMENT_TREE_FANOUT];
};

static struct agenda agenda_of(const struct search *search, uint32_t level,
                               uint32_t i)
{
    struct tree_level below = search->level[level - 1];
    const struct segment_box *box = search->roads->tree.box + below.first;
    struct agenda agenda;
    uint32_t first, end;

    segment_tree_children(i, below.count, &first, &end);
    agenda.count = end - first;
    for (uint32_t b = 0; b < agenda.count; b++) {
        agenda.what[b] = first + b;
        agenda.m2[b] =
            segment_box_m2(&box[first + b], search->position, search->ground);
    }
    return agenda;
}

static struct agenda agenda_of_leaf(const struct search *search, uint32_t leaf)
{
    const uint32_t *place = search->roads->tree.node;
    struct agenda agenda;
    uint32_t first, end;

    segment_tree_children(leaf, search->roads->segment_count, &first, &end);
    agenda.count = end - first;
    /* Waiting for one at a time would take most of the time. */
    for (uint32_t i = first; i < end; i++)
        __builtin_prefetch(&search->roads->node_position[place[i]]);
    for (uint32_t i = 0; i < agenda.count; i++) {
        agenda.what[i] = place[first + i];
        agenda.m2[i] = place_box_m2(search, place[first + i]);
    }
    return agenda;
}

/* Removes the nearest; false if none is within the limit. */
static bool agenda_next(struct agenda *agenda, double limit_m2,
                        uint32_t *ret_what, double *ret_m2)
{
    uint32_t next = 0;

    if (agenda->count == 0)
        return false;
    for (uint32_t b = 1; b < agenda->count; b++)
        next = agenda->m2[b] < agenda->m2[next] ? b : next;
    if (agenda->m2[next] > limit_m2)
        return false;
    *ret_what = agenda->what[next];
    *ret_m2 = agenda->m2[next];
    agenda->count--;
    agenda->what[next] = agenda->what[agenda->count];
    agenda->m2[next] = agenda->m2[agenda->count];
    return true;
}

/* Takes the nearest box first, and skips segments whose box is too far. */
static void visit_leaf(struct search *search, uint32_t leaf)
{
    struct agenda agenda = agenda_of_leaf(search, leaf);
    uint32_t place;
    double m2;

    while (agenda_next(&agenda, search->limit_m2, &place, &m2)) {
        struct near_segment near;
        double fraction;

        m2 = place_m2(search, place, m2, &fraction);
        if (m2 > search->limit_m2)
            continue;
        near = near_segment_of(search, place, m2, fraction);
        search->piece = near.piece;
        take(search, &near);
    }
}

static void visit(struct search *search, uint32_t level, uint32_t i)
{
    struct agenda agenda;
    uint32_t next;
    double m2;

    if (level == 0) {
        visit_leaf(search, i);
        return;
    }
    agenda = agenda_of(search, level, i);
    while (agenda_next(&agenda, search->limit_m2, &next, &m2))
        visit(search, level - 1, next);
}

void segment_tree_nearest(const struct roads *roads, struct position position,
                          double radius_m, uint32_t count,
                          segment_wanted *wanted, void *context,
                          struct near_segment *ret_near, uint32_t *ret_count)
{
    struct search search = search_around(roads, position);
    uint32_t levels = segment_tree_levels(roads->segment_count, search.level);

    search.wanted = wanted;
    search.context = context;
    search.found = (struct near_heap){.near = ret_near, .room = count};
    search.radius_m = radius_m;
    search.limit_m2 = limit_of(radius_m);
    if (levels > 0 && count > 0 && radius_m >= 0)
        visit(&search, levels - 1, 0);
    near_heap_sort(&search.found);
    *ret_count = search.found.count;
}

/* ---- Those within a box -------------------------------------------------- */

struct within {
    const struct roads *roads;
    struct segment_box box;
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
    int (*see)(void *context, uint32_t node);
    void *context;
};

static bool overlap(const struct segment_box *a, const struct segment_box *b)
{
    return a->low.lon_e7 <= b->high.lon_e7 && b->low.lon_e7 <= a->high.lon_e7 &&
           a->low.lat_e7 <= b->high.lat_e7 && b->low.lat_e7 <= a->high.lat_e7;
}

static int visit_segments_within(const struct within *within, uint32_t leaf)
{
    const struct roads *roads = within->roads;
    uint32_t first, end;
    int r = 0;

    segment_tree_children(leaf, roads->segment_count, &first, &end);
    for (uint32_t i = first; !r && i < end; i++) {
        uint32_t node = roads->tree.node[i];
        struct segment_box box = segment_box_of(roads->node_position[node],
                                                roads->node_position[node + 1]);

        if (overlap(&box, &within->box))
            r = within->see(within->context, node);
    }
    return r;
}

static int visit_within(const struct within *within, uint32_t level, uint32_t i)
{
    const struct segment_tree *tree = &within->roads->tree;
    uint32_t first, end;
    int r = 0;

    if (!overlap(&tree->box[within->level[level].first + i], &within->box))
        return 0;
    if (level == 0)
        return visit_segments_within(within, i);
    segment_tree_children(i, within->level[level - 1].count, &first, &end);
    for (uint32_t child = first; !r && child < end; child++)
        r = visit_within(within, level - 1, child);
    return r;
}

int segment_tree_within(const struct roads *roads,
                        const struct segment_box *box,
                        int (*see)(void *context, uint32_t node), void *context)
{
    struct within within = {
        .roads = roads, .box = *box, .see = see, .context = context};
    uint32_t levels = segment_tree_levels(roads->segment_count, within.level);

    return levels ? visit_within(&within, levels - 1, 0) : 0;
}
