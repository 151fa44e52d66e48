/* search_trace: what a search reached, within bounds. */
#include "tests/unit/cmocka_all.h"

#include "core/base/array.h"
#include "core/service/tree/search_trace.h"

enum { VERTICES = 5000 };

static const struct map map = {.topology = {.vertex_count = VERTICES}};

static void tell(struct search_trace *trace, uint32_t phase,
                 enum search_side side, uint32_t first, uint32_t count)
{
    uint32_t vertex[VERTICES];
    uint32_t cost[VERTICES];
    struct reached reached = {
        .map = &map,
        .phase = phase,
        .side = side,
        .vertex = vertex,
        .cost = cost,
        .count = count,
    };

    for (uint32_t i = 0; i < count; i++) {
        vertex[i] = first + i;
        cost[i] = 10 * (first + i);
    }
    trace->base.reached(&trace->base, &reached);
}

/* The phases' points are consecutive. */
static void check_points(const struct search_trace *trace)
{
    size_t before = 0;

    assert_in_range(trace->point_count, 0, trace->points_max);
    for (size_t i = 0; i < trace->phase_count; i++) {
        assert_in_range(trace->phases[i].point, before, trace->point_count);
        before = trace->phases[i].point;
    }
}

static void a_vertex_counts_once_a_side(void **state)
{
    struct search_trace trace;

    search_trace_init(&trace, 100);
    tell(&trace, 0, SEARCH_FORWARD, 0, 10);
    tell(&trace, 0, SEARCH_BACKWARD, 5, 10);
    tell(&trace, 4, SEARCH_FORWARD, 8, 4);
    tell(&trace, 9, SEARCH_FORWARD, 0, 12);
    assert_int_equal(trace.reached[SEARCH_FORWARD], 12);
    assert_int_equal(trace.reached[SEARCH_BACKWARD], 10);
    assert_int_equal(trace.point_count, 22);
    assert_int_equal(trace.every, 1);
    /* The last had no points. */
    assert_int_equal(trace.phase_count, 2);
    assert_int_equal(trace.phases[1].index, 4);
    assert_int_equal(trace.phases[1].reached[SEARCH_FORWARD], 2);
    assert_int_equal(trace.phases[1].cost[SEARCH_FORWARD], 110);
    check_points(&trace);
    search_trace_finish(&trace);
}

static void of_many_some_are_kept_and_all_are_counted(void **state)
{
    struct search_trace trace;
    uint64_t sum = 0;

    search_trace_init(&trace, 100);
    for (uint32_t phase = 0; phase < VERTICES / 50; phase++)
        tell(&trace, phase, phase % 2 ? SEARCH_BACKWARD : SEARCH_FORWARD,
             phase * 50, 50);
    assert_int_equal(trace.every, 64);
    assert_int_equal(trace.point_count, VERTICES / 64 + 1);
    for (size_t i = 0; i < trace.point_count; i++)
        assert_int_equal(trace.points[i].vertex, 64 * i);
    for (size_t i = 0; i < trace.phase_count; i++)
        sum += trace.phases[i].reached[SEARCH_FORWARD] +
               trace.phases[i].reached[SEARCH_BACKWARD];
    assert_int_equal(sum, VERTICES);
    check_points(&trace);
    search_trace_finish(&trace);
}

static void phases_merge_into_as_many_as_wanted(void **state)
{
    struct search_trace trace;
    uint64_t most = 0;
    uint64_t sum = 0;

    search_trace_init(&trace, 1000);
    for (uint32_t phase = 0; phase < VERTICES / 5; phase++)
        tell(&trace, phase, SEARCH_FORWARD, phase * 5, 5);
    search_trace_merge(&trace, 40);
    assert_int_equal(trace.phase_count, 40);
    for (size_t i = 0; i < trace.phase_count; i++) {
        uint64_t reached = trace.phases[i].reached[SEARCH_FORWARD];

        sum += reached;
        most = reached > most ? reached : most;
        assert_true(!i || trace.phases[i].cost[SEARCH_FORWARD] >
                              trace.phases[i - 1].cost[SEARCH_FORWARD]);
    }
    assert_int_equal(sum, VERTICES);
    assert_in_range(most, 1, VERTICES / 40 + 5);
    check_points(&trace);
    search_trace_finish(&trace);
}

static void a_search_done_again_counts_alone(void **state)
{
    struct search_trace trace;

    search_trace_init(&trace, 1000);
    tell(&trace, 0, SEARCH_FORWARD, 0, 100);
    tell(&trace, 7, SEARCH_BACKWARD, 100, 100);
    tell(&trace, 0, SEARCH_FORWARD, 0, 30);
    assert_int_equal(trace.reached[SEARCH_FORWARD], 30);
    assert_int_equal(trace.reached[SEARCH_BACKWARD], 0);
    assert_int_equal(trace.phase_count, 1);
    check_points(&trace);
    search_trace_finish(&trace);
}

static void nothing_reached_is_no_phase(void **state)
{
    struct search_trace trace;

    search_trace_init(&trace, 10);
    search_trace_merge(&trace, 10);
    assert_int_equal(trace.phase_count, 0);
    assert_int_equal(trace.point_count, 0);
    search_trace_finish(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_counts_once_a_side),
        cmocka_unit_test(of_many_some_are_kept_and_all_are_counted),
        cmocka_unit_test(phases_merge_into_as_many_as_wanted),
        cmocka_unit_test(a_search_done_again_counts_alone),
        cmocka_unit_test(nothing_reached_is_no_phase),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
