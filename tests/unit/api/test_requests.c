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
    assert_body_refused("", "line 1, column 0");
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

static void lists_of_ids_are_checked_one_by_one(void **state)
{
    struct problem problem;
    uint64_t *ids;
    size_t count;
    json_t *object;

    assert_int_equal(parse_object("{\"a\":[1,2],\"b\":[1,-2],\"c\":[],\"d\":1}",
                                  &object, &problem),
                     0);
    assert_int_equal(json_body_ids(object, "a", &ids, &count, &problem), 0);
    assert_int_equal(count, 2);
    assert_int_equal(ids[1], 2);
    free(ids);
    assert_true(json_body_ids(object, "b", &ids, &count, &problem) < 0);
    assert_string_equal(problem.parameter, "b[1]");
    assert_true(json_body_ids(object, "c", &ids, &count, &problem) < 0);
    assert_true(json_body_ids(object, "d", &ids, &count, &problem) < 0);
    assert_true(json_body_ids(object, "e", &ids, &count, &problem) < 0);
    assert_contains(problem.detail, "missing");
    json_decref(object);
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
        cmocka_unit_test(lists_of_ids_are_checked_one_by_one),
        cmocka_unit_test(accept_picks_the_best_form),
        cmocka_unit_test(outcomes_become_problems_with_their_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
