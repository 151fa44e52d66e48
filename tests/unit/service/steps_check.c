/* steps_check: checks steps, turns and sums one by one. */
#include "tests/unit/service/steps_check.h"

#include <string.h>

#include "tests/unit/cmocka_all.h"

void steps_past_clear(struct steps_past *past)
{
    for (uint32_t i = 0; i < REFERENCE_MEMORY; i++)
        past->came[i] = EDGE_NONE;
    past->at_end = false;
}

static void push(struct steps_past *past, uint32_t edge)
{
    memmove(past->came + 1, past->came,
            (REFERENCE_MEMORY - 1) * sizeof(*past->came));
    past->came[0] = edge;
}

/* Points of one edge at which a step may begin or end. */
struct points {
    uint32_t count;
    struct place_point point[PLACE_POINTS_MAX + 1];
};

static void add_point(struct points *points, struct place_point point)
{
    points->point[points->count++] = point;
}

/* Where an edge begins, or ends. */
static struct place_point end_point(const struct road_network *network,
                                    uint32_t edge, bool at_end)
{
    uint32_t piece = edge / 2;
    bool high = edge % 2 ? !at_end : at_end;
    uint32_t first = network->first_node[piece] - piece;
    uint32_t last = network->first_node[piece + 1] - piece - 2;

    return (struct place_point){
        .edge = edge, .segment = high ? last : first, .fraction = high};
}

static bool same_point(const struct place_point *a, const struct place_point *b)
{
    return a->edge == b->edge && a->segment == b->segment &&
           a->fraction == b->fraction;
}

static bool has_point(const struct place *place, struct place_point point)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        if (same_point(&place->points[i], &point))
            return true;
    }
    return false;
}

static struct points points_on(const struct place *place, uint32_t edge)
{
    struct points points = {0};

    for (uint32_t i = 0; i < place->point_count; i++) {
        if (place->points[i].edge == edge)
            add_point(&points, place->points[i]);
    }
    return points;
}

static uint64_t below(const struct road_network *network,
                      const struct place_point *point)
{
    return reference_weight_below(network, point->edge, point->segment,
                                  point->fraction);
}

/* Whether a step is exactly that part of its edge. */
static bool is_stretch(const struct road_network *network,
                       const struct route_step *step,
                       const struct place_point *from,
                       const struct place_point *to)
{
    bool forward = step->edge % 2 == 0;
    const struct place_point *low = forward ? from : to;
    const struct place_point *high = forward ? to : from;
    uint32_t first = low->segment + (low->fraction == 1);
    uint32_t end = high->segment + (high->fraction > 0);

    if (low->segment + low->fraction > high->segment + high->fraction ||
        step->segment_count != end - first)
        return false;
    if (step->segment_count &&
        step->first_segment != (forward ? first : end - 1))
        return false;
    return step->weight == below(network, high) - below(network, low);
}

static bool fits(const struct road_network *network,
                 const struct route_step *step, const struct points *starts,
                 const struct points *stops)
{
    for (uint32_t i = 0; i < starts->count; i++) {
        for (uint32_t j = 0; j < stops->count; j++) {
            if (is_stretch(network, step, &starts->point[i], &stops->point[j]))
                return true;
        }
    }
    return false;
}

/* Whether all turns of the steps are allowed, the first edge's included. */
static bool goes_on(const struct road_network *network, struct steps_past past,
                    const struct route_steps *steps)
{
    for (uint32_t i = 0; i < steps->count; i++) {
        uint32_t weight;

        if (!reference_turn(network, past.came, steps->list[i].edge, &weight) ||
            weight != steps->list[i].turn_weight)
            return false;
        push(&past, steps->list[i].edge);
    }
    return true;
}

/* An edge that ends at the place, where the first step begins, with a free turn
 * into it: the route omitted a step of it, because its length is 0. */
static uint32_t left_out_before(const struct road_network *network,
                                const struct place *place,
                                const struct route_steps *steps,
                                const struct steps_past *past)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        uint32_t before = place->points[i].edge;
        struct steps_past came = *past;

        if (!has_point(place, end_point(network, before, true)) ||
            (came.came[0] != EDGE_NONE && came.came[0] != before))
            continue;
        if (came.came[0] == EDGE_NONE)
            push(&came, before);
        if (goes_on(network, came, steps))
            return before;
    }
    return EDGE_NONE;
}

/* Whether an edge with a free turn into it begins at the place. */
static bool may_turn_into(const struct road_network *network,
                          const struct place *place,
                          const struct steps_past *past, uint32_t edge)
{
    uint32_t weight;

    return past->came[0] != EDGE_NONE &&
           has_point(place, end_point(network, edge, false)) &&
           reference_turn(network, past->came, edge, &weight) && weight == 0;
}

static bool may_turn(const struct road_network *network,
                     const struct place *place, const struct steps_past *past)
{
    for (uint32_t i = 0; i < place->point_count; i++) {
        if (may_turn_into(network, place, past, place->points[i].edge))
            return true;
    }
    return false;
}

/* Where a route's first step may begin; the past becomes that of its edge. This
 * finds a step that the leg before omitted at its end. */
static struct points first_starts(const struct road_network *network,
                                  const struct route_steps *steps,
                                  const struct place *from,
                                  struct steps_past *past)
{
    const struct route_step *step = &steps->list[0];
    struct points starts = {0};
    uint32_t before = left_out_before(network, from, steps, past);
    bool turns = may_turn_into(network, from, past, step->edge);

    assert_int_equal(step->arc, ARC_NONE);
    assert_int_equal(step->turn_weight, 0);
    if (past->at_end && past->came[0] == step->edge && step->segment_count) {
        /* Around once more. */
        assert_true(turns || before == step->edge);
        push(past, step->edge);
        add_point(&starts, end_point(network, step->edge, false));
        return starts;
    }
    if (past->came[0] == EDGE_NONE || past->came[0] == step->edge)
        starts = points_on(from, step->edge);
    if (starts.count == 0 && past->came[0] == EDGE_NONE && before != EDGE_NONE)
        push(past, before);
    if (before != EDGE_NONE || turns)
        add_point(&starts, end_point(network, step->edge, false));
    assert_int_not_equal(starts.count, 0);
    if (past->came[0] != step->edge)
        push(past, step->edge);
    return starts;
}

/* Where any other step begins. */
static struct points turn_starts(const struct road_network *network,
                                 const struct route_step *step,
                                 struct steps_past *past)
{
    struct points starts = {0};
    uint32_t weight;

    assert_true(reference_turn(network, past->came, step->edge, &weight));
    assert_int_equal(weight, step->turn_weight);
    push(past, step->edge);
    add_point(&starts, end_point(network, step->edge, false));
    return starts;
}

static void check_stop(const struct road_network *network,
                       const struct route_step *step,
                       const struct points *starts, const struct place *to,
                       struct steps_past *past)
{
    struct points stops = points_on(to, step->edge);
    struct points end = {0};

    add_point(&end, end_point(network, step->edge, true));
    past->at_end = fits(network, step, starts, &end);
    if (fits(network, step, starts, &stops))
        return;
    assert_true(may_turn(network, to, past));
    add_point(&stops, end_point(network, step->edge, true));
    assert_true(fits(network, step, starts, &stops));
}

static void check_through(const struct road_network *network,
                          const struct route_step *step,
                          const struct points *starts)
{
    struct points stops = {0};

    add_point(&stops, end_point(network, step->edge, true));
    assert_true(fits(network, step, starts, &stops));
}

uint64_t steps_check(const struct road_network *network,
                     const struct route_steps *steps, const struct place *from,
                     const struct place *to, struct steps_past *past)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < steps->count; i++) {
        const struct route_step *step = &steps->list[i];
        struct points starts = i ? turn_starts(network, step, past)
                                 : first_starts(network, steps, from, past);

        if (i + 1 == steps->count)
            check_stop(network, step, &starts, to, past);
        else
            check_through(network, step, &starts);
        sum += (uint64_t)step->weight + step->turn_weight;
    }
    if (steps->count == 0)
        assert_memory_equal(&from->position, &to->position,
                            sizeof(from->position));
    return sum;
}
