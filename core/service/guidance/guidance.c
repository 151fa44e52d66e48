/* guidance: what to tell who travels a route. */
#include "core/service/guidance/guidance.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/service/guidance/draft.h"
#include "core/service/guidance/lanes.h"
#include "core/service/guidance/ring.h"
#include "core/service/guidance/summary.h"

/* Places nearer to the road than this are on it, farther ones are not beside
 * it. */
#define SIDE_FROM_M  5
#define SIDE_TO_M    300
#define SIDE_DEGREES 45

struct maker {
    const struct map *map;
    const struct route_leg *leg;
    struct guidance *guidance;
    struct drafts drafts;
    struct draft *room; /* all drafts; those of `drafts` may begin later */
    struct summary_part *part;
    size_t part_count;
    struct crossing crossing;
    struct compass compass;
    struct ring_memory ring;
    size_t position; /* of the leg's line, that was come to */
};

/* ---- Memory ------------------------------------------------------------- */

static size_t count_roads(const struct roads *roads,
                          const struct route_steps *steps)
{
    size_t count = 2;

    for (uint32_t i = 1; i < steps->count; i++) {
        uint32_t junction = edge_tail(roads, steps->list[i].edge);
        uint32_t here =
            roads->first_leaving[junction + 1] - roads->first_leaving[junction];

        count += here < CROSSING_ROADS_MAX ? here : CROSSING_ROADS_MAX;
    }
    return count;
}

static int make_room(struct maker *maker)
{
    struct guidance *guidance = maker->guidance;
    size_t steps = (size_t)maker->leg->steps.count + 2;
    size_t roads = count_roads(&maker->map->roads, &maker->leg->steps);
    char *kept = malloc(
        steps * (sizeof(*guidance->step) + sizeof(*guidance->intersection)) +
        roads * sizeof(*guidance->road));
    char *spent = malloc(steps * (sizeof(*maker->room) + sizeof(*maker->part)));

    if (!kept || !spent) {
        free(kept);
        free(spent);
        return -ENOMEM;
    }
    guidance->step = (struct guide_step *)kept;
    guidance->intersection =
        (struct guide_intersection *)(guidance->step + steps);
    guidance->road = (struct guide_road *)(guidance->intersection + steps);
    maker->room = (struct draft *)spent;
    maker->part = (struct summary_part *)(maker->room + steps);
    maker->drafts = (struct drafts){
        .roads = &maker->map->roads,
        .list = maker->room,
        .intersection = guidance->intersection,
        .road = guidance->road,
    };
    return 0;
}

/* ---- Intersections ------------------------------------------------------ */

/* One of one road: where a leg begins or ends. */
static void add_end(struct maker *maker, struct position position,
                    float bearing, bool departs)
{
    struct guidance *guidance = maker->guidance;

    guidance->intersection[guidance->intersection_count++] =
        (struct guide_intersection){
            .position = position,
            .first_road = (uint32_t)guidance->road_count,
            .road_count = 1,
            .in = departs ? -1 : 0,
            .out = departs ? 0 : -1,
        };
    guidance->road[guidance->road_count++] = (struct guide_road){
        .bearing_deg = bearing_round(bearing), .entry = true};
}

/* Puts a road where its bearing belongs; returns its place. */
static int insert_road(struct guidance *guidance,
                       struct guide_intersection *intersection,
                       const struct crossing_road *road)
{
    struct guide_road add = {bearing_round(road->bearing), road->entry};
    struct guide_road *list = &guidance->road[intersection->first_road];
    uint32_t to = intersection->road_count++;

    for (; to > 0 && list[to - 1].bearing_deg > add.bearing_deg; to--)
        list[to] = list[to - 1];
    list[to] = add;
    intersection->in += intersection->in >= (int)to;
    intersection->out += intersection->out >= (int)to;
    return (int)to;
}

static void add_lanes(struct guide_intersection *intersection,
                      const struct crossing *crossing)
{
    const struct road_attributes *via = crossing->via_attributes;
    uint32_t lanes = via->lanes[!edge_is_forward(crossing->via)];

    if (!lanes || crossing->count < 3)
        return;
    intersection->lanes_valid = lanes_for_turn(
        crossing->roads->text + lanes, crossing->road[crossing->out].turn);
    intersection->lanes = intersection->lanes_valid ? lanes : 0;
}

static void add_crossing(struct maker *maker, struct position position)
{
    struct guidance *guidance = maker->guidance;
    const struct crossing *crossing = &maker->crossing;
    struct guide_intersection intersection = {
        .position = position,
        .first_road = (uint32_t)guidance->road_count,
        .in = -1,
        .out = -1,
        .class_bits = crossing->road[crossing->out].attributes->class_bits,
    };

    for (size_t i = 0; i < crossing->count; i++) {
        int place = insert_road(guidance, &intersection, &crossing->road[i]);

        if (i == 0)
            intersection.in = place;
        if (i == crossing->out)
            intersection.out = place;
    }
    add_lanes(&intersection, crossing);
    guidance->road_count += intersection.road_count;
    guidance->intersection[guidance->intersection_count++] = intersection;
}

/* ---- Drafts ------------------------------------------------------------- */

/* A step that begins here, on an edge, with the intersection added last. */
static struct draft *add_draft(struct maker *maker, uint32_t edge,
                               struct instruction instruction)
{
    struct drafts *drafts = &maker->drafts;
    size_t intersection = maker->guidance->intersection_count - 1;
    struct draft *draft = &drafts->list[drafts->count++];

    *draft = (struct draft){
        .instruction = instruction,
        .edge = edge,
        .step =
            {
                .position = drafts->intersection[intersection].position,
                .first_intersection = (uint32_t)intersection,
                .intersection_count = 1,
                .first_position = maker->position,
                .position_count = 1,
            },
    };
    draft_sign(&draft->step, drafts->roads, edge);
    return draft;
}

/* The last draft goes on by a step of the leg. */
static void go_on(struct maker *maker, uint32_t index)
{
    const struct route_step *step = &maker->leg->steps.list[index];
    struct guide_step *draft =
        &maker->drafts.list[maker->drafts.count - 1].step;
    const struct road_attributes *attributes =
        roads_attributes(maker->drafts.roads, edge_piece(step->edge));
    struct summary_part part = {attributes->name, attributes->ref,
                                step->duration_ms, index};
    struct summary_part *last =
        maker->part_count ? &maker->part[maker->part_count - 1] : NULL;

    draft->weight += step->weight;
    draft->duration_ms += step->duration_ms;
    draft->length_mm += step->length_mm;
    draft->position_count += step->segment_count;
    maker->position += step->segment_count;
    if (last && last->name == part.name && last->ref == part.ref)
        last->duration_ms += part.duration_ms;
    else
        maker->part[maker->part_count++] = part;
}

/* The turn that ends the last draft, or is on it. */
static void take_turn(struct maker *maker, const struct route_step *step)
{
    struct guide_step *draft =
        &maker->drafts.list[maker->drafts.count - 1].step;

    draft->weight += step->turn_weight;
    draft->duration_ms += step->turn_duration_ms;
}

static struct instruction instruct(struct maker *maker)
{
    struct instruction instruction;

    if (instruction_ring(&maker->crossing, &maker->compass, &maker->ring,
                         &instruction))
        return instruction;
    return instruction_at(&maker->crossing);
}

static void add_inner(struct maker *maker, uint32_t index)
{
    const struct roads *roads = maker->drafts.roads;
    const struct route_step *step = &maker->leg->steps.list[index];
    const struct crossing *crossing = &maker->crossing;
    struct instruction instruction;
    struct draft *draft;

    crossing_look(&maker->crossing, &maker->compass, maker->map, step - 1,
                  step);
    instruction = instruct(maker);
    take_turn(maker, step);
    if (instruction.kind == INSTRUCTION_NONE)
        return;
    add_crossing(maker,
                 roads->node_position[edge_first_place(roads, step->edge)]);
    draft = add_draft(maker, step->edge, instruction);
    draft->entries = (unsigned)crossing_entries(crossing);
    draft->in_bearing = bearing_reverse(crossing->road[0].bearing);
    draft->out_bearing = crossing->road[crossing->out].bearing;
    draft->step.bearing_before_deg = bearing_round(draft->in_bearing);
    draft->step.bearing_after_deg = bearing_round(draft->out_bearing);
}

/* ---- Both ends ---------------------------------------------------------- */

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

static void add_depart(struct maker *maker, const struct guidance_ends *ends)
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
    add_end(maker, from, bearing, true);
    draft = add_draft(
        maker, end_edge(maker, ends, true),
        instruction_told(MANEUVER_DEPART,
                         side_left(maker, bearing, ends->from_asked)));
    draft->step.bearing_after_deg = bearing_round(bearing);
    maker->guidance->intersection[0].class_bits =
        roads_attributes(maker->drafts.roads, edge_piece(draft->edge))
            ->class_bits;
}

static void add_arrive(struct maker *maker, const struct guidance_ends *ends)
{
    struct position to = maker->leg->to;
    size_t at = maker->position;
    struct position before = line_position(maker, at ? at - 1 : 0);
    struct draft *draft;
    float bearing;

    for (; at > 1 && position_equals(to, before); at--)
        before = line_position(maker, at - 2);
    bearing = compass_bearing(&maker->compass, before, to);
    add_end(maker, to, bearing_reverse(bearing), false);
    draft =
        add_draft(maker, end_edge(maker, ends, false),
                  instruction_told(MANEUVER_ARRIVE, side_of(maker, bearing, to,
                                                            ends->to_asked)));
    draft->step.bearing_before_deg = bearing_round(bearing);
}

/* ---- All of it ---------------------------------------------------------- */

static void add_all(struct maker *maker, const struct guidance_ends *ends)
{
    uint32_t count = maker->leg->steps.count;

    add_depart(maker, ends);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            add_inner(maker, i);
        go_on(maker, i);
    }
    if (!maker->position) {
        maker->position = 1;
        maker->drafts.list[0].step.position_count = 2;
    }
    add_arrive(maker, ends);
}

static void keep_steps(struct maker *maker)
{
    struct guidance *guidance = maker->guidance;

    for (size_t i = 0; i < maker->drafts.count; i++) {
        const struct draft *draft = &maker->drafts.list[i];
        struct guide_step *step = &guidance->step[guidance->step_count];

        if (draft->gone)
            continue;
        *step = draft->step;
        step->type = draft->instruction.type;
        step->modifier = draft->instruction.modifier;
        guidance->step_count++;
    }
}

int guidance_init(struct guidance *guidance, const struct map *map,
                  const struct route_leg *leg, const struct guidance_ends *ends)
{
    struct maker maker = {.map = map, .leg = leg, .guidance = guidance};
    int r;

    memset(guidance, 0, sizeof(*guidance));
    r = make_room(&maker);
    if (r)
        return r;
    add_all(&maker, ends);
    summary_of(maker.part, maker.part_count, guidance->summary);
    drafts_trim(&maker.drafts);
    drafts_tell_rings(&maker.drafts);
    drafts_collapse(&maker.drafts);
    drafts_drop_silent(&maker.drafts);
    drafts_drop_short_names(&maker.drafts);
    keep_steps(&maker);
    free(maker.room);
    return 0;
}

void guidance_finish(struct guidance *guidance)
{
    free(guidance->step);
    memset(guidance, 0, sizeof(*guidance));
}
