/* cch: what it holds of a hierarchy is what people are told. */
#include "tests/unit/cmocka_all.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/graph/generate/generate.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/hierarchy/map_order.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/cch.h"

static atomic_size_t freed_bytes;

/* The linker's names (ld, --wrap). */
void __real_free(void *memory);
void __wrap_free(void *memory);

void __wrap_free(void *memory)
{
    atomic_fetch_add(&freed_bytes, malloc_usable_size(memory));
    __real_free(memory);
}

static struct map *ordered_network(uint32_t vertex_count)
{
    const struct generate_request request = {models[0], vertex_count, 1};
    struct map *map, *ordered;

    assert_int_equal(generate_map(&request, NULL, &map, NULL), 0);
    assert_int_equal(map_order(map, NULL, &ordered, NULL), 0);
    map_destroy(map);
    return ordered;
}

/* Of the prepared map and a metric of its own weights. */
static size_t bytes_given_back(const struct map *map)
{
    struct prepared *prepared;
    struct metric *metric;
    size_t before;

    assert_int_equal(
        cch_representation.prepare(device_cpu(), map, &prepared, NULL), 0);
    assert_int_equal(
        cch_representation.customize(prepared, &map->weights, &metric, NULL),
        0);
    before = atomic_load(&freed_bytes);
    cch_representation.metric_destroy(metric);
    cch_representation.prepared_destroy(prepared);
    return atomic_load(&freed_bytes) - before;
}

/* Beside it stand words for arcs and supernodes, fewer than entries by far, and
 * rests of huge pages. */
static void holds_what_the_size_says(void **state)
{
    struct map *map = ordered_network(60000);
    struct hierarchy_size size = hierarchy_size_held(&map->hierarchy);
    double told = hierarchy_size_bytes(&size);
    double held = (double)bytes_given_back(map);

    print_message("told %.0f bytes, held %.0f\n", told, held);
    assert_true(told > 12e6);
    assert_true(held >= told);
    assert_true(held < 1.2 * told);
    map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_the_size_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
