/* tuning: which settings reach a solver's create(). */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/engine/map_entry.h"
#include "core/engine/tuned.h"
#include "core/engine/tuning.h"
#include "core/graph/map_builder.h"

static const struct device gpu = {
    .kind = DEVICE_CUDA, .name = "cuda:0", .description = "Some GPU"};

static const struct solver_option options[] = {
    {.name = "threshold", .fallback = 1, .maximum = 100, .fractional = true},
    {.name = "width", .fallback = 2, .maximum = 100, .fractional = true},
};

/* What create() last got. */
static double threshold;
static double width;

static int create(struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error);

/* Tuned settings reach create() alone. */
static int prepare(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error)
{
    return error_set(error, SOLVER_REFUSES, "not in this test");
}

static const struct form_ops form = {
    .name = "form", .device_kind = DEVICE_CUDA, .prepare = prepare};

/* An estimate that no measurement would give. */
static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    *ret_speed = (struct solver_speed){.tree_us = 12345};
}

static const struct solver_ops solver = {
    .name = "tunable",
    .form = &form,
    .speed = speed,
    .options = options,
    .option_count = 2,
    .create = create,
};

static int create(struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    threshold =
        solver_option_value(&solver, settings, setting_count, "threshold");
    width = solver_option_value(&solver, settings, setting_count, "width");
    return 0;
}

struct scene {
    char directory[32];
    const struct map *map; /* of the entry */
    struct published_map *published;
    struct map_entry *entry;
    struct prepared prepared;
    struct tuned_key key;
    struct catalog catalog;
};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof(*scene));
    const struct solver_ops *const solvers[] = {&solver};
    const struct device *const devices[] = {&gpu};
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(3, &builder, NULL), 0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    scene->map = map;
    assert_int_equal(published_map_create("map", map, NULL, solvers, 1, devices,
                                          1, &scene->published, NULL),
                     0);
    scene->entry = published_map_current(scene->published);
    strcpy(scene->directory, "/tmp/relaxd-tuning-XXXXXX");
    assert_non_null(mkdtemp(scene->directory));
    scene->prepared = (struct prepared){.device = &gpu, .map = scene->map};
    tuned_key_init(&scene->key, scene->map, &gpu);
    catalog_init(&scene->catalog);
    catalog_add(&scene->catalog, &solver);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    char command[64];

    snprintf(command, sizeof(command), "rm -r %s", scene->directory);
    assert_int_equal(system(command), 0);
    map_entry_release(scene->entry);
    published_map_release(scene->published);
    free(scene);
    return 0;
}

static void keep(struct scene *scene, const char *name, double value)
{
    struct solver_setting tuned = {name, value};

    assert_int_equal(tuned_save(scene->directory, &scene->key, &tuned, 1, NULL),
                     0);
}

static void create_for(struct scene *scene,
                       const struct engine_settings *settings,
                       const struct job_settings *job)
{
    struct tuning tuning;
    struct solver *made = NULL;

    assert_int_equal(tuning_init(&tuning, settings, &scene->catalog, NULL), 0);
    assert_int_equal(tuning_create_solver(&tuning, &solver, &scene->prepared,
                                          job, &made, NULL),
                     0);
    tuning_finish(&tuning);
}

static void create_with(struct scene *scene,
                        const struct engine_settings *settings)
{
    create_for(scene, settings, &(struct job_settings){.count = 0});
}

static void what_was_tuned_for_map_and_device_is_used(void **state)
{
    struct scene *scene = *state;
    struct engine_settings settings = {.state_directory = scene->directory};

    keep(scene, "threshold", 7);
    create_with(scene, &settings);
    assert_true(threshold == 7);
    assert_true(width == 2);
}

static void settings_win_over_what_was_tuned(void **state)
{
    struct scene *scene = *state;
    struct solver_setting given = {"threshold", 9};
    struct engine_settings settings = {
        .solver_settings = &given,
        .solver_setting_count = 1,
        .state_directory = scene->directory,
    };

    keep(scene, "threshold", 7);
    create_with(scene, &settings);
    assert_true(threshold == 9);
}

static void a_job_wins_over_settings(void **state)
{
    struct scene *scene = *state;
    struct solver_setting given = {"threshold", 9};
    struct engine_settings settings = {.solver_settings = &given,
                                       .solver_setting_count = 1};
    struct job_settings job = {{{"threshold", 11}}, 1};

    create_for(scene, &settings, &job);
    assert_true(threshold == 11);
    assert_true(width == 2);
}

static void a_setting_may_name_its_solver(void **state)
{
    struct scene *scene = *state;
    const struct solver_setting given[] = {{"tunable.width", 9},
                                           {"other.threshold", 8}};
    struct engine_settings settings = {
        .solver_settings = given,
        .solver_setting_count = 2,
        .state_directory = scene->directory,
    };

    keep(scene, "tunable.threshold", 7);
    create_with(scene, &settings);
    assert_true(threshold == 7);
    assert_true(width == 9);
    keep(scene, "other.threshold", 6);
    create_with(scene, &settings);
    assert_true(threshold == 1);
}

static void a_tuned_value_out_of_range_is_left_out(void **state)
{
    struct scene *scene = *state;
    struct engine_settings settings = {.state_directory = scene->directory};

    keep(scene, "threshold", 1000);
    create_with(scene, &settings);
    assert_true(threshold == 1);
}

static int learn(struct scene *scene, struct error *error)
{
    struct engine_settings settings = {.state_directory = scene->directory};
    struct tuning tuning;
    int r;

    assert_int_equal(tuning_init(&tuning, &settings, &scene->catalog, NULL), 0);
    r = tuning_learn(&tuning, &scene->catalog, scene->entry, &gpu, error);
    tuning_finish(&tuning);
    return r;
}

/* The message names the file, the remedy, and `what`. */
static void assert_complains(struct scene *scene, const char *what)
{
    char *path = tuned_path(scene->directory, &scene->key);
    struct error error;

    assert_int_equal(learn(scene, &error), -EINVAL);
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, what));
    assert_non_null(strstr(error.text, "run 'relaxctl tune' again"));
    free(path);
}

static void a_good_tuned_file_or_none_is_no_matter(void **state)
{
    assert_int_equal(learn(*state, NULL), 0);
    keep(*state, "threshold", 7);
    assert_int_equal(learn(*state, NULL), 0);
}

static void a_damaged_tuned_file_is_named_with_its_line(void **state)
{
    struct scene *scene = *state;
    char *path = tuned_path(scene->directory, &scene->key);
    FILE *file;

    keep(scene, "threshold", 7);
    file = fopen(path, "a");
    assert_non_null(file);
    fputs("width 3\n", file);
    fclose(file);
    free(path);
    assert_complains(scene, "line 5");
}

static void a_tuned_setting_that_cannot_be_used_is_named(void **state)
{
    keep(*state, "threshold", 1000);
    assert_complains(*state, "threshold");
    keep(*state, "breadth", 1);
    assert_complains(*state, "breadth");
    keep(*state, "tunable.width", 1000);
    assert_complains(*state, "width");
    keep(*state, "other.width", 1);
    assert_complains(*state, "other.width");
}

/* As many lines as there are numbers, or one fewer. */
static void keep_speed(struct scene *scene, const struct solver_speed *measured,
                       size_t line_count)
{
    char names[SOLVER_SPEED_NUMBERS][TUNED_NAME_SIZE];
    struct solver_setting lines[SOLVER_SPEED_NUMBERS];

    tuned_speed_lines(&solver, measured, names, lines);
    assert_int_equal(
        tuned_save(scene->directory, &scene->key, lines, line_count, NULL), 0);
}

static double tree_us(const struct scene *scene)
{
    return map_entry_speed(scene->entry, &solver, &gpu)->tree_us;
}

static void what_was_measured_wins_over_the_guess(void **state)
{
    struct scene *scene = *state;
    struct solver_speed measured = {0.5, 1, 2, 3, 4.5, 6, 7, 8};

    assert_true(tree_us(scene) == 12345);
    keep_speed(scene, &measured, SOLVER_SPEED_NUMBERS);
    assert_int_equal(learn(scene, NULL), 0);
    assert_true(tree_us(scene) == 4.5);
    assert_true(map_entry_speed(scene->entry, &solver, &gpu)->cell_us == 7);
}

static void a_speed_that_cannot_be_used_is_named(void **state)
{
    struct scene *scene = *state;
    struct solver_speed measured = {0.5, 1, 2, 3, 4.5, 6, 7, 8};

    keep_speed(scene, &measured, SOLVER_SPEED_NUMBERS - 1);
    assert_complains(scene, "tunable.speed.column-us");
    measured.pair_us = -1;
    keep_speed(scene, &measured, SOLVER_SPEED_NUMBERS);
    assert_complains(scene, "tunable.speed.pair-us");
    keep(scene, "tunable.speed.naps-us", 1);
    assert_complains(scene, "tunable.speed.naps-us");
    assert_true(tree_us(scene) == 12345);
}

static void nothing_tuned_leaves_the_defaults(void **state)
{
    struct scene *scene = *state;
    struct engine_settings settings = {.state_directory = scene->directory};

    create_with(scene, &settings);
    assert_true(threshold == 1);
}

static void a_setting_out_of_range_is_refused(void **state)
{
    struct scene *scene = *state;
    struct solver_setting given = {"width", 1000};
    struct engine_settings settings = {.solver_settings = &given,
                                       .solver_setting_count = 1};
    struct tuning tuning;
    struct error error;

    assert_int_equal(tuning_init(&tuning, &settings, &scene->catalog, &error),
                     -EINVAL);
    assert_non_null(strstr(error.text, "width"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_was_tuned_for_map_and_device_is_used),
        TEST(settings_win_over_what_was_tuned),
        TEST(a_job_wins_over_settings),
        TEST(a_setting_may_name_its_solver),
        TEST(a_tuned_value_out_of_range_is_left_out),
        TEST(a_good_tuned_file_or_none_is_no_matter),
        TEST(a_damaged_tuned_file_is_named_with_its_line),
        TEST(a_tuned_setting_that_cannot_be_used_is_named),
        TEST(what_was_measured_wins_over_the_guess),
        TEST(a_speed_that_cannot_be_used_is_named),
        TEST(nothing_tuned_leaves_the_defaults),
        TEST(a_setting_out_of_range_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
