/* test_cuda_cch_ring: large trees on a hierarchy arrive complete and right. */
#include "tests/unit/cmocka_all.h"

#include "core/graph/map_builder.h"
#include "core/graph/order/map_order.h"
#include "core/solver/catalog.h"
#include "gpu/gpu.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/gpu/panels.h"

/* Vertices; the distance from one seed to the next. */
enum { RING = 80000, RING_STEP = 50 };

static const struct device *device;
static const struct solver_ops *ops;

/* A ring with arcs of weight 1 one way round and 3 the other. */
static struct map *make_ring(void)
{
    struct map_builder *builder = NULL;
    struct map *ring = NULL;
    struct map *map = NULL;

    assert_int_equal(map_builder_create(RING, &builder, NULL), 0);
    for (uint32_t v = 0; v < RING; v++) {
        uint32_t next = (v + 1) % RING;

        assert_int_equal(map_builder_add_arc(builder, v, next, 1, NULL), 0);
        assert_int_equal(map_builder_add_arc(builder, next, v, 3, NULL), 0);
    }
    assert_int_equal(map_builder_finish(builder, &ring, NULL), 0);
    assert_int_equal(map_order(ring, NULL, &map, NULL), 0);
    map_builder_destroy(builder);
    map_destroy(ring);
    return map;
}

struct ring_sink {
    struct sink base;
    const struct map *map;
    uint32_t labels;
    uint32_t wrong;
};

/* Seeds are at every RING_STEP-th id. */
static int look(struct sink *sink, const struct label_block *block)
{
    struct ring_sink *ring = (struct ring_sink *)sink;

    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t v = block->vertex ? block->vertex[i] : block->first + i;
        uint32_t after = (uint32_t)(ring->map->external_id[v] % RING_STEP);
        uint32_t before = 3 * (RING_STEP - after);

        ring->wrong += block->cost[i] != (after < before ? after : before);
    }
    ring->labels += block->count;
    return 0;
}

static void solve_ring(const struct map *map, const struct seed *seeds,
                       size_t count)
{
    struct metric *metric = panels_make(ops->form, device, map);
    struct solver *solver = NULL;
    struct ring_sink sinks[3];
    struct query queries[3];
    struct query *pointers[3];
    struct batch batch = {pointers, count, NULL};

    for (size_t i = 0; i < count; i++) {
        sinks[i] = (struct ring_sink){.base.write = look, .map = map};
        queries[i] = (struct query){
            .seeds = seeds,
            .seed_count = RING / RING_STEP,
            .output = i % 2 ? QUERY_REACHED : QUERY_TREE,
            .bound = COST_OVERFLOW,
            .sink = &sinks[i].base,
        };
        pointers[i] = &queries[i];
    }
    assert_int_equal(ops->create(metric->prepared,
                                 &(struct solver_setting){"block-threads", 128},
                                 1, &solver, NULL),
                     0);
    assert_int_equal(ops->solve(solver, metric, &batch, NULL), 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(sinks[i].labels, RING);
        assert_int_equal(sinks[i].wrong, 0);
    }
    ops->destroy(solver);
    panels_destroy(metric);
}

/* More seeds than one launch takes, more labels than one block holds. */
static void large_trees_arrive_whole(void **state)
{
    static struct seed seeds[RING / RING_STEP];
    struct map *map = make_ring();

    for (uint32_t i = 0; i < RING / RING_STEP; i++) {
        assert_true(
            map_find_vertex(map, (uint64_t)i * RING_STEP, &seeds[i].vertex));
        seeds[i].cost = 0;
    }
    solve_ring(map, seeds, 1);
    solve_ring(map, seeds, 3);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_trees_arrive_whole),
    };
    static struct catalog catalog;

    device = device_or_skip();
    catalog_init(&catalog);
    gpu_add_solvers(&catalog);
    ops = catalog_find(&catalog, "cch-gpu");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
