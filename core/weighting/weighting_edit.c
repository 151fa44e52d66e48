/* weighting_edit: copies, values and the sums over them. */
#include "core/weighting/weighting_edit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"

/* Beyond this share of the arcs an edit sums up the whole map. */
enum { LISTED_SHARE = 16 };

/* Arcs or edges that threads take at a time. */
enum { PART = 1 << 16 };

static size_t edge_count(const struct map *map)
{
    return 2 * (size_t)map->roads.piece_count;
}

static size_t item_count(const struct map *map)
{
    return 2 * (size_t)map->roads.segment_count;
}

/* ---- Copies -------------------------------------------------------------- */

/* Copies the array to one of its own and makes that the weighting's. */
static int own(uint32_t **copy, const uint32_t **view, size_t count)
{
    *copy = array_alloc_huge(count, sizeof(**copy));
    if (!*copy)
        return -ENOMEM;
    parallel_copy(*copy, *view, count * sizeof(**copy));
    *view = *copy;
    return 0;
}

static int own_turns(struct weighting *weighting, const struct map *map)
{
    size_t arcs = map->topology.arc_count;
    int r = own(&weighting->copies.turn, &weighting->arrays.turn, arcs);

    return r ? r
             : own(&weighting->copies.turn_duration_ms,
                   &weighting->arrays.turn_duration_ms, arcs);
}

static int own_segments(struct weighting *weighting, const struct map *map)
{
    size_t items = item_count(map);
    int r = own(&weighting->copies.segment, &weighting->arrays.segment, items);

    return r ? r
             : own(&weighting->copies.segment_duration_ms,
                   &weighting->arrays.segment_duration_ms, items);
}

static int own_closed(struct weighting *weighting, const struct map *map)
{
    weighting->closed = closed_set_create((uint32_t)edge_count(map));
    return weighting->closed ? 0 : -ENOMEM;
}

/* Whatever `from` has of its own, beyond segments and arcs. */
static int own_others(struct weighting *weighting, const struct map *map,
                      const struct weighting *from)
{
    int r = 0;

    if (from->copies.turn && !weighting->copies.turn) {
        weighting->arrays.turn = from->arrays.turn;
        weighting->arrays.turn_duration_ms = from->arrays.turn_duration_ms;
        r = own_turns(weighting, map);
    }
    if (!r && from->closed && !weighting->closed) {
        r = own_closed(weighting, map);
        if (!r)
            closed_set_copy_edges(weighting->closed, from->closed);
    }
    return r;
}

struct weighting *weighting_copy(const struct weighting *weighting,
                                 const struct map *map)
{
    struct weighting *copy = weighting_share(weighting);
    int r;

    if (!copy)
        return NULL;
    r = own(&copy->copies.arc, &copy->arrays.arcs.weight,
            map->topology.arc_count);
    if (!r && map->roads.piece_count)
        r = own_segments(copy, map);
    if (!r)
        r = own_others(copy, map, weighting);
    if (!r)
        return copy;
    weighting_release(copy);
    return NULL;
}

/* ---- Following ----------------------------------------------------------- */

/* Sums are made again when a reader wants them. */
static void drop_sums(struct weighting *weighting)
{
    struct arc_sums *sums = atomic_load(&weighting->arc_sums);

    if (sums)
        arc_sums_finish(sums);
    free(sums);
    atomic_store(&weighting->arc_sums, NULL);
}

static void follow_all(struct weighting *weighting, const struct map *map,
                       const struct weighting *newest)
{
    const struct weight_arrays *from = &newest->arrays;
    const struct weight_copies *to = &weighting->copies;
    size_t arcs = map->topology.arc_count * sizeof(uint32_t);
    size_t items = item_count(map) * sizeof(uint32_t);

    parallel_copy(to->arc, from->arcs.weight, arcs);
    if (to->segment) {
        parallel_copy(to->segment, from->segment, items);
        parallel_copy(to->segment_duration_ms, from->segment_duration_ms,
                      items);
    }
    if (to->turn) {
        parallel_copy(to->turn, from->turn, arcs);
        parallel_copy(to->turn_duration_ms, from->turn_duration_ms, arcs);
    }
    if (newest->closed)
        closed_set_copy_edges(weighting->closed, newest->closed);
    drop_sums(weighting);
}

/* The pieces of items, one after another: the next is near if they ascend. */
struct finding {
    const struct roads *roads;
    uint32_t segment; /* the last one */
    uint32_t piece;
};

static uint32_t find_edge(struct finding *finding, uint32_t item)
{
    uint32_t segment = item / 2;

    finding->piece =
        segment < finding->segment
            ? roads_segment_piece(finding->roads, segment)
            : roads_segment_piece_from(finding->roads, segment, finding->piece);
    finding->segment = segment;
    return 2 * finding->piece + item % 2;
}

static void follow_items(struct weighting *weighting, const struct map *map,
                         const struct weighting *newest,
                         const struct index_list *items)
{
    const struct weight_copies *to = &weighting->copies;
    struct finding finding = {&map->roads, 0, 0};

    for (size_t i = 0; to->segment && i < items->count; i++) {
        uint32_t item = items->at[i];
        uint32_t edge;

        to->segment[item] = newest->arrays.segment[item];
        to->segment_duration_ms[item] =
            newest->arrays.segment_duration_ms[item];
        if (!newest->closed)
            continue;
        edge = find_edge(&finding, item);
        closed_set_put(weighting->closed, edge,
                       closed_set_has(newest->closed, edge));
    }
}

static void sum_arc(struct weighting *weighting, uint32_t arc,
                    uint32_t duration_ms)
{
    struct arc_sums *sums = atomic_load(&weighting->arc_sums);

    if (sums)
        sums->duration_ms[arc] = sum_fit(
            (uint64_t)weighting->arrays.turn_duration_ms[arc] + duration_ms);
}

int weighting_follow(struct weighting *weighting, const struct map *map,
                     const struct weighting *newest,
                     const struct weighting_delta *delta)
{
    const struct roads *roads = &map->roads;
    struct arc_sums *sums = atomic_load(&weighting->arc_sums);
    const struct arc_sums *newer = atomic_load(&newest->arc_sums);
    int r = own_others(weighting, map, newest);

    if (r)
        return r;
    weighting->arrays.arcs.epoch = newest->arrays.arcs.epoch;
    weighting->duration_differs = newest->duration_differs;
    if (delta->all) {
        follow_all(weighting, map, newest);
        return 0;
    }
    follow_items(weighting, map, newest, &delta->items);
    for (size_t i = 0; i < delta->turns.count; i++) {
        uint32_t arc = delta->turns.at[i];

        weighting->copies.turn[arc] = newest->arrays.turn[arc];
        weighting->copies.turn_duration_ms[arc] =
            newest->arrays.turn_duration_ms[arc];
    }
    for (size_t i = 0; i < delta->arcs.count; i++) {
        uint32_t arc = delta->arcs.at[i];

        weighting->copies.arc[arc] = newest->arrays.arcs.weight[arc];
        if (sums && newer)
            sums->duration_ms[arc] = newer->duration_ms[arc];
        else if (sums)
            sum_arc(
                weighting, arc,
                edge_sums_of(&weighting->arrays, roads, roads->arc_edge[arc])
                    .duration_ms);
    }
    return 0;
}

/* ---- Sums over edges and arcs -------------------------------------------- */

static int refuse_edge(const struct roads *roads, uint32_t edge,
                       struct error *error)
{
    return error_set(error, -EINVAL,
                     "the weights of the road from node %" PRId64 " to %" PRId64
                     " and of the turn into it add up to more than %" PRIu32,
                     roads->node_id[edge_first_node(roads, edge)],
                     roads->node_id[edge_last_node(roads, edge)],
                     (uint32_t)WEIGHT_MAX);
}

/* Whether no change of segments opens it. */
static bool stays_closed(const struct weighting *weighting,
                         const struct roads *roads, uint32_t edge)
{
    return !edge_is_open(roads, edge) &&
           !(edge_is_in_graph(roads, edge) &&
             closed_set_opens(weighting->closed, edge));
}

/* A closed segment makes it WEIGHT_CLOSED. */
static uint32_t edge_weight(const struct weighting *weighting,
                            const struct roads *roads, uint32_t edge)
{
    const uint32_t *segment = weighting->arrays.segment;
    uint32_t weight = 0;
    uint32_t first, end;

    if (stays_closed(weighting, roads, edge))
        return WEIGHT_CLOSED;
    piece_segments(roads, edge_piece(edge), &first, &end);
    for (uint32_t s = first; s < end; s++)
        weight = cost_add(weight, segment[2 * (size_t)s + edge % 2]);
    return weight;
}

static int sum_edge(const struct weighting *weighting, const struct map *map,
                    uint32_t edge, uint32_t *ret_weight, struct error *error)
{
    *ret_weight = edge_weight(weighting, &map->roads, edge);
    return *ret_weight == COST_OVERFLOW ? refuse_edge(&map->roads, edge, error)
                                        : 0;
}

/* Notes in the set of closed edges whether it is one of them. Unless it
 * overrides the profile, the set lists none that is not open to the profile
 * anyway. */
static void note_closed(struct closed_set *closed, const struct roads *roads,
                        uint32_t edge, uint32_t weight)
{
    bool listed = closed->overrides_profile || edge_is_open(roads, edge);

    closed_set_put(closed, edge, weight == WEIGHT_CLOSED && listed);
}

static int put_arc(struct weighting *weighting, const struct map *map,
                   uint32_t arc, uint32_t edge_weight, struct error *error)
{
    uint32_t weight = cost_add(edge_weight, weighting->arrays.turn[arc]);

    if (weight == COST_OVERFLOW)
        return refuse_edge(&map->roads, map->roads.arc_edge[arc], error);
    weighting->copies.arc[arc] = weight;
    return 0;
}

/* ---- Few edits: the edges and arcs they concern -------------------------- */

struct editing {
    struct weighting *weighting;
    const struct map *map;
    struct index_list *arcs; /* what has changed */
    struct error *error;
};

static int list(struct index_list *list, uint32_t at)
{
    return array_append(&list->at, &list->count, &list->capacity, &at,
                        sizeof(at));
}

/* The edge weighs `weight` and takes `duration_ms`. */
static int update_arc(struct editing *editing, uint32_t arc, uint32_t weight,
                      uint32_t duration_ms)
{
    sum_arc(editing->weighting, arc, duration_ms);
    if (list(editing->arcs, arc))
        return error_no_memory(editing->error);
    return put_arc(editing->weighting, editing->map, arc, weight,
                   editing->error);
}

/* The arcs from a vertex into the edge. */
static int update_from(struct editing *editing, uint32_t vertex, uint32_t edge,
                       uint32_t weight, uint32_t duration_ms)
{
    const struct topology *topology = &editing->map->topology;
    int r = 0;

    for (uint32_t a = topology->first_out[vertex];
         !r && a < topology->first_out[vertex + 1]; a++) {
        if (editing->map->roads.arc_edge[a] == edge)
            r = update_arc(editing, a, weight, duration_ms);
    }
    return r;
}

/* The arcs into the edge from the end of another one. */
static int update_after(struct editing *editing, uint32_t before, uint32_t edge,
                        uint32_t weight, uint32_t duration_ms)
{
    const struct roads *roads = &editing->map->roads;
    uint32_t first = 0;
    uint32_t states = roads_find_states(roads, before, &first);
    int r = update_from(editing, roads->end_vertex[before], edge, weight,
                        duration_ms);

    for (uint32_t i = first; !r && i < first + states; i++)
        r = update_from(editing, roads->state_vertex[i], edge, weight,
                        duration_ms);
    return r;
}

/* All arcs that enter an edge whose segments have changed. */
static int update_edge(struct editing *editing, uint32_t edge)
{
    const struct roads *roads = &editing->map->roads;
    struct weighting *weighting = editing->weighting;
    uint32_t junction = edge_tail(roads, edge);
    uint32_t duration_ms =
        edge_sums_of(&weighting->arrays, roads, edge).duration_ms;
    uint32_t weight;
    int r = sum_edge(weighting, editing->map, edge, &weight, editing->error);

    if (!r && weighting->closed)
        note_closed(weighting->closed, roads, edge, weight);
    for (uint32_t i = roads->first_leaving[junction];
         !r && i < roads->first_leaving[junction + 1]; i++) {
        uint32_t before = edge_reverse(roads->leaving[i]);

        if (!edge_is_in_graph(roads, before))
            continue;
        r = update_after(editing, before, edge, weight, duration_ms);
        /* All edges that end at a plain junction share its vertex. */
        if (roads->vertex_edge[roads->end_vertex[before]] == EDGE_NONE)
            break;
    }
    return r;
}

/* Edges whose segments have changed, once each. Threads take parts by their
 * numbers, so that no two write to one word of a set. */
struct edges {
    struct weighting *weighting;
    const struct map *map;
    uint32_t *edge; /* [count], owned; by part, ascending */
    size_t count;
    struct index_list *arcs; /* [parts] */
};

/* With fewer edges one thread is faster. */
enum { FEW_EDGES = 1024 };

static int update_part(void *context, size_t part, struct error *error)
{
    const struct edges *edges = context;
    struct editing editing = {edges->weighting, edges->map, &edges->arcs[part],
                              error};
    int r = 0;

    for (size_t i = array_lower_bound(edges->edge, sizeof(*edges->edge), 0,
                                      edges->count, (uint32_t)(part * PART));
         !r && i < edges->count && edges->edge[i] / PART == part; i++)
        r = update_edge(&editing, edges->edge[i]);
    return r;
}

/* Of ascending items. 0 or -ENOMEM. */
static int list_edges(const struct map *map, const struct index_list *items,
                      size_t first, struct edges *edges)
{
    struct finding finding = {&map->roads, 0, 0};
    uint32_t before[2] = {EDGE_NONE, EDGE_NONE};

    edges->edge = array_alloc(items->count - first, sizeof(*edges->edge));
    if (!edges->edge)
        return -ENOMEM;
    for (size_t i = first; i < items->count; i++) {
        uint32_t edge = find_edge(&finding, items->at[i]);

        if (edge != before[edge % 2])
            edges->edge[edges->count++] = edge;
        before[edge % 2] = edge;
    }
    return 0;
}

static int run_edges(struct edges *edges, struct weighting_delta *delta,
                     struct error *error)
{
    size_t parts = edge_count(edges->map) / PART + 1;
    unsigned threads = edges->count < FEW_EDGES ? 1 : parallel_thread_count();
    int r;

    edges->arcs = array_zero(parts, sizeof(*edges->arcs));
    if (!edges->arcs)
        return error_no_memory(error);
    r = parallel_run(threads, parts, update_part, edges, error);
    for (size_t i = 0; i < parts; i++) {
        if (!r && index_list_join(&delta->arcs, &edges->arcs[i]))
            r = error_no_memory(error);
        free(edges->arcs[i].at);
    }
    free(edges->arcs);
    return r;
}

/* The items of the edits, ascending. 0 or -ENOMEM. */
static int list_items(const struct edit_list *items, struct index_list *list)
{
    if (array_reserve(&list->at, &list->capacity, list->count + items->count,
                      sizeof(*list->at)))
        return -ENOMEM;
    for (size_t i = 0; i < items->count; i++)
        list->at[list->count + i] = items->edit[i].item;
    list->count += items->count;
    return array_sort(list->at + list->count - items->count, items->count);
}

/* The edges of the delta's items from `first` on, which ascend. */
static int update_edges(struct weighting *weighting, const struct map *map,
                        size_t first, struct weighting_delta *delta,
                        struct error *error)
{
    struct edges edges = {.weighting = weighting, .map = map};
    int r;

    if (first == delta->items.count)
        return 0;
    r = list_edges(map, &delta->items, first, &edges)
            ? error_no_memory(error)
            : run_edges(&edges, delta, error);
    free(edges.edge);
    return r;
}

static int update_turns(struct editing *editing, const struct edit_list *turns,
                        struct index_list *list_of_turns)
{
    const struct roads *roads = &editing->map->roads;
    int r = 0;

    for (size_t i = 0; !r && i < turns->count; i++) {
        uint32_t arc = turns->edit[i].item;
        uint32_t edge = roads->arc_edge[arc];
        uint32_t weight;

        r = sum_edge(editing->weighting, editing->map, edge, &weight,
                     editing->error);
        if (!r && list(list_of_turns, arc))
            r = error_no_memory(editing->error);
        if (!r)
            r = update_arc(
                editing, arc, weight,
                edge_sums_of(&editing->weighting->arrays, roads, edge)
                    .duration_ms);
    }
    return r;
}

/* ---- Many edits: the whole map ------------------------------------------- */

struct summing {
    struct weighting *weighting;
    const struct map *map;
    uint32_t *edge; /* [edge_count] weights */
};

static int sum_edges_part(void *context, size_t part, struct error *error)
{
    const struct summing *summing = context;
    size_t end = size_min((part + 1) * PART, edge_count(summing->map));
    struct closed_set *closed = summing->weighting->closed;
    int r = 0;

    for (size_t e = part * PART; !r && e < end; e++) {
        r = sum_edge(summing->weighting, summing->map, (uint32_t)e,
                     &summing->edge[e], error);
        if (!r && closed) /* parts share no word of it */
            note_closed(closed, &summing->map->roads, (uint32_t)e,
                        summing->edge[e]);
    }
    return r;
}

static int sum_arcs_part(void *context, size_t part, struct error *error)
{
    const struct summing *summing = context;
    size_t end = size_min((part + 1) * PART, summing->map->topology.arc_count);
    int r = 0;

    for (size_t a = part * PART; !r && a < end; a++)
        r = put_arc(summing->weighting, summing->map, (uint32_t)a,
                    summing->edge[summing->map->roads.arc_edge[a]], error);
    return r;
}

static int update_all(struct weighting *weighting, const struct map *map,
                      struct error *error)
{
    unsigned threads = parallel_thread_count();
    struct summing summing = {
        weighting, map,
        array_alloc_huge(edge_count(map), sizeof(*summing.edge))};
    int r;

    if (!summing.edge)
        return error_no_memory(error);
    drop_sums(weighting);
    r = parallel_run(threads, size_divide_up(edge_count(map), PART),
                     sum_edges_part, &summing, error);
    if (!r)
        r = parallel_run(threads, size_divide_up(map->topology.arc_count, PART),
                         sum_arcs_part, &summing, error);
    array_recycle(summing.edge);
    return r;
}

static void delta_set_all(struct weighting_delta *delta)
{
    weighting_delta_finish(delta);
    delta->all = true;
}

/* ---- Edits --------------------------------------------------------------- */

static bool closes(const struct edit_list *items)
{
    for (size_t i = 0; i < items->count; i++) {
        if (items->edit[i].weight == WEIGHT_CLOSED)
            return true;
    }
    return false;
}

/* Gives the weighting the arrays that the edits need. */
static int make_room(struct weighting *weighting, const struct map *map,
                     const struct weighting_edits *edits)
{
    int r = 0;

    if (edits->turns.count && !weighting->copies.turn)
        r = own_turns(weighting, map);
    if (!r && !weighting->closed && closes(&edits->items))
        r = own_closed(weighting, map);
    return r;
}

static void put_values(struct weighting *weighting,
                       const struct weighting_edits *edits)
{
    const struct weight_copies *to = &weighting->copies;

    for (size_t i = 0; i < edits->items.count; i++) {
        const struct item_edit *edit = &edits->items.edit[i];

        to->segment[edit->item] = edit->weight;
        to->segment_duration_ms[edit->item] = edit->duration_ms;
        weighting->duration_differs |=
            edit->weight != edit->duration_ms && edit->weight != WEIGHT_CLOSED;
    }
    for (size_t i = 0; i < edits->turns.count; i++) {
        const struct item_edit *edit = &edits->turns.edit[i];

        to->turn[edit->item] = edit->weight;
        to->turn_duration_ms[edit->item] = edit->duration_ms;
        weighting->duration_differs |=
            edit->weight != edit->duration_ms && edit->weight != WEIGHT_CLOSED;
    }
}

static int edit_arcs(struct weighting *weighting, const struct edit_list *items,
                     struct weighting_delta *delta, struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < items->count; i++) {
        const struct item_edit *edit = &items->edit[i];

        weighting->copies.arc[edit->item] = edit->weight;
        if (!delta->all && list(&delta->arcs, edit->item))
            r = error_no_memory(error);
    }
    return r;
}

int weighting_edit(struct weighting *weighting, const struct map *map,
                   const struct weighting_edits *edits,
                   struct weighting_delta *delta, struct error *error)
{
    struct editing editing = {weighting, map, &delta->arcs, error};
    size_t before = delta->items.count;
    int r;

    if (edits->items.count + edits->turns.count >
        map->topology.arc_count / LISTED_SHARE + LISTED_SHARE)
        delta_set_all(delta);
    if (!map->roads.piece_count)
        return edit_arcs(weighting, &edits->items, delta, error);
    if (make_room(weighting, map, edits))
        return error_no_memory(error);
    put_values(weighting, edits);
    if (delta->all)
        return update_all(weighting, map, error);
    if (edits->items.count && list_items(&edits->items, &delta->items))
        return error_no_memory(error);
    r = update_edges(weighting, map, before, delta, error);
    return r ? r : update_turns(&editing, &edits->turns, &delta->turns);
}

int weighting_sum(struct weighting *weighting, const struct map *map,
                  const struct index_list *items, bool closes,
                  struct error *error)
{
    struct weighting_delta delta = {0};
    int r = 0;

    if (closes && !weighting->closed)
        r = own_closed(weighting, map);
    if (!r && items)
        r = index_list_join(&delta.items, items);
    if (r)
        r = error_no_memory(error);
    else if (items)
        r = update_edges(weighting, map, 0, &delta, error);
    else
        r = update_all(weighting, map, error);
    weighting_delta_finish(&delta);
    return r;
}
