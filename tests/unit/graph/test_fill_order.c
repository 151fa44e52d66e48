/* fill_order: the order equals that of a reference that recounts all fill at
 * each step. */
#include "tests/unit/cmocka_all.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/random.h"
#include "core/graph/hierarchy/fill_order.h"

enum { OWN_MAX = 90, VERTICES_MAX = 130 };

struct plain_graph {
    uint32_t n;
    uint32_t own;
    bool joined[VERTICES_MAX][VERTICES_MAX];
    uint32_t height[OWN_MAX];
    bool gone[OWN_MAX];
};

static void join(struct plain_graph *graph, uint32_t a, uint32_t b)
{
    graph->joined[a][b] = a != b;
    graph->joined[b][a] = a != b;
}

/* A tree with some more edges, more or less of it removable. */
static void draw(struct plain_graph *graph, struct random *random)
{
    uint32_t more;

    memset(graph, 0, sizeof(*graph));
    graph->own = 1 + random_below(random, OWN_MAX);
    graph->n = graph->own + random_below(random, VERTICES_MAX - OWN_MAX);
    more = random_below(random, graph->n);
    for (uint32_t v = 1; v < graph->n; v++)
        join(graph, v, v - 1 - random_below(random, v < 5 ? v : 5));
    for (uint32_t i = 0; i < more; i++)
        join(graph, random_below(random, graph->n),
             random_below(random, graph->n));
}

static void copy(const struct plain_graph *graph, struct bit_graph *bits)
{
    bit_graph_clear(bits, graph->n);
    for (uint32_t a = 0; a < graph->n; a++) {
        for (uint32_t b = 0; b < a; b++) {
            if (graph->joined[a][b])
                bit_graph_join(bits, a, b);
        }
    }
}

/* Pairs of neighbours that are not joined, each counted twice. */
static uint32_t fill_of(const struct plain_graph *graph, uint32_t v)
{
    uint32_t fill = 0;

    for (uint32_t a = 0; a < graph->n; a++) {
        for (uint32_t b = 0; b < graph->n && graph->joined[v][a]; b++)
            fill += a != b && graph->joined[v][b] && !graph->joined[a][b];
    }
    return fill;
}

static uint32_t choose(const struct plain_graph *graph)
{
    uint32_t best = 0, least = UINT32_MAX, least_height = 0;

    for (uint32_t v = 0; v < graph->own; v++) {
        uint32_t height = graph->height[v];
        uint32_t cost;

        if (graph->gone[v])
            continue;
        cost = fill_of(graph, v) + height;
        if (cost < least || (cost == least && height < least_height)) {
            best = v;
            least = cost;
            least_height = height;
        }
    }
    return best;
}

/* Returns its work. */
static uint64_t eliminate(struct plain_graph *graph, uint32_t v)
{
    uint32_t degree = 0;

    graph->gone[v] = true;
    for (uint32_t a = 0; a < graph->n; a++) {
        if (!graph->joined[v][a])
            continue;
        degree++;
        for (uint32_t b = 0; b < a; b++) {
            if (graph->joined[v][b])
                join(graph, a, b);
        }
        if (a < graph->own && graph->height[a] <= graph->height[v])
            graph->height[a] = graph->height[v] + 1;
    }
    for (uint32_t a = 0; a < graph->n; a++)
        graph->joined[v][a] = graph->joined[a][v] = false;
    return (uint64_t)degree * (degree + 1) / 2;
}

static void check(struct plain_graph *graph, struct fill_order *order)
{
    uint64_t work, expected = 0;

    copy(graph, &order->graph);
    work = fill_order_run(order, graph->own, UINT64_MAX);
    for (uint32_t i = 0; i < graph->own; i++) {
        uint32_t next = choose(graph);

        assert_int_equal(order->found[i], next);
        expected += eliminate(graph, next);
    }
    assert_int_equal(work, expected);
}

static void equals_counting_anew(void **state)
{
    static struct plain_graph graph;
    static struct fill_order order;
    struct random random;

    random_seed(&random, 5);
    assert_int_equal(fill_order_init(&order), 0);
    for (int i = 0; i < 150; i++) {
        draw(&graph, &random);
        check(&graph, &order);
    }
    fill_order_finish(&order);
}

static void ends_early_where_it_is_no_better(void **state)
{
    static struct plain_graph graph;
    static struct fill_order order;
    struct random random;
    uint64_t all;

    random_seed(&random, 6);
    assert_int_equal(fill_order_init(&order), 0);
    draw(&graph, &random);
    copy(&graph, &order.graph);
    all = fill_order_run(&order, graph.own, UINT64_MAX);
    copy(&graph, &order.graph);
    assert_true(fill_order_run(&order, graph.own, all / 2) >= all / 2);
    copy(&graph, &order.graph);
    assert_int_equal(fill_order_run(&order, graph.own, all + 1), all);
    fill_order_finish(&order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_counting_anew),
        cmocka_unit_test(ends_early_where_it_is_no_better),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
