/* leg_line_check: compares a line with its steps, segment by segment. */
#include "tests/unit/service/leg_line_check.h"

#include "tests/unit/cmocka_all.h"

/* The segments of a step, which are at these indices of the line. */
static void check_step(const struct roads *roads, const struct leg_line *line,
                       const struct route_step *step, uint32_t index)
{
    size_t first = line->step_position[index];
    size_t end = line->step_position[index + 1];
    uint64_t weight = 0, duration_ms = 0, length_mm = 0;

    assert_int_equal(end - first, step->segment_count);
    for (size_t i = first; i < end; i++) {
        const struct leg_segment *segment = &line->segment[i];
        uint32_t number = (uint32_t)(i - first);

        assert_int_equal(segment->from_node, route_step_node(step, number));
        assert_int_equal(segment->to_node, route_step_node(step, number + 1));
        weight += segment->weight;
        duration_ms += segment->duration_ms;
        length_mm += segment->length_mm;
    }
    assert_int_equal(weight, step->weight);
    assert_int_equal(duration_ms, step->duration_ms);
    assert_int_equal(length_mm, step->length_mm);
}

static void check_positions(const struct roads *roads,
                            const struct route_leg *leg,
                            const struct leg_line *line)
{
    const struct position *position = line->position;

    assert_true(position_equals(position[0], leg->from));
    assert_true(position_equals(position[line->position_count - 1], leg->to));
    for (uint32_t i = 1; i < leg->steps.count; i++) {
        size_t at = line->step_position[i];
        uint32_t node = edge_first_node(roads, leg->steps.list[i].edge);

        if (leg->steps.list[i].arc != ARC_NONE && at > 0 &&
            at < line->segment_count)
            assert_true(
                position_equals(position[at], roads->node_position[node]));
    }
}

void leg_line_check(const struct map *map, const struct route_leg *leg)
{
    const struct roads *roads = &map->roads;
    struct leg_line line;

    assert_int_equal(leg_line_init(&line, roads, WEIGHTING_OF_MAP(map), leg),
                     0);
    assert_int_equal(line.position_count,
                     line.segment_count ? line.segment_count + 1 : 2);
    assert_int_equal(line.step_position[0], 0);
    assert_int_equal(line.step_position[leg->steps.count], line.segment_count);
    for (uint32_t i = 0; i < leg->steps.count; i++)
        check_step(roads, &line, &leg->steps.list[i], i);
    check_positions(roads, leg, &line);
    leg_line_finish(&line);
}
