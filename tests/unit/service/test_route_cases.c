/* routes: their parts, and why there is none. */
#include "tests/unit/cmocka_all.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "core/graph/road_network/road_map.h"
#include "core/service/route/route_question.h"
#include "tests/unit/service/road_bench.h"

/* A street of 200 m from west to east, of 20,000 ms and 20,002 back, with
 * U-turns at its ends for 5,000 ms. Profiles say to go straight. */
static void draw_street(struct road_draft *draft)
{
    road_draft_init(draft);
    draft->turn_ms = 5000;
    road_draft_junction(draft, 0, 0, false);
    road_draft_junction(draft, 200, 0, false);
    road_draft_road(draft, 0, 1, "A", 2, false);
}

static void open_street(struct road_bench *bench)
{
    struct road_draft draft, same;

    draw_street(&draft);
    draw_street(&same);
    road_bench_open_draft(bench, &draft, &same);
}

/* On the street so many metres from its western end, in a direction. */
static struct route_stop stop_at(const struct road_bench *bench, double x_m)
{
    struct position west = bench->roads->node_position[0];
    struct position east = bench->roads->node_position[2];

    west.lon_e7 += (int32_t)((east.lon_e7 - west.lon_e7) * x_m / 200);
    return (struct route_stop){.options = snap_options_of(west)};
}

static struct route_question question_of(struct road_bench *bench,
                                         const struct route_stop *stops,
                                         size_t count)
{
    return (struct route_question){.base = road_bench_base(bench, NULL),
                                   .stops = stops,
                                   .stop_count = count};
}

/* There and back again: 100 m on and, where U-turns at stops are allowed, 100 m
 * back; else to the street's end, round there, and back. */
static void turns_back_at_stops_only_where_allowed(void **state)
{
    static const struct {
        enum route_straight straight;
        uint64_t weight;
    } cases[] = {
        {STRAIGHT_NO, 10000 + 10001},
        {STRAIGHT_YES, 10000 + 5000 + 5000 + 15001},
        {STRAIGHT_BY_PROFILE, 10000 + 5000 + 5000 + 15001},
    };
    struct road_bench bench;
    struct route_stop stops[3];

    open_street(&bench);
    stops[0] = stops[2] = stop_at(&bench, 50);
    stops[1] = stop_at(&bench, 150);
    for (size_t i = 0; i < 3; i++) {
        struct route_question question = question_of(&bench, stops, 3);

        question.straight = cases[i].straight;
        assert_int_equal(service_ask_route(bench.service, &question),
                         OUTCOME_OK);
        assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
        assert_int_equal(question.finding, ROUTE_FOUND);
        assert_in_range(question.weight, cases[i].weight - 3,
                        cases[i].weight + 3);
        route_question_finish(&question);
    }
    road_bench_close(&bench);
}

static void one_place_twice_takes_nothing(void **state)
{
    struct road_bench bench;
    struct route_stop stops[2];
    struct route_question question;

    open_street(&bench);
    stops[0] = stops[1] = stop_at(&bench, 70);
    question = question_of(&bench, stops, 2);
    assert_int_equal(service_ask_route(bench.service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
    assert_int_equal(question.finding, ROUTE_FOUND);
    assert_int_equal(question.weight, 0);
    assert_int_equal(question.legs[0].steps.count, 0);
    assert_int_equal(question.legs[0].length_mm, 0);
    route_question_finish(&question);
    road_bench_close(&bench);
}

static void a_missing_way_is_told_by_its_leg(void **state)
{
    struct road_bench bench;
    struct route_stop stops[3] = {{.has_node = true}, {.has_node = true}};
    struct route_question question;

    road_bench_open(&bench, 3, 1);
    /* A town's last road is part of a hamlet that nothing leads to. */
    stops[0].node = stops[1].node = ROAD_NODE_OF_JUNCTION(0);
    stops[2].has_node = true;
    stops[2].node = bench.network.node_id[bench.network.node_count - 1];
    question = question_of(&bench, stops, 3);
    assert_int_equal(service_ask_route(bench.service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
    assert_int_equal(question.finding, ROUTE_NONE);
    assert_int_equal(question.missing_leg, 1);
    assert_null(question.legs);
    route_question_finish(&question);
    road_bench_close(&bench);
}

/* The street from end to end in two pieces, each three quarters of the maximum.
 */
static void open_endless_street(struct road_bench *bench)
{
    struct road_map_settings settings = {.source = "an endless street"};
    struct road_network networks[2];
    struct map *map;

    for (size_t i = 0; i < 2; i++) {
        struct road_draft draft;

        road_draft_init(&draft);
        for (uint32_t j = 0; j < 3; j++)
            road_draft_junction(&draft, 100 * j, 0, false);
        road_draft_road(&draft, 0, 1, "A", 1, true);
        road_draft_road(&draft, 1, 2, "A", 1, true);
        road_draft_network(&draft, &networks[i]);
        networks[i].segment_weight[0] = UINT32_MAX / 4 * 3;
        networks[i].segment_weight[2] = UINT32_MAX / 4 * 3;
    }
    assert_int_equal(road_map_make(&networks[0], &settings, &map, NULL), 0);
    road_network_finish(&networks[0]);
    road_bench_open_map(bench, map, &networks[1]);
}

static void a_leg_that_does_not_fit_is_no_number(void **state)
{
    struct road_bench bench;
    struct route_stop stops[3] = {
        {.has_node = true}, {.has_node = true}, {.has_node = true}};
    struct route_question question;

    open_endless_street(&bench);
    for (int i = 0; i < 3; i++)
        stops[i].node = ROAD_NODE_OF_JUNCTION(i);
    question = question_of(&bench, stops, 3);
    assert_int_equal(service_ask_route(bench.service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
    assert_int_equal(question.finding, ROUTE_FOUND);
    assert_true(question.weight == 2 * (uint64_t)(UINT32_MAX / 4 * 3));
    route_question_finish(&question);
    stops[1].node = stops[0].node;
    question = question_of(&bench, stops, 3);
    assert_int_equal(service_ask_route(bench.service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
    assert_int_equal(question.finding, ROUTE_OVERFLOW);
    assert_null(question.legs);
    route_question_finish(&question);
    road_bench_close(&bench);
}

static void assert_refused(struct road_bench *bench,
                           const struct route_stop *stops, size_t count,
                           enum outcome outcome, const char *words)
{
    struct route_question question = question_of(bench, stops, count);

    assert_int_equal(service_ask_route(bench->service, &question), outcome);
    assert_string_equal(question.base.error.text, words);
}

static void what_cannot_be_asked_is_refused_with_words(void **state)
{
    struct road_bench bench;
    struct route_stop stops[3];

    open_street(&bench);
    for (int i = 0; i < 3; i++)
        stops[i] = stop_at(&bench, 50 * i);
    assert_refused(&bench, stops, 1, OUTCOME_FAILED,
                   "a route needs at least two stops");
    stops[1].options.position.lat_e7 += 10000;
    stops[1].options.radius_m = 50;
    assert_refused(&bench, stops, 3, OUTCOME_NO_ROAD_NEAR,
                   "via[0]: the nearest matching road is 111.2 m from "
                   "8.6806903,49.4110000, beyond the radius of 50 m; map "
                   "'line' covers 8.68,49.41 to 8.682761,49.41");
    stops[2] = (struct route_stop){.has_node = true, .node = 5};
    assert_refused(&bench, stops, 3, OUTCOME_UNKNOWN_ID,
                   "to: node 5 is on no road of map 'line'");
    road_bench_close(&bench);
}

static void more_stops_than_allowed_are_refused(void **state)
{
    enum { MANY = 1201 };
    struct road_bench bench;
    struct route_stop *stops = calloc(MANY, sizeof(*stops));
    struct route_question question;

    open_street(&bench);
    for (size_t i = 0; i < MANY; i++)
        stops[i] = stop_at(&bench, (double)(i % 20) * 7 + 10);
    question = question_of(&bench, stops, MANY);
    question.straight = STRAIGHT_NO;
    question.costs_only = true;
    assert_int_equal(service_ask_route(bench.service, &question),
                     OUTCOME_TOO_LARGE);
    assert_string_equal(question.base.error.text,
                        "1201 stops are too many; the limit is 1200 "
                        "(limits.stops-max)");
    question.stop_count = MANY - 1;
    assert_int_equal(service_ask_route(bench.service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
    route_question_finish(&question);
    free(stops);
    road_bench_close(&bench);
}

static void more_searches_than_allowed_are_refused(void **state)
{
    enum { MANY = 1100 };
    struct road_bench bench;
    struct route_stop *stops = calloc(MANY, sizeof(*stops));
    struct route_question question;

    open_street(&bench);
    for (size_t i = 0; i < MANY; i++)
        stops[i] = stop_at(&bench, (double)(i % 20) * 7 + 10);
    question = question_of(&bench, stops, MANY);
    question.straight = STRAIGHT_NO;
    assert_int_equal(service_ask_route(bench.service, &question),
                     OUTCOME_TOO_LARGE);
    question.costs_only = true;
    assert_int_equal(service_ask_route(bench.service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
    assert_int_equal(question.finding, ROUTE_FOUND);
    assert_int_equal(question.legs[0].steps.count, 0);
    route_question_finish(&question);
    free(stops);
    road_bench_close(&bench);
}

static void a_bare_graph_has_no_routes(void **state)
{
    static const struct limits settings = {.queries_max = 10};
    struct bench *bench;
    struct route_stop stops[2] = {{.has_node = true}, {.has_node = true}};
    struct route_question question = {.stops = stops, .stop_count = 2};

    bench_set_up((void **)&bench, &settings, 0, build_line(10, 1));
    question.base =
        (struct question){.ended = waiter_ended, .context = &bench->waiter};
    assert_int_equal(service_ask_route(bench->fixture.service, &question),
                     OUTCOME_NO_ROADS);
    assert_string_equal(question.base.error.text,
                        "map 'line' is a bare graph, without roads");
    bench_tear_down((void **)&bench);
}

static void a_deadline_that_passed_and_a_cancel_end_it(void **state)
{
    struct road_bench bench;
    struct route_stop stops[2];
    struct route_question question;

    open_street(&bench);
    stops[0] = stop_at(&bench, 50);
    stops[1] = stop_at(&bench, 60);
    question = question_of(&bench, stops, 2);
    question.base.cancel.deadline_us = 1;
    assert_int_equal(service_ask_route(bench.service, &question), OUTCOME_LATE);
    assert_null(question.legs);
    route_question_finish(&question);
    question = question_of(&bench, stops, 2);
    question_cancel(&question.base);
    assert_int_equal(service_ask_route(bench.service, &question),
                     OUTCOME_CANCELLED);
    assert_null(question.legs);
    route_question_finish(&question);
    road_bench_close(&bench);
}

static void many_stops_are_found_on_the_pool(void **state)
{
    enum { STOPS = 6 };
    struct road_bench bench;
    struct route_stop stops[STOPS];
    struct route_question question;
    struct service *service;
    struct pool *pool;

    open_street(&bench);
    assert_int_equal(pool_create("test", 1, 1, &pool, NULL), 0);
    service = service_create(&bench.bench->fixture.limits,
                             bench.bench->fixture.engine, NULL, pool);
    assert_non_null(service);
    for (size_t i = 0; i < STOPS; i++)
        stops[i] = stop_at(&bench, (double)i * 10 + 10);
    question = question_of(&bench, stops, STOPS);
    assert_int_equal(service_ask_route(service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
    assert_int_equal(question.finding, ROUTE_FOUND);
    route_question_finish(&question);
    stops[3].options.position.lat_e7 += 10000000;
    stops[3].options.radius_m = 10;
    question = question_of(&bench, stops, STOPS);
    assert_int_equal(service_ask_route(service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(&bench, &question.base),
                     OUTCOME_NO_ROAD_NEAR);
    assert_int_equal(question.base.missing, 3);
    route_question_finish(&question);
    pool_destroy(pool);
    service_destroy(service);
    road_bench_close(&bench);
}

/* An answer names edges and segments; publishing another map under the name
 * does not change them. */
static void its_map_stays_until_it_is_finished(void **state)
{
    struct road_bench bench;
    struct route_stop stops[2];
    struct route_question question;
    const struct map *map;

    open_street(&bench);
    stops[0] = stop_at(&bench, 50);
    stops[1] = stop_at(&bench, 60);
    question = question_of(&bench, stops, 2);
    assert_int_equal(service_ask_route(bench.service, &question), OUTCOME_OK);
    map = route_question_map(&question);
    assert_ptr_equal(&map->roads, bench.roads);
    assert_int_equal(road_bench_wait(&bench, &question.base), OUTCOME_OK);
    fixture_publish(&bench.bench->fixture, "line", road_town(2, 1, true));
    assert_ptr_equal(route_question_map(&question), map);
    assert_int_equal(
        weighting_edge_sums(WEIGHTING_OF_MAP(map), &map->roads, 0).weight,
        20000);
    assert_int_equal(question.snaps[1].piece, 0);
    route_question_finish(&question);
    road_bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_back_at_stops_only_where_allowed),
        cmocka_unit_test(one_place_twice_takes_nothing),
        cmocka_unit_test(a_missing_way_is_told_by_its_leg),
        cmocka_unit_test(a_leg_that_does_not_fit_is_no_number),
        cmocka_unit_test(what_cannot_be_asked_is_refused_with_words),
        cmocka_unit_test(more_stops_than_allowed_are_refused),
        cmocka_unit_test(more_searches_than_allowed_are_refused),
        cmocka_unit_test(a_bare_graph_has_no_routes),
        cmocka_unit_test(a_deadline_that_passed_and_a_cancel_end_it),
        cmocka_unit_test(many_stops_are_found_on_the_pool),
        cmocka_unit_test(its_map_stays_until_it_is_finished),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
