/* leg_line: a leg of a route, segment by segment: its line on the ground, and
 * what each bit of it takes, for geometries, annotations and guidance; and the
 * line, nodes and roads of a whole route. Start reading core/service/line/
 * here; polyline.h makes a line a text, or gives it fewer points. */
#ifndef RELAXD_SERVICE_LINE_LEG_LINE_H
#define RELAXD_SERVICE_LINE_LEG_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/service/route/route_leg.h"
#include "core/weighting/weighting.h"

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
                  const struct weighting *weighting,
                  const struct route_leg *leg);
void leg_line_finish(struct leg_line *line);

/* A stretch with one name, ref and way of travelling. Texts are the map's. */
struct route_road {
    const char *name; /* or "" */
    const char *ref;  /* or "" */
    enum travel_mode mode;
    uint64_t duration_ms; /* with the turns into it and on it */
    uint64_t length_mm;
};

/* Of legs together. */
struct route_sums {
    uint64_t duration_ms;
    uint64_t length_mm;
};
struct route_sums route_sums_of(const struct route_leg *legs, size_t leg_count);

struct route_shape {
    struct position *positions; /* [position_count] from the first stop's place
                                   to the last's; at least two, which may be the
                                   same */
    size_t position_count;
    int64_t *nodes; /* [node_count] of OpenStreetMap, all that it passes */
    size_t node_count;
    struct route_road *roads; /* [road_count] */
    size_t road_count;
};

/* Of legs that follow each other. Owned by the caller. 0 or -ENOMEM; finish()
 * is fine after either and on zero bytes. */
int route_shape_init(struct route_shape *shape, const struct roads *roads,
                     const struct weighting *weighting,
                     const struct route_leg *legs, size_t leg_count,
                     struct error *error);
void route_shape_finish(struct route_shape *shape);

#endif
