/* guidance: what to tell who travels a route. */
#include "core/service/guidance/guidance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/ground.h"
#include "core/service/guidance/maker.h"

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

/* ---- Drafts ------------------------------------------------------------- */

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

/* Where on the road a step ends. */
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

/* At a place that is passed in the middle of a road: one goes on along it, or
 * turns back. */
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
    maker_add_end(maker, position, bearing, true);
    maker->guidance->intersection[maker->guidance->intersection_count - 1].in =
        0;
    draft = maker_add_draft(
        maker, edge, instruction_told(MANEUVER_CONTINUE, MODIFIER_UTURN));
    draft->entries = 1;
    draft->in_bearing = bearing_reverse(bearing);
    draft->out_bearing = bearing;
    draft->step.bearing_before_deg = bearing_round(draft->in_bearing);
    draft->step.bearing_after_deg = bearing_round(bearing);
}

/* Whether one has come from a junction by the roads' ends, and not from a place
 * in the middle of one. */
static bool is_at_junction(const struct roads *roads,
                           const struct route_step *via,
                           const struct route_step *step)
{
    return step->arc != ARC_NONE ||
           (edge_piece(step->edge) != edge_piece(via->edge) &&
            edge_tail(roads, step->edge) == edge_head(roads, via->edge));
}

/* Where one road goes on as it was and no other is: most junctions of the data
 * that are none for people. */
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

    if (!is_at_junction(roads, via, step)) {
        pass_place(maker, via, step);
        return;
    }
    if (is_nothing(roads, via, step)) {
        take_turn(maker, step);
        return;
    }
    crossing_look(&maker->crossing, &maker->compass, maker->map, via, step);
    instruction = instruct(maker);
    take_turn(maker, step);
    if (instruction.kind == INSTRUCTION_NONE)
        return;
    maker_add_crossing(
        maker, roads->node_position[edge_first_place(roads, step->edge)]);
    draft = maker_add_draft(maker, step->edge, instruction);
    draft->entries = (unsigned)crossing_entries(crossing);
    draft->in_bearing = bearing_reverse(crossing->road[0].bearing);
    draft->out_bearing = crossing->road[crossing->out].bearing;
    draft->step.bearing_before_deg = bearing_round(draft->in_bearing);
    draft->step.bearing_after_deg = bearing_round(draft->out_bearing);
}

/* ---- All of it ---------------------------------------------------------- */

/* Where a leg ended at a junction, or the next began there, that are one now: a
 * road that is not travelled, and was one end's. */
static bool is_idle(const struct route_steps *steps, uint32_t index)
{
    const struct route_step *step = &steps->list[index];

    return !step->segment_count && index > 0 && index + 1 < steps->count &&
           (step->arc == ARC_NONE || step[1].arc == ARC_NONE);
}

static void add_all(struct maker *maker, const struct guidance_ends *ends)
{
    const struct route_steps *steps = &maker->leg->steps;
    const struct route_step *via = steps->list;

    maker_depart(maker, ends);
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
    maker_arrive(maker, ends);
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
