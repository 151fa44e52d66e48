/* leg_line: a leg of a route, segment by segment: its line on the ground, and
 * what each bit of it takes. For geometries, annotations and guidance. */
#ifndef RELAXD_SERVICE_LINE_LEG_LINE_H
#define RELAXD_SERVICE_LINE_LEG_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/service/route/route_question.h"

/* The part of a segment of the map that is travelled. */
struct leg_segment {
    uint32_t from_node; /* of roads.node_id: the segment's ends in the direction
                           of travel, also where a part of it is used */
    uint32_t to_node;
    uint32_t weight; /* of the part, without turns; of all parts of a step
                        together exactly what the step has */
    uint32_t duration_ms;
    uint64_t length_mm;
    uint32_t step; /* of leg.steps it is on */
};

struct leg_line {
    struct position *position;   /* [segment_count + 1], but two equal ones
                                    where the leg has no segment */
    size_t position_count;       /* at least 2 */
    struct leg_segment *segment; /* [segment_count] between positions i and
                                    i + 1 */
    size_t segment_count;        /* 0: both places are one point */
    size_t *step_position;       /* [steps.count + 1] the position where step i
                                    begins; after the last, where it ends. Steps
                                    that are turns alone begin and end at one */
};

/* Of an answered leg with steps. 0 or -ENOMEM; finish() is fine after either
 * and on zero bytes. Any thread. */
int leg_line_init(struct leg_line *line, const struct roads *roads,
                  const struct route_leg *leg);
void leg_line_finish(struct leg_line *line);

#endif
