/* model_weighting: each kind of rule, value and area, by hand. */
#include "core/weighting/model/model_weighting.h"

#include <errno.h>
#include <math.h>

#include "core/base/array.h"
#include "core/graph/road_network/road_map.h"
#include "core/weighting/weighting_edit.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/weighting/model_oracle.h"
#include "tests/unit/weighting/model_town.h"

enum weighing { BY_DURATION, BY_FACTOR, BY_DISTANCE };

/* Piece 0 goes east in two segments of 100 m, 10 s each, backward 10.001 s, or
 * 12.5 s and 12.501 s beside these weights; piece 1 goes on north in one. Its
 * way is a steep motorway tunnel of steps; piece 0's has no tags. */
struct bench {
    struct map *map;
    struct weighting *over;
    struct weighting *made;
};

static void say(struct road_network *network)
{
    struct way_facts *facts = array_zero(2, sizeof(*facts));
    uint32_t *stretch = array_zero(2, sizeof(*stretch));

    assert_true(facts && stretch);
    facts[1] = (struct way_facts){
        .word = {[FACT_ROAD_CLASS] = 1,
                 [FACT_ROAD_ENVIRONMENT] = 3,
                 [FACT_HGV] = 6,
                 [FACT_HAZMAT] = 1},
        .flags = WAY_LINK,
        .lanes = 3,
        .slope = 12,
        .hike_rating = 2,
        .max_speed = {500, MAX_SPEED_NONE},
    };
    stretch[1] = 1;
    network->facts = facts;
    network->facts_count = 2;
    network->stretch_facts = stretch;
    network->attributes[1].limit[0][LIMIT_HEIGHT] = 3800;
    network->attributes[1].limit[1][LIMIT_WEIGHT] = 750;
    network->attributes[1].limit[1][LIMIT_WIDTH] = UINT16_MAX;
}

static struct bench bench_of(enum weighing weighing, bool facts)
{
    const struct road_map_settings settings = {.unordered = true};
    struct bench bench = {0};
    struct road_network network;
    struct road_draft draft;

    road_draft_init(&draft);
    draft.turn_ms = 2000;
    draft.slow = weighing != BY_DURATION;
    road_draft_junction(&draft, 0, 0, false);
    road_draft_junction(&draft, 200, 0, false);
    road_draft_junction(&draft, 200, 100, false);
    road_draft_road(&draft, 0, 1, "", 2, false);
    road_draft_road(&draft, 1, 2, "B 37", 1, false);
    road_draft_network(&draft, &network);
    network.profile.weighs_distance = weighing == BY_DISTANCE;
    if (facts)
        say(&network);
    assert_int_equal(road_map_make(&network, &settings, &bench.map, NULL), 0);
    road_network_finish(&network);
    bench.over = weighting_of_map(bench.map, 0);
    return bench;
}

static void bench_finish(struct bench *bench)
{
    weighting_release(bench->made);
    weighting_release(bench->over);
    map_destroy(bench->map);
}

/* Lays the model over, and checks it against the oracle. */
static void lay(struct bench *bench, const struct model_draft *draft)
{
    struct model_oracle oracle;
    struct model *model;
    struct error error;

    weighting_release(bench->made);
    if (model_draft_make(draft, &model, &error) ||
        weighting_model(bench->over, bench->map, model, NULL, NULL,
                        &bench->made, &error))
        fail_msg("%s", error.text);
    model_release(model);
    model_oracle_init(&oracle, draft, bench->map, bench->over);
    model_oracle_check(&oracle, bench->map, bench->made);
    model_oracle_finish(&oracle);
}

static void expect(const struct bench *bench, uint32_t item, uint32_t weight,
                   uint32_t duration_ms)
{
    assert_int_equal(bench->made->arrays.segment[item], weight);
    assert_int_equal(bench->made->arrays.segment_duration_ms[item],
                     duration_ms);
}

/* Lays one rule over. */
static void lay_rule(struct bench *bench, enum model_list list,
                     const char *condition, enum model_act act,
                     const char *amount)
{
    struct model_draft draft = {0};

    model_draft_if(&draft, list, condition, act, amount);
    lay(bench, &draft);
}

/* Whether a condition holds at an item: it closes it. */
static bool holds(struct bench *bench, const char *condition, uint32_t item)
{
    lay_rule(bench, MODEL_PRIORITY, condition, ACT_MULTIPLY, "0");
    return bench->made->arrays.segment[item] == WEIGHT_CLOSED;
}

enum { PLAIN = 0, TUNNEL = 4, BACK = 5 }; /* items */

/* ---- Rules --------------------------------------------------------------- */

static void rules_multiply_and_limit(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);

    lay_rule(&bench, MODEL_SPEED, "true", ACT_MULTIPLY, "2");
    expect(&bench, PLAIN, 5000, 5000);
    lay_rule(&bench, MODEL_SPEED, "true", ACT_LIMIT, "18");
    expect(&bench, PLAIN, 20000, 20000);
    lay_rule(&bench, MODEL_SPEED, "true", ACT_LIMIT, "180");
    expect(&bench, PLAIN, 10000, 10000);
    lay_rule(&bench, MODEL_PRIORITY, "true", ACT_MULTIPLY, "0.3");
    expect(&bench, PLAIN, 33333, 10000);
    expect(&bench, PLAIN + 1, 33337, 10001);
    lay_rule(&bench, MODEL_PRIORITY, "true", ACT_LIMIT, "0.5");
    expect(&bench, PLAIN, 20000, 10000);
    lay_rule(&bench, MODEL_PRIORITY, "true", ACT_LIMIT, "2");
    expect(&bench, PLAIN, 10000, 10000);
    lay_rule(&bench, MODEL_PRIORITY, "true", ACT_MULTIPLY, "1e9");
    expect(&bench, PLAIN, 1, 10000);
    bench_finish(&bench);
}

static void rules_are_applied_in_their_order(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);
    struct model_draft draft = {0};

    model_draft_if(&draft, MODEL_SPEED, "true", ACT_LIMIT, "18");
    model_draft_if(&draft, MODEL_SPEED, "true", ACT_MULTIPLY, "2");
    lay(&bench, &draft);
    expect(&bench, PLAIN, 10000, 10000);
    draft.rule_count[MODEL_SPEED] = 0;
    model_draft_if(&draft, MODEL_SPEED, "true", ACT_MULTIPLY, "2");
    model_draft_if(&draft, MODEL_SPEED, "true", ACT_LIMIT, "18");
    lay(&bench, &draft);
    expect(&bench, PLAIN, 20000, 20000);
    bench_finish(&bench);
}

static void the_first_that_holds_is_applied_and_no_other(void **state)
{
    static const struct {
        const char *condition[2];
        uint32_t weight;
    } cases[] = {
        {{"true", "true"}, 20000},
        {{"false", "true"}, 50000},
        {{"false", "false"}, 100000},
        {{"true", "false"}, 20000},
    };
    struct bench bench = bench_of(BY_DURATION, true);

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct model_draft draft = {0};

        model_draft_if(&draft, MODEL_PRIORITY, cases[i].condition[0],
                       ACT_MULTIPLY, "0.5");
        model_draft_add(&draft, MODEL_PRIORITY,
                        (struct draft_rule){WHEN_ELSE_IF, cases[i].condition[1],
                                            ACT_MULTIPLY, "0.2", 0});
        model_draft_if(&draft, MODEL_PRIORITY, NULL, ACT_MULTIPLY, "0.1");
        lay(&bench, &draft);
        expect(&bench, PLAIN, cases[i].weight, 10000);
        model_draft_if(&draft, MODEL_PRIORITY, "true", ACT_MULTIPLY, "0.5");
        lay(&bench, &draft);
        expect(&bench, PLAIN, 2 * cases[i].weight, 10000);
    }
    bench_finish(&bench);
}

static void blocks_hold_rules(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);
    struct model_draft draft = {0};

    model_draft_add(&draft, MODEL_PRIORITY,
                    (struct draft_rule){WHEN_IF, "road_class == MOTORWAY",
                                        ACT_BLOCK, NULL, 4});
    model_draft_if(&draft, MODEL_PRIORITY, "lanes == 3", ACT_MULTIPLY, "0.5");
    model_draft_add(&draft, MODEL_PRIORITY,
                    (struct draft_rule){WHEN_ELSE, NULL, ACT_BLOCK, NULL, 1});
    model_draft_if(&draft, MODEL_PRIORITY, "true", ACT_MULTIPLY, "0");
    model_draft_if(&draft, MODEL_PRIORITY, "true", ACT_LIMIT, "0.25");
    model_draft_if(&draft, MODEL_PRIORITY, NULL, ACT_MULTIPLY, "2");
    lay(&bench, &draft);
    expect(&bench, PLAIN, 5000, 10000);
    expect(&bench, TUNNEL, 40000, 10000);
    bench_finish(&bench);
}

static void what_is_not_above_0_is_closed(void **state)
{
    static const struct {
        enum model_list list;
        enum model_act act;
        const char *amount;
    } closing[] = {
        {MODEL_SPEED, ACT_MULTIPLY, "0"},
        {MODEL_SPEED, ACT_LIMIT, "0"},
        {MODEL_PRIORITY, ACT_MULTIPLY, "0"},
        {MODEL_PRIORITY, ACT_LIMIT, "0"},
        {MODEL_PRIORITY, ACT_MULTIPLY, "lanes - 1"},
        {MODEL_PRIORITY, ACT_MULTIPLY, "lanes - 2"},
        {MODEL_SPEED, ACT_LIMIT, "car_average_speed - 100"},
        {MODEL_SPEED, ACT_MULTIPLY, "max_speed - max_speed"},
    };
    struct bench bench = bench_of(BY_DURATION, true);

    for (size_t i = 0; i < sizeof(closing) / sizeof(*closing); i++) {
        lay_rule(&bench, closing[i].list, "true", closing[i].act,
                 closing[i].amount);
        expect(&bench, PLAIN, WEIGHT_CLOSED, 10000);
        assert_true(weighting_edge_is_closed(bench.made, 0));
    }
    bench_finish(&bench);
}

/* ---- Conditions and amounts ---------------------------------------------- */

static void operators_bind_as_in_java(void **state)
{
    static const struct {
        const char *condition;
        bool holds;
    } cases[] = {
        {"true || false && false", true},
        {"(true || false) && false", false},
        {"!true || true", true},
        {"!(true || true)", false},
        {"!false && !false", true},
        {"!!true", true},
        {"1 + 2 * 3 == 7", true},
        {"(1 + 2) * 3 == 9", true},
        {"7 - 2 - 1 == 4", true},
        {"-2 * -2 == 4", true},
        {"1 < 2 == true", true},
        {"1 < 2 == 3 > 4", false},
        {"true == false == false", true},
        {"1 <= 1 && 1 >= 1 && !(1 < 1) && !(1 > 1)", true},
        {"1 != 1 || 2 != 1", true},
        {"sqrt(16) == 4 && Math.sqrt(2.25)==1.5", true},
        {"road_class == MOTORWAY || toll != MISSING", false},
        {"road_class!=MOTORWAY&&toll==MISSING", true},
        {" \t( true )\n", true},
    };
    struct bench bench = bench_of(BY_DURATION, true);

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        if (holds(&bench, cases[i].condition, PLAIN) != cases[i].holds)
            fail_msg("%s", cases[i].condition);
    }
    bench_finish(&bench);
}

static void values_are_those_of_the_direction(void **state)
{
    static const struct {
        const char *condition;
        bool plain, tunnel, back;
    } cases[] = {
        {"road_class == OTHER", true, false, false},
        {"road_environment == TUNNEL", false, true, true},
        {"road_class_link", false, true, true},
        {"roundabout || get_off_bike", false, false, false},
        {"lanes == 1", true, false, false},
        {"max_speed < 1000", false, true, false},
        {"max_speed == 50", false, true, false},
        {"average_slope == 12", false, true, false},
        {"average_slope == -12", false, false, true},
        {"max_slope == 12", false, true, true},
        {"hike_rating == 2", false, true, true},
        {"mtb_rating + horse_rating == 0", true, true, true},
        {"max_height == 3.8", false, true, false},
        {"max_weight < 7.6 && max_weight == 7.5", false, false, true},
        {"max_width < 1e300", false, false, false},
        {"max_length > 1e300 && max_axle_load > 1e300", true, true, true},
        {"car_access && backward_foot_access", true, true, true},
        {"car_priority * bike_priority == foot_priority", true, true, true},
        {"car_average_speed == 36", true, true, false},
        {"ferry_speed < 36", false, false, true},
        {"curvature > 0.99 && curvature <= 1", true, true, true},
        {"hgv == NO && hazmat == NO", false, true, true},
    };
    struct bench bench = bench_of(BY_DURATION, true);

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        if (holds(&bench, cases[i].condition, PLAIN) != cases[i].plain ||
            holds(&bench, cases[i].condition, TUNNEL) != cases[i].tunnel ||
            holds(&bench, cases[i].condition, BACK) != cases[i].back)
            fail_msg("%s", cases[i].condition);
    }
    bench_finish(&bench);
}

static void amounts_see_the_speed_below(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);
    struct model_draft draft = {0};

    model_draft_if(&draft, MODEL_SPEED, "true", ACT_MULTIPLY, "0.5");
    model_draft_if(&draft, MODEL_SPEED, "car_average_speed > 35.999", ACT_LIMIT,
                   "(car_average_speed - 12) / 2");
    model_draft_if(&draft, MODEL_PRIORITY, "lanes > 1", ACT_MULTIPLY,
                   "1 / sqrt(lanes + 1) + p_more");
    draft.parameter[0] = "more";
    draft.parameter_value[0] = 0.25;
    draft.parameter_count = 1;
    lay(&bench, &draft);
    expect(&bench, PLAIN, 30000, 30000);
    expect(&bench, PLAIN + 1, 20002, 20002);
    expect(&bench, TUNNEL, 40000, 30000);
    bench_finish(&bench);
}

/* ---- Weights ------------------------------------------------------------- */

static void the_profile_says_what_weighs(void **state)
{
    static const struct {
        enum weighing weighing;
        uint32_t faster[2], dearer[2], nearer[2];
    } cases[] = {
        {BY_DURATION, {5000, 5000}, {20000, 10000}, {10700, 10000}},
        {BY_FACTOR, {5000, 6250}, {20000, 12500}, {10700, 12500}},
        {BY_DISTANCE, {10000, 6250}, {20000, 12500}, {10000, 12500}},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct bench bench = bench_of(cases[i].weighing, true);
        const struct model_draft influence = {.distance_influence = 7};

        lay_rule(&bench, MODEL_SPEED, "true", ACT_MULTIPLY, "2");
        expect(&bench, PLAIN, cases[i].faster[0], cases[i].faster[1]);
        lay_rule(&bench, MODEL_PRIORITY, "true", ACT_MULTIPLY, "0.5");
        expect(&bench, PLAIN, cases[i].dearer[0], cases[i].dearer[1]);
        lay(&bench, &influence);
        expect(&bench, PLAIN, cases[i].nearer[0], cases[i].nearer[1]);
        bench_finish(&bench);
    }
}

static void a_slow_segment_is_cut_to_its_share(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);

    lay_rule(&bench, MODEL_SPEED, "true", ACT_MULTIPLY, "1e-9");
    expect(&bench, PLAIN, EDGE_TAKES_MAX / 2, EDGE_TAKES_MAX / 2);
    expect(&bench, TUNNEL, EDGE_TAKES_MAX, EDGE_TAKES_MAX);
    lay_rule(&bench, MODEL_PRIORITY, "true", ACT_MULTIPLY, "1e-300");
    expect(&bench, TUNNEL, EDGE_TAKES_MAX, 10000);
    bench_finish(&bench);
}

static void an_empty_model_changes_nothing(void **state)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const struct model_draft empty = {0};
        struct bench bench = {.map = model_town(4, seed, TOWN_NO_FACTS)};
        struct random random;
        size_t items = 2 * (size_t)bench.map->roads.segment_count;
        size_t arcs = bench.map->topology.arc_count;

        random_seed(&random, seed);
        bench.over = model_town_edited(bench.map, &random, seed % 3 * 30);
        lay(&bench, &empty);
        assert_memory_equal(bench.made->arrays.segment,
                            bench.over->arrays.segment,
                            items * sizeof(uint32_t));
        assert_memory_equal(bench.made->arrays.segment_duration_ms,
                            bench.over->arrays.segment_duration_ms,
                            items * sizeof(uint32_t));
        assert_memory_equal(bench.made->arrays.arcs.weight,
                            bench.over->arrays.arcs.weight,
                            arcs * sizeof(uint32_t));
        for (uint32_t e = 0; e < 2 * bench.map->roads.piece_count; e++)
            assert_int_equal(weighting_edge_is_closed(bench.made, e),
                             weighting_edge_is_closed(bench.over, e));
        if (!bench.over->closed)
            assert_null(bench.made->closed);
        bench_finish(&bench);
    }
}

static void what_is_closed_stays_closed(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);
    struct item_edit closing = {PLAIN, WEIGHT_CLOSED, 10000};
    struct weighting_edits edits = {.items = {&closing, 1, 1}};
    struct weighting_delta delta = {0};
    struct weighting *copy = weighting_copy(bench.over, bench.map);

    assert_int_equal(weighting_edit(copy, bench.map, &edits, &delta, NULL), 0);
    weighting_delta_finish(&delta);
    weighting_release(bench.over);
    bench.over = copy;
    lay_rule(&bench, MODEL_PRIORITY, "true", ACT_MULTIPLY, "2");
    expect(&bench, PLAIN, WEIGHT_CLOSED, 10000);
    expect(&bench, PLAIN + 2, 5000, 10000);
    assert_true(weighting_edge_is_closed(bench.made, 0));
    assert_false(weighting_edge_is_closed(bench.made, 1));
    bench_finish(&bench);
}

static void a_model_asks_for_facts_only_where_it_names_them(void **state)
{
    struct bench bench = bench_of(BY_DURATION, false);
    struct model_draft draft = {0};
    struct model *model;
    struct error error;

    lay_rule(&bench, MODEL_PRIORITY, "max_height < 4 || curvature < 0.1",
             ACT_MULTIPLY, "car_average_speed / 72");
    expect(&bench, PLAIN, 10000, 10000);
    model_draft_if(&draft, MODEL_SPEED, "true", ACT_MULTIPLY, "1 / lanes");
    assert_int_equal(model_draft_make(&draft, &model, NULL), 0);
    weighting_release(bench.made);
    bench.made = NULL;
    assert_int_equal(weighting_model(bench.over, bench.map, model, NULL, NULL,
                                     &bench.made, &error),
                     -EINVAL);
    assert_string_equal(error.text,
                        "the map was imported by an older relaxctl, which did "
                        "not keep what ways say: import it again");
    model_release(model);
    bench_finish(&bench);
}

struct patience {
    int asked;
    int most; /* after so many times it ends */
};

static bool is_out(void *context)
{
    struct patience *patience = context;

    return ++patience->asked > patience->most;
}

static void what_nobody_waits_for_ends(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);
    struct patience patience = {0, 0};
    struct model_draft draft = {0};
    struct model *model;
    struct error error;

    model_draft_if(&draft, MODEL_SPEED, "true", ACT_MULTIPLY, "0.5");
    assert_int_equal(model_draft_make(&draft, &model, NULL), 0);
    assert_int_equal(weighting_model(bench.over, bench.map, model, is_out,
                                     &patience, &bench.made, &error),
                     -ECANCELED);
    assert_null(bench.made);
    assert_int_equal(patience.asked, 1);
    patience.most = 1000;
    assert_int_equal(weighting_model(bench.over, bench.map, model, is_out,
                                     &patience, &bench.made, &error),
                     0);
    assert_in_range(patience.asked, 2, 1000);
    model_release(model);
    bench_finish(&bench);
}

/* ---- Areas --------------------------------------------------------------- */

/* A place in metres from the first junction. */
static struct position place(const struct bench *bench, double x_m, double y_m)
{
    const struct position *node = bench->map->roads.node_position;
    double lon = (node[1].lon_e7 - node[0].lon_e7) / 100.0;

    return (struct position){node[0].lon_e7 + (int32_t)lround(x_m * lon),
                             node[0].lat_e7 +
                                 (int32_t)lround(y_m * 1e7 / 111319.49)};
}

/* Which segments an area closes, a bit each. */
static unsigned closed_by(struct bench *bench, struct model_draft *draft)
{
    unsigned closed = 0;

    draft->rule_count[MODEL_PRIORITY] = 0;
    model_draft_if(draft, MODEL_PRIORITY, "in_a", ACT_MULTIPLY, "0");
    lay(bench, draft);
    for (uint32_t i = 0; i < 6; i++) {
        if (bench->made->arrays.segment[i] == WEIGHT_CLOSED)
            closed |= 1u << i / 2;
    }
    return closed;
}

static unsigned closed_by_box(struct bench *bench, double west, double south,
                              double east, double north)
{
    struct model_draft draft = {0};

    model_draft_box(&draft, "a", place(bench, west, south),
                    place(bench, east, north));
    return closed_by(bench, &draft);
}

static void areas_cover_what_touches_them(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);

    assert_int_equal(closed_by_box(&bench, -10, -10, 300, 300), 7);
    assert_int_equal(closed_by_box(&bench, 10, -10, 20, 10), 1); /* through */
    assert_int_equal(closed_by_box(&bench, 110, -10, 120, 10), 2);
    assert_int_equal(closed_by_box(&bench, 90, -10, 110, 10), 3);
    assert_int_equal(closed_by_box(&bench, 190, 40, 210, 60), 4);
    assert_int_equal(closed_by_box(&bench, 10, 0, 20, 10), 1); /* its edge */
    assert_int_equal(closed_by_box(&bench, 10, 1, 20, 10), 0);
    assert_int_equal(closed_by_box(&bench, 300, 300, 400, 400), 0);
    bench_finish(&bench);
}

static void areas_have_holes_and_several_polygons(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);
    struct model_draft draft = {0};
    struct draft_area *area = model_draft_box(
        &draft, "a", place(&bench, -50, -50), place(&bench, 300, 300));

    area->ring[1] =
        (struct draft_ring){{place(&bench, -10, -10), place(&bench, 150, -10),
                             place(&bench, 150, 10), place(&bench, -10, 10),
                             place(&bench, -10, -10)},
                            5,
                            true};
    area->ring_count = 2;
    assert_int_equal(closed_by(&bench, &draft), 6);
    area->ring[1].is_hole = false; /* within the other: both are the area */
    assert_int_equal(closed_by(&bench, &draft), 7);
    area->ring[1] = area->ring[0];
    assert_int_equal(closed_by(&bench, &draft), 7);
    bench_finish(&bench);
}

static void areas_have_ways_and_nodes(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);
    struct model_draft draft = {.area = {{.name = "a"}}, .area_count = 1};
    struct draft_area *area = &draft.area[0];

    area->way[0] = ROAD_WAY_OF_PIECE(0);
    area->way_count = 1;
    assert_int_equal(closed_by(&bench, &draft), 3);
    area->way[0] = ROAD_WAY_OF_PIECE(9);
    assert_int_equal(closed_by(&bench, &draft), 0);
    area->node[0] = ROAD_NODE_OF_JUNCTION(1);
    area->node_count = 1;
    assert_int_equal(closed_by(&bench, &draft), 6);
    area->node[0] = ROAD_NODE_WITHIN(0, 1);
    assert_int_equal(closed_by(&bench, &draft), 3);
    area->node[0] = ROAD_NODE_OF_JUNCTION(2);
    area->way[0] = ROAD_WAY_OF_PIECE(1);
    assert_int_equal(closed_by(&bench, &draft), 4);
    bench_finish(&bench);
}

/* Where only areas count, or all else does. */
static void rules_of_areas_leave_the_rest(void **state)
{
    struct bench bench = bench_of(BY_DURATION, true);
    struct model_draft draft = {0};

    model_draft_box(&draft, "a", place(&bench, 10, -10), place(&bench, 20, 10));
    model_draft_if(&draft, MODEL_SPEED, "in_a && lanes == 1", ACT_LIMIT, "18");
    lay(&bench, &draft);
    expect(&bench, PLAIN, 20000, 20000);
    expect(&bench, PLAIN + 2, 10000, 10000);
    model_draft_if(&draft, MODEL_SPEED, NULL, ACT_LIMIT, "9");
    lay(&bench, &draft);
    expect(&bench, PLAIN, 20000, 20000);
    expect(&bench, PLAIN + 2, 40000, 40000);
    draft.rule[MODEL_SPEED][0].condition = "!in_a";
    lay(&bench, &draft);
    expect(&bench, PLAIN, 40000, 40000);
    expect(&bench, PLAIN + 2, 20000, 20000);
    bench_finish(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_multiply_and_limit),
        cmocka_unit_test(rules_are_applied_in_their_order),
        cmocka_unit_test(the_first_that_holds_is_applied_and_no_other),
        cmocka_unit_test(blocks_hold_rules),
        cmocka_unit_test(what_is_not_above_0_is_closed),
        cmocka_unit_test(operators_bind_as_in_java),
        cmocka_unit_test(values_are_those_of_the_direction),
        cmocka_unit_test(amounts_see_the_speed_below),
        cmocka_unit_test(the_profile_says_what_weighs),
        cmocka_unit_test(a_slow_segment_is_cut_to_its_share),
        cmocka_unit_test(an_empty_model_changes_nothing),
        cmocka_unit_test(what_is_closed_stays_closed),
        cmocka_unit_test(a_model_asks_for_facts_only_where_it_names_them),
        cmocka_unit_test(what_nobody_waits_for_ends),
        cmocka_unit_test(areas_cover_what_touches_them),
        cmocka_unit_test(areas_have_holes_and_several_polygons),
        cmocka_unit_test(areas_have_ways_and_nodes),
        cmocka_unit_test(rules_of_areas_leave_the_rest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
