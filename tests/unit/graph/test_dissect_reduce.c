/* dissect_reduce: removed vertices may come first, and the rest is what they
 * leave. */
#include "tests/unit/cmocka_all.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/hierarchy/dissect_reduce.h"

enum { VERTICES_MAX = 80 };

struct plain_graph {
    uint32_t n;
    bool joined[VERTICES_MAX][VERTICES_MAX];
    uint32_t weight[VERTICES_MAX];
};

static void join(struct plain_graph *graph, uint32_t a, uint32_t b)
{
    if (a == b)
        return;
    graph->joined[a][b] = true;
    graph->joined[b][a] = true;
}

/* A tree, with some more edges. */
static void draw(struct plain_graph *graph, struct random *random)
{
    uint32_t more;

    memset(graph, 0, sizeof(*graph));
    graph->n = 1 + random_below(random, VERTICES_MAX);
    more = random_below(random, 2 * graph->n);
    for (uint32_t v = 1; v < graph->n; v++)
        join(graph, v, v - 1 - random_below(random, v < 4 ? v : 4));
    for (uint32_t i = 0; i < more; i++)
        join(graph, random_below(random, graph->n),
             random_below(random, graph->n));
    for (uint32_t v = 0; v < graph->n; v++)
        graph->weight[v] = 1 + random_below(random, 9);
}

static struct dissect_graph list(const struct plain_graph *graph, bool weighs)
{
    struct dissect_graph lists = {
        .vertex_count = (idx_t)graph->n,
        .first = array_alloc(graph->n + 1, sizeof(idx_t)),
        .other = array_alloc((size_t)graph->n * graph->n, sizeof(idx_t)),
        .weight = weighs ? graph->weight : NULL,
    };
    idx_t count = 0;

    for (uint32_t v = 0; v < graph->n; v++) {
        lists.first[v] = count;
        for (uint32_t w = 0; w < graph->n; w++) {
            if (graph->joined[v][w])
                lists.other[count++] = (idx_t)w;
        }
    }
    lists.first[graph->n] = count;
    return lists;
}

/* Returns how many pairs that joins. */
static uint32_t eliminate(struct plain_graph *graph, uint32_t v)
{
    uint32_t fill = 0;

    for (uint32_t a = 0; a < graph->n; a++) {
        for (uint32_t b = 0; b < a && graph->joined[v][a]; b++) {
            if (!graph->joined[v][b] || graph->joined[a][b])
                continue;
            join(graph, a, b);
            fill++;
        }
    }
    for (uint32_t a = 0; a < graph->n; a++)
        graph->joined[v][a] = graph->joined[a][v] = false;
    return fill;
}

static void assert_order(const struct dissect_reduced *reduced, uint32_t n)
{
    bool seen[VERTICES_MAX] = {false};

    assert_int_equal(
        reduced->gone_count + (uint32_t)reduced->graph.vertex_count, n);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(reduced->order[i] < n && !seen[reduced->order[i]]);
        seen[reduced->order[i]] = true;
        if (i > reduced->gone_count)
            assert_true(reduced->order[i] > reduced->order[i - 1]);
    }
}

/* `graph`: after eliminating the removed vertices. */
static void assert_left(const struct dissect_reduced *reduced,
                        const struct plain_graph *graph, bool weighs)
{
    const struct dissect_graph *left = &reduced->graph;
    const uint32_t *vertex = reduced->order + reduced->gone_count;
    idx_t edges = 0;

    for (idx_t v = 0; v < left->vertex_count; v++) {
        for (idx_t i = left->first[v]; i < left->first[v + 1]; i++)
            assert_true(graph->joined[vertex[v]][vertex[left->other[i]]]);
        if (weighs)
            assert_int_equal(left->weight[v], graph->weight[vertex[v]]);
    }
    for (uint32_t a = 0; a < graph->n; a++) {
        for (uint32_t b = 0; b < graph->n; b++)
            edges += graph->joined[a][b];
    }
    assert_int_equal(left->first[left->vertex_count], edges);
    assert_int_equal(left->weight != NULL, weighs);
}

static void check(struct plain_graph *graph, bool weighs)
{
    struct dissect_graph lists = list(graph, weighs);
    struct dissect_reduced reduced;
    uint32_t fill = 0;

    assert_int_equal(dissect_reduce(&lists, &reduced), 0);
    assert_null(lists.first);
    assert_order(&reduced, graph->n);
    for (uint32_t i = 0; i < reduced.gone_count; i++)
        fill += eliminate(graph, reduced.order[i]);
    assert_left(&reduced, graph, weighs);
    assert_true(fill <= (weighs ? 0 : 3 * reduced.gone_count));
    dissect_reduced_finish(&reduced);
}

static void leaves_what_eliminating_leaves(void **state)
{
    static struct plain_graph graph;
    struct random random;

    random_seed(&random, 11);
    for (int i = 0; i < 3000; i++) {
        draw(&graph, &random);
        check(&graph, i % 2);
    }
}

static uint32_t count_left(const struct plain_graph *graph, bool weighs)
{
    struct dissect_graph lists = list(graph, weighs);
    struct dissect_reduced reduced;
    uint32_t left;

    assert_int_equal(dissect_reduce(&lists, &reduced), 0);
    left = (uint32_t)reduced.graph.vertex_count;
    dissect_reduced_finish(&reduced);
    return left;
}

static void of_a_tree_nothing_is_left(void **state)
{
    static struct plain_graph graph;

    memset(&graph, 0, sizeof(graph));
    graph.n = 60;
    for (uint32_t v = 1; v < graph.n; v++)
        join(&graph, v, v / 2);
    assert_int_equal(count_left(&graph, false), 0);
    assert_int_equal(count_left(&graph, true), 0);
}

/* A circle joins neighbours only where vertices have equal weights. */
static void a_circle_of_weights_stays(void **state)
{
    static struct plain_graph graph;

    memset(&graph, 0, sizeof(graph));
    graph.n = 50;
    for (uint32_t v = 0; v < graph.n; v++) {
        join(&graph, v, (v + 1) % graph.n);
        graph.weight[v] = 2;
    }
    assert_int_equal(count_left(&graph, false), 0);
    assert_int_equal(count_left(&graph, true), 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_what_eliminating_leaves),
        cmocka_unit_test(of_a_tree_nothing_is_left),
        cmocka_unit_test(a_circle_of_weights_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
