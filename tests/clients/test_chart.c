/* table and chart: known cells as text and CSV, charts that gnuplot draws. What
 * needs gnuplot is skipped where it is not installed. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/chart.h"
#include "lab/sheet.h"

static const struct column columns[] = {
    {"name", "name", "", 0},
    {"mean_ms", "mean", "ms", 2},
    {0},
};

static void fill(struct sheet *table)
{
    sheet_init(table, columns);
    sheet_add(table, CELL("a, \"b\""), CELL(1.5));
    sheet_add(table, CELL("c"), cell_none, CELL("not a whole row"));
}

static char *csv_of(const struct sheet *table)
{
    char *text;
    size_t size;

    assert_int_equal(sheet_csv(table, &text, &size), 0);
    return text;
}

static char *print_of(const struct sheet *table)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    assert_int_equal(sheet_print(table, file), 0);
    fclose(file);
    return text;
}

static void writes_whole_rows_as_csv(void **state)
{
    struct sheet table;
    char *text;

    fill(&table);
    text = csv_of(&table);
    assert_string_equal(text, "name,mean_ms\n\"a, \"\"b\"\"\",1.5\nc,\n");
    free(text);
    sheet_finish(&table);
}

static void prints_aligned_without_trailing_blanks(void **state)
{
    struct sheet table;
    char *text;

    fill(&table);
    text = print_of(&table);
    assert_string_equal(text, "  name    mean\n"
                              "            ms\n"
                              "  a, \"b\"  1.50\n"
                              "  c          -\n");
    free(text);
    sheet_finish(&table);
}

static void shows_some_of_many_rows_with_both_ends(void **state)
{
    struct sheet table;
    char *text;

    sheet_init(&table, columns);
    for (int i = 0; i <= 100; i++)
        sheet_add(&table, CELL("row"), CELL((double)i));
    text = print_of(&table);
    assert_non_null(strstr(text, "  0.00\n"));
    assert_non_null(strstr(text, "100.00\n"));
    assert_non_null(strstr(text, "(24 of 101 rows)"));
    free(text);
    sheet_finish(&table);
}

/* The script for gnuplot. */
static char *script_of(const struct chart *chart)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    chart_script(chart, file);
    fclose(file);
    return text;
}

static void need_gnuplot(void)
{
    if (system("command -v gnuplot >/dev/null"))
        skip();
}

static char *draw(const struct chart *chart)
{
    char *text;
    size_t size;

    assert_int_equal(chart_draw(chart, &text, &size, NULL), 0);
    assert_non_null(strstr(text, "</svg>"));
    return text;
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

static void texts_are_drawn_as_they_are(void **state)
{
    struct chart chart;
    struct chart_series *series;
    char *text;

    need_gnuplot();
    chart_init(&chart, "a < b & c's $x_1 {d}", "x", CHART_LINEAR);
    series = chart_add_series(chart_add_panel(&chart, "y", CHART_LOG),
                              "<curve>'; exit", CHART_LINE);
    chart_add_point(series, 0, 1);
    chart_add_point(series, 1, 100);
    text = draw(&chart);
    assert_non_null(strstr(text, "a &lt; b &amp; c's $x_1 {d}"));
    assert_non_null(strstr(text, "&lt;curve>'; exit"));
    free(text);
    chart_finish(&chart);
}

/* Of one path: the line in the legend, and the curve's two parts. */
static void leaves_a_gap_for_what_has_no_logarithm(void **state)
{
    const double values[] = {5, 5, 0, 5, 5};
    struct chart chart;
    struct chart_series *series;
    char *text;
    char *drawn;

    need_gnuplot();
    chart_init(&chart, "t", "x", CHART_LINEAR);
    series = chart_add_series(chart_add_panel(&chart, "y", CHART_LOG), "c",
                              CHART_LINE);
    for (int i = 0; i < 5; i++)
        chart_add_point(series, i, values[i]);
    text = draw(&chart);
    assert_int_equal(count_parts(text, "color='rgb(  0, 114, 178)'/>"), 5);
    drawn = strstr(text, "<path stroke='rgb(  0, 114, 178)'");
    assert_non_null(drawn);
    *strstr(drawn, "/>") = '\0';
    assert_int_equal(count_parts(drawn, " M"), 2);
    assert_int_equal(count_parts(drawn, " L"), 3);
    free(text);
    chart_finish(&chart);
}

static void draws_a_bar_for_each_value_of_each_series(void **state)
{
    static const char *const categories[] = {"one", "two"};
    static const char *const names[] = {"a", "b", "c"};
    struct chart chart;
    struct chart_panel *panel;
    char *text;

    need_gnuplot();
    chart_init(&chart, "t", "x", CHART_LINEAR);
    panel = chart_add_panel(&chart, "y", CHART_LINEAR);
    for (int i = 0; i < 6; i++)
        chart_add_bar(panel, categories[i / 3], names[i % 3], i + 1);
    text = draw(&chart);
    /* 2 × 3 bars, 3 keys. */
    assert_int_equal(count_parts(text, "<polygon "), 9);
    assert_non_null(strstr(text, "two"));
    free(text);
    chart_finish(&chart);
}

static void tells_fourteen_series_apart(void **state)
{
    char seen[14][sizeof("#123456")];
    struct chart chart;
    struct chart_panel *panel;
    char *text;
    const char *at;

    chart_init(&chart, "t", "x", CHART_LINEAR);
    panel = chart_add_panel(&chart, "y", CHART_LINEAR);
    for (int i = 0; i < 14; i++)
        chart_add_point(chart_add_series(panel, "s", CHART_POINTS), i, 1);
    text = script_of(&chart);
    at = text;
    for (int i = 0; i < 14; i++) {
        at = strstr(at, "with points linecolor '");
        assert_non_null(at);
        at += strlen("with points linecolor '");
        snprintf(seen[i], sizeof(seen[i]), "%s", at);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(seen[i], seen[j]);
    }
    free(text);
    chart_finish(&chart);
}

/* 1,000 to 200,000 are the whole width: no empty decade beside them. */
static void fits_a_logarithmic_x_axis_to_its_values(void **state)
{
    struct chart chart;
    struct chart_series *series;
    char *text;

    need_gnuplot();
    chart_init(&chart, "t", "x", CHART_LOG);
    series = chart_add_series(chart_add_panel(&chart, "y", CHART_LINEAR), "s",
                              CHART_LINE);
    chart_add_point(series, 1000, 1);
    chart_add_point(series, 200000, 1);
    text = draw(&chart);
    assert_non_null(strstr(text, ">100000<"));
    assert_null(strstr(text, ">1000000<"));
    free(text);
    chart_finish(&chart);
}

/* Values close together are between labels, too. */
static void a_logarithmic_axis_has_labels(void **state)
{
    struct chart chart;
    struct chart_series *series;
    char *text;

    need_gnuplot();
    chart_init(&chart, "t", "x", CHART_LOG);
    series = chart_add_series(chart_add_panel(&chart, "y", CHART_LINEAR), "s",
                              CHART_LINE);
    chart_add_point(series, 300, 1);
    chart_add_point(series, 400, 1);
    text = draw(&chart);
    assert_non_null(strstr(text, ">100<"));
    assert_non_null(strstr(text, ">1000<"));
    free(text);
    chart_finish(&chart);
}

static void draws_charts_of_nothing(void **state)
{
    const enum chart_scale scales[] = {CHART_LINEAR, CHART_LOG};

    need_gnuplot();
    for (int i = 0; i < 2; i++) {
        struct chart chart;
        struct chart_panel *panel;
        char *text;

        chart_init(&chart, "t", "x", scales[i]);
        panel = chart_add_panel(&chart, "y", scales[i]);
        chart_add_series(panel, "none", CHART_LINE);
        chart_add_point(chart_add_series(panel, "0", CHART_BARS), 0, 0);
        panel = chart_add_panel(&chart, "z", scales[i]);
        chart_add_series(panel, "none", CHART_POINTS);
        text = draw(&chart);
        assert_null(strstr(text, ">nan<"));
        assert_null(strstr(text, ">inf<"));
        free(text);
        chart_finish(&chart);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_whole_rows_as_csv),
        cmocka_unit_test(prints_aligned_without_trailing_blanks),
        cmocka_unit_test(shows_some_of_many_rows_with_both_ends),
        cmocka_unit_test(texts_are_drawn_as_they_are),
        cmocka_unit_test(leaves_a_gap_for_what_has_no_logarithm),
        cmocka_unit_test(draws_a_bar_for_each_value_of_each_series),
        cmocka_unit_test(tells_fourteen_series_apart),
        cmocka_unit_test(fits_a_logarithmic_x_axis_to_its_values),
        cmocka_unit_test(a_logarithmic_axis_has_labels),
        cmocka_unit_test(draws_charts_of_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
