/* raster_map: cells become vertices, their values weights of the arcs that
 * enter them, with a stated scale. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/graph/import/raster/raster_map.h"
#include "core/graph/map_file/map_verify.h"
#include "tests/unit/scratch.h"

static struct raster raster_of(uint32_t rows, uint32_t columns, double *value)
{
    return (struct raster){
        .rows = rows,
        .columns = columns,
        .value = value,
        .precision = RASTER_PRECISION_F8,
    };
}

static struct map *make(const struct raster *raster,
                        const struct raster_map_settings *settings,
                        struct raster_map_summary *ret_summary)
{
    struct error error = {""};
    struct map *map;

    if (raster_map_make(raster, settings, ret_summary, &map, &error))
        fail_msg("%s", error.text);
    assert_int_equal(map_verify(map, NULL, 1, &error), 0);
    return map;
}

static void assert_refused(double *value, const char *unit, double scale,
                           const char *words)
{
    const struct raster raster = raster_of(1, 2, value);
    const struct raster_map_settings settings = {scale, unit, "test"};
    struct raster_map_summary summary;
    struct error error = {""};
    struct map *map;

    assert_int_equal(
        raster_map_make(&raster, &settings, &summary, &map, &error), -EINVAL);
    if (!strstr(error.text, words))
        fail_msg("'%s' does not say '%s'", error.text, words);
}

static void entering_a_cell_costs_its_value(void **state)
{
    static const uint32_t heads[] = {1, 2, 0, 3, 0, 3, 1, 2};
    static const uint32_t weights[] = {20, 30, 10, 40, 10, 40, 20, 30};
    double value[] = {10, 20, 30, 40};
    const struct raster raster = raster_of(2, 2, value);
    struct raster_map_summary summary;
    struct map *map = make(
        &raster, &(struct raster_map_settings){.source = "four"}, &summary);

    assert_int_equal(map->topology.vertex_count, 4);
    assert_int_equal(map->topology.arc_count, 8);
    assert_memory_equal(map->topology.head, heads, sizeof(heads));
    assert_memory_equal(map->imported.arcs.weight, weights, sizeof(weights));
    assert_int_equal(map->external_id[0], 0);
    assert_int_equal(map->external_id[3], 3);
    assert_null(map->position);
    assert_true(summary.scale == 1);
    assert_true(summary.rounding == 0);
    assert_string_equal(map->info.unit, "cell value");
    assert_string_equal(map->info.source, "four: 2 rows of 2 cells");
    map_destroy(map);
}

static void one_cell_is_a_map_without_arcs(void **state)
{
    double value[] = {3};
    const struct raster raster = raster_of(1, 1, value);
    struct raster_map_summary summary;
    struct map *map =
        make(&raster, &(struct raster_map_settings){.source = "one"}, &summary);

    assert_int_equal(map->topology.vertex_count, 1);
    assert_int_equal(map->topology.arc_count, 0);
    map_destroy(map);
}

static void no_arc_enters_or_leaves_a_cell_without_value(void **state)
{
    double value[] = {1, RASTER_NODATA, 3};
    const struct raster raster = raster_of(1, 3, value);
    struct raster_map_summary summary;
    struct map *map =
        make(&raster, &(struct raster_map_settings){.source = "gap"}, &summary);

    assert_int_equal(map->topology.vertex_count, 3);
    assert_int_equal(map->topology.arc_count, 0);
    assert_int_equal(summary.nodata_count, 1);
    map_destroy(map);
}

static void assert_scale(double *value, uint32_t count, double expected)
{
    const struct raster raster = raster_of(1, count, value);

    assert_true(fabs(raster_scale_choose(&raster) / expected - 1) < 1e-12);
}

static void the_scale_keeps_decimals_and_fits(void **state)
{
    assert_scale((double[]){1, 4e9}, 2, 1);
    assert_scale((double[]){1.5, 2}, 2, 10);
    assert_scale((double[]){0.29, 1.1, RASTER_NODATA}, 3, 100);
    assert_scale((double[]){1.0 / 3, 1}, 2, 1e9);
    assert_scale((double[]){1e6 / 3, 1e6}, 2, 1e3);
    assert_scale((double[]){1e12 / 3, 1e12}, 2, 1e-3);
    assert_scale((double[]){1e-6 / 3, 1e-6}, 2, 1e15);
}

static void floats_are_whole_as_near_as_floats_tell(void **state)
{
    double value[] = {0.1F, 0.7F, 123.4F};
    struct raster raster = raster_of(1, 3, value);

    raster.precision = RASTER_PRECISION_F4;
    assert_true(raster_scale_choose(&raster) == 10);
}

/* Even with every step rounded, no path of a full grid overflows. */
static void with_the_chosen_scale_the_longest_way_fits(void **state)
{
    double value[400];
    const struct raster raster = raster_of(20, 20, value);
    struct raster_map_summary summary;
    struct map *map;
    uint64_t most = 0;

    for (int i = 0; i < 400; i++)
        value[i] = (i + 1) / 7.0;
    map = make(&raster, &(struct raster_map_settings){.source = "many"},
               &summary);
    for (uint32_t a = 0; a < map->imported.arcs.arc_count; a++)
        most = map->imported.arcs.weight[a] > most
                   ? map->imported.arcs.weight[a]
                   : most;
    assert_true(most * 40 <= COST_MAX);
    assert_true(most * 40 * 10 > COST_MAX);
    assert_true(summary.rounding <= 0.5 / summary.scale);
    assert_true(summary.rounding > 0);
    map_destroy(map);
}

static void the_unit_states_the_scale(void **state)
{
    double value[] = {0.5, 1.25};
    const struct raster raster = raster_of(1, 2, value);
    struct raster_map_summary summary;
    struct map *map = make(
        &raster, &(struct raster_map_settings){.source = "half"}, &summary);

    assert_string_equal(map->info.unit, "cell value / 100");
    assert_int_equal(map->imported.arcs.weight[0], 125);
    map_destroy(map);
    map =
        make(&raster, &(struct raster_map_settings){3, "s", "half"}, &summary);
    assert_string_equal(map->info.unit, "s / 3");
    assert_int_equal(map->imported.arcs.weight[0], 4);
    assert_true(fabs(summary.rounding - 0.5 / 3) < 1e-12);
    map_destroy(map);
}

static void refuses_costs_that_cannot_be(void **state)
{
    assert_refused((double[]){1, -5}, NULL, 0,
                   "row 0, column 1 (from 0): the cost -5 is negative");
    assert_refused((double[]){1, 5e9}, NULL, 0,
                   "the cost 5e+09 times the scale 1 does not fit 32 bits; it "
                   "does with --scale 0.1");
    assert_refused((double[]){1, 4294967294.0}, NULL, 0, "does not fit");
    assert_refused((double[]){1, 5}, NULL, 1e9, "does with --scale 100000000");
    assert_refused((double[]){1, 5e8}, NULL, 1e9, "does with --scale 1");
    assert_refused((double[]){1, 5}, NULL, 1e-9,
                   "the scale 1e-09 makes every cost 0: the largest is 5");
    assert_refused((double[]){1, 5}, "twenty-six letters in a row", 1000,
                   "is longer than 31 bytes");
}

static int import_file(const char *path, struct map **ret_map,
                       struct error *error)
{
    const struct import_request request = {.paths = &path, .path_count = 1};
    struct import_result result = {.count = 0};
    int r = raster_importer.run(&request, NULL, &result, error);

    *ret_map = result.map[0];
    return r;
}

static struct map *import(struct scratch *scratch, const char *text)
{
    const char *path = scratch_file(scratch, "x.asc", text, strlen(text));
    struct error error = {""};
    struct map *map;

    if (import_file(path, &map, &error))
        fail_msg("%s", error.text);
    return map;
}

static void cells_in_degrees_have_positions(void **state)
{
    struct scratch scratch;
    struct map *map;

    scratch_init(&scratch);
    map = import(&scratch, "ncols 2\nnrows 2\nxllcorner 139\nyllcorner 35\n"
                           "cellsize 0.5\n1 2\n3 4\n");
    assert_non_null(map->position);
    assert_int_equal(map->position[0].lon_e7, 1392500000);
    assert_int_equal(map->position[0].lat_e7, 357500000);
    assert_int_equal(map->position[3].lon_e7, 1397500000);
    assert_int_equal(map->position[3].lat_e7, 352500000);
    assert_string_equal(map->info.source, "x.asc: 2 rows of 2 cells");
    map_destroy(map);
    map = import(&scratch, "ncols 1\nnrows 1\nxllcorner 500000\n"
                           "yllcorner 4000000\ncellsize 30\n1\n");
    assert_null(map->position);
    map_destroy(map);
    scratch_finish(&scratch);
}

static void words_about_a_file_begin_with_its_path(void **state)
{
    struct scratch scratch;
    struct error error;
    struct map *map;
    const char *path;

    scratch_init(&scratch);
    path = scratch_file(&scratch, "bad", "1 -2\n", 5);
    assert_int_equal(import_file(path, &map, &error), -EINVAL);
    assert_non_null(strstr(error.text, "/bad': row 0, column 1 (from 0): the "
                                       "cost -2 is negative"));
    scratch_finish(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entering_a_cell_costs_its_value),
        cmocka_unit_test(one_cell_is_a_map_without_arcs),
        cmocka_unit_test(no_arc_enters_or_leaves_a_cell_without_value),
        cmocka_unit_test(the_scale_keeps_decimals_and_fits),
        cmocka_unit_test(floats_are_whole_as_near_as_floats_tell),
        cmocka_unit_test(with_the_chosen_scale_the_longest_way_fits),
        cmocka_unit_test(the_unit_states_the_scale),
        cmocka_unit_test(refuses_costs_that_cannot_be),
        cmocka_unit_test(cells_in_degrees_have_positions),
        cmocka_unit_test(words_about_a_file_begin_with_its_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
