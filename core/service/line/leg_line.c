/* leg_line: cuts steps into segments and shares out their sums. */
#include "core/service/line/leg_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"

/* The travelled part of a segment, between two fractions of it, forward. */
struct stretch {
    uint32_t piece;
    uint32_t segment;
    uint32_t direction;
    double low;
    double high;
};

static void cut_segment(struct leg_segment *segment, const struct roads *roads,
                        const struct stretch *stretch)
{
    struct leg_segment whole = *segment;
    uint32_t piece = stretch->piece;

    segment->weight =
        segment_weight_part(roads, piece, whole.weight, stretch->high) -
        segment_weight_part(roads, piece, whole.weight, stretch->low);
    segment->duration_ms =
        segment_time_part(roads, piece, whole.duration_ms, stretch->high) -
        segment_time_part(roads, piece, whole.duration_ms, stretch->low);
    segment->length_mm = segment_mm_part(whole.length_mm, stretch->high) -
                         segment_mm_part(whole.length_mm, stretch->low);
}

static void fill_segment(struct leg_segment *segment, const struct roads *roads,
                         const struct weighting *weighting,
                         const struct stretch *stretch)
{
    size_t at = 2 * (size_t)stretch->segment + stretch->direction;

    segment->weight = weighting->arrays.segment[at];
    segment->duration_ms = weighting->arrays.segment_duration_ms[at];
    segment->length_mm = roads_segment_mm(roads, stretch->segment);
    if (stretch->low > 0 || stretch->high < 1)
        cut_segment(segment, roads, stretch);
}

/* The end position: a node, except at a cut where legs were merged. */
static struct position end_of(const struct roads *roads,
                              const struct stretch *stretch, uint32_t from,
                              uint32_t to)
{
    return ground_between(roads->node_position[from], roads->node_position[to],
                          stretch->direction ? 1 - stretch->low
                                             : stretch->high);
}

static void add_segment(struct leg_line *line, const struct roads *roads,
                        const struct weighting *weighting,
                        const struct route_step *step, uint32_t number)
{
    struct leg_segment *segment = &line->segment[line->segment_count++];
    uint32_t from = route_step_node(step, number);
    uint32_t to = route_step_node(step, number + 1);
    uint32_t direction = step->edge % 2;
    double begin = number == 0 ? step->begin : direction;
    double end = number + 1 == step->segment_count ? step->end : !direction;
    struct stretch stretch = {
        .piece = edge_piece(step->edge),
        .segment = (from < to ? from : to) - edge_piece(step->edge),
        .direction = direction,
        .low = direction ? end : begin,
        .high = direction ? begin : end,
    };

    segment->from_node = from;
    segment->to_node = to;
    fill_segment(segment, roads, weighting, &stretch);
    line->position[line->segment_count] = end_of(roads, &stretch, from, to);
}

static void fill(struct leg_line *line, const struct roads *roads,
                 const struct weighting *weighting, const struct route_leg *leg)
{
    const struct route_steps *steps = &leg->steps;

    line->position[0] = leg->from;
    for (uint32_t i = 0; i < steps->count; i++) {
        line->step_position[i] = line->segment_count;
        for (uint32_t j = 0; j < steps->list[i].segment_count; j++)
            add_segment(line, roads, weighting, &steps->list[i], j);
    }
    line->step_position[steps->count] = line->segment_count;
    line->position_count = line->segment_count ? line->segment_count + 1 : 2;
    line->position[line->position_count - 1] = leg->to;
}

/* One allocation, strictest alignment first. */
int leg_line_init(struct leg_line *line, const struct roads *roads,
                  const struct weighting *weighting,
                  const struct route_leg *leg)
{
    size_t segments = route_steps_segments(&leg->steps);
    size_t steps = (size_t)leg->steps.count + 1;
    char *room = malloc(segments * sizeof(*line->segment) +
                        steps * sizeof(*line->step_position) +
                        (segments + 2) * sizeof(*line->position));

    memset(line, 0, sizeof(*line));
    if (!room)
        return -ENOMEM;
    line->segment = (struct leg_segment *)room;
    line->step_position = (size_t *)(line->segment + segments);
    line->position = (struct position *)(line->step_position + steps);
    fill(line, roads, weighting, leg);
    return 0;
}

void leg_line_finish(struct leg_line *line)
{
    free(line->segment);
    memset(line, 0, sizeof(*line));
}

/* ---- A whole route ------------------------------------------------------ */

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

/* Adds an end of a leg, and its node if the end is at one. */
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

/* A route without travel has a line, too. */
static void end_line(struct route_shape *shape)
{
    if (shape->position_count == 1)
        shape->positions[shape->position_count++] = shape->positions[0];
}

static int follow(struct route_shape *shape, const struct roads *roads,
                  const struct weighting *weighting,
                  const struct route_leg *leg)
{
    struct leg_line line;

    if (leg_line_init(&line, roads, weighting, leg))
        return -ENOMEM;
    follow_line(shape, roads, &line);
    for (uint32_t i = 0; i < leg->steps.count; i++)
        add_road(shape, roads, &leg->steps.list[i]);
    leg_line_finish(&line);
    return 0;
}

int route_shape_init(struct route_shape *shape, const struct roads *roads,
                     const struct weighting *weighting,
                     const struct route_leg *legs, size_t leg_count)
{
    size_t steps = 0;
    size_t points = 1; /* for end_line() */

    memset(shape, 0, sizeof(*shape));
    for (size_t i = 0; i < leg_count; i++) {
        steps += legs[i].steps.count;
        points += route_steps_segments(&legs[i].steps) + 1;
        shape->duration_ms += legs[i].duration_ms;
        shape->length_mm += legs[i].length_mm;
    }
    shape->positions = array_alloc(points, sizeof(*shape->positions));
    shape->nodes = array_alloc(points, sizeof(*shape->nodes));
    shape->roads = array_alloc(steps, sizeof(*shape->roads));
    if (!shape->positions || !shape->nodes || !shape->roads)
        return -ENOMEM;
    for (size_t i = 0; i < leg_count; i++) {
        if (follow(shape, roads, weighting, &legs[i]))
            return -ENOMEM;
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
