/* requests: what URLs and bodies may contain, and how others are refused. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "api/form/fields.h"
#include "api/form/json_body.h"
#include "api/http/negotiate.h"

struct request {
    uint64_t from;
    uint32_t limit;
    char map[FIELD_NAME_SIZE];
};

static const struct field fields[] = {
    {"from", FIELD_ID, true, offsetof(struct request, from), NULL},
    {"limit", FIELD_COST, false, offsetof(struct request, limit), NULL},
    {"map", FIELD_NAME, false, offsetof(struct request, map), NULL},
    FIELDS_END,
};

static void assert_contains(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("'%s' does not say '%s'", text, words);
}

static void query_fills_its_fields(void **state)
{
    struct request target = {.limit = 7};
    struct problem problem;

    assert_int_equal(params_parse("from=9223372036854775807&map=a%2Db", fields,
                                  &target, &problem),
                     0);
    assert_true(target.from == INT64_MAX);
    assert_int_equal(target.limit, 7);
    assert_string_equal(target.map, "a-b");
}

static void assert_query_refused(const char *query, const char *parameter,
                                 const char *words)
{
    struct request target = {0};
    struct problem problem;

    assert_true(params_parse(query, fields, &target, &problem) < 0);
    assert_int_equal(problem_status(&problem), 400);
    assert_string_equal(problem.parameter, parameter);
    assert_contains(problem.detail, words);
}

static void query_refuses_what_is_not_to_the_letter(void **state)
{
    assert_query_refused("", "from", "is missing");
    assert_query_refused("limit=1", "from", "is missing");
    assert_query_refused("from=1&from=2", "from", "given twice");
    assert_query_refused("from=1&to=2", "to", "unknown parameter");
    assert_query_refused("from=", "from", "invalid value");
    assert_query_refused("from=-1", "from", "invalid value");
    assert_query_refused("from=+1", "from", "invalid value");
    assert_query_refused("from=1.0", "from", "invalid value");
    assert_query_refused("from=1e3", "from", "invalid value");
    assert_query_refused("from=%201", "from", "invalid value");
    assert_query_refused("from=9223372036854775808", "from", "invalid value");
    assert_query_refused("from=1&limit=4294967294", "limit", "invalid value");
    assert_query_refused("from=1&map=", "map", "invalid value");
    assert_query_refused("from", "", "not name=value");
    assert_query_refused("=1", "", "not name=value");
    assert_query_refused("&from=1", "", "not name=value");
    assert_query_refused("from=1&&map=a", "", "not name=value");
    assert_query_refused("from=%", "", "not name=value");
    assert_query_refused("from=%1", "", "not name=value");
    assert_query_refused("from=%zz", "", "not name=value");
    assert_query_refused("from=1%00", "", "not name=value");
}

static void refused_value_is_repeated_on_one_short_line(void **state)
{
    assert_query_refused("from=seven", "from", "invalid value 'seven'");
    assert_query_refused("from=%0A%FF", "from", "invalid value '\?\?'");
    assert_query_refused("from=123456789012345678901234567890123456789\xc3\xa4",
                         "from",
                         "'123456789012345678901234567890123456789'...");
}

static void query_refuses_parts_without_end(void **state)
{
    char query[1000];

    memset(query, 'x', sizeof(query));
    memcpy(query, "from=", 5);
    query[sizeof(query) - 1] = '\0';
    assert_query_refused(query, "", "not name=value");
}

static int parse_object(const char *text, json_t **ret_object,
                        struct problem *problem)
{
    return json_body_parse(text, strlen(text), 4, ret_object, problem);
}

static void body_fills_its_fields(void **state)
{
    struct request target = {.limit = 7};
    struct problem problem;
    json_t *object;

    assert_int_equal(
        parse_object("{\"from\": 5, \"map\": \"ny\"}", &object, &problem), 0);
    assert_int_equal(
        json_body_fields(object, "", fields, NULL, &target, &problem), 0);
    json_decref(object);
    assert_int_equal(target.from, 5);
    assert_int_equal(target.limit, 7);
    assert_string_equal(target.map, "ny");
}

static void assert_body_refused(const char *text, const char *words)
{
    struct problem problem;
    json_t *object;

    assert_true(parse_object(text, &object, &problem) < 0);
    assert_int_equal(problem.kind, PROBLEM_JSON);
    assert_contains(problem.detail, words);
    assert_true(*problem.mend);
}

static void body_that_is_no_json_is_placed(void **state)
{
    assert_body_refused("", "the body is empty");
    assert_body_refused(" ", "line 1, column 1");
    assert_body_refused("{\"from\":\n 1,}", "line 2, column 4");
    assert_body_refused("[]", "not an object");
    assert_body_refused("{} x", "line 1, column 4");
    assert_body_refused("{\"a\":1,\"a\":2}", "duplicate");
    assert_body_refused("{\"a\":99999999999999999999}", "too big integer");
    assert_body_refused("{\"a\":\"\xff\"}", "unable to decode byte 0xff");
    assert_body_refused("{\"a\":\n[[[[1]]]]}", "line 2, column 4: nested more");
}

static void body_with_a_byte_of_zero_is_none(void **state)
{
    static const char text[] = "{\"from\":\n1\0}";
    struct problem problem;
    json_t *object;

    assert_true(json_body_parse(text, sizeof(text) - 1, 4, &object, &problem) <
                0);
    assert_int_equal(problem.kind, PROBLEM_JSON);
    assert_contains(problem.detail, "line 2, column 2: a byte of 0");
    assert_true(*problem.mend);
}

static void brackets_in_strings_do_not_nest(void **state)
{
    struct problem problem;
    json_t *object;

    assert_int_equal(
        parse_object("{\"a\":\"[[[[[[\\\"[[[[\"}", &object, &problem), 0);
    json_decref(object);
}

static void assert_member_refused(const char *text, const char *parameter,
                                  const char *words)
{
    struct request target = {0};
    struct problem problem;
    json_t *object;

    assert_int_equal(parse_object(text, &object, &problem), 0);
    assert_true(
        json_body_fields(object, "q[1].", fields, NULL, &target, &problem) < 0);
    json_decref(object);
    assert_string_equal(problem.parameter, parameter);
    assert_contains(problem.detail, words);
}

static void body_refuses_members_by_their_place(void **state)
{
    assert_member_refused("{}", "q[1].from", "is missing");
    assert_member_refused("{\"from\":1,\"x\":1}", "q[1].x",
                          "unknown parameter");
    assert_member_refused("{\"from\":1.0}", "q[1].from", "invalid value '1.0'");
    assert_member_refused("{\"from\":-1}", "q[1].from", "invalid value");
    assert_member_refused("{\"from\":\"1\"}", "q[1].from",
                          "invalid value '\"1\"'");
    assert_member_refused("{\"from\":null}", "q[1].from",
                          "invalid value 'null'");
    assert_member_refused("{\"from\":[1]}", "q[1].from",
                          "invalid value '[...]'");
    assert_member_refused("{\"from\":{}}", "q[1].from",
                          "invalid value '{...}'");
    assert_member_refused("{\"from\":true}", "q[1].from", "invalid value");
    assert_member_refused("{\"from\":1,\"map\":1}", "q[1].map",
                          "invalid value");
}

struct places {
    struct route_stop from;
    struct stop_fields stops;
    unsigned metrics;
};

static const char *const metric_names[] = {"cost", "duration", "distance",
                                           NULL};

static const struct field place_fields[] = {
    {"first", FIELD_STOP, false, offsetof(struct places, from), NULL},
    STOP_FIELDS(struct places, stops),
    {"metrics", FIELD_CHOICES, false, offsetof(struct places, metrics),
     metric_names},
    FIELDS_END,
};

/* A body gives what a URL gives: both read `from` and `metrics` alike. */
static void assert_places(const char *query, const char *body)
{
    struct places by_url = {0};
    struct places by_body = {0};
    struct problem problem;
    json_t *object;

    assert_int_equal(params_parse(query, place_fields, &by_url, &problem), 0);
    assert_int_equal(stop_fields_join(&by_url.stops, 250, &problem), 0);
    assert_int_equal(parse_object(body, &object, &problem), 0);
    assert_int_equal(
        json_body_fields(object, "", place_fields, NULL, &by_body, &problem),
        0);
    assert_int_equal(stop_fields_join(&by_body.stops, 250, &problem), 0);
    json_decref(object);
    assert_int_equal(by_url.stops.from.count, by_body.stops.from.count);
    for (size_t i = 0; i < by_url.stops.from.count; i++) {
        const struct route_stop *one = &by_url.stops.from.stop[i];
        const struct route_stop *other = &by_body.stops.from.stop[i];

        assert_int_equal(one->has_node, other->has_node);
        assert_true(one->node == other->node);
        assert_int_equal(one->options.position.lon_e7,
                         other->options.position.lon_e7);
        assert_int_equal(one->options.position.lat_e7,
                         other->options.position.lat_e7);
        assert_true(one->options.radius_m == other->options.radius_m);
    }
    assert_int_equal(by_url.metrics, by_body.metrics);
    assert_true(by_url.from.node == by_body.from.node);
    stop_fields_finish(&by_url.stops);
    stop_fields_finish(&by_body.stops);
}

static void bodies_and_urls_give_the_same_places(void **state)
{
    assert_places("from=8.6712345,-49.5&from=7",
                  "{\"from\":[[8.6712345,-49.5],7]}");
    assert_places("lon=8,9.5&lat=1,2", "{\"lon\":[8,9.5],\"lat\":[1,2]}");
    assert_places("lon=8&lat=1", "{\"lon\":8,\"lat\":1}");
    assert_places("from=-5&first=12", "{\"from\":[-5],\"first\":12}");
    assert_places("from=1&metrics=duration,cost",
                  "{\"from\":[1],\"metrics\":[\"duration\",\"cost\"]}");
    assert_places("from=8.5,49", "{\"from\":[8.5,49]}");
    assert_places("from=8&from=49", "{\"from\":[8,49]}");
    assert_places("from=1&metrics=distance",
                  "{\"from\":[1],\"metrics\":\"distance\"}");
}

static void assert_places_refused(const char *body, const char *parameter,
                                  const char *words)
{
    struct places target = {0};
    struct problem problem;
    json_t *object;
    int r;

    assert_int_equal(parse_object(body, &object, &problem), 0);
    r = json_body_fields(object, "", place_fields, NULL, &target, &problem);
    if (!r)
        r = stop_fields_join(&target.stops, 250, &problem);
    assert_true(r < 0);
    json_decref(object);
    stop_fields_finish(&target.stops);
    assert_string_equal(problem.parameter, parameter);
    assert_contains(problem.detail, words);
    assert_true(*problem.mend);
}

static void places_are_checked_one_by_one(void **state)
{
    assert_places_refused("{\"from\":[]}", "from", "invalid value '[]'");
    assert_places_refused("{\"from\":7}", "from", "invalid value '7'");
    assert_places_refused("{\"from\":[[8,49],[8]]}", "from[1]",
                          "invalid value");
    assert_places_refused("{\"from\":[[8,49,1]]}", "from[0]", "invalid value");
    assert_places_refused("{\"from\":[[\"8\",49]]}", "from[0]",
                          "invalid value");
    assert_places_refused("{\"from\":[\"8,49\"]}", "from[0]",
                          "invalid value '\"8,49\"'");
    assert_places_refused("{\"from\":[1,1.5,2]}", "from[1]",
                          "invalid value '1.5'");
    assert_places_refused("{\"first\":[[8,49]]}", "first", "invalid value");
    assert_places_refused("{\"lon\":[8,9],\"lat\":1}", "lon", "2 values");
    assert_places_refused("{\"lon\":[8,\"9\"],\"lat\":1}", "lon[1]",
                          "invalid value");
    assert_places_refused("{}", "from", "no position");
    assert_places_refused("{\"metrics\":[\"cost\",\"speed\"]}", "metrics",
                          "invalid value");
    assert_places_refused("{\"metrics\":[\"cost\",\"cost\"]}", "metrics",
                          "invalid value");
    assert_places_refused("{\"metrics\":[\"cost,distance\"]}", "metrics",
                          "invalid value");
    assert_places_refused("{\"metrics\":[1]}", "metrics", "invalid value");
    assert_places_refused("{\"metrics\":[]}", "metrics", "invalid value");
}

static void places_beyond_the_earth_say_what_is_meant(void **state)
{
    struct places target = {0};
    struct problem problem;
    json_t *object;

    assert_int_equal(parse_object("{\"first\":[49,120]}", &object, &problem),
                     0);
    assert_true(json_body_fields(object, "", place_fields, NULL, &target,
                                 &problem) < 0);
    json_decref(object);
    assert_string_equal(problem.parameter, "first");
    assert_contains(problem.detail, "longitude comes first");
}

static void accept_picks_the_best_form(void **state)
{
    unsigned both = MEDIA_JSON | MEDIA_OCTETS;

    assert_int_equal(accept_choose(NULL, both), MEDIA_JSON);
    assert_int_equal(accept_choose("", both), MEDIA_JSON);
    assert_int_equal(accept_choose("*/*", both), MEDIA_JSON);
    assert_int_equal(accept_choose("application/octet-stream", both),
                     MEDIA_OCTETS);
    assert_int_equal(accept_choose("application/*", both), MEDIA_JSON);
    assert_int_equal(accept_choose("text/html, */*;q=0.1", both), MEDIA_JSON);
    assert_int_equal(
        accept_choose("application/json;q=0.5, application/octet-stream", both),
        MEDIA_OCTETS);
    assert_int_equal(
        accept_choose("application/octet-stream;q=0.5, */*;q=0.1", both),
        MEDIA_OCTETS);
    assert_int_equal(accept_choose("application/json;q=0, */*", MEDIA_JSON), 0);
    assert_int_equal(accept_choose("text/html", both), 0);
    both |= MEDIA_GPX | MEDIA_GEOJSON;
    assert_int_equal(accept_choose("application/gpx+xml", both), MEDIA_GPX);
    assert_int_equal(accept_choose("application/geo+json, */*;q=0.9", both),
                     MEDIA_GEOJSON);
    assert_int_equal(accept_choose("application/*", both), MEDIA_JSON);
    assert_int_equal(accept_choose("application/json;q=0, */*", both),
                     MEDIA_OCTETS);
    assert_int_equal(accept_choose("application/octet-stream", MEDIA_JSON), 0);
}

static void assert_problem(enum outcome outcome, unsigned status)
{
    struct question question = {
        .outcome = outcome,
        .error = {"a reason"},
    };
    struct problem problem;

    problem_from_question(&problem, &question);
    assert_int_equal(problem_status(&problem), status);
    assert_string_equal(problem.detail, "a reason");
}

static void outcomes_become_problems_with_their_words(void **state)
{
    assert_problem(OUTCOME_UNKNOWN_MAP, 404);
    assert_problem(OUTCOME_UNKNOWN_SOLVER, 400);
    assert_problem(OUTCOME_CANNOT, 400);
    assert_problem(OUTCOME_BAD_OPTION, 400);
    assert_problem(OUTCOME_REFUSED, 422);
    assert_problem(OUTCOME_NO_ROADS, 422);
    assert_problem(OUTCOME_NO_ROAD_NEAR, 404);
    assert_problem(OUTCOME_TOO_LARGE, 413);
    assert_problem(OUTCOME_FAILED, 500);
    assert_problem(OUTCOME_STOPPING, 503);
    assert_problem(OUTCOME_LATE, 504);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(query_fills_its_fields),
        cmocka_unit_test(query_refuses_what_is_not_to_the_letter),
        cmocka_unit_test(refused_value_is_repeated_on_one_short_line),
        cmocka_unit_test(query_refuses_parts_without_end),
        cmocka_unit_test(body_fills_its_fields),
        cmocka_unit_test(body_that_is_no_json_is_placed),
        cmocka_unit_test(body_with_a_byte_of_zero_is_none),
        cmocka_unit_test(brackets_in_strings_do_not_nest),
        cmocka_unit_test(body_refuses_members_by_their_place),
        cmocka_unit_test(bodies_and_urls_give_the_same_places),
        cmocka_unit_test(places_are_checked_one_by_one),
        cmocka_unit_test(places_beyond_the_earth_say_what_is_meant),
        cmocka_unit_test(accept_picks_the_best_form),
        cmocka_unit_test(outcomes_become_problems_with_their_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
