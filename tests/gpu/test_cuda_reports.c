/* test_cuda_reports: what CUDA solvers report of the vertices that they reach.
 */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "tests/gpu/city.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/solver/watched.h"

/* The last label reported for each vertex. */
static uint32_t *last_labels(const struct watched *watched)
{
    uint32_t *last = array_alloc(CITY_VERTICES, sizeof(*last));

    assert_non_null(last);
    memset(last, 0xff, CITY_VERTICES * sizeof(*last));
    for (size_t i = 0; i < watched->count; i++) {
        const struct watched_sight *sight = &watched->sights[i];

        assert_in_range(sight->vertex, 0, CITY_VERTICES - 1);
        assert_int_equal(sight->side, SEARCH_FORWARD);
        assert_true(sight->cost < last[sight->vertex]);
        assert_true(i == 0 || sight->phase >= sight[-1].phase);
        last[sight->vertex] = sight->cost;
    }
    return last;
}

/* The final labels of all vertices nearer than the target are right. */
static void expect_nearer(const struct watched *watched, uint32_t end)
{
    uint32_t *last = last_labels(watched);

    for (uint32_t v = 0; v < CITY_VERTICES; v++) {
        if (city.expected[v] <= end)
            assert_int_equal(last[v], city.expected[v]);
    }
    free(last);
}

static void tells_every_label(const struct solver_ops *ops)
{
    struct target_vertex vertex = {CITY_JUNCTIONS / 2, 0};
    struct target target = {&vertex, 1};
    uint32_t cost = 0;
    struct path path;
    struct query query = city_query(QUERY_PATHS, NULL);
    struct watched watched;

    if (!(ops->capabilities & SOLVER_REPORTS))
        return;
    path_init(&path);
    watched_init(&watched);
    query.targets = &target;
    query.target_count = 1;
    query.cost = &cost;
    query.path = &path;
    assert_int_equal(city_solve(ops, city.device, &query, &watched.base), 0);
    assert_int_equal(query.status, QUERY_DONE);
    assert_int_equal(cost, city.expected[vertex.vertex]);
    expect_nearer(&watched, cost);
    watched_finish(&watched);
    path_finish(&path);
}

static void labels_show_as_they_fall(void **state)
{
    city_for_each_solver(tells_every_label);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_show_as_they_fall),
    };

    city.device = device_or_skip();
    return cmocka_run_group_tests(tests, city_setup, city_teardown);
}
