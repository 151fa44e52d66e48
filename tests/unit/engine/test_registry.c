/* registry: names, replacement, and what keeps an entry alive. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine/registry.h"
#include "core/graph/map_builder.h"
#include "core/solver/catalog.h"
#include "core/solver/csr.h"
#include "tests/publish.h"

static const struct device gpu = {.kind = DEVICE_CUDA, .name = "cuda:0"};

static int refuse_to_prepare(const struct device *device, const struct map *map,
                             struct prepared **ret_prepared,
                             struct error *error)
{
    return error_set(error, -ENOMEM, "device memory is short");
}

static const struct form_ops refusing = {
    .name = "refusing",
    .device_kind = DEVICE_CUDA,
    .prepare = refuse_to_prepare,
};

static const struct solver_ops refusing_solver = {
    .name = "refusing",
    .form = &refusing,
};

static const struct form_ops refusing_cpu = {
    .name = "refusing-cpu",
    .device_kind = DEVICE_CPU,
    .prepare = refuse_to_prepare,
};

static const struct solver_ops refusing_cpu_solver = {
    .name = "refusing-cpu",
    .form = &refusing_cpu,
};

static struct map *line_map(uint32_t vertex_count)
{
    struct map_builder *builder;
    struct map *map;

    assert_int_equal(map_builder_create(vertex_count, &builder, NULL), 0);
    for (uint32_t v = 0; v + 1 < vertex_count; v++)
        assert_int_equal(map_builder_add_arc(builder, v, v + 1, 1, NULL), 0);
    assert_int_equal(map_builder_finish(builder, &map, NULL), 0);
    map_builder_destroy(builder);
    return map;
}

static int publish_for_solver(struct registry *registry, const char *name,
                              struct map *map, const struct solver_ops *solver,
                              struct error *error)
{
    const struct solver_ops *solvers[] = {&dijkstra_solver, solver};
    const struct device *devices[] = {device_cpu(), &gpu};

    return publish_map(registry, name, map, solvers, solver ? 2 : 1, devices, 2,
                       error);
}

static int publish(struct registry *registry, const char *name,
                   uint32_t vertex_count, const struct solver_ops *solver,
                   struct error *error)
{
    return publish_for_solver(registry, name, line_map(vertex_count), solver,
                              error);
}

static void publish_for(struct registry *registry, const char *profile,
                        uint32_t vertex_count)
{
    struct map *map = line_map(vertex_count);

    strcpy(map->roads.profile.name, profile);
    assert_int_equal(publish_for_solver(registry, "a", map, NULL, NULL), 0);
}

static int set_up(void **state)
{
    struct registry *registry;

    if (registry_create(&registry, NULL))
        return -1;
    *state = registry;
    return 0;
}

static int tear_down(void **state)
{
    registry_destroy(*state);
    return 0;
}

static uint32_t vertices_of(struct registry *registry, const char *name)
{
    struct map_entry *entry = registry_acquire(registry, name, NULL);
    uint32_t count;

    assert_non_null(entry);
    count = map_entry_map(entry)->topology.vertex_count;
    map_entry_release(entry);
    return count;
}

static void refuses_names_that_are_no_file_names(void **state)
{
    static const char *const bad[] = {"", "a b", "../x", "a/b", "\xc3\xa4"};
    char long_name[MAP_NAME_SIZE + 1] = "";
    struct error error;

    memset(long_name, 'x', MAP_NAME_SIZE);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_int_equal(publish(*state, bad[i], 2, NULL, &error), -EINVAL);
    assert_int_equal(publish(*state, long_name, 2, NULL, &error), -EINVAL);
    assert_non_null(strstr(error.text, "63"));
    assert_null(registry_acquire(*state, NULL, NULL));
    long_name[MAP_NAME_SIZE - 1] = '\0';
    assert_int_equal(publish(*state, long_name, 2, NULL, &error), 0);
}

static void no_name_means_the_map_published_first(void **state)
{
    assert_int_equal(publish(*state, "b", 3, NULL, NULL), 0);
    assert_int_equal(publish(*state, "a", 4, NULL, NULL), 0);
    assert_int_equal(vertices_of(*state, NULL), 3);
    assert_int_equal(publish(*state, "b", 5, NULL, NULL), 0);
    assert_int_equal(vertices_of(*state, NULL), 5);
}

static uint32_t vertices_for(struct registry *registry, const char *profile)
{
    struct map_entry *entry = registry_acquire(registry, "a", profile);
    uint32_t count = entry ? map_entry_map(entry)->topology.vertex_count : 0;

    map_entry_release(entry);
    return count;
}

static void profiles_of_one_name_are_maps_of_their_own(void **state)
{
    publish_for(*state, "car", 3);
    publish_for(*state, "foot", 4);
    assert_int_equal(vertices_for(*state, "foot"), 4);
    assert_int_equal(vertices_for(*state, NULL), 3);
    assert_int_equal(vertices_for(*state, "bicycle"), 0);
    publish_for(*state, "car", 5);
    assert_int_equal(vertices_for(*state, "car"), 5);
    assert_int_equal(vertices_for(*state, "foot"), 4);
    assert_int_equal(vertices_for(*state, NULL), 5);
}

static void a_replaced_map_lives_as_long_as_it_is_pinned(void **state)
{
    struct map_entry *old;

    assert_int_equal(publish(*state, "a", 3, NULL, NULL), 0);
    old = registry_acquire(*state, "a", NULL);
    assert_int_equal(publish(*state, "a", 4, NULL, NULL), 0);
    assert_int_equal(vertices_of(*state, "a"), 4);
    assert_int_equal(map_entry_map(old)->topology.vertex_count, 3);
    map_entry_release(old);
}

static void lists_in_the_order_of_first_publication(void **state)
{
    struct map_entry *entries[4];

    assert_int_equal(publish(*state, "z", 2, NULL, NULL), 0);
    assert_int_equal(publish(*state, "a", 2, NULL, NULL), 0);
    assert_int_equal(publish(*state, "z", 2, NULL, NULL), 0);
    assert_int_equal(registry_count(*state), 2);
    assert_int_equal(registry_list(*state, entries, 4), 2);
    assert_string_equal(map_entry_name(entries[0]), "z");
    assert_string_equal(map_entry_name(entries[1]), "a");
    map_entry_release(entries[0]);
    map_entry_release(entries[1]);
}

static void says_what_a_cuda_device_lacks(void **state)
{
    struct map_entry *entry;

    assert_int_equal(publish(*state, "a", 2, &refusing_solver, NULL), 0);
    entry = registry_acquire(*state, "a", NULL);
    assert_null(map_entry_metric(entry, &refusing, &gpu));
    assert_string_equal(map_entry_missing(entry, &gpu),
                        "prepare refusing on cuda:0: device memory is short");
    assert_non_null(map_entry_metric(entry, &csr_form, device_cpu()));
    assert_null(map_entry_missing(entry, device_cpu()));
    map_entry_release(entry);
}

static void what_the_cpu_cannot_prepare_is_left_out(void **state)
{
    struct map_entry *entry;

    assert_int_equal(publish(*state, "a", 2, &refusing_cpu_solver, NULL), 0);
    entry = registry_acquire(*state, "a", NULL);
    assert_null(map_entry_metric(entry, &refusing_cpu, device_cpu()));
    assert_string_equal(map_entry_missing(entry, device_cpu()),
                        "prepare refusing-cpu on cpu: device memory is short");
    assert_non_null(map_entry_metric(entry, &csr_form, device_cpu()));
    map_entry_release(entry);
}

static void without_the_oracle_a_map_is_not_published(void **state)
{
    const struct solver_ops *solvers[] = {&refusing_cpu_solver,
                                          &dijkstra_solver};
    const struct device *devices[] = {device_cpu()};
    struct error error;

    assert_int_equal(publish(*state, "a", 2, NULL, &error), 0);
    assert_int_equal(
        publish_map(*state, "a", line_map(3), solvers, 2, devices, 1, &error),
        -ENOMEM);
    assert_non_null(strstr(error.text, "device memory is short"));
    assert_int_equal(vertices_of(*state, "a"), 2);
}

static struct published_map *prepare(const char *name, uint32_t vertex_count,
                                     const struct solver_ops *solver)
{
    const struct solver_ops *solvers[] = {&dijkstra_solver, solver};
    const struct device *devices[] = {device_cpu(), &gpu};
    struct published_map *published;

    assert_int_equal(published_map_create(name, line_map(vertex_count), NULL,
                                          solvers, solver ? 2 : 1, devices, 2,
                                          &published, NULL),
                     0);
    return published;
}

static void serve(struct registry *registry, struct published_map *first,
                  struct published_map *second)
{
    struct published_map **maps = malloc(2 * sizeof(*maps));

    assert_non_null(maps);
    maps[0] = first;
    maps[1] = second;
    registry_serve(registry, maps, second ? 2 : 1);
}

static void count_retired(void *count)
{
    ++*(int *)count;
}

static void what_is_prepared_is_served_only_once_it_is_said(void **state)
{
    struct published_map *a = prepare("a", 3, NULL);

    assert_null(registry_acquire(*state, "a", NULL));
    serve(*state, a, NULL);
    assert_int_equal(vertices_of(*state, "a"), 3);
    published_map_release(a);
    assert_int_equal(vertices_of(*state, "a"), 3);
}

static void a_set_replaces_removes_and_orders(void **state)
{
    struct published_map *a = prepare("a", 3, NULL);
    struct published_map *b = prepare("b", 4, NULL);
    struct map_entry *kept;
    struct published_map *c;
    int retired = 0;

    serve(*state, a, b);
    registry_on_retired(*state, count_retired, &retired);
    assert_int_equal(vertices_of(*state, NULL), 3);
    serve(*state, b, a);
    assert_int_equal(vertices_of(*state, NULL), 4);
    assert_int_equal(retired, 0);
    assert_false(published_map_release_last(b));

    c = prepare("b", 5, NULL);
    kept = registry_acquire(*state, "a", NULL);
    serve(*state, c, NULL);
    assert_int_equal(retired, 1);
    assert_null(registry_acquire(*state, "a", NULL));
    assert_int_equal(vertices_of(*state, NULL), 5);
    assert_true(published_map_release_last(b));
    assert_false(published_map_release_last(a));
    assert_int_equal(map_entry_map(kept)->topology.vertex_count, 3);
    map_entry_release(kept);
    assert_true(published_map_release_last(a));
    published_map_release(c);
    registry_on_retired(*state, NULL, NULL);
}

static void tells_a_lack_of_memory_from_a_refusal(void **state)
{
    struct published_map *published = prepare("a", 2, &refusing_solver);
    struct map_entry *entry = published_map_current(published);

    assert_true(map_entry_lacks(entry, &gpu));
    assert_false(map_entry_lacks(entry, device_cpu()));
    map_entry_release(entry);
    published_map_release(published);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(refuses_names_that_are_no_file_names,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            profiles_of_one_name_are_maps_of_their_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_name_means_the_map_published_first,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_replaced_map_lives_as_long_as_it_is_pinned, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_in_the_order_of_first_publication,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(says_what_a_cuda_device_lacks, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_the_cpu_cannot_prepare_is_left_out,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            without_the_oracle_a_map_is_not_published, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_is_prepared_is_served_only_once_it_is_said, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_set_replaces_removes_and_orders,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(tells_a_lack_of_memory_from_a_refusal,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
