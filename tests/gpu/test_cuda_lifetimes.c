/* test_cuda_lifetimes: what the CUDA solvers hold beyond right answers: they
 * free their memory, queries end between phases, workspaces are independent,
 * tuning ends. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "gpu/tune/tune.h"
#include "tests/gpu/city.h"
#include "tests/gpu/devices_or_skip.h"

enum { ROUNDS = 8 };

/* Adds up what the phases report; cancels after some. */
struct watcher {
    struct phase_observer base;
    struct cancel cancel;
    uint32_t phases;
    uint32_t rounds;
    uint32_t cancel_after;
    uint64_t updated;
    uint64_t threads;
    bool consistent;
};

static void watch(struct phase_observer *observer, const struct phase *phase)
{
    struct watcher *watcher = (struct watcher *)observer;

    watcher->consistent &= phase->index == watcher->rounds;
    watcher->consistent &= phase->time_us > 0 && phase->method;
    watcher->rounds += phase->rounds ? phase->rounds : 1;
    watcher->updated += phase->updated;
    watcher->threads += phase->threads;
    if (++watcher->phases == watcher->cancel_after)
        atomic_store(&watcher->cancel.requested, true);
}

static void cancel_on_the_way(const struct solver_ops *ops)
{
    struct watcher watcher = {.base.phase = watch, .cancel_after = 5};
    struct label_sink sink;
    struct query query = city_query(QUERY_TREE, &sink.base);

    label_sink_init(&sink);
    query.cancel = &watcher.cancel;
    assert_int_equal(city_solve(ops, city.device, &query, &watcher.base), 0);
    assert_int_equal(query.status, QUERY_CANCELLED);
    assert_int_equal(watcher.phases, 5);
    assert_int_equal(sink.labels, 0);
    label_sink_finish(&sink);
}

static void a_query_is_cancelled_between_two_phases(void **state)
{
    city_for_each_solver(cancel_on_the_way);
}

static void watch_whole(const struct solver_ops *ops)
{
    struct watcher watcher = {.base.phase = watch, .consistent = true};
    struct label_sink sink;
    struct query query = city_query(QUERY_REACHED, &sink.base);

    label_sink_init(&sink);
    assert_int_equal(city_solve(ops, city.device, &query, &watcher.base), 0);
    assert_true(watcher.consistent);
    assert_int_equal(watcher.rounds, query.figures.phases);
    assert_int_equal(watcher.updated, query.figures.settled);
    assert_true(watcher.updated >= CITY_VERTICES - 1);
    if (!strcmp(ops->name, "harish"))
        assert_int_equal(watcher.threads,
                         1 + 2ull * CITY_VERTICES * watcher.phases);
    if (!strcmp(ops->name, "selection"))
        assert_int_equal(watcher.threads, 1 + watcher.updated);
    label_sink_finish(&sink);
}

static void phases_report_updates_and_threads(void **state)
{
    city_for_each_solver(watch_whole);
}

static void tuning_finds_settings_that_adaptive_takes(void **state)
{
    const struct solver_ops *ops = catalog_find(&city.catalog, "adaptive");
    const struct tune_settings settings = {.source_count = 2, .seed = 1};
    struct tune_result result;
    struct error error;

    assert_int_equal(gpu_tune_adaptive(city.map, city.device, &settings, NULL,
                                       &result, &error),
                     0);
    assert_int_equal(
        solver_settings_check(
            ops,
            (const struct solver_setting[]){
                {"to-all-us", result.thresholds.to_all_us},
                {"to-selected-us", result.thresholds.to_selected_us},
            },
            2, &error),
        0);
    assert_true(result.adaptive_us > 0);
    assert_true(result.harish_us > 0);
    assert_true(result.selection_us > 0);
}

static void tuning_finds_a_delta_that_delta_stepping_takes(void **state)
{
    const struct solver_ops *ops =
        catalog_find(&city.catalog, "delta-stepping");
    const struct tune_settings settings = {.source_count = 1, .seed = 1};
    struct tune_delta_result result;
    struct error error;

    assert_int_equal(
        gpu_tune_delta(city.map, city.device, &settings, NULL, &result, &error),
        0);
    assert_true(result.delta >= 1);
    assert_int_equal(
        solver_settings_check(
            ops, (const struct solver_setting[]){{"delta", result.delta}}, 1,
            &error),
        0);
    assert_true(result.time_us > 0);
    assert_true(result.untouched_us > 0);
}

static void tuning_finds_settings_that_locality_takes(void **state)
{
    const struct solver_ops *ops = catalog_find(&city.catalog, "locality");
    const struct tune_settings settings = {.source_count = 1, .seed = 1};
    struct tune_locality_result result;
    struct error error;

    assert_int_equal(gpu_tune_locality(city.map, city.device, &settings, NULL,
                                       &result, &error),
                     0);
    assert_int_equal(solver_settings_check(ops,
                                           (const struct solver_setting[]){
                                               {"k", result.k},
                                               {"affinity", result.affinity},
                                               {"launches", result.launches},
                                           },
                                           3, &error),
                     0);
    assert_true(result.launches <= CITY_VERTICES);
    assert_true(result.time_us > 0);
    assert_true(result.untouched_us > 0);
}

static size_t free_memory(void)
{
    size_t available = 0;
    size_t total = 0;

    assert_int_equal(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
}

static void device_memory_comes_back(void **state)
{
    size_t before;

    city_for_each_solver(city_expect_whole);
    before = free_memory();
    for (int i = 0; i < ROUNDS; i++)
        city_for_each_solver(city_expect_whole);
    assert_int_equal(free_memory(), before);
}

/* A thread with its own workspace on a shared map. */
struct neighbour {
    const struct solver_ops *ops;
    struct prepared *prepared;
    struct metric *metric;
    struct label_sink sink;
    int outcome;
};

static void *solve_beside(void *context)
{
    struct neighbour *neighbour = context;
    struct query query = city_query(QUERY_TREE, &neighbour->sink.base);
    struct query *queries[] = {&query};
    struct batch batch = {queries, 1, NULL};
    struct solver *solver = NULL;
    int r = neighbour->ops->create(neighbour->prepared, NULL, 0, &solver, NULL);

    for (int i = 0; i < ROUNDS && !r; i++) {
        neighbour->sink.labels = 0;
        r = neighbour->ops->solve(solver, neighbour->metric, &batch, NULL);
    }
    neighbour->ops->destroy(solver);
    neighbour->outcome = r;
    return NULL;
}

static void two_workspaces_share_a_prepared_map(void **state)
{
    struct neighbour neighbours[2];
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    pthread_t threads[2];
    const char *names[] = {"harish", "adaptive"};
    const struct solver_ops *ops = catalog_find(&city.catalog, names[0]);
    const struct form_ops *form = ops->form;

    assert_int_equal(form->prepare(city.device, city.map, &prepared, NULL), 0);
    assert_int_equal(
        form->customize(prepared, &city.map->imported.arcs, &metric, NULL), 0);
    for (int i = 0; i < 2; i++) {
        neighbours[i] = (struct neighbour){
            .ops = catalog_find(&city.catalog, names[i]),
            .prepared = prepared,
            .metric = metric,
        };
        label_sink_init(&neighbours[i].sink);
        assert_int_equal(
            pthread_create(&threads[i], NULL, solve_beside, &neighbours[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(neighbours[i].outcome, 0);
        expect_all_labels(&neighbours[i].sink);
        label_sink_finish(&neighbours[i].sink);
    }
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_is_cancelled_between_two_phases),
        cmocka_unit_test(phases_report_updates_and_threads),
        cmocka_unit_test(tuning_finds_settings_that_adaptive_takes),
        cmocka_unit_test(tuning_finds_a_delta_that_delta_stepping_takes),
        cmocka_unit_test(tuning_finds_settings_that_locality_takes),
        cmocka_unit_test(device_memory_comes_back),
        cmocka_unit_test(two_workspaces_share_a_prepared_map),
    };

    city.device = device_or_skip();
    return cmocka_run_group_tests(tests, city_setup, city_teardown);
}
