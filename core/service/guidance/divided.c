/* divided: where divided roads cross, the data has four junctions and people
 * see one. The short roads between them belong to the intersection: a traveller
 * takes them in a single turn, which begins where the intersection does.
 *
 * Such a road is short; a one-way road turns into it where it begins, and
 * another turns off where it ends, on the same side. */
#include <math.h>

#include "core/service/guidance/draft.h"
#include "core/service/guidance/walk.h"

enum { INNER_MM = 32000 };

/* Degrees. */
#define STRAIGHT_WITHIN 30.0f
#define AHEAD_WITHIN    55.0f /* on the same road */
#define OTHER_WITHIN    40.0f /* into another */
#define BACK_FROM       145.0f
#define MUCH            10.0f

/* ---- The roads ---------------------------------------------------------- */

/* What leads to a road, or on from it. */
struct feeders {
    bool one_way; /* a one-way road does, and turns */
    bool left;    /* some road turns left */
    bool right;
};

/* A proper road that may be travelled one way only. */
static bool is_carriageway(const struct roads *roads, uint32_t edge)
{
    const struct road_attributes *road =
        roads_attributes(roads, edge_piece(edge));

    return !road_has(road, ROAD_LINK) && !road_is_minor(road) &&
           !edge_is_travelled(roads, edge_reverse(edge));
}

static void note_turn(struct feeders *feeders, const struct roads *roads,
                      uint32_t edge, float turn)
{
    feeders->left |= turn < -40;
    feeders->right |= turn > 40;
    feeders->one_way |=
        fabsf(turn) >= STRAIGHT_WITHIN && is_carriageway(roads, edge);
}

/* Whether a carriageway ends where an edge begins, or begins where it ends. */
static bool has_carriageway(const struct roads *roads, uint32_t edge,
                            bool at_end)
{
    uint32_t junction =
        at_end ? edge_head(roads, edge) : edge_tail(roads, edge);

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t leaving = roads->leaving[i];
        uint32_t used = at_end ? leaving : edge_reverse(leaving);

        if (edge_piece(leaving) != edge_piece(edge) &&
            edge_is_open(roads, used) && is_carriageway(roads, used))
            return true;
    }
    return false;
}

/* The roads that end where an edge begins, or begin where it ends. */
static struct feeders feeders_of(const struct roads *roads,
                                 struct compass *compass, uint32_t edge,
                                 bool at_end)
{
    uint32_t junction =
        at_end ? edge_head(roads, edge) : edge_tail(roads, edge);
    uint32_t other = at_end ? edge_tail(roads, edge) : edge_head(roads, edge);
    float ahead = at_end ? bearing_reverse(compass_edge_bearing(
                               compass, roads, edge_reverse(edge)))
                         : compass_edge_bearing(compass, roads, edge);
    struct feeders feeders = {false, false, false};

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++) {
        uint32_t leaving = roads->leaving[i];
        uint32_t used = at_end ? leaving : edge_reverse(leaving);
        float bearing = compass_edge_bearing(compass, roads, leaving);

        if (edge_head(roads, leaving) == other || !edge_is_open(roads, used))
            continue;
        note_turn(&feeders, roads, used,
                  at_end ? bearing_turn(ahead, bearing)
                         : bearing_turn(bearing_reverse(bearing), ahead));
    }
    return feeders;
}

static bool is_inner(const struct drafts *drafts, struct compass *compass,
                     size_t draft)
{
    const struct guide_step *step = &drafts->list[draft].step;
    uint32_t edge = drafts->list[draft].edge;
    uint32_t last = edge_to_junction(drafts->roads, edge);
    struct feeders in;
    struct feeders out;

    if (drafts->list[draft].gone || step->length_mm > INNER_MM ||
        step->intersection_count > 1 ||
        road_on_ring(roads_attributes(drafts->roads, edge_piece(edge))) ||
        !has_carriageway(drafts->roads, edge, false) ||
        !has_carriageway(drafts->roads, last, true))
        return false;
    in = feeders_of(drafts->roads, compass, edge, false);
    out = feeders_of(drafts->roads, compass, last, true);
    return in.one_way && out.one_way && !(in.left && out.right) &&
           !(in.right && out.left) && !(out.left && out.right);
}

/* ---- The turn ----------------------------------------------------------- */

static bool is_plain(const struct draft *draft)
{
    return draft_is_silent(draft) || draft_is(draft, MANEUVER_TURN) ||
           draft_is(draft, MANEUVER_CONTINUE) ||
           draft_is(draft, MANEUVER_NEW_NAME);
}

/* Whether no road leads much more nearly straight on than the one taken. */
static bool is_straightest(const struct drafts *drafts,
                           const struct guide_road *road, size_t draft)
{
    const struct draft *at = &drafts->list[draft];
    const struct guide_intersection *here =
        &drafts->intersection[at->step.first_intersection];
    float turn = bearing_turn(at->in_bearing, at->out_bearing);

    if (fabsf(turn) > AHEAD_WITHIN)
        return false;
    for (uint32_t i = 0; i < here->road_count; i++) {
        const struct guide_road *other = &road[here->first_road + i];
        float others = bearing_turn(at->in_bearing, other->bearing_deg);

        if ((int)i != here->in && (int)i != here->out && other->enterable &&
            fabsf(bearing_turn(turn, others)) > MUCH &&
            fabsf(others) < fabsf(turn))
            return false;
    }
    return true;
}

static bool has_end_of_road(const struct drafts *drafts, size_t in, size_t out)
{
    bool has = false;

    for (size_t i = in; i <= out; i++)
        has |= draft_is(&drafts->list[i], MANEUVER_END_OF_ROAD);
    return has;
}

/* The instruction for taking the steps from `in` to `out`. */
static struct instruction both(const struct drafts *drafts,
                               const struct guide_road *road, size_t from,
                               size_t in, size_t out)
{
    const struct draft *first = &drafts->list[in];
    const struct draft *then = &drafts->list[out];
    float turn = bearing_turn(first->in_bearing, then->out_bearing);
    struct road_label before = draft_label(&drafts->list[from]);
    struct road_label after = draft_label(then);
    bool same = road_label_same(drafts->roads, &before, &after);
    enum maneuver_modifier modifier = modifier_of_turn(turn);

    if (fabsf(turn) >= BACK_FROM)
        return instruction_announced(MANEUVER_CONTINUE, MODIFIER_UTURN);
    if (has_end_of_road(drafts, in, out))
        return instruction_announced(MANEUVER_END_OF_ROAD, modifier);
    if (draft_is(first, MANEUVER_FORK))
        return first->instruction;
    if (!is_plain(then))
        return instruction_announced(then->instruction.type, modifier);
    if (modifier != MODIFIER_STRAIGHT &&
        (fabsf(turn) > (same ? AHEAD_WITHIN : OTHER_WITHIN) ||
         !is_straightest(drafts, road, in) ||
         !is_straightest(drafts, road, out)))
        return instruction_announced(same ? MANEUVER_CONTINUE : MANEUVER_TURN,
                                     modifier);
    return same ? instruction_silent(MODIFIER_STRAIGHT)
                : instruction_announced(MANEUVER_NEW_NAME, MODIFIER_STRAIGHT);
}

void drafts_join_divided(struct drafts *drafts, struct compass *compass,
                         const struct guide_road *road)
{
    for (size_t i = 1; i + 2 < drafts->count; i++) {
        struct draft *in = &drafts->list[i];
        size_t out = i + 1;

        if (in->slips || draft_is_on_ring(in) || !is_inner(drafts, compass, i))
            continue;
        while (out + 2 < drafts->count && is_inner(drafts, compass, out))
            out++;
        if (drafts->list[out].gone || draft_is_on_ring(&drafts->list[out]) ||
            drafts->list[out].step.mode != in->step.mode)
            continue;
        in->instruction = both(drafts, road, draft_before(drafts, i), i, out);
        draft_copy_sign(&in->step, &drafts->list[out].step);
        in->out_bearing = drafts->list[out].out_bearing;
        for (size_t next = i + 1; next <= out; next++)
            draft_absorb(drafts, i, next);
    }
}
