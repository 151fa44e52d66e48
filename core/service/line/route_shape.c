/* route_shape: the line of a route on the ground. */
#include "core/service/line/route_shape.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/service/line/leg_line.h"

struct route_sums route_sums_of(const struct route_leg *legs, size_t leg_count)
{
    struct route_sums sums = {0, 0};

    for (size_t i = 0; i < leg_count; i++) {
        sums.duration_ms += legs[i].duration_ms;
        sums.length_mm += legs[i].length_mm;
    }
    return sums;
}

static void add_position(struct route_shape *shape, struct position position)
{
    if (!shape->position_count ||
        !position_equals(shape->positions[shape->position_count - 1], position))
        shape->positions[shape->position_count++] = position;
}

static void add_node(struct route_shape *shape, int64_t node)
{
    if (!shape->node_count || shape->nodes[shape->node_count - 1] != node)
        shape->nodes[shape->node_count++] = node;
}

/* A leg begins or ends within a segment, or in one of its nodes. */
static void touch(struct route_shape *shape, const struct roads *roads,
                  uint32_t node, struct position position)
{
    add_position(shape, position);
    if (position_equals(roads->node_position[node], position))
        add_node(shape, roads->node_id[node]);
}

static void follow_line(struct route_shape *shape, const struct roads *roads,
                        const struct leg_line *line)
{
    add_position(shape, line->position[0]);
    for (size_t i = 0; i < line->segment_count; i++) {
        const struct leg_segment *segment = &line->segment[i];

        touch(shape, roads, segment->from_node, line->position[i]);
        touch(shape, roads, segment->to_node, line->position[i + 1]);
    }
}

static void add_road(struct route_shape *shape, const struct roads *roads,
                     const struct route_step *step)
{
    const struct road_attributes *attributes =
        roads_attributes(roads, edge_piece(step->edge));
    struct route_road road = {
        .name = roads->text + attributes->name,
        .ref = roads->text + attributes->ref,
        .mode = attributes->mode[!edge_is_forward(step->edge)],
        .duration_ms = (uint64_t)step->duration_ms + step->turn_duration_ms,
        .length_mm = step->length_mm,
    };
    struct route_road *before =
        shape->road_count ? &shape->roads[shape->road_count - 1] : NULL;

    if (before && before->name == road.name && before->ref == road.ref &&
        before->mode == road.mode) {
        before->duration_ms += road.duration_ms;
        before->length_mm += road.length_mm;
    } else {
        shape->roads[shape->road_count++] = road;
    }
}

/* A route that stays where it is has a line, too. */
static void end_line(struct route_shape *shape)
{
    if (shape->position_count == 1)
        shape->positions[shape->position_count++] = shape->positions[0];
}

static int follow(struct route_shape *shape, const struct roads *roads,
                  const struct route_leg *leg)
{
    struct leg_line line;

    if (leg_line_init(&line, roads, leg))
        return -ENOMEM;
    follow_line(shape, roads, &line);
    for (uint32_t i = 0; i < leg->steps.count; i++)
        add_road(shape, roads, &leg->steps.list[i]);
    leg_line_finish(&line);
    return 0;
}

int route_shape_init(struct route_shape *shape, const struct roads *roads,
                     const struct route_leg *legs, size_t leg_count,
                     struct error *error)
{
    size_t steps = 0;
    size_t points = 1; /* end_line()'s */

    memset(shape, 0, sizeof(*shape));
    for (size_t i = 0; i < leg_count; i++) {
        steps += legs[i].steps.count;
        points += route_steps_segments(&legs[i].steps) + 1;
    }
    shape->positions = array_alloc(points, sizeof(*shape->positions));
    shape->nodes = array_alloc(points, sizeof(*shape->nodes));
    shape->roads = array_alloc(steps, sizeof(*shape->roads));
    if (!shape->positions || !shape->nodes || !shape->roads)
        return error_no_memory(error);
    for (size_t i = 0; i < leg_count; i++) {
        if (follow(shape, roads, &legs[i]))
            return error_no_memory(error);
    }
    end_line(shape);
    return 0;
}

void route_shape_finish(struct route_shape *shape)
{
    free(shape->positions);
    free(shape->nodes);
    free(shape->roads);
    memset(shape, 0, sizeof(*shape));
}
