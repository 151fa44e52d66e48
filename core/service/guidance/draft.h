/* draft: the steps of a leg in the making: one for each junction; steps that
 * need no announcement are merged into the one before. */
#ifndef RELAXD_SERVICE_GUIDANCE_DRAFT_H
#define RELAXD_SERVICE_GUIDANCE_DRAFT_H

#include "core/service/guidance/instruction.h"

struct draft {
    struct guide_step step;
    struct instruction instruction; /* ANNOUNCED for depart and arrive */
    uint32_t edge;                  /* that the step begins with */
    float in_bearing;               /* of travel, before the maneuver */
    float out_bearing;              /* after it */
    bool slips;                     /* onto a slip road */
    unsigned enterable;             /* number of roads that could be taken
                                       there */
    bool gone;                      /* merged into another */
};

/* [count] drafts; the first departs, the last arrives. At first each has one
 * intersection, with the same index. */
struct drafts {
    const struct roads *roads;
    struct draft *list;
    size_t count;
    struct guide_intersection *intersection;
};

/* The next, or previous, draft that is not gone. There must be one. */
size_t draft_next(const struct drafts *drafts, size_t draft);
size_t draft_before(const struct drafts *drafts, size_t draft);

/* Whether it is neither depart nor arrive. */
static inline bool draft_is_inner(const struct drafts *drafts, size_t draft)
{
    return draft && draft + 1 < drafts->count;
}

static inline bool draft_is(const struct draft *draft, enum maneuver_type type)
{
    return draft->instruction.kind == INSTRUCTION_ANNOUNCED &&
           draft->instruction.type == type;
}

static inline bool draft_is_on_ring(const struct draft *draft)
{
    return draft->instruction.ring != RING_NONE;
}

static inline bool draft_is_silent(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_SILENT;
}

/* The names of a step's road and its mode of travel. */
void draft_sign(struct guide_step *step, const struct roads *roads,
                uint32_t edge);
void draft_copy_sign(struct guide_step *to, const struct guide_step *from);
struct road_label draft_label(const struct draft *draft);

/* `draft` takes over the one that follows, which is then gone. */
void draft_absorb(struct drafts *drafts, size_t draft, size_t next);

/* Drops a stretch of less than a metre at either end, as when a route starts at
 * a junction on the wrong side of it, and uses the road behind it. */
void drafts_trim(struct drafts *drafts);

/* lane_guide.c: of the lanes that lead on at a junction, keeps those from which
 * the maneuvers that follow closely can be done. For drafts none of which is
 * gone. */
void drafts_narrow_lanes(struct drafts *drafts);

/* ring.c: merges the steps of each roundabout. */
void drafts_announce_rings(struct drafts *drafts);

/* divided.c: an intersection of divided roads is one junction. `road` are those
 * of the intersections. */
void drafts_join_divided(struct drafts *drafts, struct compass *compass,
                         const struct guide_road *road);

/* collapse.c: merges junctions so close together that people see one
 * maneuver. */
void drafts_collapse(struct drafts *drafts);

/* Merges silent drafts into those before; then the end of a road on which the
 * traveller has passed no other is a plain turn. */
void drafts_drop_silent(struct drafts *drafts);

/* Also drops names too short-lived to be seen. */
void drafts_drop_short_names(struct drafts *drafts);

#endif
