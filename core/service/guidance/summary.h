/* summary: what a leg goes by, in a few names. */
#ifndef RELAXD_SERVICE_GUIDANCE_SUMMARY_H
#define RELAXD_SERVICE_GUIDANCE_SUMMARY_H

#include "core/service/guidance/guidance.h"

/* One of the parts of a leg that follow each other. */
struct summary_part {
    uint32_t name; /* offsets into roads.text */
    uint32_t ref;
    uint64_t duration_ms;
    uint32_t place; /* in the order of the leg */
};

/* The names on which most time is spent, in the order in which one comes to
 * them; parts of one name count together, wherever they are. Parts are sorted.
 */
void summary_of(struct summary_part *parts, size_t count,
                uint32_t ret_names[SUMMARY_NAMES]);

#endif
