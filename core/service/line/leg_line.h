/* leg_line: a leg of a route, segment by segment: its line on the ground and
 * the cost of each part, for geometries, annotations and guidance; and the
 * line, nodes and roads of a whole route. Start reading core/service/line/
 * here; polyline.h encodes or simplifies a line. */
#ifndef RELAXD_SERVICE_LINE_LEG_LINE_H
#define RELAXD_SERVICE_LINE_LEG_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/service/route/route_leg.h"
#include "core/weighting/weighting.h"

/* The travelled part of a segment of the map. */
struct leg_segment {
    uint32_t from_node; /* of roads.node_id: the whole segment's ends in the
                           direction of travel */
    uint32_t to_node;
    uint32_t weight; /* of the part, without turns; parts of a step add up to
                        the step's weight exactly */
    uint32_t duration_ms;
    uint64_t length_mm;
};

struct leg_line {
    struct position *position;   /* [segment_count + 1]; two equal ones if there
                                    are no segments */
    size_t position_count;       /* at least 2 */
    struct leg_segment *segment; /* [segment_count] between positions i and
                                    i + 1 */
    size_t segment_count;        /* 0: both places are one point */
    size_t *step_position;       /* [steps.count + 1] the position where step i
                                    begins; after the last, where it ends. A
                                    step that is only a turn begins and ends at
                                    the same position */
};

/* For an answered leg with steps. 0 or -ENOMEM; finish() is fine after either
 * and on zero bytes. Any thread. */
int leg_line_init(struct leg_line *line, const struct roads *roads,
                  const struct weighting *weighting,
                  const struct route_leg *leg);
void leg_line_finish(struct leg_line *line);

/* A stretch with one name, ref and mode. The map owns the texts. */
struct route_road {
    const char *name; /* or "" */
    const char *ref;  /* or "" */
    enum travel_mode mode;
    uint64_t duration_ms; /* with the turns into it and on it */
    uint64_t length_mm;
};

/* All legs together. */
struct route_shape {
    uint64_t duration_ms;
    uint64_t length_mm;
    struct position *positions; /* [position_count] from the first stop's place
                                   to the last's; at least two, possibly
                                   equal */
    size_t position_count;
    int64_t *nodes; /* [node_count] OpenStreetMap ids of all nodes passed */
    size_t node_count;
    struct route_road *roads; /* [road_count] */
    size_t road_count;
};

/* For consecutive legs. The caller owns it. 0 or -ENOMEM; finish() is fine
 * after either and on zero bytes. */
int route_shape_init(struct route_shape *shape, const struct roads *roads,
                     const struct weighting *weighting,
                     const struct route_leg *legs, size_t leg_count);
void route_shape_finish(struct route_shape *shape);

#endif
