/* order_refine: an order stays one, and joins no more pairs than before. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/hierarchy/dissect.h"
#include "core/graph/hierarchy/elimination_tree.h"
#include "core/graph/hierarchy/order_refine.h"
#include "tests/solver/graphs.h"

/* A random order of so many. */
static uint32_t *draw_order(uint32_t count, struct random *random)
{
    uint32_t *order = array_alloc(count, sizeof(*order));

    for (uint32_t v = 0; v < count; v++) {
        uint32_t at = random_below(random, v + 1);

        order[v] = order[at];
        order[at] = v;
    }
    return order;
}

/* Arcs and triangles; asserts that it is an order. */
static uint64_t work_of(const struct topology *topology, const uint32_t *order)
{
    uint32_t n = topology->vertex_count;
    bool *seen = array_zero(n, sizeof(*seen));
    struct elimination_tree tree;
    uint64_t work = 0;

    for (uint32_t i = 0; i < n; i++) {
        assert_true(order[i] < n && !seen[order[i]]);
        seen[order[i]] = true;
    }
    assert_int_equal(elimination_tree_init(&tree, topology, order, NULL), 0);
    for (uint32_t r = 0; r < n; r++)
        work += (uint64_t)tree.above_count[r] * (tree.above_count[r] + 1) / 2;
    elimination_tree_finish(&tree);
    free(seen);
    return work;
}

static void never_joins_more(void **state)
{
    struct random random;
    uint64_t before_all = 0, after_all = 0;

    random_seed(&random, 3);
    for (uint64_t number = 0; number < 70; number++) {
        struct test_graph graph;
        const struct topology *topology;
        uint32_t *order;
        uint64_t before, after;

        test_graph_make(number, 900, false, &graph);
        topology = &graph.map->topology;
        order = draw_order(topology->vertex_count, &random);
        before = work_of(topology, order);
        assert_int_equal(order_refine(topology, order, 1, NULL), 0);
        after = work_of(topology, order);
        assert_true(after <= before);
        before_all += before;
        after_all += after;
        free(order);
        test_graph_finish(&graph);
    }
    assert_true(after_all < before_all);
}

/* A chain through the vertices in random order. */
static struct topology chain(uint32_t count, struct random *random)
{
    uint32_t *first_out = array_alloc((size_t)count + 1, sizeof(uint32_t));
    uint32_t *head = array_alloc(count, sizeof(uint32_t));
    uint32_t *place = draw_order(count, random);
    uint32_t *next = array_alloc(count, sizeof(uint32_t));
    uint32_t arcs = 0;

    for (uint32_t i = 0; i < count; i++)
        next[place[i]] = i + 1 < count ? place[i + 1] : VERTEX_NONE;
    for (uint32_t v = 0; v < count; v++) {
        first_out[v] = arcs;
        if (next[v] != VERTEX_NONE)
            head[arcs++] = next[v];
    }
    first_out[count] = arcs;
    free(place);
    free(next);
    return (struct topology){count, arcs, first_out, head};
}

/* It could join none, but then trees might be as deep. */
static void joins_little_in_a_chain_that_is_one_part(void **state)
{
    struct random random;

    random_seed(&random, 1);
    for (uint32_t count = 3; count <= ORDER_REFINE_PART; count += 23) {
        struct topology topology = chain(count, &random);
        uint32_t *order = draw_order(count, &random);

        assert_int_equal(order_refine(&topology, order, 1, NULL), 0);
        assert_true(work_of(&topology, order) <= 3 * (uint64_t)count);
        free(order);
        free((void *)topology.first_out);
        free((void *)topology.head);
    }
}

static void gives_the_same_whatever_the_threads(void **state)
{
    struct random random;
    struct topology topology;
    uint32_t *one, *three;

    random_seed(&random, 2);
    topology = chain(100000, &random);
    one = draw_order(topology.vertex_count, &random);
    three = array_alloc(topology.vertex_count, sizeof(*three));
    memcpy(three, one, topology.vertex_count * sizeof(*one));
    assert_int_equal(order_refine(&topology, one, 1, NULL), 0);
    assert_int_equal(order_refine(&topology, three, 3, NULL), 0);
    assert_memory_equal(one, three, topology.vertex_count * sizeof(*one));
    free(one);
    free(three);
    free((void *)topology.first_out);
    free((void *)topology.head);
}

/* Without refinement, a group is eliminated at once. */
static void groups_are_eliminated_together(void **state)
{
    for (uint64_t number = 0; number < 70; number++) {
        struct test_graph graph;
        uint32_t n, groups, changes = 0;
        uint32_t *group, *order;

        test_graph_make(number, 300, false, &graph);
        n = graph.map->topology.vertex_count;
        groups = (n + 2) / 3;
        group = array_alloc(n, sizeof(*group));
        for (uint32_t v = 0; v < n; v++)
            group[v] = v % groups;
        assert_int_equal(
            dissect_groups(&graph.map->topology, group, groups, &order, NULL),
            0);
        work_of(&graph.map->topology, order);
        for (uint32_t i = 1; i < n; i++)
            changes += group[order[i]] != group[order[i - 1]];
        assert_int_equal(changes, groups - 1);
        free(order);
        free(group);
        test_graph_finish(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_joins_more),
        cmocka_unit_test(joins_little_in_a_chain_that_is_one_part),
        cmocka_unit_test(gives_the_same_whatever_the_threads),
        cmocka_unit_test(groups_are_eliminated_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
