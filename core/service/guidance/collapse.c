/* collapse: merges junctions so close together that people see one maneuver.
 *
 * Where a route crosses a dual carriageway, where a street is staggered, or
 * where a name changes a few metres before or after a turn, the data has two
 * junctions and people see one. Each rule looks at the step before (`from`),
 * the one that enters the short stretch (`in`) and the one that ends it
 * (`out`). */
#include <math.h>

#include "core/service/guidance/draft.h"

#define NARROW 40.0f /* degrees */

/* A stretch this short merges with a neighbour. */
enum { SHORT_MM = 30000 };

/* The step before a short stretch, the one that enters it, the one that ends
 * it. */
struct pass {
    struct drafts *drafts;
    size_t from;
    size_t in;
    size_t out;
};

static struct draft *at(const struct pass *pass, size_t draft)
{
    return &pass->drafts->list[draft];
}

static float turn_of(const struct draft *draft)
{
    return bearing_turn(draft->in_bearing, draft->out_bearing);
}

static bool goes(const struct draft *draft, enum maneuver_modifier modifier)
{
    return draft->instruction.modifier == modifier;
}

/* No road meets the stretch that the draft begins. */
static bool is_undisturbed(const struct pass *pass, const struct draft *draft)
{
    const struct guide_intersection *list = pass->drafts->intersection;

    for (uint32_t i = 1; i < draft->step.intersection_count; i++) {
        if (list[draft->step.first_intersection + i].road_count != 2)
            return false;
    }
    return true;
}

static bool is_short(const struct pass *pass, const struct draft *draft)
{
    return draft->step.length_mm <= SHORT_MM && is_undisturbed(pass, draft);
}

/* A turn or the same road, but not straight on. */
static bool is_turn(const struct draft *draft)
{
    return draft_is(draft, MANEUVER_TURN) || draft_is(draft, MANEUVER_CONTINUE);
}

static bool is_straight_turn(const struct draft *draft)
{
    return is_turn(draft) && goes(draft, MODIFIER_STRAIGHT);
}

static bool is_name_change(const struct draft *draft)
{
    return draft_is(draft, MANEUVER_NEW_NAME) || is_straight_turn(draft);
}

static bool same_name(const struct pass *pass, size_t a, size_t b)
{
    struct road_label first = draft_label(at(pass, a));
    struct road_label second = draft_label(at(pass, b));

    return road_label_same(pass->drafts->roads, &first, &second);
}

static bool same_mode(const struct pass *pass, size_t a, size_t b)
{
    return at(pass, a)->step.mode == at(pass, b)->step.mode;
}

static bool same_side(const struct draft *a, const struct draft *b)
{
    return modifier_side(a->instruction.modifier) ==
           modifier_side(b->instruction.modifier);
}

/* The total turn. A turn to one side followed by one to the other cancels out,
 * but the traveller still has to do the first. */
static float whole_turn(const struct draft *in, const struct draft *out)
{
    float whole = bearing_turn(in->in_bearing, out->out_bearing);
    float first = turn_of(in);
    float second = turn_of(out);
    bool one_way = (first >= -5 && second >= -5) || (first <= 5 && second <= 5);

    if (fabsf(whole) < NARROW / 2)
        return first;
    return one_way || in->step.length_mm < SHORT_MM ? whole : first;
}

/* The type of a name change, or of no maneuver, when it takes over a turn. */
static enum maneuver_type type_with_turn(const struct pass *pass, size_t first,
                                         size_t then,
                                         enum maneuver_modifier modifier)
{
    const struct draft *draft = at(pass, first);
    bool same = same_name(pass, pass->from, then);

    if (draft_is_silent(draft))
        return modifier == MODIFIER_STRAIGHT ? MANEUVER_NEW_NAME
               : same                        ? MANEUVER_CONTINUE
                                             : MANEUVER_TURN;
    if (draft_is(draft, MANEUVER_NEW_NAME))
        return draft_is_silent(at(pass, then)) && modifier != MODIFIER_STRAIGHT
                   ? MANEUVER_TURN
                   : MANEUVER_NEW_NAME;
    if (draft_is(draft, MANEUVER_CONTINUE) && !same)
        return MANEUVER_TURN;
    if (draft_is(draft, MANEUVER_TURN) && same)
        return MANEUVER_CONTINUE;
    return draft->instruction.type;
}

/* `first` gets the turn of both; `then` is the step before or after it. */
static void pass_announce_both(struct pass *pass, size_t first, size_t then)
{
    struct draft *draft = at(pass, first);
    const struct draft *other = at(pass, then);
    bool later = then > first;
    enum maneuver_modifier modifier = draft->instruction.modifier;
    bool is_name = is_name_change(other) || is_name_change(draft) ||
                   draft_is_silent(draft);

    if (!draft_is(draft, MANEUVER_FORK) && !draft_is(draft, MANEUVER_MERGE))
        modifier = modifier_of_turn(later ? whole_turn(draft, other)
                                          : whole_turn(other, draft));
    if (!is_name && draft_is(other, MANEUVER_ON_RAMP))
        draft->instruction.type = MANEUVER_ON_RAMP;
    else
        draft->instruction.type =
            type_with_turn(pass, first, later ? then : first, modifier);
    draft->instruction.kind = INSTRUCTION_ANNOUNCED;
    draft->instruction.modifier = modifier;
}

/* `in` takes over `out`, whose road counts, and gets the turn of both. */
static void pass_join(struct pass *pass)
{
    draft_copy_sign(&at(pass, pass->in)->step, &at(pass, pass->out)->step);
    draft_absorb(pass->drafts, pass->in, pass->out);
}

static void pass_join_as_turn(struct pass *pass)
{
    pass_announce_both(pass, pass->in, pass->out);
    pass_join(pass);
}

enum { STAGGERED_MM = 3000 };

/* ---- Whether two may merge at all --------------------------------------- */

/* A u-turn stays by itself unless only a name changes beside it. */
static bool spoils_u_turn(const struct draft *a, const struct draft *b)
{
    if (!goes(a, MODIFIER_UTURN) && !goes(b, MODIFIER_UTURN))
        return false;
    return !(draft_is(a, MANEUVER_NEW_NAME) && goes(b, MODIFIER_UTURN)) &&
           !(draft_is(b, MANEUVER_NEW_NAME) && goes(a, MODIFIER_UTURN));
}

/* Whether both together lead back. */
static bool turns_back(const struct draft *in, const struct draft *out)
{
    return fabsf(bearing_turn(in->in_bearing, out->out_bearing)) >= 180 - 35;
}

static bool may_join(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);
    const struct draft *out = at(pass, pass->out);

    return !draft_is_on_ring(in) && !draft_is_on_ring(out) &&
           same_mode(pass, pass->in, pass->out) && !spoils_u_turn(in, out);
}

static bool may_join_before(const struct pass *pass)
{
    return may_join(pass) && same_mode(pass, pass->from, pass->in) &&
           !draft_is_on_ring(at(pass, pass->from));
}

/* ---- The rules ---------------------------------------------------------- */

/* A street interrupted by another that continues a few metres to the side. */
static bool is_staggered(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);
    float first = turn_of(in);
    float second = turn_of(at(pass, pass->out));

    return in->step.length_mm < STAGGERED_MM && is_undisturbed(pass, in) &&
           may_join_before(pass) && first * second < 0 && fabsf(first) > 45 &&
           fabsf(first) < 135 && fabsf(second) > 45 && fabsf(second) < 135;
}

static void join_staggered(struct pass *pass)
{
    struct draft *in = at(pass, pass->in);

    in->instruction =
        same_name(pass, pass->from, pass->out)
            ? instruction_silent(MODIFIER_STRAIGHT)
            : instruction_announced(MANEUVER_NEW_NAME, MODIFIER_STRAIGHT);
    pass_join(pass);
}

/* A nameless stretch between two roads with names. */
static bool is_connection(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);

    return in->step.length_mm <= 2 * SHORT_MM && !in->step.name &&
           at(pass, pass->from)->step.name && at(pass, pass->out)->step.name &&
           is_undisturbed(pass, in);
}

/* From one carriageway of a road to the other. */
static bool is_u_turn(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);
    const struct draft *out = at(pass, pass->out);

    if (!may_join_before(pass) || !turns_back(in, out) ||
        (!is_turn(in) && !draft_is(in, MANEUVER_END_OF_ROAD)) ||
        !same_name(pass, pass->from, pass->out))
        return false;
    return is_short(pass, in) || is_connection(pass) ||
           (out->enterable == 1 && is_undisturbed(pass, in));
}

static void join_u_turn(struct pass *pass)
{
    at(pass, pass->in)->instruction =
        instruction_announced(MANEUVER_CONTINUE, MODIFIER_UTURN);
    pass_join(pass);
}

/* A bridge has a name of its own, then the road goes on. */
static bool is_interlude(const struct pass *pass)
{
    const struct draft *out = at(pass, pass->out);
    const struct guide_step *before = &at(pass, pass->from)->step;
    bool nameless = draft_is_silent(out) && !out->step.name;

    return may_join_before(pass) && is_name_change(at(pass, pass->in)) &&
           (is_name_change(out) || nameless) &&
           ((before->name == out->step.name && before->ref == out->step.ref) ||
            same_name(pass, pass->from, pass->out));
}

static void drop_both(struct pass *pass)
{
    draft_absorb(pass->drafts, pass->in, pass->out);
    draft_absorb(pass->drafts, pass->from, pass->in);
}

/* The name changes right before the turn. */
static bool is_name_before(const struct pass *pass)
{
    return may_join_before(pass) && is_short(pass, at(pass, pass->in)) &&
           is_name_change(at(pass, pass->in)) &&
           !draft_is_silent(at(pass, pass->out));
}

/* The turn lane leaves the road. */
static bool is_bend_before(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);
    const struct draft *out = at(pass, pass->out);

    return may_join(pass) && draft_is_silent(in) &&
           !goes(in, MODIFIER_STRAIGHT) && is_short(pass, in) &&
           in->enterable > 1 && !draft_is_silent(out) && same_side(in, out);
}

static void join_before(struct pass *pass)
{
    pass_announce_both(pass, pass->out, pass->in);
    draft_absorb(pass->drafts, pass->from, pass->in);
}

static bool is_announced(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_ANNOUNCED;
}

/* The name changes right after the turn. */
static bool is_name_after(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);
    const struct draft *out = at(pass, pass->out);
    bool closer = 2 * in->step.length_mm <= 3 * SHORT_MM;
    bool plain = draft_is(out, MANEUVER_NEW_NAME) &&
                 (goes(out, MODIFIER_STRAIGHT) || out->enterable == 1);

    return may_join(pass) && is_announced(in) && is_name_change(out) &&
           (is_short(pass, in) || (closer && plain));
}

static bool is_bend_after(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);
    const struct draft *out = at(pass, pass->out);

    return may_join(pass) && is_announced(in) && draft_is_silent(out) &&
           !goes(out, MODIFIER_STRAIGHT) && is_short(pass, in) &&
           same_side(in, out);
}

static bool is_name_at_once(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);

    return may_join(pass) && draft_is_silent(in) &&
           4 * in->step.length_mm < SHORT_MM &&
           draft_is(at(pass, pass->out), MANEUVER_NEW_NAME);
}

/* A turn, then a stretch with only one way on. */
static bool is_without_choice(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);
    const struct draft *out = at(pass, pass->out);
    bool near = is_short(pass, in) && !goes(in, MODIFIER_STRAIGHT);
    bool straight = is_straight_turn(in) && is_undisturbed(pass, in) &&
                    in->step.length_mm <= 2 * SHORT_MM;

    return may_join(pass) && out->enterable == 1 &&
           ((near && !draft_is_silent(out)) || straight);
}

static bool is_after(const struct pass *pass)
{
    return is_name_after(pass) || is_name_at_once(pass) ||
           is_bend_after(pass) || is_without_choice(pass);
}

/* Across both carriageways of a road: a turn, straight over the second half, a
 * turn; both stretches about as long. */
static bool is_between_turns(const struct pass *pass)
{
    const struct draft *from = at(pass, pass->from);
    const struct draft *in = at(pass, pass->in);
    const struct draft *out = at(pass, pass->out);
    uint64_t a = from->step.length_mm;
    uint64_t b = in->step.length_mm;
    uint64_t less = a < b ? a : b;
    uint64_t more = a < b ? b : a;
    float whole = bearing_turn(from->in_bearing, out->out_bearing);

    return draft_is_inner(pass->drafts, pass->from) && may_join_before(pass) &&
           draft_is_silent(in) && goes(in, MODIFIER_STRAIGHT) &&
           is_turn(from) && (is_turn(out) || draft_is(out, MANEUVER_ON_RAMP)) &&
           5 * more < 4 * (uint64_t)SHORT_MM &&
           (more < 5000 || 4 * less > 3 * more) && fabsf(whole) < 180 - NARROW;
}

static void join_between(struct pass *pass)
{
    struct pass wider = {pass->drafts, draft_before(pass->drafts, pass->from),
                         pass->from, pass->out};

    draft_absorb(pass->drafts, pass->from, pass->in);
    pass_join_as_turn(&wider);
}

/* A slip road is a turn into the road that it leads to. */
static bool is_slip(const struct pass *pass)
{
    const struct draft *in = at(pass, pass->in);
    const struct draft *out = at(pass, pass->out);

    return in->slips && may_join_before(pass) && is_undisturbed(pass, in) &&
           fabsf(turn_of(out)) <= 2 * NARROW &&
           modifier_of_turn(bearing_turn(in->in_bearing, out->out_bearing)) !=
               MODIFIER_STRAIGHT;
}

static void join_slip(struct pass *pass)
{
    struct draft *in = at(pass, pass->in);

    in->instruction = instruction_announced(
        same_name(pass, pass->from, pass->out) ? MANEUVER_CONTINUE
                                               : MANEUVER_TURN,
        modifier_of_turn(whole_turn(in, at(pass, pass->out))));
    pass_join(pass);
}

static void apply(struct pass *pass)
{
    if (is_slip(pass))
        join_slip(pass);
    else if (is_staggered(pass))
        join_staggered(pass);
    else if (is_u_turn(pass))
        join_u_turn(pass);
    else if (is_interlude(pass))
        drop_both(pass);
    else if (is_name_before(pass) || is_bend_before(pass))
        join_before(pass);
    else if (is_after(pass))
        pass_join_as_turn(pass);
    else if (is_between_turns(pass))
        join_between(pass);
}

/* A merged step can be the first half of a u-turn. */
static void look_back(struct drafts *drafts, size_t in)
{
    struct pass pass = {.drafts = drafts, .out = in};

    pass.in = draft_before(drafts, in);
    if (!pass.in)
        return;
    pass.from = draft_before(drafts, pass.in);
    if (is_u_turn(&pass))
        join_u_turn(&pass);
}

void drafts_collapse(struct drafts *drafts)
{
    for (size_t i = 1; i + 1 < drafts->count; i++) {
        struct pass pass = {.drafts = drafts, .in = i};

        if (drafts->list[i].gone)
            continue;
        pass.out = draft_next(drafts, i);
        pass.from = draft_before(drafts, i);
        if (!draft_is_inner(drafts, pass.out)) {
            if (drafts->list[i].slips)
                drafts->list[i].instruction.type = MANEUVER_TURN;
            return;
        }
        if (draft_is_on_ring(at(&pass, i)) ||
            !same_mode(&pass, pass.in, pass.out))
            continue;
        apply(&pass);
        if (!drafts->list[i].gone)
            look_back(drafts, i);
    }
}
