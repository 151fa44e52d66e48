/* lane_guide: carries markings from road to road, and narrows lanes by the
 * maneuvers that follow closely.
 *
 * Markings mean the next junction, but a road may be cut into pieces before it,
 * and a dual carriageway that the road crosses is two junctions: "left" beside
 * "through" means the second. So arrows that suit no road at a junction, and
 * those that lead straight on, are kept for the next one, if it is near and its
 * road has no markings of its own. */
#include "core/service/guidance/lane_guide.h"

#include <math.h>

#include "core/service/guidance/draft.h"

/* Markings end at most so far before the junction that they mean. */
enum { CARRY_MM = 40000 };

/* The length that drivers need to change by one lane. */
enum { CHANGE_M = 200 };

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
    bool straight_on; /* the one taken is the straightest */
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
    float deviation = crossing->road[crossing->out].deviation;

    *choice = (struct choice){.straight_on = crossing->out != 0};
    choice->roads.turn = choice->turn;
    if (drives_left)
        add_road(choice, crossing, 0, 180);
    for (size_t i = 1; i < crossing->count; i++) {
        add_road(choice, crossing, i, crossing->road[i].turn);
        choice->straight_on &= !crossing->road[i].enterable ||
                               crossing->road[i].deviation >= deviation;
    }
    if (!drives_left)
        add_road(choice, crossing, 0, -180);
}

/* Arrows before and on a roundabout point to its exits. */
static bool is_on_ring(const struct crossing *crossing)
{
    bool ring = road_on_ring(crossing->via_attributes);

    for (size_t i = 1; i < crossing->count; i++)
        ring |= road_on_ring(crossing->road[i].attributes);
    return ring;
}

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
    if (right) {
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
    if (!seen->text || !fit->idle)
        return;
    guide->waits = *seen;
    guide->waits.arrows = fit->unfit;
    guide->waits.idle = fit->idle;
    guide->waits.at = at;
}

void lane_guide_pass(struct lane_guide *guide, const struct crossing *crossing,
                     struct guide_intersection *list, size_t at)
{
    struct lane_sight *seen = &guide->seen;
    bool parts = crossing->count > 2; /* there is a choice of roads */
    struct choice choice;
    struct lanes_fit fit;

    if (is_on_ring(crossing)) {
        seen->text = guide->waits.text = 0;
        return;
    }
    choice_init(&choice, crossing);
    prove(guide, &choice, list, parts);
    if (!seen->text || (!parts && seen->arrows == ARROWS_ALL))
        return;
    fit = lanes_for_road(&seen->lanes, seen->arrows, &choice.roads);
    if (fit.valid) {
        list[at].lanes = seen->text;
        list[at].lanes_valid = fit.valid;
    }
    if (parts)
        carry_on(guide, &fit, choice.straight_on, at);
}

/* ---- Maneuvers that follow closely -------------------------------------- */

static unsigned count_bits(uint16_t bits)
{
    return (unsigned)__builtin_popcount(bits);
}

/* The lanes of an intersection, counted. */
struct lane_use {
    unsigned valid;
    unsigned left; /* of those, to be left alone */
    unsigned right;
};

static struct lane_use use_of(const struct drafts *drafts,
                              const struct guide_intersection *at)
{
    struct lane_use use = {.valid = count_bits(at->lanes_valid)};
    struct lanes lanes;

    if (!at->lanes || !lanes_read(drafts->roads->text + at->lanes, &lanes))
        return (struct lane_use){0};
    use.left = (unsigned)__builtin_ctz(at->lanes_valid);
    use.right =
        lanes.count - 1 - (31 - (unsigned)__builtin_clz(at->lanes_valid));
    return use;
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

    return length_m(draft) < (1 + (uint64_t)most) * CHANGE_M;
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
