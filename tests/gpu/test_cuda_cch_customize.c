/* test_cuda_cch_customize: panels customized on the device equal the CPU's,
 * word by word, whichever team takes a front.
 *
 * usage: test_cuda_cch_customize [EVERY]: only every EVERY-th graph, for a
 * sanitizer. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "core/solver/cch/cch.h"
#include "core/solver/cch/customize.h"
#include "gpu/forms/cuda_cch.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/gpu/panels.h"
#include "tests/solver/graphs.h"

/* Smaller on an emulated device. */
#ifndef CCH_VERTICES
#define CCH_VERTICES 400
#define PAGE_BYTES   (64 << 20)
#else
#define PAGE_BYTES 256
#endif

static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};
static const struct device *gpu;
static uint64_t every = 1;

/* NULL: the device's own. */
static const struct cch_limits limits[] = {
    {{0, 0, 0, 0, 0, 0}},   /* all in global memory */
    {{2, 4, 5, 7, 13, 21}}, /* teams mixed */
    {{8, 8, 16, 16, 16, 1024}}, {{0, 0, 0, 0, 1024, 1024}},
    {{8, 0, 16, 64, 64, 64}},   {{0, 0, 16, 24, 24, 24}},
    {{0, 8, 8, 24, 24, 24}},
};

static void assert_metric(const struct metric *metric,
                          const struct metric *expected,
                          const struct test_graph *graph)
{
    const struct cuda_cch_metric *a = (const struct cuda_cch_metric *)metric;
    const struct cch_metric *b = (const struct cch_metric *)expected;
    uint64_t panel_words = a->panels.panel_words;
    char name[64];

    snprintf(name, sizeof(name), "graph %lu, %s", (unsigned long)graph->number,
             graph->kind);
    assert_words(a->panels.basic, b->basic, panel_words, "basic", name);
    assert_words(a->panels.schur, b->schur, a->panels.schur_words, "Schur",
                 name);
    assert_words(a->panels.closed, b->closed, panel_words, "closed", name);
}

/* Recomputes Schur complements, which were freed. */
static void make_schur(struct metric *expected)
{
    assert_int_equal(cch_customize((struct cch_metric *)expected, NULL), 0);
}

static void try_limits(const struct test_graph *graph,
                       const struct cch_limits *wanted,
                       const struct metric *expected)
{
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;
    struct error error = {""};
    const struct form_ops *form = &cuda_cch_form;

    if (cuda_cch_prepare(gpu, graph->map, wanted, &prepared, &error) ||
        form->customize(prepared, &graph->map->imported.arcs, &metric, &error))
        fail_msg("graph %lu: %s", (unsigned long)graph->number, error.text);
    assert_metric(metric, expected, graph);
    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
}

static void try_graph(uint64_t number)
{
    struct metric *expected;
    struct test_graph graph;

    test_graph_make(number, CCH_VERTICES, true, &graph);
    expected = panels_make(&cch_form, &cpu, graph.map);
    make_schur(expected);
    try_limits(&graph, NULL, expected);
    try_limits(&graph, &limits[number % (sizeof(limits) / sizeof(*limits))],
               expected);
    panels_destroy(expected);
    test_graph_finish(&graph);
}

static void panels_equal_those_of_the_cpu(void **state)
{
    for (uint64_t number = 0; number < test_graph_variety(); number += every)
        try_graph(number);
}

/* Weights of the graph, changed in a few arcs again and again. */
struct stream {
    struct test_graph graph;
    struct random random;
    uint32_t *weight; /* [arc_count] */
    uint32_t *arc;    /* [arc_count + 1] */
    struct weights weights;
    struct metric *metric;   /* follows them on the GPU */
    struct metric *expected; /* follows them on the CPU */
};

static void draw_changes(struct stream *stream, struct weight_changes *changes)
{
    uint32_t arcs = stream->weights.arc_count;
    uint32_t count = arcs ? random_below(&stream->random, arcs / 20 + 2) : 0;

    for (uint32_t i = 0; i < count; i++) {
        stream->arc[i] = random_below(&stream->random, arcs);
        stream->weight[stream->arc[i]] =
            test_graph_weight(&stream->graph, &stream->random);
    }
    stream->weights.epoch++;
    *changes = (struct weight_changes){stream->arc, count};
}

/* All fronts are customized where more than this may change. */
static uint32_t *listed_most(const struct stream *stream)
{
    return &((struct cuda_cch *)stream->metric->prepared)->changes.count_max;
}

/* CLONE: the metric that it was cloned from must stay unchanged. */
enum turn { AT_FIRST, CLONE, FEW_LISTED, AGAIN, TURNS };

static void follow(struct stream *stream, enum turn turn)
{
    uint32_t most = *listed_most(stream);
    struct metric *old = stream->metric;
    struct weight_changes changes;

    if (turn == CLONE)
        assert_int_equal(cuda_cch_form.clone(old, &stream->metric, NULL), 0);
    if (turn == FEW_LISTED)
        *listed_most(stream) = 3;
    draw_changes(stream, &changes);
    assert_int_equal(cuda_cch_form.recustomize(stream->metric, &stream->weights,
                                               &changes, NULL),
                     0);
    if (turn == FEW_LISTED)
        *listed_most(stream) = most;
    if (turn == CLONE) {
        assert_metric(old, stream->expected, &stream->graph);
        cuda_cch_form.metric_destroy(old);
    }
    assert_int_equal(cch_form.recustomize(stream->expected, &stream->weights,
                                          &changes, NULL),
                     0);
    assert_int_equal(stream->metric->epoch, stream->weights.epoch);
    assert_metric(stream->metric, stream->expected, &stream->graph);
}

static void follow_graph(uint64_t number)
{
    struct stream stream = {.weights = {0}};
    struct prepared *prepared = NULL;
    struct prepared *expected = NULL;
    struct map *map;
    size_t size;

    random_seed(&stream.random, number);
    test_graph_make(number, CCH_VERTICES, true, &stream.graph);
    map = stream.graph.map;
    size = map->imported.arcs.arc_count * sizeof(uint32_t);
    stream.weight = malloc(size + 1);
    stream.arc = malloc(size + sizeof(uint32_t));
    memcpy(stream.weight, map->imported.arcs.weight, size);
    stream.weights = map->imported.arcs;
    stream.weights.weight = stream.weight;
    assert_int_equal(
        cuda_cch_prepare(gpu, map,
                         &limits[number % (sizeof(limits) / sizeof(*limits))],
                         &prepared, NULL),
        0);
    assert_int_equal(cch_form.prepare(&cpu, map, &expected, NULL), 0);
    assert_int_equal(cuda_cch_form.customize(prepared, &stream.weights,
                                             &stream.metric, NULL),
                     0);
    assert_int_equal(
        cch_form.customize(expected, &stream.weights, &stream.expected, NULL),
        0);
    for (int turn = 0; turn < TURNS; turn++)
        follow(&stream, (enum turn)turn);
    cuda_cch_form.metric_destroy(stream.metric);
    cch_form.metric_destroy(stream.expected);
    cuda_cch_form.prepared_destroy(prepared);
    cch_form.prepared_destroy(expected);
    free(stream.weight);
    free(stream.arc);
    test_graph_finish(&stream.graph);
}

static void panels_follow_changed_arcs(void **state)
{
    for (uint64_t number = 0; number < test_graph_variety(); number += every)
        follow_graph(number);
}

static size_t free_bytes(void)
{
    size_t available = 0;
    size_t total = 0;

    assert_int_equal(cudaMemGetInfo(&available, &total), cudaSuccess);
    return available;
}

/* A device may allocate whole pages. */
static void a_map_takes_the_memory_that_is_stated(void **state)
{
    struct metric *metric;
    struct test_graph graph;
    uint64_t stated[2];
    size_t before = free_bytes();
    size_t taken;

    test_graph_make(6, 5000, true, &graph);
    cuda_cch_bytes(graph.map, &stated[0], &stated[1]);
    metric = panels_make(&cuda_cch_form, gpu, graph.map);
    taken = before - free_bytes();
    assert_in_range(taken, 1, stated[0] + stated[1] + PAGE_BYTES);
    panels_destroy(metric);
    test_graph_finish(&graph);
}

static void a_map_without_an_order_is_refused(void **state)
{
    struct test_graph graph;
    struct prepared *prepared = NULL;
    struct error error = {""};

    test_graph_make(1, 20, false, &graph);
    assert_int_equal(cuda_cch_form.prepare(gpu, graph.map, &prepared, &error),
                     SOLVER_REFUSES);
    assert_null(prepared);
    assert_non_null(strstr(error.text, "relaxctl order"));
    test_graph_finish(&graph);
}

/* Its arrays are never read. */
static void a_front_beyond_32_bits_is_refused(void **state)
{
    struct test_graph graph;
    struct map map;
    struct prepared *prepared = NULL;
    struct error error = {""};

    test_graph_make(1, 20, true, &graph);
    map = *graph.map;
    map.hierarchy.front_max = 1 << 16;
    assert_int_equal(cuda_cch_form.prepare(gpu, &map, &prepared, &error),
                     SOLVER_REFUSES);
    assert_null(prepared);
    assert_non_null(strstr(error.text, "65536"));
    test_graph_finish(&graph);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels_equal_those_of_the_cpu),
        cmocka_unit_test(panels_follow_changed_arcs),
        cmocka_unit_test(a_map_takes_the_memory_that_is_stated),
        cmocka_unit_test(a_map_without_an_order_is_refused),
        cmocka_unit_test(a_front_beyond_32_bits_is_refused),
    };

    gpu = device_or_skip();
    if (argc > 1 && atoi(argv[1]) > 0)
        every = (uint64_t)atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
