/* pass: steps that are told as one. */
#include "core/service/guidance/pass.h"

#include <math.h>

#define NARROW 40.0f

/* By how much one turns in all. To turn to the one side and then to the other
 * is no turn in all, but the first is what one has to do. */
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

/* What a name change, or nothing, becomes where it takes over a turn. */
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

void pass_tell_both(struct pass *pass, size_t first, size_t then)
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
    draft->instruction.kind = INSTRUCTION_TOLD;
    draft->instruction.modifier = modifier;
}

void pass_join(struct pass *pass)
{
    draft_copy_sign(&at(pass, pass->in)->step, &at(pass, pass->out)->step);
    draft_absorb(pass->drafts, pass->in, pass->out);
}

void pass_join_as_turn(struct pass *pass)
{
    pass_tell_both(pass, pass->in, pass->out);
    pass_join(pass);
}
