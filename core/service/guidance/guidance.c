/* guidance: turns a leg into drafts of steps, junction by junction, and reduces
 * them.
 *
 * Happy path: add_all() goes along the leg's steps; at each junction crossing.c
 * lists the roads, instruction.c or ring.c chooses the instruction, and a draft
 * is added. Then ends are trimmed, lanes narrowed, rings merged, close
 * junctions collapsed, silent steps dropped, and the rest is the guidance. The
 * only failure is lack of memory: two allocations, at the beginning. */
#include "core/service/guidance/guidance.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/ground.h"
#include "core/service/guidance/draft.h"
#include "core/service/guidance/lane_guide.h"

/* ---- Names -------------------------------------------------------------- */

const char *maneuver_type_name(enum maneuver_type type)
{
    static const char *const names[MANEUVER_TYPE_COUNT] = {
        [MANEUVER_DEPART] = "depart",
        [MANEUVER_ARRIVE] = "arrive",
        [MANEUVER_TURN] = "turn",
        [MANEUVER_CONTINUE] = "continue",
        [MANEUVER_NEW_NAME] = "new name",
        [MANEUVER_MERGE] = "merge",
        [MANEUVER_ON_RAMP] = "on ramp",
        [MANEUVER_OFF_RAMP] = "off ramp",
        [MANEUVER_FORK] = "fork",
        [MANEUVER_END_OF_ROAD] = "end of road",
        [MANEUVER_NOTIFICATION] = "notification",
        [MANEUVER_ROUNDABOUT] = "roundabout",
        [MANEUVER_EXIT_ROUNDABOUT] = "exit roundabout",
        [MANEUVER_ROTARY] = "rotary",
        [MANEUVER_EXIT_ROTARY] = "exit rotary",
        [MANEUVER_ROUNDABOUT_TURN] = "roundabout turn",
    };

    return names[type];
}

const char *maneuver_modifier_name(enum maneuver_modifier modifier)
{
    static const char *const names[MODIFIER_COUNT] = {
        [MODIFIER_UTURN] = "uturn",
        [MODIFIER_SHARP_RIGHT] = "sharp right",
        [MODIFIER_RIGHT] = "right",
        [MODIFIER_SLIGHT_RIGHT] = "slight right",
        [MODIFIER_STRAIGHT] = "straight",
        [MODIFIER_SLIGHT_LEFT] = "slight left",
        [MODIFIER_LEFT] = "left",
        [MODIFIER_SHARP_LEFT] = "sharp left",
    };

    return names[modifier];
}

/* ---- Intersections and drafts ------------------------------------------- */

struct maker {
    const struct map *map;
    const struct route_leg *leg;
    struct guidance *guidance;
    struct drafts drafts;
    struct draft *room; /* all drafts; `drafts` may begin later */
    struct summary_road *summary;
    size_t summary_count;
    struct crossing crossing;
    struct compass compass;
    enum ring_kind ring; /* that the route is on */
    struct lane_guide lanes;
    size_t position; /* reached so far on the leg's line */
};

/* Adds the current place: an intersection of one road, or one of the current
 * crossing. */
static void maker_add_end(struct maker *maker, struct position position,
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
        .bearing_deg = bearing_round(bearing), .enterable = true};
}

/* Inserts a road by its bearing; returns its index. */
static int insert_road(struct guidance *guidance,
                       struct guide_intersection *intersection,
                       struct guide_road add)
{
    struct guide_road *list = &guidance->road[intersection->first_road];
    uint32_t to = intersection->road_count++;

    for (; to > 0 && list[to - 1].bearing_deg > add.bearing_deg; to--)
        list[to] = list[to - 1];
    list[to] = add;
    intersection->in += intersection->in >= (int)to;
    intersection->out += intersection->out >= (int)to;
    return (int)to;
}

static void maker_add_crossing(struct maker *maker, struct position position)
{
    struct guidance *guidance = maker->guidance;
    const struct crossing *crossing = &maker->crossing;
    bool spread = crossing_is_spread(crossing);
    struct guide_intersection intersection = {
        .position = position,
        .first_road = (uint32_t)guidance->road_count,
        .in = -1,
        .out = -1,
        .class_bits = crossing->road[crossing->out].attributes->class_bits,
    };

    for (size_t i = 0; i < crossing->count; i++) {
        const struct crossing_road *road = &crossing->road[i];
        struct guide_road add = {spread ? bearing_round_to_step(road->bearing)
                                        : bearing_round(road->bearing),
                                 road->enterable};
        int index = insert_road(guidance, &intersection, add);

        if (i == 0)
            intersection.in = index;
        if (i == crossing->out)
            intersection.out = index;
    }
    guidance->road_count += intersection.road_count;
    guidance->intersection[guidance->intersection_count] = intersection;
    lane_guide_pass(&maker->lanes, crossing, guidance->intersection,
                    guidance->intersection_count++);
}

/* Adds a step that begins here, on an edge, with the latest intersection. */
static struct draft *maker_add_draft(struct maker *maker, uint32_t edge,
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

/* ---- Departing and arriving --------------------------------------------- */

/* Positions nearer to the road than this are on it; farther ones are not beside
 * it. */
#define SIDE_FROM_M  5
#define SIDE_TO_M    300
#define SIDE_DEGREES 45

/* The position `segments` after the start of the leg's line. */
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
            return roads->node_position[edge_last_node(roads, step->edge)];
    }
    return maker->leg->from;
}

static uint32_t end_edge(const struct maker *maker,
                         const struct guidance_asked *asked, bool first)
{
    const struct route_steps *steps = &maker->leg->steps;

    if (!steps->count)
        return 2 * asked->snap.piece;
    return steps->list[first ? 0 : steps->count - 1].edge;
}

/* The side of the road on which the requested position lies. */
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

/* Straight means behind here: the route starts away from it. */
static enum maneuver_modifier side_left(struct maker *maker, float travel,
                                        struct position asked)
{
    return modifier_mirror(
        side_of(maker, bearing_reverse(travel), maker->leg->from, asked));
}

/* Without any way to go: along the road. */
static float standing_bearing(struct maker *maker, const struct snap *snap)
{
    const struct position *at =
        &maker->drafts.roads->node_position[snap->segment + snap->piece];
    float bearing = compass_bearing(&maker->compass, at[0], at[1]);

    return snap->direction[0] ? bearing : bearing_reverse(bearing);
}

static float travel_bearing(struct maker *maker,
                            const struct guidance_asked *asked,
                            struct position from, struct position to)
{
    return maker->leg->steps.count ? compass_bearing(&maker->compass, from, to)
                                   : standing_bearing(maker, &asked->snap);
}

/* The first draft, and the last. */
static void maker_depart(struct maker *maker,
                         const struct guidance_asked *asked)
{
    struct position from = maker->leg->from;
    struct position next = line_position(maker, 1);
    struct draft *draft;
    float bearing;

    for (size_t i = 2;
         position_equals(from, next) && i < (size_t)maker->leg->steps.count + 3;
         i++)
        next = line_position(maker, i);
    bearing = travel_bearing(maker, asked, from, next);
    maker_add_end(maker, from, bearing, true);
    draft = maker_add_draft(
        maker, end_edge(maker, asked, true),
        instruction_announced(MANEUVER_DEPART,
                              side_left(maker, bearing, asked->from_asked)));
    draft->step.bearing_after_deg = bearing_round(bearing);
    maker->guidance->intersection[0].class_bits =
        roads_attributes(maker->drafts.roads, edge_piece(draft->edge))
            ->class_bits;
}

static void maker_arrive(struct maker *maker,
                         const struct guidance_asked *asked)
{
    struct position to = maker->leg->to;
    size_t at = maker->position;
    struct position before = line_position(maker, at ? at - 1 : 0);
    struct draft *draft;
    float bearing;

    for (; at > 1 && position_equals(to, before); at--)
        before = line_position(maker, at - 2);
    bearing = travel_bearing(maker, asked, before, to);
    maker_add_end(maker, to, bearing_reverse(bearing), false);
    draft = maker_add_draft(
        maker, end_edge(maker, asked, false),
        instruction_announced(MANEUVER_ARRIVE,
                              side_of(maker, bearing, to, asked->to_asked)));
    draft->step.bearing_before_deg = bearing_round(bearing);
}

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
    char *spent =
        malloc(steps * (sizeof(*maker->room) + sizeof(*maker->summary)));

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
    maker->summary = (struct summary_road *)(maker->room + steps);
    maker->drafts = (struct drafts){
        .roads = &maker->map->roads,
        .list = maker->room,
        .intersection = guidance->intersection,
    };
    return 0;
}

/* ---- Drafts ------------------------------------------------------------- */

/* Extends the last draft by a step of the leg. */
static void go_on(struct maker *maker, uint32_t index)
{
    const struct route_step *step = &maker->leg->steps.list[index];
    struct guide_step *draft =
        &maker->drafts.list[maker->drafts.count - 1].step;
    const struct road_attributes *attributes =
        roads_attributes(maker->drafts.roads, edge_piece(step->edge));
    struct summary_road road = {attributes->name, attributes->ref,
                                step->duration_ms, index};
    struct summary_road *last =
        maker->summary_count ? &maker->summary[maker->summary_count - 1] : NULL;

    draft->weight += step->weight;
    draft->duration_ms += step->duration_ms;
    draft->length_mm += step->length_mm;
    draft->position_count += step->segment_count;
    maker->position += step->segment_count;
    if (last && last->name == road.name && last->ref == road.ref)
        last->duration_ms += road.duration_ms;
    else
        maker->summary[maker->summary_count++] = road;
}

/* Adds the turn that ends the last draft, or lies on it. */
static void take_turn(struct maker *maker, const struct route_step *step)
{
    struct guide_step *draft =
        &maker->drafts.list[maker->drafts.count - 1].step;

    draft->weight += step->turn_weight;
    draft->duration_ms += step->turn_duration_ms;
}

/* Where a step ends on its road. */
static struct position end_of(const struct roads *roads,
                              const struct route_step *step)
{
    double part = edge_is_forward(step->edge) ? step->end : 1 - step->end;
    uint32_t last = step->segment_count;
    struct position from =
        roads->node_position[route_step_node(step, last ? last - 1 : 0)];
    struct position to = roads->node_position[route_step_node(step, last)];

    return ground_between(from, to, part);
}

/* A stop in the middle of a road: the route goes on along it, or turns back. */
static void pass_place(struct maker *maker, const struct route_step *via,
                       const struct route_step *step)
{
    struct position position = end_of(maker->drafts.roads, via);
    uint32_t edge = step->edge;
    float bearing =
        compass_edge_bearing(&maker->compass, maker->drafts.roads, edge);
    struct draft *draft;

    if (edge != edge_reverse(via->edge))
        return;
    maker->lanes = (struct lane_guide){0};
    maker_add_end(maker, position, bearing, true);
    maker->guidance->intersection[maker->guidance->intersection_count - 1].in =
        0;
    draft = maker_add_draft(
        maker, edge, instruction_announced(MANEUVER_CONTINUE, MODIFIER_UTURN));
    draft->enterable = 1;
    draft->in_bearing = bearing_reverse(bearing);
    draft->out_bearing = bearing;
    draft->step.bearing_before_deg = bearing_round(draft->in_bearing);
    draft->step.bearing_after_deg = bearing_round(bearing);
}

/* Whether the route passes a junction at the roads' ends, not a stop in the
 * middle of a road. */
static bool is_at_junction(const struct roads *roads,
                           const struct route_step *via,
                           const struct route_step *step)
{
    return step->arc != ARC_NONE ||
           (edge_piece(step->edge) != edge_piece(via->edge) &&
            edge_tail(roads, step->edge) == edge_head(roads, via->edge));
}

/* Whether one road goes on unchanged and no other meets it: most junctions in
 * the data are none for people. */
static bool is_nothing(const struct roads *roads, const struct route_step *via,
                       const struct route_step *step)
{
    const struct road_attributes *from =
        roads_attributes(roads, edge_piece(via->edge));
    const struct road_attributes *to =
        roads_attributes(roads, edge_piece(step->edge));
    uint32_t junction = edge_tail(roads, step->edge);

    return roads->first_leaving[junction + 1] -
                   roads->first_leaving[junction] ==
               2 &&
           step->edge != edge_reverse(via->edge) && from->name == to->name &&
           from->ref == to->ref && from->exits == to->exits &&
           from->pronunciation == to->pronunciation &&
           from->class_bits == to->class_bits && from->flags == to->flags &&
           edge_mode(roads, via->edge) == edge_mode(roads, step->edge) &&
           !road_on_ring(from);
}

static void add_inner(struct maker *maker, const struct route_step *via,
                      const struct route_step *step)
{
    const struct roads *roads = maker->drafts.roads;
    const struct crossing *crossing = &maker->crossing;
    struct instruction instruction;
    struct draft *draft;

    lane_guide_follow(&maker->lanes, roads, via);
    if (!is_at_junction(roads, via, step)) {
        pass_place(maker, via, step);
        return;
    }
    if (is_nothing(roads, via, step)) {
        take_turn(maker, step);
        return;
    }
    crossing_init(&maker->crossing, &maker->compass, maker->map, via, step);
    if (!instruction_ring(crossing, &maker->compass, &maker->ring,
                          &instruction))
        instruction = instruction_at(crossing, &maker->compass);
    take_turn(maker, step);
    if (instruction.kind == INSTRUCTION_NONE)
        return;
    maker_add_crossing(
        maker, roads->node_position[edge_first_node(roads, step->edge)]);
    draft = maker_add_draft(maker, step->edge, instruction);
    draft->slips = instruction.kind == INSTRUCTION_ANNOUNCED &&
                   crossing_is_slip(crossing, &maker->compass, crossing->out);
    draft->enterable = (unsigned)crossing_enterable(crossing);
    draft->in_bearing = bearing_reverse(crossing->road[0].bearing);
    draft->out_bearing = crossing->road[crossing->out].bearing;
    draft->step.bearing_before_deg = bearing_round(draft->in_bearing);
    draft->step.bearing_after_deg = bearing_round(draft->out_bearing);
}

/* ---- All of it ---------------------------------------------------------- */

/* A road of no length, left where merged legs met at a junction. */
static bool is_idle(const struct route_steps *steps, uint32_t index)
{
    const struct route_step *step = &steps->list[index];

    return !step->segment_count && index > 0 && index + 1 < steps->count &&
           (step->arc == ARC_NONE || step[1].arc == ARC_NONE);
}

static void add_all(struct maker *maker, const struct guidance_asked *asked)
{
    const struct route_steps *steps = &maker->leg->steps;
    const struct route_step *via = steps->list;

    maker_depart(maker, asked);
    for (uint32_t i = 0; i < steps->count; i++) {
        const struct route_step *step = &steps->list[i];

        if (is_idle(steps, i))
            take_turn(maker, step);
        else if (i > 0)
            add_inner(maker, via, step);
        go_on(maker, i);
        via = is_idle(steps, i) ? via : step;
    }
    if (!maker->position) {
        maker->position = 1;
        maker->drafts.list[0].step.position_count = 2;
    }
    maker_arrive(maker, asked);
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

/* The map with its roads open as the traveller finds them. */
static struct map seen_by(const struct guidance_asked *asked,
                          const struct map *map)
{
    const struct closed_set *closed = asked->closed;
    struct map seen = *map;

    if (closed && closed->overrides_profile)
        seen.roads.closed = closed->word;
    return seen;
}

int guidance_init(struct guidance *guidance, const struct map *map,
                  const struct route_leg *leg,
                  const struct guidance_asked *asked)
{
    const struct map seen = seen_by(asked, map);
    struct maker maker = {
        .map = &seen,
        .leg = leg,
        .guidance = guidance,
        .ring = RING_UNKNOWN,
    };
    int r;

    memset(guidance, 0, sizeof(*guidance));
    r = make_room(&maker);
    if (r)
        return r;
    add_all(&maker, asked);
    summary_of(maker.summary, maker.summary_count, guidance->summary);
    drafts_trim(&maker.drafts);
    drafts_narrow_lanes(&maker.drafts);
    drafts_announce_rings(&maker.drafts);
    drafts_join_divided(&maker.drafts, &maker.compass, guidance->road);
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
