/* weight_span: a search for the walk with the fewest segments, from piece to
 * piece, along one way or against it.
 *
 * `sense`: a stretch_way as a traveller sees it: STRETCH_ALONG(way) travels
 * along the way, STRETCH_AGAINST(way) against it. A walk keeps its sense. */
#include "core/weighting/weight_span.h"

#include <stdlib.h>

#include "core/base/array.h"

void item_list_add(struct item_list *list, uint32_t item)
{
    if (array_append(&list->item, &list->count, &list->capacity, &item,
                     sizeof(item)))
        list->failed = true;
}

/* A part of a walk on one edge. */
struct run {
    uint32_t edge;
    uint32_t node;     /* where it begins */
    uint32_t before;   /* the run that leads to it, or RUN_NONE */
    uint32_t segments; /* of the walk up to here */
    bool done;
    int64_t sense;
};

#define RUN_NONE UINT32_MAX

struct search {
    const struct roads *roads;
    int64_t to;
    bool only_in_graph;
    struct run *run;
    size_t count;
    size_t capacity;
    bool failed;

    /* The best walk that ends: run and its segments. */
    uint32_t best;
    uint32_t best_segments; /* of the whole walk; UINT32_MAX: none */
    uint32_t best_in_run;   /* segments on the last run */
};

static uint32_t run_side(const struct run *run)
{
    return run->edge % 2;
}

/* The segment that leaves a node along an edge, which does not end there. */
static uint32_t segment_from(uint32_t edge, uint32_t node)
{
    return node - edge_piece(edge) - edge % 2;
}

static int64_t sense_of(const struct roads *roads, uint32_t edge,
                        uint32_t segment)
{
    return roads->stretch_way[roads_segment_stretch(roads, segment)] ^
           (edge % 2);
}

/* A walk that began within an edge may come back to the edge's beginning. */
static bool is_known(const struct search *search, uint32_t edge, uint32_t node,
                     int64_t sense)
{
    for (size_t i = 0; i < search->count; i++) {
        const struct run *run = &search->run[i];

        if (run->edge == edge && run->node == node && run->sense == sense)
            return true;
    }
    return false;
}

static void add_run(struct search *search, const struct run *run)
{
    if (search->only_in_graph && !edge_is_in_graph(search->roads, run->edge))
        return;
    if (array_append(&search->run, &search->count, &search->capacity, run,
                     sizeof(*run)))
        search->failed = true;
}

/* The segments of the stretch that the run enters, ahead of its node. */
static uint32_t stretch_ahead(const struct roads *roads, const struct run *run)
{
    uint32_t segment = segment_from(run->edge, run->node);
    uint32_t stretch = roads_segment_stretch(roads, segment);

    return run_side(run) ? segment + 1 - roads->first_of_stretch[stretch]
                         : roads->first_of_stretch[stretch + 1] - segment;
}

/* Looks for the end on the run. Returns its segments. */
static uint32_t follow(struct search *search, uint32_t number)
{
    const struct roads *roads = search->roads;
    const struct run *run = &search->run[number];
    uint32_t ahead = stretch_ahead(roads, run);

    for (uint32_t i = 1; i <= ahead; i++) {
        uint32_t node = run_side(run) ? run->node - i : run->node + i;

        if (run->segments + i >= search->best_segments)
            break;
        if (roads->node_id[node] != search->to)
            continue;
        search->best = number;
        search->best_segments = run->segments + i;
        search->best_in_run = i;
    }
    return ahead;
}

/* Goes on where the edge ends, if the stretch reaches that. */
static void branch(struct search *search, uint32_t number, uint32_t ahead)
{
    const struct roads *roads = search->roads;
    struct run run = search->run[number];
    uint32_t end = run_side(&run) ? run.node - ahead : run.node + ahead;
    uint32_t junction = edge_head(roads, run.edge);

    if (end != edge_last_node(roads, run.edge))
        return;
    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t edge = roads->leaving[i];
        uint32_t node = edge_first_node(roads, edge);

        if (sense_of(roads, edge, segment_from(edge, node)) != run.sense ||
            is_known(search, edge, node, run.sense))
            continue;
        add_run(search, &(struct run){
                            .edge = edge,
                            .node = node,
                            .before = number,
                            .segments = run.segments + ahead,
                            .sense = run.sense,
                        });
    }
}

/* The open end of the shortest walk; RUN_NONE: no more. */
static uint32_t next_run(const struct search *search)
{
    uint32_t next = RUN_NONE;

    for (uint32_t i = 0; i < search->count; i++) {
        if (!search->run[i].done &&
            (next == RUN_NONE ||
             search->run[i].segments < search->run[next].segments))
            next = i;
    }
    return next;
}

static void walk(struct search *search)
{
    uint32_t number;

    while (!search->failed && (number = next_run(search)) != RUN_NONE) {
        uint32_t ahead;

        if (search->run[number].segments >= search->best_segments)
            break;
        search->run[number].done = true;
        ahead = follow(search, number);
        branch(search, number, ahead);
    }
}

/* Whether any segment at a node of that id lies on the way. */
static bool touches(const struct roads *roads, int64_t id, int64_t way)
{
    uint32_t first;
    uint32_t count = roads_find_node(roads, id, &first);

    for (uint32_t i = first; i < first + count; i++) {
        uint32_t node = roads->node_by_id[i];
        uint32_t piece = roads_node_piece(roads, node);

        for (uint32_t edge = 2 * piece; edge < 2 * piece + 2; edge++) {
            if (node != edge_last_node(roads, edge) &&
                sense_of(roads, edge, segment_from(edge, node)) >> 1 == way)
                return true;
        }
    }
    return false;
}

static void start_at(struct search *search, uint32_t node)
{
    const struct roads *roads = search->roads;
    uint32_t piece = roads_node_piece(roads, node);

    for (uint32_t edge = 2 * piece; edge < 2 * piece + 2; edge++) {
        struct run run = {.edge = edge, .node = node, .before = RUN_NONE};

        if (node == edge_last_node(roads, edge))
            continue;
        run.sense = sense_of(roads, edge, segment_from(edge, node));
        if (run.sense >> 1 && touches(roads, search->to, run.sense >> 1))
            add_run(search, &run);
    }
}

static void find(struct search *search, int64_t from)
{
    const struct roads *roads = search->roads;
    uint32_t first;
    uint32_t count = roads_find_node(roads, from, &first);

    search->count = 0;
    search->best_segments = UINT32_MAX;
    for (uint32_t i = first; i < first + count; i++)
        start_at(search, roads->node_by_id[i]);
    walk(search);
}

/* The best walk's items, from its end, then turned around. */
static void give(const struct search *search, struct item_list *list)
{
    size_t begin = list->count;
    uint32_t segments = search->best_in_run;

    for (uint32_t i = search->best; i != RUN_NONE;) {
        const struct run *run = &search->run[i];
        uint32_t first = segment_from(run->edge, run->node);
        uint32_t side = run_side(run);

        for (uint32_t s = segments; s-- > 0;)
            item_list_add(list, 2 * (side ? first - s : first + s) + side);
        i = run->before;
        if (i != RUN_NONE)
            segments = run->segments - search->run[i].segments;
    }
    for (size_t low = begin, high = list->count; low + 1 < high; low++) {
        uint32_t item = list->item[low];

        list->item[low] = list->item[--high];
        list->item[high] = item;
    }
}

enum match_outcome weight_span_find(const struct roads *roads, int64_t from,
                                    int64_t to, struct item_list *list)
{
    struct search search = {.roads = roads, .to = to, .only_in_graph = true};
    enum match_outcome outcome = MATCH_NO_ROAD;

    find(&search, from);
    if (search.best_segments < UINT32_MAX) {
        give(&search, list);
        outcome = MATCH_SPAN;
    } else if (!search.failed) {
        search.only_in_graph = false;
        find(&search, from);
        if (search.best_segments < UINT32_MAX)
            outcome = MATCH_LEFT_OUT;
    }
    list->failed |= search.failed;
    free(search.run);
    return outcome;
}
