/* table_place_ends: the sources and targets of a table on roads. */
#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"
#include "core/service/table/table_ends.h"

static int add_points(struct table_points *points, const struct place *place,
                      size_t index)
{
    int r = array_reserve((void **)&points->list, &points->capacity,
                          points->count + place->point_count,
                          sizeof(*points->list));

    if (r)
        return r;
    for (uint32_t i = 0; i < place->point_count; i++)
        points->list[points->count++] =
            (struct table_point){place->points[i], (uint32_t)index};
    return 0;
}

static uint32_t fit(uint64_t sum)
{
    return sum < SUM_NONE ? (uint32_t)sum : SUM_NONE;
}

static int add_seed_sums(struct table_ends *ends, const struct place *place,
                         const struct departure *departures, uint32_t count)
{
    int r = array_reserve((void **)&ends->seed_sums, &ends->seed_sums_capacity,
                          ends->seed_count + count, sizeof(*ends->seed_sums));

    if (r)
        return r;
    for (uint32_t i = 0; i < count; i++) {
        const struct edge_sums *left = &place->points[departures[i].point].left;

        ends->seed_sums[ends->seed_count + i] =
            (struct path_sums){left->duration_ms, fit(left->length_mm)};
    }
    return 0;
}

static int add_source(struct table_ends *ends, const struct map *map,
                      const struct place *place, size_t row)
{
    struct departure departures[PLACE_POINTS_MAX];
    uint32_t count = place_departures(map, place, transit_any(), departures);
    int r = array_reserve((void **)&ends->seeds, &ends->seed_capacity,
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

    return (x->at.edge > y->at.edge) - (x->at.edge < y->at.edge);
}

const struct table_point *table_points_on(const struct table_points *points,
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

/* Of the sources' points the farthest on each edge, by edge. 0 or -ENOMEM. */
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

/* The points of a place that some source lies farther on than. */
static uint32_t points_passed(const struct table_points *farthest,
                              const struct place *place)
{
    uint32_t passed = 0;

    for (uint32_t i = 0; i < place->point_count; i++) {
        const struct place_point *point = &place->points[i];
        const struct table_point *end;
        const struct table_point *start =
            table_points_on(farthest, point->edge, &end);

        if (start < end && !point_not_after(&start->at, point))
            passed |= 1u << i;
    }
    return passed;
}

/* As the adjustment of the arrival itself. */
static struct sums_adjustment adjustment_of(const struct map *map,
                                            const struct place *place,
                                            const struct arrival *arrival)
{
    const struct place_point *point = &place->points[arrival->point];

    if (arrival->arc == ARC_NONE)
        return (struct sums_adjustment){-(int64_t)point->left.duration_ms,
                                        -(int64_t)point->left.length_mm};
    return (struct sums_adjustment){
        (int64_t)map->roads.turn_duration_ms[arrival->arc] +
            point->before.duration_ms,
        (int64_t)point->before.length_mm,
    };
}

static int add_adjustments(struct table_ends *ends, const struct map *map,
                           const struct place *place,
                           const struct arrivals *arrivals)
{
    int r = array_reserve(
        (void **)&ends->adjustments, &ends->adjustments_capacity,
        ends->vertex_count + arrivals->count, sizeof(*ends->adjustments));

    for (size_t i = 0; i < arrivals->count && !r; i++)
        ends->adjustments[ends->vertex_count + i] =
            adjustment_of(map, place, &arrivals->list[i]);
    return r;
}

static int add_target(struct table_ends *ends, const struct map *map,
                      const struct place *place,
                      const struct table_points *farthest, size_t column)
{
    struct arrivals arrivals = {0};
    int r = place_arrivals(map, place, transit_any(),
                           points_passed(farthest, place), &arrivals);

    if (!r)
        r = array_reserve((void **)&ends->vertices, &ends->vertex_capacity,
                          ends->vertex_count + arrivals.count,
                          sizeof(*ends->vertices));
    if (!r && ends->sums)
        r = add_adjustments(ends, map, place, &arrivals);
    for (size_t i = 0; i < arrivals.count && !r; i++)
        ends->vertices[ends->vertex_count++] = arrivals.list[i].target;
    ends->targets[column] = (struct target){NULL, (uint32_t)arrivals.count};
    free(arrivals.list);
    return r ? r : add_points(&ends->to, place, column);
}

/* Once there are no more vertices that could move them. */
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
        return ask_node(&question->base, (struct ask_place){list, index, NULL},
                        id, ret_place);
    snaps = table_places_snaps(question->places, id, &count);
    place_of_snaps(roads, snaps, count, ret_place);
    return OUTCOME_OK;
}

static enum outcome add_sources(struct table_ends *ends,
                                struct table_question *question,
                                const struct map *map)
{
    for (size_t i = 0; i < ends->source_count; i++) {
        struct place place;
        enum outcome outcome =
            find_place(question, "sources", i, question->sources[i], &place);

        if (outcome != OUTCOME_OK)
            return outcome;
        if (add_source(ends, map, &place, i))
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
        enum outcome outcome =
            find_place(question, "targets", i, question->targets[i], &place);

        if (outcome != OUTCOME_OK)
            return outcome;
        if (add_target(ends, map, &place, farthest, i))
            return ask_refuse_no_memory(&question->base);
    }
    link_targets(ends);
    qsort(ends->to.list, ends->to.count, sizeof(*ends->to.list), compare_edges);
    return OUTCOME_OK;
}

enum outcome table_ends_init_places(struct table_ends *ends,
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
