/* route_shape: the line of a route on the ground. */
#include "core/service/route/route_shape.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

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

/* `nodes` has room for those of the leg. */
static void follow_leg(struct route_shape *shape, const struct roads *roads,
                       const struct route_leg *leg, uint32_t *nodes)
{
    const struct route_step *first = leg->steps.list;
    const struct route_step *last = first + leg->steps.count - 1;
    size_t count;

    if (!leg->steps.count) {
        add_position(shape, leg->from);
        return;
    }
    count = route_steps_nodes(roads, &leg->steps, nodes);
    touch(shape, roads, route_step_node(first, 0), leg->from);
    for (size_t i = 0; i < count; i++) {
        add_position(shape, roads->node_position[nodes[i]]);
        add_node(shape, roads->node_id[nodes[i]]);
    }
    touch(shape, roads, route_step_node(last, last->segment_count), leg->to);
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
                  const struct route_leg *legs, size_t leg_count,
                  size_t nodes_max)
{
    uint32_t *nodes = array_alloc(nodes_max, sizeof(*nodes));

    if (!nodes)
        return -ENOMEM;
    for (size_t i = 0; i < leg_count; i++) {
        follow_leg(shape, roads, &legs[i], nodes);
        for (uint32_t k = 0; k < legs[i].steps.count; k++)
            add_road(shape, roads, &legs[i].steps.list[k]);
    }
    end_line(shape);
    free(nodes);
    return 0;
}

int route_shape_init(struct route_shape *shape, const struct roads *roads,
                     const struct route_leg *legs, size_t leg_count,
                     struct error *error)
{
    size_t steps = 0;
    size_t points = 2; /* of all legs: both ends beside the nodes */
    size_t nodes_max = 0;

    memset(shape, 0, sizeof(*shape));
    for (size_t i = 0; i < leg_count; i++) {
        size_t nodes = route_steps_nodes(roads, &legs[i].steps, NULL);

        steps += legs[i].steps.count;
        points += nodes + 2;
        nodes_max = nodes > nodes_max ? nodes : nodes_max;
    }
    shape->positions = array_alloc(points, sizeof(*shape->positions));
    shape->nodes = array_alloc(points, sizeof(*shape->nodes));
    shape->roads = array_alloc(steps, sizeof(*shape->roads));
    if (!shape->positions || !shape->nodes || !shape->roads ||
        follow(shape, roads, legs, leg_count, nodes_max))
        return error_no_memory(error);
    return 0;
}

void route_shape_finish(struct route_shape *shape)
{
    free(shape->positions);
    free(shape->nodes);
    free(shape->roads);
    memset(shape, 0, sizeof(*shape));
}
