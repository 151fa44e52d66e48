/* samples and plot_svg: figures of known numbers, a plot that is well-formed.
 */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/plot_svg.h"
#include "clients/relaxctl/samples.h"

static void tells_median_mean_and_shares(void **state)
{
    struct samples samples;

    assert_int_equal(samples_init(&samples, 20), 0);
    for (int i = 20; i > 0; i--)
        samples_add(&samples, i);
    samples_sort(&samples);
    assert_true(samples_median(&samples) == 10.5);
    assert_true(samples_mean(&samples) == 10.5);
    assert_true(samples_at(&samples, 0) == 1);
    assert_true(samples_at(&samples, 0.95) == 19);
    assert_true(samples_at(&samples, 1) == 20);
    samples_finish(&samples);
}

enum { TEXT_SIZE = 64 * 1024 };

static void draw(const struct plot_curve *curves, size_t count,
                 char ret_text[TEXT_SIZE])
{
    const struct plot_panel panel = {"y", curves, count};
    const struct plot plot = {"a < b & c", "x", &panel, 1};
    FILE *file = fmemopen(ret_text, TEXT_SIZE, "w");

    plot_svg_write(&plot, file);
    assert_false(ferror(file));
    assert_int_equal(fclose(file), 0);
}

static size_t count_parts(const char *text, const char *part)
{
    size_t count = 0;

    while ((text = strstr(text, part))) {
        text += strlen(part);
        count++;
    }
    return count;
}

static void escapes_what_xml_keeps(void **state)
{
    const double values[] = {1, 10, 100};
    const struct plot_curve curve = {"<curve>", values, 3};
    char text[TEXT_SIZE];

    draw(&curve, 1, text);
    assert_non_null(strstr(text, "a &lt; b &amp; c"));
    assert_non_null(strstr(text, "&lt;curve&gt;"));
    assert_null(strstr(text, "nan"));
}

static void leaves_a_gap_for_what_has_no_logarithm(void **state)
{
    const double values[] = {5, 5, 0, 5, 5};
    const struct plot_curve curve = {"c", values, 5};
    char text[TEXT_SIZE];
    char *drawn;

    draw(&curve, 1, text);
    drawn = strstr(text, "stroke-dasharray=\"none\" d=\"");
    assert_non_null(drawn);
    drawn += strlen("stroke-dasharray=\"none\" d=\"");
    *strchr(drawn, '"') = '\0';
    assert_int_equal(count_parts(drawn, "M"), 2);
    assert_int_equal(count_parts(drawn, "L"), 2);
}

static void draws_curves_of_nothing(void **state)
{
    const double zero = 0;
    const struct plot_curve curves[] = {{"none", &zero, 0}, {"0", &zero, 1}};
    char text[TEXT_SIZE];

    draw(curves, 2, text);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_non_null(strstr(text, "</svg>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_median_mean_and_shares),
        cmocka_unit_test(escapes_what_xml_keeps),
        cmocka_unit_test(leaves_a_gap_for_what_has_no_logarithm),
        cmocka_unit_test(draws_curves_of_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
