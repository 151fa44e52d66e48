/* elimination_tree: its counts equal those of an elimination. */
#include "tests/unit/cmocka_all.h"

#include <stdbool.h>

#include "core/base/random.h"
#include "core/graph/hierarchy/elimination_tree.h"
#include "tests/solver/graphs.h"

enum { VERTICES_MAX = 64 };

/* Eliminates vertices by definition: a bit for each neighbour. */
static void eliminate_plainly(const struct topology *topology,
                              const uint32_t *order, uint64_t *ret_above)
{
    uint32_t n = topology->vertex_count;
    uint32_t rank[VERTICES_MAX];

    for (uint32_t i = 0; i < n; i++) {
        rank[order[i]] = i;
        ret_above[i] = 0;
    }
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            uint32_t x = rank[v], y = rank[topology->head[a]];

            if (x != y)
                ret_above[x < y ? x : y] |= UINT64_C(1) << (x < y ? y : x);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; j < n; j++) {
            if (ret_above[i] >> j & 1)
                ret_above[j] |= ret_above[i] >> j >> 1 << j << 1;
        }
    }
}

static void assert_right(const struct topology *topology, const uint32_t *order)
{
    struct elimination_tree tree;
    struct elimination elimination;
    uint64_t above[VERTICES_MAX];

    eliminate_plainly(topology, order, above);
    assert_int_equal(elimination_tree_init(&tree, topology, order, NULL), 0);
    assert_int_equal(
        elimination_init(&elimination, &tree, topology, order, NULL), 0);
    for (uint32_t i = 0; i < topology->vertex_count; i++) {
        const uint32_t *list = elimination.above + elimination.first_above[i];
        uint64_t bits = 0;

        assert_int_equal(tree.above_count[i], __builtin_popcountll(above[i]));
        assert_int_equal(elimination.first_above[i + 1] -
                             elimination.first_above[i],
                         tree.above_count[i]);
        assert_int_equal(tree.parent[i],
                         above[i] ? (uint32_t)__builtin_ctzll(above[i])
                                  : RANK_NONE);
        for (uint32_t k = 0; k < tree.above_count[i]; k++) {
            assert_true(!k || list[k - 1] < list[k]);
            bits |= UINT64_C(1) << list[k];
        }
        assert_true(bits == above[i]);
    }
    elimination_finish(&elimination);
    elimination_tree_finish(&tree);
}

static void shuffle(uint32_t *order, uint32_t count, struct random *random)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = random_below(random, i);
        uint32_t last = order[i - 1];

        order[i - 1] = order[j];
        order[j] = last;
    }
}

static void counts_what_eliminating_joins_in_any_order(void **state)
{
    struct random random;

    random_seed(&random, 1);
    for (uint64_t number = 0; number < test_graph_variety(); number++) {
        struct test_graph graph;
        uint32_t order[VERTICES_MAX];
        uint32_t n;

        test_graph_make(number, 40, false, &graph);
        n = graph.map->topology.vertex_count;
        assert_true(n <= VERTICES_MAX);
        for (uint32_t v = 0; v < n; v++)
            order[v] = v;
        for (int i = 0; i < 20; i++) {
            assert_right(&graph.map->topology, order);
            shuffle(order, n, &random);
        }
        test_graph_finish(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_what_eliminating_joins_in_any_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
