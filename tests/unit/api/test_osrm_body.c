/* osrm_body: bodies of OSRM's API mean the same as URLs. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm_parse.h"

static int read_body(const char *target, const char *text,
                     struct osrm_request *request, struct osrm_problem *problem)
{
    struct osrm_url url = {0};
    int result = osrm_url_split(target, false, &url, problem);

    osrm_request_init(request);
    if (!result)
        result = osrm_body_read(&url, text, strlen(text), 16, request, problem);
    free(url.text);
    return result;
}

static void read_query(const char *target, struct osrm_request *request)
{
    struct osrm_url url = {0};
    struct osrm_problem problem;

    osrm_request_init(request);
    if (osrm_url_split(target, true, &url, &problem) ||
        osrm_query_read(&url, request, &problem))
        fail_msg("%s: %s", target, problem.message);
    free(url.text);
}

static void assert_same_bytes(const void *a, const void *b, size_t size)
{
    assert_int_equal(!a, !b);
    if (a)
        assert_memory_equal(a, b, size);
}

static void assert_same_indices(const struct osrm_indices *a,
                                const struct osrm_indices *b)
{
    assert_int_equal(a->count, b->count);
    if (a->count)
        assert_memory_equal(a->index, b->index, a->count * sizeof(*a->index));
}

static void assert_same_radiuses(const struct osrm_request *a,
                                 const struct osrm_request *b)
{
    assert_int_equal(a->given.radiuses, b->given.radiuses);
    for (size_t i = 0; i < a->given.radiuses; i++) {
        if (isnan(a->radius_m[i]))
            assert_true(isnan(b->radius_m[i]));
        else
            assert_true(a->radius_m[i] == b->radius_m[i]);
    }
}

static void assert_same_lists(const struct osrm_request *a,
                              const struct osrm_request *b)
{
    size_t count = a->coordinate_count;

    assert_memory_equal(&a->given, &b->given, sizeof(a->given));
    assert_int_equal(count, b->coordinate_count);
    assert_same_bytes(a->coordinate, b->coordinate,
                      count * sizeof(*a->coordinate));
    assert_same_bytes(a->bearing, b->bearing, count * sizeof(*a->bearing));
    assert_same_bytes(a->approach, b->approach, count * sizeof(*a->approach));
    assert_same_radiuses(a, b);
    assert_int_equal(a->exclude_count, b->exclude_count);
    for (size_t i = 0; i < a->exclude_count; i++)
        assert_string_equal(a->exclude[i], b->exclude[i]);
}

/* A body and a query mean the same. */
static void assert_alike(const char *service, const char *query,
                         const char *body)
{
    struct osrm_request a;
    struct osrm_request b;
    struct osrm_problem problem;
    char target[1024];

    snprintf(target, sizeof(target), "/%s/v1/car/%s", service, query);
    read_query(target, &a);
    snprintf(target, sizeof(target), "/%s/v1/car", service);
    if (read_body(target, body, &b, &problem))
        fail_msg("%s: %s", body, problem.message);
    assert_int_equal(a.service, b.service);
    assert_string_equal(a.profile, b.profile);
    assert_same_lists(&a, &b);
    assert_int_equal(a.generate_hints, b.generate_hints);
    assert_int_equal(a.skip_waypoints, b.skip_waypoints);
    assert_int_equal(a.snap_any, b.snap_any);
    assert_same_indices(&a.route.waypoints, &b.route.waypoints);
    assert_int_equal(a.route.alternatives, b.route.alternatives);
    assert_int_equal(a.route.steps, b.route.steps);
    assert_int_equal(a.route.annotations, b.route.annotations);
    assert_int_equal(a.route.geometries, b.route.geometries);
    assert_int_equal(a.route.overview, b.route.overview);
    assert_int_equal(a.route.continue_straight, b.route.continue_straight);
    assert_same_indices(&a.table.sources, &b.table.sources);
    assert_same_indices(&a.table.destinations, &b.table.destinations);
    assert_int_equal(a.table.durations, b.table.durations);
    assert_int_equal(a.table.distances, b.table.distances);
    assert_int_equal(a.table.fallback_input, b.table.fallback_input);
    assert_true(a.table.fallback_speed == b.table.fallback_speed);
    assert_true(a.table.scale_factor == b.table.scale_factor);
    osrm_request_finish(&a);
    osrm_request_finish(&b);
}

static void bodies_say_what_queries_do(void **state)
{
    assert_alike("route", "1,2;-3.5,0.25",
                 "{\"coordinates\":[[1,2],[-3.5,0.25]]}");
    assert_alike("route", "polyline(_p~iF~ps%7CU_ulLnnqC)",
                 "{\"coordinates\":\"polyline(_p~iF~ps|U_ulLnnqC)\"}");
    assert_alike("route", "polyline6(_p~iF~ps%7CU_ulLnnqC)",
                 "{\"coordinates\":\"polyline6(_p~iF~ps|U_ulLnnqC)\"}");
    assert_alike(
        "route",
        "1,1;2,2;3,3?alternatives=3&steps=true&annotations=duration,speed"
        "&geometries=polyline6&overview=false&continue_straight=false"
        "&waypoints=0;2&bearings=10,20;;361,180&radiuses=;unlimited;1.5"
        "&approaches=curb;;opposite&exclude=toll,ferry&hints=;;"
        "&generate_hints=false&skip_waypoints=true&snapping=any",
        "{\"coordinates\":[[1,1],[2,2],[3,3]],\"alternatives\":3,"
        "\"steps\":true,\"annotations\":[\"duration\",\"speed\"],"
        "\"geometries\":\"polyline6\",\"overview\":\"false\","
        "\"continue_straight\":false,\"waypoints\":[0,2],"
        "\"bearings\":[[10,20],null,[361,180]],"
        "\"radiuses\":[null,\"unlimited\",1.5],"
        "\"approaches\":[\"curb\",null,\"opposite\"],"
        "\"exclude\":[\"toll\",\"ferry\"],\"hints\":[null,\"\",null],"
        "\"generate_hints\":false,\"skip_waypoints\":true,"
        "\"snapping\":\"any\",\"unknown\":{}}");
    assert_alike("route", "1,1;2,2?alternatives=true&annotations=true",
                 "{\"coordinates\":[[1,1],[2,2]],\"alternatives\":true,"
                 "\"annotations\":true,\"continue_straight\":\"default\"}");
    assert_alike("table",
                 "1,1;2,2?sources=0&destinations=1;0;1&annotations=distance,"
                 "duration&fallback_speed=5.5&fallback_coordinate=snapped"
                 "&scale_factor=2",
                 "{\"coordinates\":[[1,1],[2,2]],\"sources\":[0],"
                 "\"destinations\":[1,0,1],\"annotations\":[\"duration\","
                 "\"distance\"],\"fallback_speed\":5.5,"
                 "\"fallback_coordinate\":\"snapped\",\"scale_factor\":2}");
}

static void assert_refused(const char *body, const char *words)
{
    struct osrm_request request;
    struct osrm_problem problem = {0};

    if (read_body("/route/v1/driving/", body, &request, &problem) != -EINVAL)
        fail_msg("%s was understood", body);
    assert_string_equal(problem.code, "InvalidQuery");
    assert_int_equal(problem.status, 400);
    if (!strstr(problem.message, words))
        fail_msg("'%s' does not say '%s'", problem.message, words);
    osrm_request_finish(&request);
}

/* A member beside good coordinates. */
static void assert_member_refused(const char *member, const char *words)
{
    char body[256];

    snprintf(body, sizeof(body), "{\"coordinates\":[[1,1],[2,2]],%s}", member);
    assert_refused(body, words);
}

static void bodies_are_refused_in_words(void **state)
{
    assert_refused("", "invalid JSON: ");
    assert_refused("[]", "invalid JSON: ");
    assert_refused("{", "invalid JSON: ");
    assert_refused("{\"a\":[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]}", "nested");
    assert_refused("{}", "missing required member: coordinates");
    assert_refused("{\"coordinates\":1}", "must be an array");
    assert_refused("{\"coordinates\":[[1,1],[2]]}", "two numbers");
    assert_refused("{\"coordinates\":[[1,1],[2,\"2\"]]}", "two numbers");
    assert_refused("{\"coordinates\":[[1,1],[2,1e300]]}", "out of range");
    assert_refused("{\"coordinates\":\"1,1;2,2\"}", "polyline(...)");
    assert_refused("{\"coordinates\":\"polyline(\"}", "polyline(...)");
    assert_refused("{\"coordinates\":\"polyline(1)\"}", "from ? to ~");
    assert_member_refused("\"steps\":1", "steps must be a boolean");
    assert_member_refused("\"overview\":false", "overview must be a string");
    assert_member_refused("\"overview\":\"all\"", "invalid overview value");
    assert_member_refused("\"bearings\":[[1]]", "two integers");
    assert_member_refused("\"bearings\":[[1,1.5]]", "two integers");
    assert_member_refused("\"bearings\":{}", "bearings must be an array");
    assert_member_refused("\"radiuses\":[-1]", "each radius");
    assert_member_refused("\"radiuses\":[\"far\"]", "each radius");
    assert_member_refused("\"approaches\":[\"kerb\"]", "invalid approach");
    assert_member_refused("\"approaches\":[1]", "each approach");
    assert_member_refused("\"hints\":[1]", "each hint");
    assert_member_refused("\"exclude\":[1]", "each exclude");
    assert_member_refused("\"exclude\":\"toll\"", "array of strings");
    assert_member_refused("\"waypoints\":[-1]", "non-negative");
    assert_member_refused("\"waypoints\":0", "array of indices");
    assert_member_refused("\"alternatives\":-1", "alternatives must be");
    assert_member_refused("\"annotations\":\"nodes\"", "annotations must be");
    assert_member_refused("\"annotations\":[\"foo\"]", "invalid annotation");
    assert_member_refused("\"continue_straight\":\"yes\"", "continue_straight");
    assert_member_refused("\"format\":\"xml\"", "invalid format value");
}

static void the_url_of_a_body_needs_no_query(void **state)
{
    static const char *const targets[] = {"/route/v1/car", "/route/v1/car/",
                                          "/route/v1/car/1,1;2,2?steps=true"};

    for (size_t i = 0; i < 3; i++) {
        struct osrm_request request;
        struct osrm_problem problem;

        assert_int_equal(read_body(targets[i],
                                   "{\"coordinates\":[[1,1],[2,2]]}", &request,
                                   &problem),
                         0);
        assert_string_equal(request.profile, "car");
        assert_false(request.route.steps);
        osrm_request_finish(&request);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_say_what_queries_do),
        cmocka_unit_test(bodies_are_refused_in_words),
        cmocka_unit_test(the_url_of_a_body_needs_no_query),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
