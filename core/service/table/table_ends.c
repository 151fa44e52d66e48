/* table_ends: vertices of bare graphs, places on roads, direct ways. */
#include "core/service/table/table_ends.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"

/* ---- On roads ----------------------------------------------------------- */

static int add_points(struct table_points *points, const struct place *place,
                      size_t index)
{
    int r = array_reserve(&points->list, &points->capacity,
                          points->count + place->point_count,
                          sizeof(*points->list));

    if (r)
        return r;
    for (uint32_t i = 0; i < place->point_count; i++)
        points->list[points->count++] =
            (struct table_point){place->points[i], (uint32_t)index};
    return 0;
}

static int add_seed_sums(struct table_ends *ends, const struct place *place,
                         const struct departure *departures, uint32_t count)
{
    int r = array_reserve(&ends->seed_sums, &ends->seed_sums_capacity,
                          ends->seed_count + count, sizeof(*ends->seed_sums));

    if (r)
        return r;
    for (uint32_t i = 0; i < count; i++) {
        const struct edge_sums *left = &place->points[departures[i].point].left;

        ends->seed_sums[ends->seed_count + i] =
            (struct path_sums){left->duration_ms, sum_fit(left->length_mm)};
    }
    return 0;
}

static int add_source(struct table_ends *ends, const struct map *map,
                      const struct weighting *weighting,
                      const struct place *place, size_t row)
{
    struct departure departures[PLACE_POINTS_MAX];
    uint32_t count =
        place_departures(map, weighting, transit_any(place), departures);
    int r = array_reserve(&ends->seeds, &ends->seed_capacity,
                          ends->seed_count + count, sizeof(*ends->seeds));

    if (r)
        return r;
    if (ends->sums)
        r = add_seed_sums(ends, place, departures, count);
    if (r)
        return r;
    for (uint32_t i = 0; i < count; i++)
        ends->seeds[ends->seed_count++] = departures[i].seed;
    if (ends->seed_count > UINT32_MAX)
        return -ENOMEM;
    ends->first_seed[row + 1] = (uint32_t)ends->seed_count;
    return add_points(&ends->from, place, row);
}

static int compare_edges(const void *a, const void *b)
{
    const struct table_point *x = a;
    const struct table_point *y = b;

    return compare_numbers(x->at.edge, y->at.edge);
}

/* The points on one edge; `points` are sorted by edge. */
static const struct table_point *points_on(const struct table_points *points,
                                           uint32_t edge,
                                           const struct table_point **ret_end)
{
    size_t low = array_lower_bound(points->list, sizeof(*points->list),
                                   offsetof(struct table_point, at.edge),
                                   points->count, edge);
    size_t high = low;

    while (high < points->count && points->list[high].at.edge == edge)
        high++;
    *ret_end = points->list + high;
    return points->list + low;
}

/* The sources' farthest point on each edge, by edge. 0 or -ENOMEM. */
static int find_farthest(const struct table_points *from,
                         struct table_points *ret_farthest)
{
    struct table_points farthest = {0};

    farthest.list = array_alloc(from->count, sizeof(*farthest.list));
    if (!farthest.list)
        return -ENOMEM;
    for (size_t i = 0; i < from->count; i++)
        farthest.list[i] = from->list[i];
    qsort(farthest.list, from->count, sizeof(*farthest.list), compare_edges);
    for (size_t i = 0; i < from->count; i++) {
        const struct table_point *next = &farthest.list[i];
        struct table_point *last = &farthest.list[farthest.count - 1];

        if (!farthest.count || last->at.edge != next->at.edge)
            farthest.list[farthest.count++] = *next;
        else if (point_not_after(&last->at, &next->at))
            *last = *next;
    }
    *ret_farthest = farthest;
    return 0;
}

/* The points of a place with a source farther along their edge. */
static uint32_t points_passed(const struct table_points *farthest,
                              const struct place *place)
{
    uint32_t passed = 0;

    for (uint32_t i = 0; i < place->point_count; i++) {
        const struct place_point *point = &place->points[i];
        const struct table_point *end;
        const struct table_point *start =
            points_on(farthest, point->edge, &end);

        if (start < end && !point_not_after(&start->at, point))
            passed |= 1u << i;
    }
    return passed;
}

/* Written as the adjustment of the arrival itself. */
static struct sums_adjustment adjustment_of(const struct weighting *weighting,
                                            const struct place *place,
                                            const struct arrival *arrival)
{
    const struct place_point *point = &place->points[arrival->point];

    if (arrival->arc == ARC_NONE)
        return (struct sums_adjustment){-(int64_t)point->left.duration_ms,
                                        -(int64_t)point->left.length_mm};
    return (struct sums_adjustment){
        (int64_t)weighting->arrays.turn_duration_ms[arrival->arc] +
            point->before.duration_ms,
        (int64_t)point->before.length_mm,
    };
}

static int add_adjustments(struct table_ends *ends,
                           const struct weighting *weighting,
                           const struct place *place,
                           const struct arrivals *arrivals)
{
    int r = array_reserve(&ends->adjustments, &ends->adjustments_capacity,
                          ends->vertex_count + arrivals->count,
                          sizeof(*ends->adjustments));

    for (size_t i = 0; i < arrivals->count && !r; i++)
        ends->adjustments[ends->vertex_count + i] =
            adjustment_of(weighting, place, &arrivals->list[i]);
    return r;
}

static int add_target(struct table_ends *ends, const struct map *map,
                      const struct weighting *weighting,
                      const struct place *place,
                      const struct table_points *farthest, size_t column)
{
    struct arrivals arrivals = {0};
    int r = place_arrivals(map, weighting, transit_any(place),
                           points_passed(farthest, place), &arrivals);

    if (!r)
        r = array_reserve(&ends->vertices, &ends->vertex_capacity,
                          ends->vertex_count + arrivals.count,
                          sizeof(*ends->vertices));
    if (!r && ends->sums)
        r = add_adjustments(ends, weighting, place, &arrivals);
    for (size_t i = 0; i < arrivals.count && !r; i++)
        ends->vertices[ends->vertex_count++] = arrivals.list[i].target;
    ends->targets[column] = (struct target){NULL, (uint32_t)arrivals.count};
    free(arrivals.list);
    return r ? r : add_points(&ends->to, place, column);
}

/* Call once the list of vertices cannot move any more. */
static void link_targets(struct table_ends *ends)
{
    const struct target_vertex *next = ends->vertices;

    for (size_t i = 0; i < ends->target_count; i++) {
        ends->targets[i].vertices = next;
        if (ends->sums)
            ends->target_adjustments[i] =
                ends->adjustments + (next - ends->vertices);
        next += ends->targets[i].vertex_count;
    }
}

static enum outcome find_place(struct table_question *question,
                               const char *list, size_t index, uint64_t id,
                               struct place *ret_place)
{
    const struct roads *roads = &map_entry_map(question->base.entry)->roads;
    const struct snap *snaps;
    uint32_t count;

    if (!question->places)
        return ask_node(&question->base, (struct ask_field){list, index, NULL},
                        id, ret_place);
    snaps = snaps_of(&question->snaps, id, &count);
    place_of_snaps(roads, map_entry_weighting(question->base.entry), snaps,
                   count, ret_place);
    return OUTCOME_OK;
}

static enum outcome add_sources(struct table_ends *ends,
                                struct table_question *question,
                                const struct map *map)
{
    for (size_t i = 0; i < ends->source_count; i++) {
        struct place place;
        enum outcome outcome = ask_check_cancel(&question->base, i);

        if (outcome == OUTCOME_OK)
            outcome = find_place(question, "sources", i, question->sources[i],
                                 &place);
        if (outcome != OUTCOME_OK)
            return outcome;
        if (add_source(ends, map, map_entry_weighting(question->base.entry),
                       &place, i))
            return ask_refuse_no_memory(&question->base);
    }
    return OUTCOME_OK;
}

static enum outcome add_targets(struct table_ends *ends,
                                struct table_question *question,
                                const struct map *map,
                                const struct table_points *farthest)
{
    for (size_t i = 0; i < ends->target_count; i++) {
        struct place place;
        enum outcome outcome = ask_check_cancel(&question->base, i);

        if (outcome == OUTCOME_OK)
            outcome = find_place(question, "targets", i, question->targets[i],
                                 &place);
        if (outcome != OUTCOME_OK)
            return outcome;
        if (add_target(ends, map, map_entry_weighting(question->base.entry),
                       &place, farthest, i))
            return ask_refuse_no_memory(&question->base);
    }
    link_targets(ends);
    qsort(ends->to.list, ends->to.count, sizeof(*ends->to.list), compare_edges);
    return OUTCOME_OK;
}

static enum outcome init_places(struct table_ends *ends,
                                struct table_question *question)
{
    const struct map *map = map_entry_map(question->base.entry);
    struct table_points farthest;
    enum outcome outcome;

    ends->first_seed =
        array_zero(ends->source_count + 1, sizeof(*ends->first_seed));
    if (!ends->first_seed)
        return ask_refuse_no_memory(&question->base);
    outcome = add_sources(ends, question, map);
    if (outcome != OUTCOME_OK)
        return outcome;
    if (find_farthest(&ends->from, &farthest))
        return ask_refuse_no_memory(&question->base);
    outcome = add_targets(ends, question, map, &farthest);
    free(farthest.list);
    return outcome;
}

/* ---- Along a single edge ------------------------------------------------ */

/* Where a row begins in points sorted by row. */
static size_t first_point_of(const struct table_points *points, size_t row)
{
    return array_lower_bound(points->list, sizeof(*points->list),
                             offsetof(struct table_point, index), points->count,
                             (uint32_t)row);
}

static struct label way_between(const struct place_point *start,
                                const struct place_point *stop)
{
    return (struct label){
        start->left.weight - stop->left.weight,
        {
            start->left.duration_ms - stop->left.duration_ms,
            sum_fit(start->left.length_mm - stop->left.length_mm),
        },
    };
}

/* `sums` may be NULL, then only the cost counts. */
static void lower(struct label way, uint32_t *cost, struct path_sums *sums)
{
    struct label before = {*cost, sums ? *sums : way.sums};

    if (!label_less(way, before))
        return;
    *cost = way.cost;
    if (sums)
        *sums = way.sums;
}

void table_ends_add_direct(const struct table_ends *ends, size_t first_row,
                           size_t count, uint32_t *cost, struct path_sums *sums)
{
    for (size_t i = first_point_of(&ends->from, first_row);
         i < ends->from.count && ends->from.list[i].index < first_row + count;
         i++) {
        const struct table_point *start = &ends->from.list[i];
        size_t row = (start->index - first_row) * ends->target_count;
        const struct table_point *end;

        for (const struct table_point *stop =
                 points_on(&ends->to, start->at.edge, &end);
             stop < end; stop++) {
            size_t cell = row + stop->index;

            if (point_not_after(&start->at, &stop->at))
                lower(way_between(&start->at, &stop->at), &cost[cell],
                      sums ? &sums[cell] : NULL);
        }
    }
}

/* ---- Either kind -------------------------------------------------------- */

void table_ends_finish(struct table_ends *ends)
{
    free(ends->seeds);
    free(ends->first_seed);
    free(ends->seed_sums);
    free(ends->adjustments);
    free(ends->target_adjustments);
    free(ends->targets);
    free(ends->vertices);
    free(ends->from.list);
    free(ends->to.list);
    *ends = (struct table_ends){0};
}

size_t table_ends_bytes(const struct table_ends *ends)
{
    size_t seed = sizeof(*ends->seeds);
    size_t vertex = sizeof(*ends->vertices);
    size_t target = sizeof(*ends->targets);

    if (ends->sums) {
        seed += sizeof(*ends->seed_sums);
        vertex += sizeof(*ends->adjustments);
        target += sizeof(*ends->target_adjustments);
    }
    return ends->seed_count * seed +
           (ends->first_seed
                ? (ends->source_count + 1) * sizeof(*ends->first_seed)
                : 0) +
           ends->target_count * target + ends->vertex_count * vertex +
           (ends->from.count + ends->to.count) * sizeof(struct table_point);
}

uint32_t table_ends_seeds(const struct table_ends *ends, size_t row,
                          size_t *ret_first)
{
    *ret_first = ends->first_seed ? ends->first_seed[row] : row;
    return ends->first_seed ? ends->first_seed[row + 1] - ends->first_seed[row]
                            : 1;
}

/* For a bare graph. */
static enum outcome fill_vertices(struct table_ends *ends,
                                  struct table_question *question)
{
    struct question *base = &question->base;
    enum outcome outcome = OUTCOME_OK;

    for (size_t i = 0; i < ends->source_count && outcome == OUTCOME_OK; i++) {
        ends->seeds[i].cost = 0;
        outcome = ask_check_cancel(base, i);
        if (outcome == OUTCOME_OK)
            outcome = ask_vertex(base, (struct ask_field){"sources", i, NULL},
                                 question->sources[i], &ends->seeds[i].vertex);
    }
    for (size_t i = 0; i < ends->target_count && outcome == OUTCOME_OK; i++) {
        struct target_vertex *vertex = &ends->vertices[i];

        vertex->adjustment = 0;
        ends->targets[i] = (struct target){vertex, 1};
        outcome = ask_check_cancel(base, i);
        if (outcome == OUTCOME_OK)
            outcome = ask_vertex(base, (struct ask_field){"targets", i, NULL},
                                 question->targets[i], &vertex->vertex);
    }
    return outcome;
}

static enum outcome init_vertices(struct table_ends *ends,
                                  struct table_question *question)
{
    ends->seed_count = ends->source_count;
    ends->vertex_count = ends->target_count;
    ends->seeds = array_alloc(ends->seed_count, sizeof(*ends->seeds));
    ends->vertices = array_alloc(ends->vertex_count, sizeof(*ends->vertices));
    if (!ends->seeds || !ends->vertices)
        return ask_refuse_no_memory(&question->base);
    return fill_vertices(ends, question);
}

enum outcome table_ends_init(struct table_ends *ends,
                             struct table_question *question)
{
    *ends = (struct table_ends){
        .source_count = question->source_count,
        .target_count = question->target_count,
        .sums = question->sums,
    };
    ends->targets = array_alloc(ends->target_count, sizeof(*ends->targets));
    if (ends->sums)
        ends->target_adjustments =
            array_alloc(ends->target_count, sizeof(*ends->target_adjustments));
    if (!ends->targets || (ends->sums && !ends->target_adjustments))
        return ask_refuse_no_memory(&question->base);
    return ask_has_roads(&question->base) ? init_places(ends, question)
                                          : init_vertices(ends, question);
}
