/* ends: where a leg departs and arrives. */
#include <math.h>

#include "core/service/guidance/maker.h"

/* Places nearer to the road than this are on it, farther ones are not beside
 * it. */
#define SIDE_FROM_M  5
#define SIDE_TO_M    300
#define SIDE_DEGREES 45

/* The position of the leg's line that is `segments` from where it begins. */
static struct position line_position(const struct maker *maker, size_t segments)
{
    const struct route_steps *steps = &maker->leg->steps;
    const struct roads *roads = maker->drafts.roads;

    for (uint32_t i = 0; segments && i < steps->count; i++) {
        const struct route_step *step = &steps->list[i];

        if (i + 1 == steps->count && segments >= step->segment_count)
            return maker->leg->to;
        if (segments < step->segment_count)
            return roads
                ->node_position[route_step_node(step, (uint32_t)segments)];
        segments -= step->segment_count;
        if (!segments)
            return roads->node_position[edge_last_place(roads, step->edge)];
    }
    return maker->leg->from;
}

static uint32_t end_edge(const struct maker *maker,
                         const struct guidance_ends *ends, bool first)
{
    const struct route_steps *steps = &maker->leg->steps;

    if (!steps->count)
        return 2 * ends->piece;
    return steps->list[first ? 0 : steps->count - 1].edge;
}

/* On which side of the road a place lies that was asked for. */
static enum maneuver_modifier side_of(struct maker *maker, float travel,
                                      struct position road,
                                      struct position asked)
{
    double apart_m = ground_apart_m(road, asked);
    float turn;

    if (apart_m < SIDE_FROM_M || apart_m > SIDE_TO_M)
        return MODIFIER_NONE;
    turn = bearing_turn(travel, compass_bearing(&maker->compass, road, asked));
    if (fabsf(turn) <= SIDE_DEGREES)
        return MODIFIER_STRAIGHT;
    return turn > 0 ? MODIFIER_RIGHT : MODIFIER_LEFT;
}

/* Straight is behind here: one starts away from it. */
static enum maneuver_modifier side_left(struct maker *maker, float travel,
                                        struct position asked)
{
    return modifier_mirror(
        side_of(maker, bearing_reverse(travel), maker->leg->from, asked));
}

void maker_depart(struct maker *maker, const struct guidance_ends *ends)
{
    struct position from = maker->leg->from;
    struct position next = line_position(maker, 1);
    struct draft *draft;
    float bearing;

    for (size_t i = 2;
         position_equals(from, next) && i < (size_t)maker->leg->steps.count + 3;
         i++)
        next = line_position(maker, i);
    bearing = compass_bearing(&maker->compass, from, next);
    maker_add_end(maker, from, bearing, true);
    draft = maker_add_draft(
        maker, end_edge(maker, ends, true),
        instruction_told(MANEUVER_DEPART,
                         side_left(maker, bearing, ends->from_asked)));
    draft->step.bearing_after_deg = bearing_round(bearing);
    maker->guidance->intersection[0].class_bits =
        roads_attributes(maker->drafts.roads, edge_piece(draft->edge))
            ->class_bits;
}

void maker_arrive(struct maker *maker, const struct guidance_ends *ends)
{
    struct position to = maker->leg->to;
    size_t at = maker->position;
    struct position before = line_position(maker, at ? at - 1 : 0);
    struct draft *draft;
    float bearing;

    for (; at > 1 && position_equals(to, before); at--)
        before = line_position(maker, at - 2);
    bearing = compass_bearing(&maker->compass, before, to);
    maker_add_end(maker, to, bearing_reverse(bearing), false);
    draft = maker_add_draft(
        maker, end_edge(maker, ends, false),
        instruction_told(MANEUVER_ARRIVE,
                         side_of(maker, bearing, to, ends->to_asked)));
    draft->step.bearing_before_deg = bearing_round(bearing);
}
