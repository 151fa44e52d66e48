/* maker: guidance while it is made. */
#ifndef RELAXD_SERVICE_GUIDANCE_MAKER_H
#define RELAXD_SERVICE_GUIDANCE_MAKER_H

#include "core/service/guidance/draft.h"
#include "core/service/guidance/ring.h"
#include "core/service/guidance/summary.h"

struct maker {
    const struct map *map;
    const struct route_leg *leg;
    struct guidance *guidance;
    struct drafts drafts;
    struct draft *room; /* all drafts; those of `drafts` may begin later */
    struct summary_part *part;
    size_t part_count;
    struct crossing crossing;
    struct compass compass;
    struct ring_memory ring;
    size_t position; /* of the leg's line, that was come to */
};

/* Where the leg is: an intersection of one road, and one of the crossing that
 * was looked at last. */
void maker_add_end(struct maker *maker, struct position position, float bearing,
                   bool departs);
void maker_add_crossing(struct maker *maker, struct position position);

/* A step that begins here, on an edge, with the intersection added last. */
struct draft *maker_add_draft(struct maker *maker, uint32_t edge,
                              struct instruction instruction);

/* The first and the last of all. */
void maker_depart(struct maker *maker, const struct guidance_ends *ends);
void maker_arrive(struct maker *maker, const struct guidance_ends *ends);

#endif
