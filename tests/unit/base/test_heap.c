/* heap: returns vertices by cost, also after costs were lowered. */
#include "tests/unit/cmocka_all.h"

#include "core/base/heap.h"
#include "core/base/random.h"

enum { VERTICES = 500 };

static void pops_in_order_of_lowered_costs(void **state)
{
    struct heap heap;
    struct random random;
    uint32_t cost[VERTICES];
    uint32_t last = 0;

    random_seed(&random, 1);
    assert_int_equal(heap_init_indexed(&heap, VERTICES), 0);
    for (uint32_t v = 0; v < VERTICES; v++) {
        cost[v] = 1000 + random_below(&random, 1000);
        heap_lower(&heap, v, cost[v]);
    }
    for (uint32_t i = 0; i < VERTICES; i++) {
        uint32_t v = random_below(&random, VERTICES);
        uint32_t lower = random_below(&random, cost[v]);

        cost[v] = lower;
        heap_lower(&heap, v, lower);
    }
    for (uint32_t i = 0; i < VERTICES; i++) {
        struct heap_entry entry = heap_pop(&heap);

        assert_int_equal(entry.cost, cost[entry.vertex]);
        assert_true(entry.cost >= last);
        last = entry.cost;
        assert_int_equal(heap.index[entry.vertex], HEAP_ABSENT);
    }
    assert_int_equal(heap.count, 0);
    heap_finish(&heap);
}

static void forgets_everything_when_cleared(void **state)
{
    struct heap heap;

    assert_int_equal(heap_init_indexed(&heap, VERTICES), 0);
    heap_lower(&heap, 7, 3);
    heap_lower(&heap, 8, 2);
    heap_clear(&heap);
    heap_lower(&heap, 7, 9);
    assert_int_equal(heap_pop(&heap).cost, 9);
    assert_int_equal(heap.count, 0);
    heap_finish(&heap);
}

static void plain_one_gives_equal_costs_by_vertex(void **state)
{
    static const uint32_t order[] = {2, 5, 9, 9, 4};
    struct heap heap = {0};

    assert_int_equal(heap_push(&heap, 9, 7), 0);
    assert_int_equal(heap_push(&heap, 4, 8), 0);
    assert_int_equal(heap_push(&heap, 5, 7), 0);
    assert_int_equal(heap_push(&heap, 9, 7), 0);
    assert_int_equal(heap_push(&heap, 2, 0), 0);
    assert_int_equal(heap_least_cost(&heap), 0);
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        assert_int_equal(heap_pop(&heap).vertex, order[i]);
    assert_int_equal(heap.count, 0);
    heap_finish(&heap);
}

static void plain_one_pops_thousands_in_order(void **state)
{
    struct heap heap = {0};
    struct random random;
    uint32_t last = 0;

    random_seed(&random, 2);
    for (uint32_t i = 0; i < 20 * VERTICES; i++)
        assert_int_equal(heap_push(&heap, i, random_below(&random, 1 << 30)),
                         0);
    heap_clear(&heap);
    for (uint32_t i = 0; i < 20 * VERTICES; i++)
        assert_int_equal(heap_push(&heap, i, random_below(&random, 1 << 30)),
                         0);
    while (heap.count) {
        struct heap_entry entry = heap_pop(&heap);

        assert_true(entry.cost >= last);
        last = entry.cost;
    }
    heap_finish(&heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pops_in_order_of_lowered_costs),
        cmocka_unit_test(forgets_everything_when_cleared),
        cmocka_unit_test(plain_one_gives_equal_costs_by_vertex),
        cmocka_unit_test(plain_one_pops_thousands_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
