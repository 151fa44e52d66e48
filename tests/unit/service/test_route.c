/* route: over any stops the shortest path, all legs together. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/service/route/route_leg.h"
#include "core/service/route/route_question.h"
#include "tests/unit/service/guidance_check.h"
#include "tests/unit/service/leg_line_check.h"
#include "tests/unit/service/road_bench.h"
#include "tests/unit/service/steps_check.h"

enum { TOWNS = 100, ROUTES = 40, STOPS_MAX = 5, SNAPS_MAX = 16 };

/* A random position near the roads of a town. */
static struct position random_position(const struct road_bench *bench,
                                       struct random *random)
{
    const struct roads *roads = bench->roads;
    struct position position =
        roads->node_position[random_below(random, roads->node_count)];

    /* Sometimes exactly there. */
    if (random_below(random, 4)) {
        position.lon_e7 += (int32_t)random_below(random, 12000) - 6000;
        position.lat_e7 += (int32_t)random_below(random, 8000) - 4000;
    }
    return position;
}

static struct route_stop random_stop(const struct road_bench *bench,
                                     struct random *random)
{
    struct route_stop stop = {
        .options = snap_options_of(random_position(bench, random)),
        .has_node = random_below(random, 3) == 0,
        .node = (int64_t)road_bench_node(bench, random),
    };

    stop.options.has_bearing = random_below(random, 4) == 0;
    stop.options.bearing_deg = random_below(random, 360);
    stop.options.bearing_range_deg = 50;
    return stop;
}

/* On the path from the previous stop, or back to it, more often than by chance:
 * a town is large for two stops to be on one street. */
static struct route_stop next_stop(const struct road_bench *bench,
                                   struct random *random,
                                   const struct route_stop *before)
{
    struct route_stop stop = *before;

    switch (random_below(random, 6)) {
    case 0:
        return stop;
    case 1:
    case 2:
        stop.has_node = false;
        stop.options.has_bearing = false;
        stop.options.position.lon_e7 +=
            (int32_t)random_below(random, 12000) - 6000;
        stop.options.position.lat_e7 +=
            (int32_t)random_below(random, 8000) - 4000;
        return stop;
    default:
        return random_stop(bench, random);
    }
}

/* Where the question must place its stops; false: a stop has no place. */
static bool find_places(const struct road_bench *bench,
                        const struct route_stop *stops, size_t count,
                        struct place *ret_places)
{
    struct snap_options options[STOPS_MAX];
    struct snap snaps[STOPS_MAX * SNAPS_MAX];
    uint32_t counts[STOPS_MAX];

    for (size_t i = 0; i < count; i++) {
        options[i] = stops[i].options;
        if (!stops[i].has_node)
            continue;
        assert_true(place_of_node(bench->roads, WEIGHTING_OF_MAP(bench->map),
                                  stops[i].node, &ret_places[i]));
        options[i] = snap_options_of(ret_places[i].position);
    }
    snap_together(bench->roads, options, count, SNAPS_MAX, NULL, snaps, counts);
    for (size_t i = 0; i < count; i++) {
        if (!stops[i].has_node)
            place_of_snaps(bench->roads, WEIGHTING_OF_MAP(bench->map),
                           snaps + i * SNAPS_MAX, counts[i], &ret_places[i]);
        if (!ret_places[i].point_count)
            return false;
    }
    return true;
}

static void check_leg(const struct road_bench *bench,
                      const struct route_leg *leg, const struct place *from,
                      const struct place *to, struct steps_past *past)
{
    uint64_t duration_ms = 0;
    uint64_t length_mm = 0;

    assert_int_equal(steps_check(&bench->network, &leg->steps, from, to, past),
                     leg->weight);
    for (uint32_t i = 0; i < leg->steps.count; i++) {
        duration_ms += leg->steps.list[i].duration_ms;
        duration_ms += leg->steps.list[i].turn_duration_ms;
        length_mm += leg->steps.list[i].length_mm;
    }
    assert_int_equal(leg->duration_ms, duration_ms);
    assert_int_equal(leg->length_mm, length_mm);
    assert_memory_equal(&leg->from, &from->position, sizeof(leg->from));
    assert_memory_equal(&leg->to, &to->position, sizeof(leg->to));
    leg_line_check(bench->map, leg);
    guidance_check_leg(bench->map, leg);
}

/* All legs merged form a path, too, with the same duration. */
static void check_merged(const struct road_bench *bench,
                         const struct route_question *question)
{
    struct route_leg leg;
    struct route_steps *steps = &leg.steps;
    uint64_t weight = 0, duration_ms = 0, length_mm = 0;

    assert_int_equal(
        route_merge(question->legs, question->stop_count - 1, &leg), 0);
    for (uint32_t i = 0; i < steps->count; i++) {
        const struct route_step *step = &steps->list[i];

        weight += (uint64_t)step->weight + step->turn_weight;
        duration_ms += (uint64_t)step->duration_ms + step->turn_duration_ms;
        length_mm += step->length_mm;
        if (i > 0 && step->arc == ARC_NONE && step->segment_count &&
            step[-1].edge == step->edge && step[-1].segment_count)
            assert_true(step[-1].end != step->begin);
    }
    assert_int_equal(weight, question->weight);
    assert_int_equal(duration_ms, leg.duration_ms);
    assert_int_equal(length_mm, leg.length_mm);
    leg_line_check(bench->map, &leg);
    guidance_check_leg(bench->map, &leg);
    free(steps->list);
}

static void check_route(const struct road_bench *bench,
                        const struct route_question *question,
                        const struct place *places, bool straight)
{
    uint64_t cost = route_reference(&bench->network, places,
                                    question->stop_count, straight);
    struct steps_past past;
    uint64_t sum = 0;

    if (cost == UINT64_MAX) {
        assert_int_equal(question->finding, ROUTE_NONE);
        return;
    }
    assert_int_equal(question->finding, ROUTE_FOUND);
    assert_int_equal(question->weight, cost);
    steps_past_clear(&past);
    for (size_t i = 0; i + 1 < question->stop_count; i++) {
        sum += question->legs[i].weight;
        if (question->costs_only)
            continue;
        if (!straight)
            steps_past_clear(&past);
        check_leg(bench, &question->legs[i], &places[i], &places[i + 1], &past);
    }
    if (!question->costs_only)
        check_merged(bench, question);
    assert_int_equal(sum, cost);
}

/* Each is a complete path, longer than the one before. A solver that finds none
 * passes the question to another, which reports itself. */
static void check_further(const struct road_bench *bench,
                          const struct route_question *question,
                          const struct place *places, const char *solver)
{
    uint64_t before = question->weight;
    bool wanted = question->alternatives && question->stop_count == 2 &&
                  !question->costs_only;

    assert_in_range(question->further_count, 0,
                    wanted ? question->alternatives : 0);
    for (size_t i = 0; i < question->further_count; i++) {
        const struct route_leg *leg = &question->further[i];
        struct steps_past past;

        steps_past_clear(&past);
        check_leg(bench, leg, &places[0], &places[1], &past);
        assert_in_range(leg->weight, before, question->weight * 5 / 4);
        before = leg->weight;
    }
    assert_int_equal(wanted && !strcmp(solver, "dijkstra"),
                     strcmp(question->base.solved_by, solver) != 0);
    assert_int_equal(strcmp(question->base.solved_by, solver) != 0,
                     *question->base.note != '\0');
}

/* Returns whether there was a route. */
static bool ask(struct road_bench *bench, const struct route_stop *stops,
                size_t stop_count, bool straight, bool costs_only,
                const char *solver)
{
    struct route_question question = {
        .base = road_bench_base(bench, solver),
        .stops = stops,
        .stop_count = stop_count,
        .straight = straight ? STRAIGHT_YES : STRAIGHT_NO,
        .costs_only = costs_only,
        .alternatives = straight ? 0 : 2,
    };
    struct place places[STOPS_MAX];
    bool found;

    if (!find_places(bench, stops, stop_count, places)) {
        assert_int_equal(service_ask_route(bench->service, &question),
                         OUTCOME_NO_ROAD_NEAR);
        return false;
    }
    assert_int_equal(service_ask_route(bench->service, &question), OUTCOME_OK);
    assert_int_equal(road_bench_wait(bench, &question.base), OUTCOME_OK);
    check_route(bench, &question, places, straight);
    check_further(bench, &question, places, solver);
    found = question.finding == ROUTE_FOUND;
    route_question_finish(&question);
    return found;
}

static void is_the_least_over_any_stops(void **state)
{
    static const char *const solvers[] = {"dijkstra", "bidirectional", "cch"};
    struct random random;
    uint32_t found = 0;

    random_seed(&random, 3);
    for (uint64_t seed = 1; seed <= TOWNS; seed++) {
        struct road_bench bench;

        road_bench_open(&bench, 2 + (uint32_t)seed % 4, 1000 + seed);
        for (int i = 0; i < ROUTES; i++) {
            size_t count = 2 + random_below(&random, STOPS_MAX - 1);
            struct route_stop stops[STOPS_MAX];

            for (size_t j = 0; j < count; j++)
                stops[j] = j ? next_stop(&bench, &random, &stops[j - 1])
                             : random_stop(&bench, &random);
            found += ask(&bench, stops, count, i % 2, i % 5 == 0,
                         solvers[random_below(&random, 3)]);
        }
        road_bench_close(&bench);
    }
    assert_in_range(found, TOWNS * ROUTES / 3, TOWNS * ROUTES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_least_over_any_stops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
