/* test_cuda_cch_paths: the host's copy of panels comes in parts, and again
 * after weights have changed. */
#include "tests/unit/cmocka_all.h"

#include "gpu/cch/cch_gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/solver/graphs.h"

enum { VERTICES = 120, PART_WORDS = 7 };

static const struct form_ops *form = &cuda_cch_form;
static const struct device *gpu;

struct bench {
    struct test_graph graph;
    struct prepared *prepared;
    struct metric *metric[2];
    struct cch_paths *paths;
};

static void bench_init(struct bench *bench)
{
    test_graph_make(3, VERTICES, true, &bench->graph);
    assert_int_equal(
        form->prepare(gpu, bench->graph.map, &bench->prepared, NULL), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(form->customize(bench->prepared,
                                         &bench->graph.map->imported.arcs,
                                         &bench->metric[i], NULL),
                         0);
    assert_int_equal(cch_paths_create(bench->graph.map, &bench->paths, NULL),
                     0);
}

static void bench_finish(struct bench *bench)
{
    cch_paths_destroy(bench->paths);
    for (int i = 0; i < 2; i++)
        form->metric_destroy(bench->metric[i]);
    form->prepared_destroy(bench->prepared);
    test_graph_finish(&bench->graph);
}

static const struct cuda_cch_metric *metric_of(const struct bench *bench, int i)
{
    return (const struct cuda_cch_metric *)bench->metric[i];
}

static bool load(struct bench *bench, int metric, uint64_t words)
{
    bool whole;

    assert_int_equal(cch_paths_load(bench->paths, metric_of(bench, metric),
                                    words, &whole, NULL),
                     0);
    return whole;
}

/* Loads parts until the copy is whole. */
static uint64_t load_all(struct bench *bench, int metric)
{
    uint64_t parts = 1;

    while (!load(bench, metric, PART_WORDS))
        parts++;
    return parts;
}

static uint64_t parts_of(const struct bench *bench)
{
    const struct cch_panels *panels = &metric_of(bench, 0)->panels;
    uint64_t words = 2 * panels->panel_words;

    assert_true(words > 5 * PART_WORDS);
    return (words + PART_WORDS - 1) / PART_WORDS;
}

static void a_copy_comes_in_parts(void **state)
{
    struct bench bench;

    bench_init(&bench);
    assert_int_equal(load_all(&bench, 0), parts_of(&bench));
    assert_true(load(&bench, 0, 1));
    bench_finish(&bench);
}

static void other_panels_are_copied_from_the_first_word_on(void **state)
{
    struct weight_changes none = {0};
    struct bench bench;

    bench_init(&bench);
    assert_false(load(&bench, 0, PART_WORDS));
    assert_int_equal(load_all(&bench, 1), parts_of(&bench));
    assert_int_equal(load_all(&bench, 0), parts_of(&bench));
    bench.graph.changed.weight = bench.graph.map->imported.arcs.weight;
    assert_int_equal(
        form->recustomize(bench.metric[0], &bench.graph.changed, &none, NULL),
        0);
    assert_int_equal(load_all(&bench, 0), parts_of(&bench));
    bench_finish(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_comes_in_parts),
        cmocka_unit_test(other_panels_are_copied_from_the_first_word_on),
    };

    gpu = device_or_skip();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
