/* draft: the steps of a leg while they are made: one for each junction that one
 * passes, of which those that need no telling are taken into the one before. */
#ifndef RELAXD_SERVICE_GUIDANCE_DRAFT_H
#define RELAXD_SERVICE_GUIDANCE_DRAFT_H

#include "core/service/guidance/instruction.h"

struct draft {
    struct guide_step step;
    struct instruction instruction; /* TOLD at depart and arrive */
    uint32_t edge;                  /* that it leads to */
    float in_bearing;               /* of travel, to the maneuver */
    float out_bearing;              /* from it */
    unsigned enterable;             /* roads that might be taken there */
    bool gone;                      /* into another */
};

/* [count] drafts, the first departs, the last arrives. At first each has one
 * intersection, that of its number. */
struct drafts {
    const struct roads *roads;
    struct draft *list;
    size_t count;
    struct guide_intersection *intersection;
    struct guide_road *road;
};

/* The next and the one before that is not gone. There has to be one. */
size_t draft_next(const struct drafts *drafts, size_t draft);
size_t draft_before(const struct drafts *drafts, size_t draft);

/* Whether it is neither depart nor arrive. */
static inline bool draft_is_inner(const struct drafts *drafts, size_t draft)
{
    return draft && draft + 1 < drafts->count;
}

static inline bool draft_is(const struct draft *draft, enum maneuver_type type)
{
    return draft->instruction.kind == INSTRUCTION_TOLD &&
           draft->instruction.type == type;
}

static inline bool draft_is_silent(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_SILENT;
}

/* What the road of a step is called and how it is travelled. */
void draft_sign(struct guide_step *step, const struct roads *roads,
                uint32_t edge);
void draft_copy_sign(struct guide_step *to, const struct guide_step *from);
struct road_label draft_label(const struct draft *draft);

/* `draft` goes on with the one that follows, which is gone. */
void draft_absorb(struct drafts *drafts, size_t draft, size_t next);

/* What begins or ends with less than a metre, as where one starts at a junction
 * on the wrong side of it, does so with the road behind it. */
void drafts_trim(struct drafts *drafts);

/* rings.c: roundabouts are told as a whole. */
void drafts_tell_rings(struct drafts *drafts);

/* collapse.c: what lies so close together that it is one maneuver for people.
 */
void drafts_collapse(struct drafts *drafts);

/* Silent ones go into those before. */
void drafts_drop_silent(struct drafts *drafts);

/* And names that one hardly gets to see. */
void drafts_drop_short_names(struct drafts *drafts);

#endif
