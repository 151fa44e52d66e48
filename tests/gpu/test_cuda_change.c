/* test_cuda_change: a metric updated to changed weights equals a new one on the
 * device, in every form, for any number of changes, and the metric that it was
 * cloned from stays unchanged.
 *
 * usage: test_cuda_change [EVERY]: only every EVERY-th number of changes, for a
 * sanitizer. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "core/base/random.h"
#include "core/graph/map_builder.h"
#include "gpu/forms/cuda_form.h"
#include "gpu/forms/form_kernels.h"
#include "gpu/forms/forms.h"
#include "tests/gpu/devices_or_skip.h"

/* Enough arcs for changes to come in several buffers before all weights are
 * copied. */
enum { SIDE = 264, ARCS = 4 * SIDE * (SIDE - 1) };

static struct {
    const struct device *device;
    struct map *map;
    uint32_t *weight[2]; /* [ARCS] before and after */
    uint32_t *arc;       /* [2 * ARCS] */
} fixture;

static size_t every = 1;

static void join_both(struct map_builder *builder, uint32_t a, uint32_t b)
{
    assert_int_equal(map_builder_add_arc(builder, a, b, a % 97, NULL), 0);
    assert_int_equal(map_builder_add_arc(builder, b, a, b % 89, NULL), 0);
}

static int setup(void **state)
{
    struct map_builder *builder = NULL;

    assert_int_equal(map_builder_create(SIDE * SIDE, &builder, NULL), 0);
    for (uint32_t v = 0; v < SIDE * SIDE; v++) {
        if (v % SIDE)
            join_both(builder, v - 1, v);
        if (v >= SIDE)
            join_both(builder, v - SIDE, v);
    }
    assert_int_equal(map_builder_finish(builder, &fixture.map, NULL), 0);
    map_builder_destroy(builder);
    assert_int_equal(fixture.map->topology.arc_count, ARCS);
    fixture.weight[0] = malloc(ARCS * sizeof(uint32_t));
    fixture.weight[1] = malloc(ARCS * sizeof(uint32_t));
    fixture.arc = malloc(2 * (size_t)ARCS * sizeof(uint32_t));
    return 0;
}

static int teardown(void **state)
{
    map_destroy(fixture.map);
    free(fixture.weight[0]);
    free(fixture.weight[1]);
    free(fixture.arc);
    return 0;
}

/* Gives listed arcs other weights, some of them twice. */
static void draw_changes(size_t count)
{
    struct random random;

    random_seed(&random, count);
    memcpy(fixture.weight[0], fixture.map->imported.arcs.weight,
           ARCS * sizeof(uint32_t));
    memcpy(fixture.weight[1], fixture.weight[0], ARCS * sizeof(uint32_t));
    for (size_t i = 0; i < count; i++) {
        uint32_t arc = random_below(&random, ARCS);

        fixture.arc[i] = arc;
        fixture.weight[1][arc] = 1000 + random_below(&random, 1000000);
    }
}

static struct weights weights_of(unsigned epoch)
{
    return (struct weights){epoch, ARCS, fixture.weight[epoch - 1]};
}

static void assert_same_words(const uint32_t *a, const uint32_t *b,
                              size_t count)
{
    size_t size = count * sizeof(uint32_t);
    uint32_t *copy[2] = {malloc(size), malloc(size)};

    assert_int_equal(cudaMemcpy(copy[0], a, size, cudaMemcpyDeviceToHost),
                     cudaSuccess);
    assert_int_equal(cudaMemcpy(copy[1], b, size, cudaMemcpyDeviceToHost),
                     cudaSuccess);
    assert_memory_equal(copy[0], copy[1], size);
    free(copy[0]);
    free(copy[1]);
}

typedef void (*assert_same_fn)(const struct metric *a, const struct metric *b);

static void assert_same_csr(const struct metric *a, const struct metric *b)
{
    assert_same_words(((const struct cuda_metric *)a)->weight,
                      ((const struct cuda_metric *)b)->weight, ARCS);
}

static void assert_same_csr_in(const struct metric *a, const struct metric *b)
{
    assert_same_csr(a, b);
    assert_same_words(((const struct cuda_metric *)a)->filled,
                      ((const struct cuda_metric *)b)->filled, ARCS);
}

static void assert_same_ell(const struct metric *a, const struct metric *b)
{
    const struct cuda_ell *ell = (const struct cuda_ell *)a->prepared;

    assert_same_csr(a, b);
    assert_same_words(((const struct cuda_metric *)a)->filled,
                      ((const struct cuda_metric *)b)->filled, ell->size.slots);
}

static void assert_same_cells(const struct metric *a, const struct metric *b)
{
    const struct cell *cells[] = {((const struct cuda_metric *)a)->filled,
                                  ((const struct cuda_metric *)b)->filled};

    assert_same_csr(a, b);
    assert_same_words((const uint32_t *)cells[0], (const uint32_t *)cells[1],
                      (size_t)CELL_WORDS * SIDE * SIDE);
}

static void try_count(struct prepared *prepared, size_t count,
                      assert_same_fn assert_same)
{
    const struct form_ops *form = prepared->ops;
    struct weights before = weights_of(1);
    struct weights after = weights_of(2);
    struct weight_changes changes = {fixture.arc, count};
    struct metric *old;
    struct metric *clone;
    struct metric *late;
    struct metric *fresh[2];

    draw_changes(count);
    assert_int_equal(form->customize(prepared, &before, &old, NULL), 0);
    assert_int_equal(form->clone(old, &clone, NULL), 0);
    assert_int_equal(clone->epoch, 1);
    assert_int_equal(form->recustomize(clone, &after, &changes, NULL), 0);
    assert_int_equal(form->customize(prepared, &before, &fresh[0], NULL), 0);
    assert_int_equal(form->customize(prepared, &after, &fresh[1], NULL), 0);
    assert_int_equal(clone->epoch, 2);
    assert_int_equal(old->epoch, 1);
    assert_same(old, fresh[0]);
    assert_same(clone, fresh[1]);
    assert_int_equal(form->recustomize(old, &after, &changes, NULL), 0);
    assert_same(old, fresh[1]);
    assert_int_equal(form->customize(prepared, &before, &late, NULL), 0);
    assert_int_equal(form->catch_up(late, clone, &changes, NULL), 0);
    assert_same(late, fresh[1]);
    form->metric_destroy(late);
    form->metric_destroy(fresh[0]);
    form->metric_destroy(fresh[1]);
    form->metric_destroy(clone);
    form->metric_destroy(old);
}

static void try_form(const struct form_ops *form, assert_same_fn assert_same)
{
    static const size_t counts[] = {
        0,
        1,
        CHANGES_FEW,
        CHANGES_FEW + 1,
        CUDA_CHANGES_AT_ONCE,
        CUDA_CHANGES_AT_ONCE + 1,
        ARCS / 4,
        2 * (size_t)ARCS,
    };
    struct prepared *prepared;

    assert_int_equal(
        form->prepare(fixture.device, fixture.map, &prepared, NULL), 0);
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i += every)
        try_count(prepared, counts[i], assert_same);
    form->prepared_destroy(prepared);
}

static void changes_lie_where_a_copy_would_put_them(void **state)
{
    try_form(&cuda_csr_form, assert_same_csr);
}

static void changes_lie_in_rows_by_head(void **state)
{
    try_form(&cuda_csr_in_form, assert_same_csr_in);
}

static void changes_lie_in_slots(void **state)
{
    try_form(&cuda_ell_form, assert_same_ell);
}

static void changes_lie_in_cells(void **state)
{
    try_form(&cuda_cells_form, assert_same_cells);
}

static void several_pieces_are_no_whole(void **state)
{
    struct weights weights = weights_of(1);
    struct weight_changes changes = {NULL, CUDA_CHANGES_AT_ONCE + 1};

    assert_false(cuda_change_is_whole(&weights, &changes));
    changes.count = ARCS / 4;
    assert_true(cuda_change_is_whole(&weights, &changes));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_lie_where_a_copy_would_put_them),
        cmocka_unit_test(changes_lie_in_rows_by_head),
        cmocka_unit_test(changes_lie_in_slots),
        cmocka_unit_test(changes_lie_in_cells),
        cmocka_unit_test(several_pieces_are_no_whole),
    };

    fixture.device = device_or_skip();
    if (argc > 1 && atoi(argv[1]) > 0)
        every = (size_t)atoi(argv[1]);
    return cmocka_run_group_tests(tests, setup, teardown);
}
