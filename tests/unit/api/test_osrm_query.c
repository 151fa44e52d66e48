/* osrm_query: what URLs of OSRM's API mean, and where they are malformed. */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm_parse.h"
#include "api/osrm/osrm_request.h"

/* 0, or -EINVAL with the problem; the caller finishes the request. */
static int read_target(const char *target, struct osrm_request *request,
                       struct osrm_problem *problem)
{
    struct osrm_url url = {0};
    int result = osrm_url_split(target, true, &url, problem);

    osrm_request_init(request);
    if (!result)
        result = osrm_query_read(&url, request, problem);
    free(url.text);
    return result;
}

static void read_good(const char *target, struct osrm_request *request)
{
    struct osrm_problem problem;

    if (read_target(target, request, &problem))
        fail_msg("%s: %s", target, problem.message);
}

static void assert_refused(const char *target, const char *code,
                           const char *message)
{
    struct osrm_request request;
    struct osrm_problem problem = {0};

    if (!read_target(target, &request, &problem))
        fail_msg("%s was understood", target);
    assert_string_equal(problem.code, code);
    assert_string_equal(problem.message, message);
    assert_int_equal(problem.status, 400);
    osrm_request_finish(&request);
}

/* The refusal of osrm_check_options() for a valid target. */
static void assert_options_refused(const char *target, const char *code,
                                   const char *message)
{
    struct osrm_request request;
    struct osrm_problem problem = {0};

    read_good(target, &request);
    if (!osrm_check_options(&request, &problem))
        fail_msg("%s was found right", target);
    assert_string_equal(problem.code, code);
    assert_string_equal(problem.message, message);
    osrm_request_finish(&request);
}

static void assert_malformed(const char *target, size_t position)
{
    char message[80];

    snprintf(message, sizeof(message),
             "Query string malformed close to position %zu", position);
    assert_refused(target, "InvalidQuery", message);
}

static void assert_at(const struct osrm_request *request, size_t i, int lon_e6,
                      int lat_e6)
{
    assert_int_equal(request->coordinate[i].lon_e7, lon_e6 * 10);
    assert_int_equal(request->coordinate[i].lat_e7, lat_e6 * 10);
}

static void options_have_defaults(void **state)
{
    struct osrm_request request;

    read_good("/route/v1/driving/1,2;-3.5,.25", &request);
    assert_int_equal(request.service, OSRM_ROUTE);
    assert_string_equal(request.profile, "driving");
    assert_int_equal(request.coordinate_count, 2);
    assert_at(&request, 0, 1000000, 2000000);
    assert_at(&request, 1, -3500000, 250000);
    assert_null(request.bearing);
    assert_null(request.radius_m);
    assert_null(request.approach);
    assert_int_equal(request.exclude_count, 0);
    assert_true(request.generate_hints && !request.skip_waypoints);
    assert_int_equal(request.route.alternatives, 0);
    assert_int_equal(request.route.annotations, 0);
    assert_int_equal(request.route.geometries, OSRM_POLYLINE);
    assert_int_equal(request.route.overview, OSRM_OVERVIEW_SIMPLIFIED);
    assert_int_equal(request.route.continue_straight, STRAIGHT_BY_PROFILE);
    osrm_request_finish(&request);
}

static void places_are_rounded_to_millionths(void **state)
{
    struct osrm_request request;

    read_good("/nearest/v1/x/1.2345674,-1.2345676", &request);
    assert_at(&request, 0, 1234567, -1234568);
    osrm_request_finish(&request);
    read_good("/nearest/v1/x/1.,0000000000000000000000000000000002.5",
              &request);
    assert_at(&request, 0, 1000000, 2500000);
    osrm_request_finish(&request);
}

static void suffix_json_is_no_decimal_point(void **state)
{
    struct osrm_request request;

    read_good("/nearest/v1/x/1,2.json", &request);
    assert_at(&request, 0, 1000000, 2000000);
    osrm_request_finish(&request);
    read_good("/nearest/v1/x/1,2.5.json?number=3", &request);
    assert_at(&request, 0, 1000000, 2500000);
    assert_int_equal(request.number, 3);
    osrm_request_finish(&request);
    assert_options_refused("/nearest/v1/x/1,2.flatbuffers", "NotImplemented",
                           "Flatbuffers are not offered, JSON is.");
}

static void polylines_are_latitude_first(void **state)
{
    struct osrm_request request;

    /* The example of Google's description. */
    read_good(
        "/route/v1/x/polyline(_p~iF~ps%7CU_ulLnnqC_mqNvxq%60@)?steps=true",
        &request);
    assert_int_equal(request.coordinate_count, 3);
    assert_at(&request, 0, -120200000, 38500000);
    assert_at(&request, 1, -120950000, 40700000);
    assert_at(&request, 2, -126453000, 43252000);
    assert_true(request.route.steps);
    osrm_request_finish(&request);
    read_good("/route/v1/x/polyline6(_p~iF~ps%7CU)", &request);
    assert_int_equal(request.coordinate_count, 1);
    assert_at(&request, 0, -12020000, 3850000);
    osrm_request_finish(&request);
}

static void polylines_cut_short_end_with_what_there_is(void **state)
{
    struct osrm_request request;
    struct osrm_problem problem;
    const struct limits limits = {.osrm_route_max = 500};

    read_good("/route/v1/x/polyline(_p~iF)", &request);
    assert_int_equal(request.coordinate_count, 1);
    assert_at(&request, 0, 0, 38500000);
    osrm_request_finish(&request);
    read_good("/route/v1/x/polyline(~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~@@@@)",
              &request);
    assert_true(osrm_check_limits(&request, &limits, &problem) < 0);
    assert_string_equal(problem.message, "Invalid coordinate value.");
    osrm_request_finish(&request);
    assert_malformed("/route/v1/x/polyline()", 21);
    assert_malformed("/route/v1/x/polyline(_p~iF", 26);
    assert_malformed("/route/v1/x/polyline(_p.~iF)", 23);
}

static void all_options_of_route_are_known(void **state)
{
    struct osrm_request request;

    read_good("/route/v1/a:b/1,1;2,2;3,3?alternatives=3&steps=true"
              "&annotations=duration,speed&geometries=polyline6"
              "&overview=by_legs&continue_straight=false&waypoints=0;2"
              "&bearings=10,20;;360,180&radiuses=;unlimited;1.5"
              "&approaches=curb;;opposite&exclude=toll,ferry&hints=;;"
              "&generate_hints=false&skip_waypoints=true&snapping=any",
              &request);
    assert_string_equal(request.profile, "a:b");
    assert_int_equal(request.route.alternatives, 3);
    assert_true(request.route.steps);
    assert_int_equal(request.route.annotations,
                     OSRM_ANNOTATE_DURATION | OSRM_ANNOTATE_SPEED);
    assert_int_equal(request.route.geometries, OSRM_POLYLINE6);
    assert_int_equal(request.route.overview, OSRM_OVERVIEW_BY_LEGS);
    assert_int_equal(request.route.continue_straight, STRAIGHT_NO);
    assert_int_equal(request.route.waypoints.count, 2);
    assert_int_equal(request.route.waypoints.index[1], 2);
    assert_true(request.bearing[0].given && !request.bearing[1].given);
    assert_int_equal(request.bearing[2].value_deg, 360);
    assert_true(isnan(request.radius_m[0]));
    assert_true(isinf(request.radius_m[1]));
    assert_float_equal(request.radius_m[2], 1.5, 0);
    assert_int_equal(request.approach[0], APPROACH_CURB);
    assert_int_equal(request.approach[1], APPROACH_UNRESTRICTED);
    assert_int_equal(request.approach[2], APPROACH_OPPOSITE);
    assert_int_equal(request.exclude_count, 2);
    assert_string_equal(request.exclude[1], "ferry");
    assert_int_equal(request.given.hints, 3);
    assert_true(!request.generate_hints && request.skip_waypoints);
    assert_true(request.snap_any);
    osrm_request_finish(&request);
}

static void all_options_of_table_are_known(void **state)
{
    struct osrm_request request;

    read_good("/table/v1/x/1,1;2,2?sources=all&destinations=1;0;1"
              "&annotations=distance&fallback_speed=5.5"
              "&fallback_coordinate=snapped&scale_factor=2",
              &request);
    assert_int_equal(request.table.sources.count, 0);
    assert_int_equal(request.table.destinations.count, 3);
    assert_true(request.table.distances && !request.table.durations);
    assert_float_equal(request.table.fallback_speed, 5.5, 0);
    assert_false(request.table.fallback_input);
    assert_float_equal(request.table.scale_factor, 2, 0);
    osrm_request_finish(&request);
}

static void tiles_have_three_numbers(void **state)
{
    struct osrm_request request;

    read_good("/tile/v1/car/tile(1310,3166,13).mvt", &request);
    assert_int_equal(request.tile.x, 1310);
    assert_int_equal(request.tile.y, 3166);
    assert_int_equal(request.tile.z, 13);
    osrm_request_finish(&request);
    assert_malformed("/tile/v1/car/tile(1310,3166).mvt", 27);
    assert_malformed("/tile/v1/car/1,2", 13);
}

static void an_empty_option_at_the_front_is_none(void **state)
{
    struct osrm_request request;

    read_good("/route/v1/driving/1,1;2,2?&alternatives=true", &request);
    assert_int_equal(request.route.alternatives, OSRM_ALTERNATIVES_TRUE);
    osrm_request_finish(&request);
    read_good("/route/v1/driving/1,1;2,2?", &request);
    assert_int_equal(request.coordinate_count, 2);
    osrm_request_finish(&request);
    read_good("/route/v1/driving/1,1;2,2.json?", &request);
    osrm_request_finish(&request);
    assert_malformed("/route/v1/driving/1,1;2,2??", 26);
    assert_malformed("/route/v1/driving/1,1;2,2?=", 26);
    assert_malformed("/route/v1/driving/1,1;2,2?steps=true&&overview=full", 36);
}

static void urls_are_decoded_first(void **state)
{
    struct osrm_request request;

    read_good("/route/v1/driving/1%2C1%3B2%2C2%3Fsteps%3Dtrue", &request);
    assert_true(request.route.steps);
    osrm_request_finish(&request);
    /* Error positions count decoded characters. */
    assert_malformed("/route/v1/driving/1%2C1%3Bx", 21);
}

static void malformed_urls_are_told_where(void **state)
{
    static const struct {
        const char *target;
        const char *message;
    } cases[] = {
        {"/nonsense", "position 9: \"nse\""},
        {"/", "position 1: \"/\""},
        {"//", "position 1: \"//\""},
        {"/?", "position 1: \"/?\""},
        {"/route/v1/driving", "position 17: \"ing\""},
        {"/route/v1/driving/", "position 18: \"ng/\""},
        {"/route/1/driving/1,1;1,2", "position 7: \"te/1/d\""},
        {"/route/v1/driving/1,1 ;1,2", "position 21: \"1,1 ;1\""},
        {"/route/v1/driving/1,1%;1,2", "position 21: \"1,1%;1\""},
        {"/route/v1/driving/1,1/x", "position 21: \"1,1/x\""},
    };
    char message[80];

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        snprintf(message, sizeof(message), "URL string malformed close to %s",
                 cases[i].message);
        assert_refused(cases[i].target, "InvalidUrl", message);
    }
}

static void unknown_services_and_versions_are_not_found(void **state)
{
    assert_refused("/nonsense/v1/driving/1,1;1,2", "InvalidService",
                   "Service nonsense not found!");
    assert_refused("/route/v2/driving/1,1;1,2", "InvalidVersion",
                   "Service route not found!");
    assert_refused("/rout/v1/driving/1,1;1,2", "InvalidService",
                   "Service rout not found!");
}

static void malformed_queries_are_told_where(void **state)
{
    static const struct {
        const char *query;
        size_t position;
    } cases[] = {
        {"-74697224,5.191564", 18},
        {"1", 19},
        {"1,1,1", 21},
        {"x", 18},
        {"x,y", 18},
        {"1,1;", 21},
        {"1,1;1", 23},
        {"1,1;1,1,1", 25},
        {"1,1;x", 21},
        {"1,1;x,y", 21},
        {"1e2,1;2,2", 19},
        {"nan,1;2,2", 18},
        {"1,inf;2,2", 20},
        {"-,1;2,2", 18},
        {"1,1;2,2?foo=1", 26},
        {"1,1;2,2?steps=true&foo=1", 36},
        {"1,1;2,2?steps=maybe", 32},
        {"1,1;2,2?steps=truer", 36},
        {"1,1;2,2?steps", 26},
        {"1,1;2,2?number=1", 26},
        {"1,1;2,2?alternatives=-1", 39},
        {"1,1;2,2?alternatives=99999999999", 39},
        {"1,1;2,2?bearings=10", 37},
        {"1,1;2,2?bearings=10,x", 38},
        {"1,1;2,2?bearings=99999,1", 35},
        {"1,1;2,2?radiuses=1;-2", 37},
        {"1,1;2,2?hints=abc;", 32},
        {"1,1;2,2?approaches=kerb", 37},
        {"1,1;2,2?annotations=nodes,foo", 43},
        {"1,1;2,2?waypoints=", 36},
        {"1,1;2,2?waypoints=0;", 37},
        {"1,1;2,2?exclude=", 34},
        {"1,1;2,2?exclude=toll,", 38},
        {"1,1;2,2?snapping=all", 35},
    };
    char target[128];

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        snprintf(target, sizeof(target), "/route/v1/driving/%s",
                 cases[i].query);
        assert_malformed(target, cases[i].position);
    }
}

static void options_that_do_not_match_are_named(void **state)
{
    assert_options_refused("/route/v1/driving/1,1", "InvalidOptions",
                           "Number of coordinates needs to be at least two.");
    assert_options_refused("/route/v1/x/1,1;2,2?radiuses=1", "InvalidOptions",
                           "Number of elements in radiuses size 1 does not "
                           "match coordinate size 2");
    assert_options_refused("/route/v1/x/1,1;2,2?hints=&radiuses=1;2;3",
                           "InvalidOptions",
                           "Number of elements in hints size 1 does not "
                           "match coordinate size 2");
    assert_options_refused("/nearest/v1/x/1,1?hints=;&radiuses=1;2;3",
                           "InvalidOptions",
                           "Number of elements in radiuses size 3 does not "
                           "match coordinate size 1");
    assert_options_refused("/route/v1/x/1,1;2,2?bearings=361,1;",
                           "InvalidOptions", "");
    assert_options_refused("/route/v1/x/1,1;2,2?bearings=-1,1;",
                           "InvalidOptions", "");
    assert_options_refused("/route/v1/x/1,1;2,2?waypoints=0;2",
                           "InvalidOptions", "");
    assert_options_refused("/table/v1/x/1,1;2,2?sources=2", "InvalidOptions",
                           "");
    assert_options_refused("/table/v1/x/1,1;2,2?fallback_speed=0",
                           "InvalidOptions", "fallback_speed must be > 0");
    assert_options_refused("/table/v1/x/1,1;2,2?scale_factor=-1&radiuses=1",
                           "InvalidOptions", "scale_factor must be > 0");
    assert_options_refused("/nearest/v1/x/1,1?number=0", "InvalidOptions", "");
}

static void assert_too_much(const char *target, const struct limits *limits,
                            const char *code, const char *message)
{
    struct osrm_request request;
    struct osrm_problem problem = {0};

    read_good(target, &request);
    assert_int_equal(osrm_check_options(&request, &problem), 0);
    if (!osrm_check_limits(&request, limits, &problem) &&
        !osrm_check_rest(&request, limits, &problem))
        fail_msg("%s is within the limits", target);
    assert_string_equal(problem.code, code);
    assert_string_equal(problem.message, message);
    osrm_request_finish(&request);
}

static void limits_are_kept_in_their_order(void **state)
{
    const struct limits limits = {.osrm_route_max = 2,
                                  .osrm_alternatives_max = 3,
                                  .osrm_table_max = 2,
                                  .osrm_nearest_max = 4};

    assert_too_much("/route/v1/x/200,1;2,2;3,3?alternatives=9", &limits,
                    "TooBig",
                    "Number of entries 3 is higher than current maximum (2)");
    assert_too_much("/route/v1/x/200,1;2,2?alternatives=4", &limits, "TooBig",
                    "Requested number of alternatives is higher than current "
                    "maximum (3)");
    assert_too_much("/route/v1/x/200,1;2,2?waypoints=1", &limits,
                    "InvalidValue", "Invalid coordinate value.");
    assert_too_much("/route/v1/x/2,91;2,2", &limits, "InvalidValue",
                    "Invalid coordinate value.");
    assert_too_much("/route/v1/x/1,1;2,2?waypoints=1", &limits, "InvalidValue",
                    "First and last coordinates must be specified as "
                    "waypoints.");
    assert_too_much("/table/v1/x/1,1;2,-2000;3,3", &limits, "InvalidOptions",
                    "Coordinates are invalid");
    assert_too_much("/table/v1/x/1,1;2,2;3,3?sources=0;1", &limits, "TooBig",
                    "Too many table coordinates");
    assert_too_much("/nearest/v1/x/200,1;2,2?number=5", &limits, "TooBig",
                    "Number of results 5 is higher than current maximum (4)");
    assert_too_much("/nearest/v1/x/200,1;2,2?number=4", &limits,
                    "InvalidOptions", "Coordinates are invalid");
    assert_too_much("/nearest/v1/x/1,1;2,2?number=4", &limits, "InvalidOptions",
                    "Only one input coordinate is supported");
}

static void limits_of_nothing_are_none(void **state)
{
    const struct limits limits = {.osrm_alternatives_max = 3};
    struct osrm_request request;
    struct osrm_problem problem;

    read_good("/table/v1/x/1,1;2,2;3,3", &request);
    assert_int_equal(osrm_check_limits(&request, &limits, &problem), 0);
    assert_int_equal(osrm_check_rest(&request, &limits, &problem), 0);
    osrm_request_finish(&request);
}

static void excluded_classes_are_the_profiles(void **state)
{
    const struct road_profile profile = {
        .class_count = 3, .class_name = {"toll", "ferry", "motorway"}};
    struct osrm_request request;
    struct osrm_problem problem;
    uint16_t bits = 0;

    read_good("/nearest/v1/x/1,1?exclude=motorway,toll", &request);
    assert_int_equal(osrm_check_exclude(&request, &profile, &bits, &problem),
                     0);
    assert_int_equal(bits, 5);
    osrm_request_finish(&request);
    read_good("/nearest/v1/x/1,1?exclude=toll,tolls", &request);
    assert_true(osrm_check_exclude(&request, &profile, &bits, &problem) < 0);
    assert_string_equal(problem.code, "InvalidValue");
    assert_string_equal(problem.message,
                        "Exclude flag combination is not supported.");
    osrm_request_finish(&request);
}

static void long_hints_are_taken(void **state)
{
    struct osrm_request request;
    char target[600] = "/nearest/v1/x/1,1?hints=";
    size_t length = strlen(target);

    memset(target + length, 'A', 224);
    target[length + 224] = '\0';
    read_good(target, &request);
    assert_int_equal(request.given.hints, 1);
    osrm_request_finish(&request);
    target[length + 223] = '\0';
    assert_malformed(target, length + 112);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_have_defaults),
        cmocka_unit_test(places_are_rounded_to_millionths),
        cmocka_unit_test(suffix_json_is_no_decimal_point),
        cmocka_unit_test(polylines_are_latitude_first),
        cmocka_unit_test(polylines_cut_short_end_with_what_there_is),
        cmocka_unit_test(all_options_of_route_are_known),
        cmocka_unit_test(all_options_of_table_are_known),
        cmocka_unit_test(tiles_have_three_numbers),
        cmocka_unit_test(an_empty_option_at_the_front_is_none),
        cmocka_unit_test(urls_are_decoded_first),
        cmocka_unit_test(malformed_urls_are_told_where),
        cmocka_unit_test(unknown_services_and_versions_are_not_found),
        cmocka_unit_test(malformed_queries_are_told_where),
        cmocka_unit_test(options_that_do_not_match_are_named),
        cmocka_unit_test(limits_are_kept_in_their_order),
        cmocka_unit_test(limits_of_nothing_are_none),
        cmocka_unit_test(excluded_classes_are_the_profiles),
        cmocka_unit_test(long_hints_are_taken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
