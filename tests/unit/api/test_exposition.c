/* exposition: Prometheus reads what it writes. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "api/metrics/exposition.h"

static void writes(struct json_writer *out, const char *expected)
{
    json_writer_raw(out, "", 1);
    assert_false(out->failed);
    assert_string_equal(out->text, expected);
    json_writer_finish(out);
}

static void a_family_begins_with_its_help_and_type(void **state)
{
    struct json_writer out;

    json_writer_init(&out);
    exposition_head(&out, "counter", "a_total", "What \"it\" is:\none\\two.");
    exposition_number(&out, "a_total", NULL, UINT64_MAX);
    writes(&out, "# HELP a_total What \"it\" is:\\none\\\\two.\n"
                 "# TYPE a_total counter\n"
                 "a_total 18446744073709551615\n");
}

/* A value must end neither its quotes nor its line. */
static void values_of_labels_are_escaped(void **state)
{
    struct metric_labels labels = {
        {{"map", "a\"} 1\n\\b \xc3\xa9"}, {"profile", ""}}};
    struct json_writer out;

    json_writer_init(&out);
    exposition_number(&out, "vertices", &labels, 7);
    writes(&out,
           "vertices{map=\"a\\\"} 1\\n\\\\b \xc3\xa9\",profile=\"\"} 7\n");
}

static void seconds_are_exact(void **state)
{
    static const struct {
        uint64_t us;
        const char *text;
    } cases[] = {
        {0, "s 0.000000\n"},
        {1, "s 0.000001\n"},
        {1000001, "s 1.000001\n"},
        {UINT64_C(1795349743031535), "s 1795349743.031535\n"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct json_writer out;

        json_writer_init(&out);
        exposition_seconds_of_us(&out, "s", NULL, cases[i].us);
        writes(&out, cases[i].text);
    }
}

/* Bucket by bucket they add up; beyond the last there is one more. */
static void buckets_add_up(void **state)
{
    static const struct histogram_scale scale = {3, {10, 2500, 1000000}};
    struct metric_labels labels = {{{"d", "cpu"}}};
    struct histogram histogram;
    struct histogram_figures figures;
    struct json_writer out;

    histogram_init(&histogram, &scale);
    histogram_note(&histogram, 10);
    histogram_note(&histogram, 11);
    histogram_note(&histogram, 2000000);
    histogram_read(&histogram, &figures);
    json_writer_init(&out);
    exposition_times(&out, "t", &labels, &figures);
    writes(&out, "t_bucket{d=\"cpu\",le=\"1e-05\"} 1\n"
                 "t_bucket{d=\"cpu\",le=\"0.0025\"} 2\n"
                 "t_bucket{d=\"cpu\",le=\"1\"} 2\n"
                 "t_bucket{d=\"cpu\",le=\"+Inf\"} 3\n"
                 "t_count{d=\"cpu\"} 3\n"
                 "t_sum{d=\"cpu\"} 2.000021\n");
    json_writer_init(&out);
    exposition_sizes(&out, "n", NULL, &figures);
    writes(&out, "n_bucket{le=\"10\"} 1\n"
                 "n_bucket{le=\"2500\"} 2\n"
                 "n_bucket{le=\"1000000\"} 2\n"
                 "n_bucket{le=\"+Inf\"} 3\n"
                 "n_count 3\n"
                 "n_sum 2000021\n");
}

/* Different bounds must be written differently. */
static void all_bounds_are_told_apart(void **state)
{
    static const struct histogram_scale *const scales[] = {&histogram_times_us,
                                                           &histogram_sizes};

    for (size_t i = 0; i < 2; i++) {
        struct histogram_figures figures = {.scale = scales[i]};
        struct json_writer out;
        const char *line;
        double last = 0;
        size_t count = 0;

        json_writer_init(&out);
        exposition_times(&out, "t", NULL, &figures);
        json_writer_raw(&out, "", 1);
        for (line = out.text; (line = strstr(line, "le=\"")); count++) {
            double bound = strtod(line += 4, NULL);

            assert_true(bound > last);
            last = bound;
        }
        assert_int_equal(count, scales[i]->count + 1);
        json_writer_finish(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_family_begins_with_its_help_and_type),
        cmocka_unit_test(values_of_labels_are_escaped),
        cmocka_unit_test(seconds_are_exact),
        cmocka_unit_test(buckets_add_up),
        cmocka_unit_test(all_bounds_are_told_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
