/* pass: steps that follow each other, looked at for whether they are one
 * (collapse.c). */
#ifndef RELAXD_SERVICE_GUIDANCE_PASS_H
#define RELAXD_SERVICE_GUIDANCE_PASS_H

#include "core/service/guidance/draft.h"

/* What is so short is one with what is before or behind. */
enum { SHORT_MM = 30000 };

/* The step before, the one that enters a short stretch, the one that ends it.
 */
struct pass {
    struct drafts *drafts;
    size_t from;
    size_t in;
    size_t out;
};

static inline struct draft *at(const struct pass *pass, size_t draft)
{
    return &pass->drafts->list[draft];
}

static inline float turn_of(const struct draft *draft)
{
    return bearing_turn(draft->in_bearing, draft->out_bearing);
}

static inline bool goes(const struct draft *draft,
                        enum maneuver_modifier modifier)
{
    return draft->instruction.modifier == modifier;
}

/* Nothing meets the stretch that it begins. */
static inline bool is_undisturbed(const struct pass *pass,
                                  const struct draft *draft)
{
    const struct guide_intersection *list = pass->drafts->intersection;

    for (uint32_t i = 1; i < draft->step.intersection_count; i++) {
        if (list[draft->step.first_intersection + i].road_count != 2)
            return false;
    }
    return true;
}

static inline bool is_short(const struct pass *pass, const struct draft *draft)
{
    return draft->step.length_mm <= SHORT_MM && is_undisturbed(pass, draft);
}

static inline bool is_ring_maneuver(const struct draft *draft)
{
    return draft->instruction.ring != RING_NONE;
}

/* A turn or the same road, but not where it goes straight on. */
static inline bool is_turn(const struct draft *draft)
{
    return draft_is(draft, MANEUVER_TURN) || draft_is(draft, MANEUVER_CONTINUE);
}

static inline bool is_straight_turn(const struct draft *draft)
{
    return is_turn(draft) && goes(draft, MODIFIER_STRAIGHT);
}

static inline bool is_name_change(const struct draft *draft)
{
    return draft_is(draft, MANEUVER_NEW_NAME) || is_straight_turn(draft);
}

static inline bool same_name(const struct pass *pass, size_t a, size_t b)
{
    struct road_label first = draft_label(at(pass, a));
    struct road_label second = draft_label(at(pass, b));

    return road_label_same(pass->drafts->roads, &first, &second);
}

static inline bool same_mode(const struct pass *pass, size_t a, size_t b)
{
    return at(pass, a)->step.mode == at(pass, b)->step.mode;
}

static inline bool same_side(const struct draft *a, const struct draft *b)
{
    return modifier_side(a->instruction.modifier) ==
           modifier_side(b->instruction.modifier);
}

/* `first` is told with the turn of both; `then` is what is before or behind. */
void pass_tell_both(struct pass *pass, size_t first, size_t then);

/* `in` goes on with `out`, whose road is the one that counts; and is told with
 * the turn of both. */
void pass_join(struct pass *pass);
void pass_join_as_turn(struct pass *pass);

#endif
