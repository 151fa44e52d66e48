/* rings: roundabouts are told as a whole: where one enters, with the number of
 * the exit, and where one leaves. */
#include "core/service/guidance/draft.h"

static bool enters(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_ENTER ||
           draft->instruction.kind == INSTRUCTION_ENTER_AT_EXIT ||
           draft->instruction.kind == INSTRUCTION_TOUCH;
}

static bool leaves(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_LEAVE ||
           draft->instruction.kind == INSTRUCTION_TOUCH;
}

static bool is_counted(const struct draft *draft)
{
    return leaves(draft) || draft->instruction.kind == INSTRUCTION_STAY ||
           draft->instruction.kind == INSTRUCTION_ENTER_AT_EXIT;
}

static void tell(struct draft *draft, enum maneuver_type roundabout,
                 enum maneuver_type rotary, enum maneuver_type turn)
{
    draft->instruction.kind = INSTRUCTION_TOLD;
    draft->instruction.type = draft->instruction.ring == RING_ROTARY ? rotary
                              : draft->instruction.ring == RING_TURN
                                  ? turn
                                  : roundabout;
}

static void absorb_range(struct drafts *drafts, size_t begin, size_t end)
{
    for (size_t i = begin + 1; i < end; i++)
        draft_absorb(drafts, begin, i);
}

/* One ends on it. */
static void tell_entry(struct drafts *drafts, size_t begin, size_t end)
{
    struct draft *draft = &drafts->list[begin];

    absorb_range(drafts, begin, end);
    if (!enters(draft))
        return;
    if (draft->instruction.ring == RING_ROTARY)
        draft->step.rotary_name = draft->step.name;
    tell(draft, MANEUVER_ROUNDABOUT, MANEUVER_ROTARY, MANEUVER_ROUNDABOUT);
}

/* The whole of it, which leads from `begin` past others to `last`. */
static void tell_entry_with_exit(struct draft *begin, const struct draft *last,
                                 unsigned exit)
{
    begin->step.exit = exit;
    if (begin->instruction.ring == RING_ROTARY)
        begin->step.rotary_name = begin->step.name;
    if (begin->instruction.ring == RING_TURN)
        begin->instruction.modifier = modifier_of_turn(
            bearing_turn(begin->in_bearing, last->out_bearing));
    draft_copy_sign(&begin->step, &last->step);
    tell(begin, MANEUVER_ROUNDABOUT, MANEUVER_ROTARY, MANEUVER_ROUNDABOUT_TURN);
}

static void tell_whole(struct drafts *drafts, size_t begin, size_t last)
{
    struct draft *first = &drafts->list[begin];
    struct draft *leaving = &drafts->list[last];
    bool is_turn = enters(first) && first->instruction.ring == RING_TURN &&
                   first->step.mode == leaving->step.mode;
    unsigned exit = 0;

    for (size_t i = begin; i <= last; i++)
        exit += is_counted(&drafts->list[i]);
    if (enters(first))
        tell_entry_with_exit(first, leaving, exit);
    absorb_range(drafts, begin, is_turn ? last + 1 : last);
    if (begin == last)
        return;
    leaving->step.exit = exit;
    tell(leaving, MANEUVER_EXIT_ROUNDABOUT, MANEUVER_EXIT_ROTARY,
         MANEUVER_EXIT_ROUNDABOUT);
}

static bool is_on_ring(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_STAY ||
           draft->instruction.kind == INSTRUCTION_LEAVE;
}

/* The first that has to do with a roundabout, from `from` on; the arrival where
 * none has. */
static size_t find_ring(const struct drafts *drafts, size_t from)
{
    while (from + 1 < drafts->count && !enters(&drafts->list[from]) &&
           !is_on_ring(&drafts->list[from]))
        from++;
    return from;
}

static size_t find_leaving(const struct drafts *drafts, size_t from)
{
    while (from + 1 < drafts->count && !leaves(&drafts->list[from]))
        from++;
    return from;
}

/* A part of a roundabout that no way into it leads to. */
static void silence_rest(struct drafts *drafts)
{
    for (size_t i = 1; i + 1 < drafts->count; i++) {
        if (drafts->list[i].instruction.kind == INSTRUCTION_STAY)
            drafts->list[i].instruction.kind = INSTRUCTION_SILENT;
    }
}

void drafts_tell_rings(struct drafts *drafts)
{
    size_t last = drafts->count - 1;
    size_t first = find_ring(drafts, 1);
    bool departs_there = road_on_ring(
        roads_attributes(drafts->roads, edge_piece(drafts->list[0].edge)));

    for (size_t i = first; i < last;) {
        bool from_start =
            i == first && departs_there && is_on_ring(&drafts->list[i]);
        size_t begin = from_start ? 0 : i;
        size_t end = find_leaving(drafts, i);

        if (end == last)
            tell_entry(drafts, begin, last);
        else
            tell_whole(drafts, begin, end);
        i = find_ring(drafts, end + 1 < last ? end + 1 : last);
    }
    silence_rest(drafts);
}
