/* guidance_check: checks order, line, sums and references of steps. */
#include "tests/unit/service/guidance_check.h"

#include "core/service/guidance/crossing.h"
#include "core/service/line/leg_line.h"
#include "tests/unit/cmocka_all.h"

static void check_intersection(const struct guidance *guidance, size_t index)
{
    const struct guide_intersection *at = &guidance->intersection[index];
    const struct guide_road *road = &guidance->road[at->first_road];

    assert_in_range(at->road_count, 1, guidance->road_count);
    assert_in_range(at->first_road + at->road_count, 1, guidance->road_count);
    assert_true(at->in < (int)at->road_count);
    assert_true(at->out < (int)at->road_count);
    assert_true(at->in >= 0 || at->out >= 0);
    for (uint32_t i = 0; i < at->road_count; i++)
        assert_in_range(road[i].bearing_deg, i ? road[i - 1].bearing_deg : 0,
                        359);
    if (at->out >= 0)
        assert_true(road[at->out].enterable);
    assert_int_equal(at->lanes != 0, at->lanes_valid != 0);
}

static void check_intersections(const struct guidance *guidance, size_t index)
{
    const struct guide_step *step = &guidance->step[index];
    const struct guide_intersection *at =
        &guidance->intersection[step->first_intersection];
    bool last = index + 1 == guidance->step_count;

    assert_true(step->intersection_count >= 1);
    assert_in_range(step->first_intersection + step->intersection_count, 1,
                    guidance->intersection_count);
    assert_true(position_equals(at->position, step->position));
    for (uint32_t i = 0; i < step->intersection_count; i++) {
        check_intersection(guidance, step->first_intersection + i);
        assert_int_equal(at[i].in < 0, index == 0 && i == 0);
        assert_int_equal(at[i].out < 0, last);
    }
    if (index > 0 && !last)
        assert_in_range(
            (guidance->road[at->first_road + (uint32_t)at->out].bearing_deg +
             BEARING_STEP / 2 + 360u - step->bearing_after_deg) %
                360,
            0, BEARING_STEP);
}

static bool is_ring(enum maneuver_type type)
{
    return type >= MANEUVER_ROUNDABOUT && type <= MANEUVER_ROUNDABOUT_TURN;
}

static void check_maneuver(const struct guidance *guidance, size_t index)
{
    const struct guide_step *step = &guidance->step[index];
    bool first = index == 0;
    bool last = index + 1 == guidance->step_count;

    assert_int_equal(step->type == MANEUVER_DEPART, first);
    assert_int_equal(step->type == MANEUVER_ARRIVE, last);
    assert_non_null(maneuver_type_name(step->type));
    assert_in_range(step->bearing_before_deg, 0, first ? 0 : 359);
    assert_in_range(step->bearing_after_deg, 0, last ? 0 : 359);
    assert_in_range(step->mode, MODE_INACCESSIBLE + 1, MODE_COUNT - 1);
    if (!first && !last)
        assert_non_null(maneuver_modifier_name(step->modifier));
    if (step->exit)
        assert_true(is_ring(step->type));
    if (step->type == MANEUVER_NEW_NAME && step[-1].type == MANEUVER_NEW_NAME)
        assert_false(step[-1].name == step->name && step[-1].ref == step->ref);
}

/* Steps are consecutive along the line. */
static void check_line(const struct guidance *guidance,
                       const struct leg_line *line)
{
    size_t at = 0;

    for (size_t i = 0; i < guidance->step_count; i++) {
        const struct guide_step *step = &guidance->step[i];
        bool last = i + 1 == guidance->step_count;

        assert_int_equal(step->first_position, at);
        assert_in_range(step->position_count, last ? 1 : 2,
                        last ? 1 : SIZE_MAX);
        assert_true(position_equals(line->position[at], step->position));
        at += step->position_count - 1;
    }
    assert_int_equal(at, line->position_count - 1);
}

static void check_sums(const struct guidance *guidance,
                       const struct route_leg *leg)
{
    uint64_t weight = 0, duration_ms = 0, length_mm = 0;

    for (size_t i = 0; i < guidance->step_count; i++) {
        weight += guidance->step[i].weight;
        duration_ms += guidance->step[i].duration_ms;
        length_mm += guidance->step[i].length_mm;
    }
    assert_int_equal(weight, leg->weight);
    assert_int_equal(duration_ms, leg->duration_ms);
    assert_int_equal(length_mm, leg->length_mm);
    assert_int_equal(guidance->step[guidance->step_count - 1].length_mm, 0);
}

void guidance_check(const struct map *map, const struct route_leg *leg,
                    const struct guidance *guidance)
{
    struct leg_line line;

    assert_true(guidance->step_count >= 2);
    assert_int_equal(
        leg_line_init(&line, &map->roads, WEIGHTING_OF_MAP(map), leg), 0);
    check_line(guidance, &line);
    check_sums(guidance, leg);
    for (size_t i = 0; i < guidance->step_count; i++) {
        check_maneuver(guidance, i);
        check_intersections(guidance, i);
    }
    leg_line_finish(&line);
}

void guidance_check_leg(const struct map *map, const struct route_leg *leg)
{
    struct guidance_asked asked = {.from_asked = leg->from,
                                   .to_asked = leg->to};
    struct guidance guidance;

    assert_int_equal(guidance_init(&guidance, map, leg, &asked), 0);
    guidance_check(map, leg, &guidance);
    guidance_finish(&guidance);
}
