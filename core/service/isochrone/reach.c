/* reach: walks along edges, and the search in both directions. */
#include "core/service/isochrone/reach.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/heap.h"
#include "core/graph/cost.h"
#include "core/graph/roads/ground.h"
#include "core/service/place/place_ends.h"

/* ---- Stretches ---------------------------------------------------------- */

/* What a segment of an edge costs. */
static uint64_t measure_segment(const struct measure *measure,
                                const struct roads *roads,
                                const struct weighting *weighting,
                                uint32_t edge, uint32_t segment)
{
    return measure->distance
               ? roads_segment_mm(roads, segment)
               : weighting->arrays
                     .segment_duration_ms[2 * (size_t)segment + edge % 2];
}

/* What an arc's turn costs. */
static uint32_t measure_turn(const struct measure *measure,
                             const struct weighting *weighting, uint32_t arc)
{
    return measure->distance ? 0 : weighting->arrays.turn_duration_ms[arc];
}

/* What a whole edge costs, saturating. */
static uint32_t measure_edge(const struct measure *measure,
                             const struct roads *roads,
                             const struct weighting *weighting, uint32_t edge)
{
    uint32_t first, end;
    uint64_t sum = 0;

    piece_segments(roads, edge_piece(edge), &first, &end);
    for (uint32_t s = first; s < end; s++)
        sum += measure_segment(measure, roads, weighting, edge, s);
    return sum < COST_OVERFLOW ? (uint32_t)sum : COST_OVERFLOW;
}

/* From sums of an edge's part, saturating. */
static uint32_t measure_sums(const struct measure *measure,
                             const struct edge_sums *sums)
{
    if (!measure->distance)
        return sums->duration_ms;
    return sums->length_mm < COST_OVERFLOW ? (uint32_t)sums->length_mm
                                           : COST_OVERFLOW;
}

/* Whether the walk along an edge follows the piece's direction. */
static bool walks_forward(const struct measure *measure, uint32_t edge)
{
    return edge_is_forward(edge) != measure->backward;
}

/* The whole edge, from where its walk begins. */
static struct stretch stretch_whole(const struct measure *measure,
                                    const struct roads *roads, uint32_t edge,
                                    uint32_t spent)
{
    uint32_t first, end;
    bool forward = walks_forward(measure, edge);

    piece_segments(roads, edge_piece(edge), &first, &end);
    return (struct stretch){edge, forward ? first : end - 1, forward ? 0 : 1,
                            spent};
}

/* Shortens a part that exceeds the limit; returns whether it did. */
static bool cut(struct stretch_part *part, uint32_t most)
{
    double share;

    if (part->spent_to <= most)
        return false;
    share = (most - part->spent_from) / (part->spent_to - part->spent_from);
    part->to = ground_between(part->from, part->to, share);
    part->spent_to = most;
    return true;
}

void stretch_walk(const struct stretch *stretch, const struct measure *measure,
                  const struct roads *roads, const struct weighting *weighting,
                  stretch_take *take, void *context)
{
    bool forward = walks_forward(measure, stretch->edge);
    const struct position *node =
        roads->node_position + edge_piece(stretch->edge);
    double left = forward ? 1 - (double)stretch->fraction : stretch->fraction;
    struct stretch_part part = {.spent_to = stretch->spent};
    uint32_t first, end;

    piece_segments(roads, edge_piece(stretch->edge), &first, &end);
    part.to = ground_between(node[stretch->segment], node[stretch->segment + 1],
                             stretch->fraction);
    for (uint32_t s = stretch->segment; part.spent_to <= measure->most;) {
        part.from = part.to;
        part.spent_from = part.spent_to;
        part.to = node[s + forward];
        part.spent_to +=
            left * (double)measure_segment(measure, roads, weighting,
                                           stretch->edge, s);
        if (cut(&part, measure->most)) {
            take(context, &part);
            return;
        }
        take(context, &part);
        left = 1;
        if (s == (forward ? end - 1 : first))
            return;
        s = forward ? s + 1 : s - 1;
    }
}

/* ---- The search --------------------------------------------------------- */

/* Settled vertices between two checks of the cancel flag. */
enum { CANCEL_EVERY = 4096 };

/* Label of a vertex. */
struct vertex_label {
    uint32_t weight; /* plus 1; 0: none yet */
    uint32_t spent;
    uint32_t edge; /* an edge that ends there */
};

/* The least label at the beginning of an edge's walk. */
struct edge_label {
    uint32_t weight; /* plus 1; 0: none yet */
    uint32_t spent;
};

struct search {
    const struct map *map;
    const struct weighting *weighting;
    const struct measure *measure;
    struct vertex_label *label;    /* [vertex_count] */
    struct edge_label *edge_label; /* [2 * piece_count] */
    struct heap open;
    size_t within;     /* open vertices within the limit */
    uint32_t *entered; /* [entered_count] edges that have a label */
    size_t entered_count;
    size_t entered_capacity;
    struct reach reach;
    bool failed; /* out of memory */
};

/* The two sums of a search at one point. */
struct cost_pair {
    uint32_t weight;
    uint32_t spent;
};

static bool is_within(const struct search *search, uint32_t spent)
{
    return spent <= search->measure->most;
}

/* A path to the vertex at the end of an edge, or on from there. */
static void label_vertex(struct search *search, uint32_t vertex, uint32_t edge,
                         struct cost_pair cost)
{
    struct vertex_label *label = &search->label[vertex];

    if (cost.weight > COST_MAX ||
        (label->weight && label->weight - 1 <= cost.weight))
        return;
    if (label->weight)
        search->within -= is_within(search, label->spent);
    search->within += is_within(search, cost.spent);
    *label = (struct vertex_label){cost.weight + 1, cost.spent, edge};
    if (heap_push(&search->open, vertex, cost.weight))
        search->failed = true;
}

static void add_stretch(struct search *search, struct stretch stretch)
{
    if (array_append(&search->reach.list, &search->reach.count,
                     &search->reach.capacity, &stretch, sizeof(stretch)))
        search->failed = true;
}

/* A walk along an edge, starting at the edge's beginning in walk order. */
static void enter_edge(struct search *search, uint32_t edge,
                       struct cost_pair cost)
{
    struct edge_label *label = &search->edge_label[edge];

    if (cost.weight > COST_MAX ||
        (label->weight && label->weight - 1 <= cost.weight))
        return;
    if (!label->weight) {
        if (array_append(&search->entered, &search->entered_count,
                         &search->entered_capacity, &edge, sizeof(edge))) {
            search->failed = true;
            return;
        }
    }
    *label = (struct edge_label){cost.weight + 1, cost.spent};
}

/* ---- Departing ---------------------------------------------------------- */

static void depart(struct search *search, const struct place_point *point)
{
    const struct measure *measure = search->measure;

    add_stretch(search, (struct stretch){point->edge, point->segment,
                                         (float)point->fraction, 0});
    label_vertex(search, search->map->roads.end_vertex[point->edge],
                 point->edge,
                 (struct cost_pair){point->left.weight,
                                    measure_sums(measure, &point->left)});
}

static void go_on(struct search *search, uint32_t vertex)
{
    const struct map *map = search->map;
    const struct weighting *weighting = search->weighting;
    const struct measure *measure = search->measure;
    struct vertex_label at = search->label[vertex];
    uint32_t end = map->topology.first_out[vertex + 1];

    for (uint32_t a = map->topology.first_out[vertex]; a < end; a++) {
        uint32_t edge = map->roads.arc_edge[a];
        struct cost_pair turned = {
            cost_add(at.weight - 1, weighting->arrays.turn[a]),
            cost_add(at.spent, measure_turn(measure, weighting, a))};
        uint32_t arc_weight = weighting_arc(weighting, &map->roads, a);

        if (arc_weight == WEIGHT_CLOSED ||
            !weighting_edge_is_open(weighting, &map->roads, edge))
            continue;
        enter_edge(search, edge, turned);
        label_vertex(
            search, map->topology.head[a], edge,
            (struct cost_pair){
                cost_add(at.weight - 1, arc_weight),
                cost_add(turned.spent,
                         measure_edge(measure, &map->roads, weighting, edge))});
    }
}

/* ---- Arriving ----------------------------------------------------------- */

/* Turns from a vertex of `edge` into another edge; VERTEX_NONE: any vertex. */
struct turning {
    uint32_t into;
    uint32_t head;         /* required head of the arc; VERTEX_NONE: any */
    struct cost_pair cost; /* from the beginning of `into` on */
};

static void come_from(struct search *search, uint32_t edge,
                      const struct turning *turning)
{
    const struct map *map = search->map;
    struct edge_ends ends = edge_ends_of(&map->roads, edge);

    for (uint32_t i = 0; i < ends.count; i++) {
        uint32_t vertex = edge_ends_vertex(&ends, i);
        uint32_t arc =
            edge_find_arc(map, search->weighting, vertex, turning->into);
        struct cost_pair cost = turning->cost;

        if (arc == ARC_NONE || (turning->head != VERTEX_NONE &&
                                turning->head != map->topology.head[arc]))
            continue;
        cost.weight =
            cost_add(cost.weight, search->weighting->arrays.turn[arc]);
        cost.spent = cost_add(
            cost.spent, measure_turn(search->measure, search->weighting, arc));
        label_vertex(search, vertex, edge, cost);
    }
}

/* Relaxes the arcs of all edges that lead to where an edge begins. */
static void come_by_arcs(struct search *search, const struct turning *turning)
{
    const struct roads *roads = &search->map->roads;
    uint32_t junction = edge_tail(roads, turning->into);

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t from = edge_reverse(roads->leaving[i]);

        if (!weighting_edge_is_open(search->weighting, roads, from))
            continue;
        come_from(search, from, turning);
        /* At a plain junction all edges share the first one's vertex. */
        if (edge_ends_plainly(roads, from))
            return;
    }
}

static void arrive(struct search *search, const struct place_point *point)
{
    struct turning turning = {
        point->edge,
        VERTEX_NONE,
        {point->before.weight, measure_sums(search->measure, &point->before)}};

    add_stretch(search, (struct stretch){point->edge, point->segment,
                                         (float)point->fraction, 0});
    come_by_arcs(search, &turning);
}

static void come_along(struct search *search, uint32_t edge, uint32_t vertex)
{
    const struct roads *roads = &search->map->roads;
    const struct vertex_label *at = &search->label[vertex];
    struct cost_pair cost = {at->weight - 1, at->spent};
    struct turning turning = {edge, vertex, cost};

    if (roads->end_vertex[edge] == vertex)
        enter_edge(search, edge, cost);
    turning.cost.weight =
        cost_add(cost.weight,
                 weighting_edge_sums(search->weighting, roads, edge).weight);
    turning.cost.spent =
        cost_add(cost.spent,
                 measure_edge(search->measure, roads, search->weighting, edge));
    come_by_arcs(search, &turning);
}

static void come_back(struct search *search, uint32_t vertex)
{
    const struct roads *roads = &search->map->roads;
    uint32_t junction;

    if (roads->vertex_edge[vertex] != EDGE_NONE) {
        come_along(search, roads->vertex_edge[vertex], vertex);
        return;
    }
    junction = edge_head(roads, search->label[vertex].edge);
    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t edge = edge_reverse(roads->leaving[i]);

        if (weighting_edge_is_open(search->weighting, roads, edge))
            come_along(search, edge, vertex);
    }
}

/* ---- Both directions ---------------------------------------------------- */

static void begin(struct search *search, const struct place *places,
                  size_t place_count)
{
    for (size_t i = 0; i < place_count; i++) {
        for (uint32_t j = 0; j < places[i].point_count; j++) {
            const struct place_point *point = &places[i].points[j];

            if (search->measure->backward)
                arrive(search, point);
            else
                depart(search, point);
        }
    }
}

static int run(struct search *search)
{
    while (search->within && !search->failed) {
        struct heap_entry least = heap_pop(&search->open);
        uint32_t vertex = least.vertex;
        const struct vertex_label *label = &search->label[vertex];

        if (label->weight - 1 != least.cost)
            continue;
        search->within -= is_within(search, label->spent);
        if (search->measure->backward)
            come_back(search, vertex);
        else
            go_on(search, vertex);
        if (++search->reach.settled % CANCEL_EVERY == 0 &&
            cancel_due(search->measure->cancel))
            return -ECANCELED;
    }
    return search->failed ? -ENOMEM : 0;
}

static void add_entered(struct search *search)
{
    const struct measure *measure = search->measure;

    for (size_t i = 0; i < search->entered_count; i++) {
        uint32_t edge = search->entered[i];

        if (is_within(search, search->edge_label[edge].spent))
            add_stretch(search,
                        stretch_whole(measure, &search->map->roads, edge,
                                      search->edge_label[edge].spent));
    }
}

int reach_find(const struct map *map, const struct weighting *weighting,
               const struct place *places, size_t place_count,
               const struct measure *measure, struct reach *ret_reach)
{
    struct search search = {
        .map = map,
        .weighting = weighting,
        .measure = measure,
    };
    int r = -ENOMEM;

    search.label =
        array_zero(map->topology.vertex_count, sizeof(*search.label));
    search.edge_label = array_zero(2 * (size_t)map->roads.piece_count,
                                   sizeof(*search.edge_label));
    if (search.label && search.edge_label) {
        begin(&search, places, place_count);
        r = run(&search);
    }
    if (!r)
        add_entered(&search);
    if (!r && search.failed)
        r = -ENOMEM;
    free(search.label);
    free(search.edge_label);
    heap_finish(&search.open);
    free(search.entered);
    if (r)
        free(search.reach.list);
    else
        *ret_reach = search.reach;
    return r;
}
