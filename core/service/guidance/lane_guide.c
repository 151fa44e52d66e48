/* lane_guide: carries markings from road to road, and narrows lanes by the
 * maneuvers that follow closely.
 *
 * Markings mean the next junction, but a road may be cut into pieces before it,
 * and a dual carriageway that the road crosses is two junctions: "left" beside
 * "through" means the second. So arrows that suit no road at a junction, and
 * those that lead straight on, are kept for the next one, if it is near and its
 * road has no markings of its own.
 *
 * Where a road parts in two before the junction, drivers see the markings of
 * both. */
#include "core/service/guidance/lane_guide.h"

#include <math.h>

#include "core/service/guidance/draft.h"

/* Markings end at most so far before the junction that they mean. */
enum { CARRY_MM = 30000 };

/* The length that drivers need to change by one lane. */
enum { CHANGE_M = 200 };

/* Roads that part and meet the same road are one junction up to this length, if
 * they part within this angle. */
enum { SPLIT_MM = 100000 };
#define SPLIT_WITHIN 60.0f

/* ---- Markings ----------------------------------------------------------- */

static void sight_grow_old(struct lane_sight *sight, uint64_t length_mm)
{
    sight->ago_mm += length_mm;
    if (sight->ago_mm > CARRY_MM)
        sight->text = 0;
}

void lane_guide_follow(struct lane_guide *guide, const struct roads *roads,
                       const struct route_step *via)
{
    uint32_t text = roads_attributes(roads, edge_piece(via->edge))
                        ->lanes[!edge_is_forward(via->edge)];

    sight_grow_old(&guide->waits, via->length_mm);
    sight_grow_old(&guide->seen, via->length_mm);
    if (guide->split.out != via->edge)
        guide->split.beside = 0;
    if (!text)
        return;
    guide->seen = (struct lane_sight){.text = text, .arrows = ARROWS_ALL};
    if (!lanes_read(roads->text + text, &guide->seen.lanes))
        guide->seen.text = 0;
}

/* ---- Junctions ---------------------------------------------------------- */

/* The roads that may be taken, and for the way back the side of the U-turn. */
struct choice {
    float turn[CROSSING_ROADS_MAX];
    struct lane_roads roads;
};

static void add_road(struct choice *choice, const struct crossing *crossing,
                     size_t road, float turn)
{
    if (road != crossing->out && !crossing->road[road].enterable)
        return;
    if (road == crossing->out)
        choice->roads.out = choice->roads.count;
    choice->turn[choice->roads.count++] = turn;
}

static void choice_init(struct choice *choice, const struct crossing *crossing)
{
    bool drives_left = road_has(crossing->via_attributes, ROAD_DRIVES_LEFT);

    choice->roads = (struct lane_roads){.turn = choice->turn};
    if (drives_left)
        add_road(choice, crossing, 0, 180);
    for (size_t i = 1; i < crossing->count; i++)
        add_road(choice, crossing, i, crossing->road[i].turn);
    if (!drives_left)
        add_road(choice, crossing, 0, -180);
}

/* Whether the road taken is the straightest. */
static bool goes_straight_on(const struct crossing *crossing)
{
    float deviation = crossing->road[crossing->out].deviation;

    for (size_t i = 1; i < crossing->count; i++) {
        if (crossing->road[i].enterable &&
            crossing->road[i].deviation < deviation)
            return false;
    }
    return crossing->out != 0;
}

/* Arrows before and on a roundabout point to its exits. */
static bool is_on_ring(const struct crossing *crossing)
{
    bool ring = road_on_ring(crossing->via_attributes);

    for (size_t i = 1; i < crossing->count; i++)
        ring |= road_on_ring(crossing->road[i].attributes);
    return ring;
}

/* ---- Roads that part before a junction ---------------------------------- */

/* Whether an edge leads from one junction to the other. */
static bool are_joined(const struct roads *roads, uint32_t from, uint32_t to)
{
    for (uint32_t i = roads->first_leaving[from];
         i < roads->first_leaving[from + 1]; i++) {
        if (edge_is_open(roads, roads->leaving[i]) &&
            edge_head(roads, roads->leaving[i]) == to)
            return true;
    }
    return false;
}

/* The straighter of both roads crosses the other one's end, where that turns
 * into the road crossed. */
static bool is_split(const struct crossing *crossing, size_t road)
{
    const struct roads *roads = crossing->roads;
    const struct crossing_road *out = &crossing->road[crossing->out];
    const struct crossing_road *other = &crossing->road[road];
    uint32_t out_end = edge_head(roads, out->edge);
    uint32_t other_end = edge_head(roads, other->edge);

    if (!other->enterable ||
        crossing_angle(crossing, crossing->out, road) > SPLIT_WITHIN ||
        roads_piece_mm(roads, edge_piece(out->edge)) > SPLIT_MM ||
        roads_piece_mm(roads, edge_piece(other->edge)) > SPLIT_MM)
        return false;
    return out->deviation < other->deviation
               ? are_joined(roads, out_end, other_end)
               : are_joined(roads, other_end, out_end);
}

/* Looks for a split here, for the next junction. */
static void find_split(struct lane_guide *guide,
                       const struct crossing *crossing, size_t at)
{
    for (size_t i = 1; i < crossing->count; i++) {
        const struct crossing_road *road = &crossing->road[i];
        uint32_t text = road->attributes->lanes[!edge_is_forward(road->edge)];
        struct lanes lanes;

        if (i == crossing->out || !text || !is_split(crossing, i) ||
            !lanes_read(crossing->roads->text + text, &lanes))
            continue;
        guide->split = (struct lane_split){
            .out = crossing->road[crossing->out].edge,
            .beside = text,
            .count = lanes.count,
            .is_right = i < crossing->out,
            .is_turn = !goes_straight_on(crossing),
            .at = at,
        };
    }
}

/* Shows both markings at the junction, and where the roads part if the
 * traveller had to turn there. */
static void show_split(const struct lane_guide *guide,
                       struct guide_intersection *list,
                       struct guide_intersection *here)
{
    const struct lane_split *split = &guide->split;
    struct guide_intersection *before = &list[split->at];

    if (!split->beside || split->count + guide->seen.lanes.count > LANES_MAX)
        return;
    here->lanes_right = split->is_right ? split->beside : here->lanes;
    here->lanes = split->is_right ? here->lanes : split->beside;
    if (!split->is_right)
        here->lanes_valid = (uint16_t)(here->lanes_valid << split->count);
    if (before->lanes || !split->is_turn)
        return;
    before->lanes = here->lanes;
    before->lanes_right = here->lanes_right;
    before->lanes_valid = here->lanes_valid;
}

/* ---- At a junction ------------------------------------------------------ */

/* Arrows that led nowhere at the junction before led straight on if they lead
 * somewhere here. */
static void prove(struct lane_guide *guide, const struct choice *choice,
                  struct guide_intersection *list, bool parts)
{
    struct lane_sight *waits = &guide->waits;
    bool right;

    if (!waits->text)
        return;
    right = !lanes_for_road(&waits->lanes, waits->arrows, &choice->roads).unfit;
    if (right && !list[waits->at].lanes_right) {
        list[waits->at].lanes = waits->text;
        list[waits->at].lanes_valid |= waits->idle;
    }
    if (right || parts)
        waits->text = 0;
}

/* Keeps what may mean the next junction. */
static void carry_on(struct lane_guide *guide, const struct lanes_fit *fit,
                     bool straight_on, size_t at)
{
    struct lane_sight *seen = &guide->seen;

    seen->arrows = fit->arrows | fit->unfit;
    if (!straight_on)
        seen->text = 0;
    if (!seen->text || !fit->idle || guide->split.beside)
        return;
    guide->waits = *seen;
    guide->waits.arrows = fit->unfit;
    guide->waits.idle = fit->idle;
    guide->waits.at = at;
}

/* Arrows that the road taken repeats led straight on. */
static void repeat(struct lanes_fit *fit, const struct lanes *lanes,
                   const struct crossing *crossing)
{
    const struct crossing_road *out = &crossing->road[crossing->out];
    uint32_t text = out->attributes->lanes[!edge_is_forward(out->edge)];
    struct lanes next;
    uint16_t again;

    if (!text || !lanes_read(crossing->roads->text + text, &next))
        return;
    again = fit->unfit & lanes_arrows(&next);
    fit->valid |= lanes_with(lanes, again) & fit->idle;
    fit->unfit &= (uint16_t)~again;
    fit->idle &= lanes_with(lanes, fit->unfit);
}

/* With a single road to take, all lanes lead into it. */
static struct lanes_fit fit_of(const struct lane_sight *seen,
                               const struct crossing *crossing,
                               const struct choice *choice)
{
    struct lanes_fit fit;

    if (choice->roads.count == 1)
        return (struct lanes_fit){
            .valid = lanes_with(&seen->lanes, seen->arrows),
            .arrows = seen->arrows,
        };
    fit = lanes_for_road(&seen->lanes, seen->arrows, &choice->roads);
    if (goes_straight_on(crossing))
        repeat(&fit, &seen->lanes, crossing);
    return fit;
}

static void find_lanes(struct lane_guide *guide,
                       const struct crossing *crossing,
                       struct guide_intersection *list, size_t at)
{
    struct lane_sight *seen = &guide->seen;
    bool parts = crossing->count > 2; /* there is a choice of roads */
    struct choice choice;
    struct lanes_fit fit;

    choice_init(&choice, crossing);
    prove(guide, &choice, list, parts);
    if (!seen->text || (!parts && seen->arrows == ARROWS_ALL))
        return;
    fit = fit_of(seen, crossing, &choice);
    if (fit.valid) {
        list[at].lanes = seen->text;
        list[at].lanes_valid = fit.valid;
        show_split(guide, list, &list[at]);
    }
    if (choice.roads.count > 1)
        carry_on(guide, &fit, goes_straight_on(crossing), at);
}

void lane_guide_pass(struct lane_guide *guide, const struct crossing *crossing,
                     struct guide_intersection *list, size_t at)
{
    if (guide->seen.text || guide->waits.text) {
        bool ring = is_on_ring(crossing);

        if (!ring && crossing->count > 1)
            find_lanes(guide, crossing, list, at);
        if (ring || !crossing->out)
            guide->seen.text = guide->waits.text = 0;
    }
    guide->split.beside = 0;
    if (crossing->out)
        find_split(guide, crossing, at);
}

/* ---- Maneuvers that follow closely -------------------------------------- */

/* The lanes of an intersection, counted. */
struct lane_use {
    unsigned valid;
    unsigned left; /* of those, to be left alone */
    unsigned right;
};

static unsigned count_lanes(const struct roads *roads, uint32_t text)
{
    struct lanes lanes;

    return text && lanes_read(roads->text + text, &lanes) ? lanes.count : 0;
}

static struct lane_use use_of(const struct drafts *drafts,
                              const struct guide_intersection *at)
{
    unsigned count = count_lanes(drafts->roads, at->lanes) +
                     count_lanes(drafts->roads, at->lanes_right);

    if (!at->lanes)
        return (struct lane_use){0};
    return (struct lane_use){
        .valid = (unsigned)__builtin_popcount(at->lanes_valid),
        .left = (unsigned)__builtin_ctz(at->lanes_valid),
        .right =
            count - 32 + (unsigned)__builtin_clz((unsigned)at->lanes_valid),
    };
}

/* Leaves `keep` of the valid lanes: those on one side, but for the outermost
 * `skip`. */
static void narrow(struct guide_intersection *at, bool left, unsigned keep,
                   unsigned skip)
{
    uint16_t valid = 0;

    for (unsigned i = 0; i < LANES_MAX; i++) {
        unsigned lane = left ? i : LANES_MAX - 1 - i;

        if (!(at->lanes_valid >> lane & 1))
            continue;
        if (skip) {
            skip--;
        } else if (keep) {
            valid |= (uint16_t)(1u << lane);
            keep--;
        }
    }
    at->lanes_valid = valid;
}

/* 1: to the right. A merge is named by the side of the other traffic. */
static int side_of(const struct draft *draft)
{
    int side = modifier_side(draft->instruction.modifier);

    return draft_is(draft, MANEUVER_MERGE) ? -side : side;
}

static uint64_t length_m(const struct draft *draft)
{
    return (draft->step.length_mm + 500) / 1000;
}

/* Whether there is no room to come from any lane into the ones left. */
static bool is_close(const struct draft *draft, struct lane_use use)
{
    unsigned most = use.left > use.right ? use.left : use.right;

    return length_m(draft) <= (1 + (uint64_t)most) * CHANGE_M;
}

void drafts_narrow_lanes(struct drafts *drafts)
{
    struct lane_use next = {0};
    uint64_t straight_m = 0; /* from there to a maneuver with lanes */
    int side = 0;            /* to be on, for the next maneuver */

    for (size_t i = drafts->count - 1; i-- > 1;) {
        struct draft *draft = &drafts->list[i];
        struct guide_intersection *at =
            &drafts->intersection[draft->step.first_intersection];
        struct lane_use use = use_of(drafts, at);
        bool close = next.valid && is_close(draft, use);
        bool left = side < 0 || (!side && draft->step.drives_left);

        straight_m = next.valid && draft_is_silent(draft)
                         ? straight_m + length_m(draft)
                         : 0;
        if (close && use.valid > next.valid &&
            straight_m < (uint64_t)(use.valid - next.valid) * CHANGE_M) {
            unsigned spare = use.valid - next.valid;
            unsigned beside = left ? next.left : next.right;

            narrow(at, left, next.valid, beside < spare ? beside : spare);
            use = use_of(drafts, at);
        }
        if (side_of(draft))
            side = side_of(draft);
        else if (!close)
            side = 0;
        next = use;
    }
}
