/* pictures: what is expected is looked at: every expectation holds where it is
 * right, and is told where it is wrong. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/pictures/run.h"

#define TOWN                                                                   \
    "picture a town\n"                                                         \
    "\n"                                                                       \
    "    1\n"                                                                  \
    "    a - b - c   e - f\n"                                                  \
    "        |\n"                                                              \
    "        d\n"                                                              \
    "\n"                                                                       \
    "way ab\n"                                                                 \
    "way bc oneway=yes\n"                                                      \
    "way bd toll=yes\n"                                                        \
    "way ef\n"                                                                 \
    "restriction no_right_turn ab b bd\n"

/* What is told of a town's questions; free() it. */
static char *run(const char *questions, struct run_count *count)
{
    char text[2000];
    struct picture_file file;
    struct error error = {""};
    char *told = NULL;
    size_t told_size;
    FILE *out = open_memstream(&told, &told_size);

    snprintf(text, sizeof(text), TOWN "%s\n", questions);
    assert_int_equal(
        picture_file_read("a.picture", text, strlen(text), &file, &error), 0);
    assert_non_null(out);
    *count = (struct run_count){0};
    run_file(&file, NULL, out, count);
    fclose(out);
    picture_file_finish(&file);
    return told;
}

static void holds(const char *question)
{
    struct run_count count;
    char *told = run(question, &count);

    assert_string_equal(told, "");
    assert_int_equal(count.pictures, 1);
    assert_int_equal(count.questions, 1);
    assert_int_equal(count.mistakes, 0);
    free(told);
}

static void fails(const char *question, const char *words)
{
    struct run_count count;
    char *told = run(question, &count);

    if (!strstr(told, words))
        print_error("not told '%s': %s", words, told);
    assert_int_equal(count.mistakes, 1);
    assert_non_null(strstr(told, "a.picture:13: picture a town\n"));
    assert_non_null(strstr(told, "        a - b - c   e - f\n"));
    assert_non_null(strstr(told, question));
    assert_non_null(strstr(told, words));
    free(told);
}

static void looks_at_routes(void **state)
{
    holds("route a c: ways ab bc, nodes abc, time 40s, weight 40s, turns 0s, "
          "distance 400m, legs 40s, modes driving, from a, to c");
    fails("route a c: ways ab", "expected ways ab, got ab bc");
    fails("route a c: ways ab bc bd", "got ab bc");
    fails("route a c: nodes ac", "expected nodes ac, got abc");
    fails("route a c: time 40.3s", "expected time 40.3, got 40");
    fails("route a c: time 40s, weight 50s", "expected weight 50, got 40");
    fails("route a c: turns 1s", "expected turns 1, got 0");
    fails("route a c: distance 402m", "expected distance 402, got 400");
    fails("route a c: distance 405m +-4m", "expected distance 405, got 400");
    fails("route a c: legs 20s 20s", "expected 2 legs, got 1");
    fails("route a b c: legs 20s 21s", "expected legs 21, got 20");
    fails("route a c: modes cycling", "expected modes cycling, got driving");
    fails("route a c: from b", "got a place 200.0 m from there");
    fails("route a c: to a", "expected to a");
    fails("route a c: none", "expected no way, got one");
    fails("route a c: nowhere", "expected no road near, got one");
    fails("route a c: unknown", "expected");
    fails("route c a: ways bc ab", "got none");
    fails("route a f: time 3s", "got none");
    holds("route 1 c: distance 400m");
    fails("route 1/radius=50 c: distance 400m", "got nowhere");
    holds("route 1/radius=50 c: nowhere");
    fails("route c 1/radius=50: none", "got nowhere");
    holds("route d b: classes toll");
    fails("route d b: classes -", "expected classes -, got toll");
    fails("route d c solver=nonsense: time 40s", "could not be asked");
}

static void looks_at_openness(void **state)
{
    holds("open ab: both, speed 36");
    holds("open bc: forward");
    fails("open bc: both", "it is open forward");
    fails("open bc: backward", "it is open forward");
    fails("open ab: forward", "it is open forward backward");
    fails("open ab: none", "it is open forward backward");
    fails("open abd: forward", "it is open backward");
    fails("open ac: both", "it is open in none");
    fails("open ab: speed 37", "expected speed forward 37, got 36");
    fails("open ab: speeds 36 30", "expected speed backward 30, got 36");
}

static void looks_at_snaps(void **state)
{
    holds("snap 1: at a, distance 100m, ways ab, leads east west, count 1");
    fails("snap 1: at b", "expected at b, got a place 200.0 m from there");
    fails("snap 1: distance 101m", "expected distance 101, got 99.9");
    fails("snap 1: ways bc", "expected ways bc, got ab");
    fails("snap 1: leads east", "it leads east west");
    fails("snap 1/bearing=90: leads west", "it leads east");
    fails("snap 1/bearing=90: leads north", "it leads east");
    fails("snap 1: count 2", "expected count 2, got 1");
    fails("snap 1: none", "expected no snap, got 1");
    fails("snap 1/radius=5: at a", "expected a snap, got 0");
    holds("snap 1/radius=5: none");
    fails("snap d/exclude=toll: distance 0m", "expected distance 0, got 200");
}

static void looks_at_paths(void **state)
{
    holds("path a c: cost 40s, nodes abc");
    holds("path c a: none");
    fails("path a c: cost 41s", "expected cost 41, got 40");
    fails("path a c: nodes ac", "expected nodes ac, got abc");
    fails("path a c: none", "expected no path");
    fails("path c a: cost 40s", "expected cost 40");
    fails("path a c: unknown", "expected no id");
}

static void looks_at_counts(void **state)
{
    holds("report restrictions 1");
    fails("report restrictions 2", "expected restrictions 2, got 1");
    fails("report nonsense 2", "'nonsense' is not counted");
    holds("roads pieces 4");
    fails("roads pieces 5", "expected pieces 5, got 4");
    fails("roads nonsense 5", "roads have no 'nonsense'");
}

static void looks_at_importing(void **state)
{
    struct run_count count;
    char *told = run("import fails: no reason", &count);

    assert_int_equal(count.mistakes, 1);
    assert_non_null(strstr(told, "importing says: it is fine"));
    free(told);
    told = run("profile submarine\nroute a b: none", &count);
    assert_int_equal(count.mistakes, 1);
    assert_int_equal(count.questions, 0);
    assert_non_null(strstr(told, "importing says: "));
    free(told);
    told = run("profile submarine\nimport fails: submarine", &count);
    assert_int_equal(count.mistakes, 0);
    free(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_at_routes), cmocka_unit_test(looks_at_openness),
        cmocka_unit_test(looks_at_snaps),  cmocka_unit_test(looks_at_paths),
        cmocka_unit_test(looks_at_counts), cmocka_unit_test(looks_at_importing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
