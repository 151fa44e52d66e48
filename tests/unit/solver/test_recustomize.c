/* recustomize: a metric updated to other weights, in every form. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <string.h>

#include "core/solver/catalog.h"
#include "core/solver/csr.h"
#include "tests/solver/one_pair.h"

/* 0 to 1 over arc 0; 1 to 2 over arcs 1 and 2. */
static const uint32_t first_out[] = {0, 1, 3, 3};
static const uint32_t head[] = {1, 2, 2};
static const struct map map = {
    .topology = {3, 3, first_out, head},
};
static const struct device cpu = {.kind = DEVICE_CPU, .name = "cpu"};

static struct weights weights_of(uint64_t epoch, const uint32_t *weight)
{
    return (struct weights){epoch, 3, weight};
}

/* From vertex 0 to vertex 2 by dijkstra. */
static uint32_t solve(struct prepared *prepared, const struct metric *metric)
{
    struct one_pair pair;
    struct solver *solver;

    one_pair_init(&pair, 0, 2);
    assert_int_equal(dijkstra_solver.create(prepared, NULL, 0, &solver, NULL),
                     0);
    assert_int_equal(dijkstra_solver.solve(solver, metric, &pair.batch, NULL),
                     0);
    dijkstra_solver.destroy(solver);
    return pair.cost;
}

static void brings_a_metric_to(const struct form_ops *form)
{
    uint32_t weight[] = {1, 5, 9};
    const uint32_t arc[] = {2, 1, 2};
    struct weights old = weights_of(1, weight);
    struct weights new = weights_of(2, weight);
    struct weight_changes changes = {arc, 3};
    struct prepared *prepared;
    struct metric *metric;

    assert_int_equal(csr_form.prepare(&cpu, &map, &prepared, NULL), 0);
    prepared->ops = form;
    assert_int_equal(form->customize(prepared, &old, &metric, NULL), 0);
    assert_int_equal(solve(prepared, metric), 6);

    weight[1] = WEIGHT_CLOSED;
    weight[2] = 0;
    assert_int_equal(metric_recustomize(&metric, &new, &changes, NULL), 0);
    assert_int_equal(solve(prepared, metric), 1);
    assert_int_equal(metric->epoch, 2);
    assert_ptr_equal(metric->prepared, prepared);
    form->metric_destroy(metric);
    csr_form.prepared_destroy(prepared);
}

static void brings_a_metric_to_an_array_changed_in_place(void **state)
{
    brings_a_metric_to(&csr_form);
}

static void customizes_afresh_where_a_form_has_no_other_way(void **state)
{
    struct form_ops form = csr_form;

    form.recustomize = NULL;
    brings_a_metric_to(&form);
}

static int customize_fails(struct prepared *prepared,
                           const struct weights *weights,
                           struct metric **ret_metric, struct error *error)
{
    return error_set(error, -ENOMEM, "made so");
}

static void leaves_what_can_be_destroyed_after_a_failure(void **state)
{
    const uint32_t weight[] = {1, 5, 9};
    struct weights weights = weights_of(1, weight);
    struct weight_changes none = {NULL, 0};
    struct form_ops form = csr_form;
    struct prepared *prepared;
    struct metric *metric;
    struct error error;

    form.recustomize = NULL;
    assert_int_equal(form.prepare(&cpu, &map, &prepared, NULL), 0);
    prepared->ops = &form;
    assert_int_equal(form.customize(prepared, &weights, &metric, NULL), 0);
    form.customize = customize_fails;
    assert_int_equal(metric_recustomize(&metric, &weights, &none, &error),
                     -ENOMEM);
    assert_string_equal(error.text, "made so");
    form.metric_destroy(metric);
    form.prepared_destroy(prepared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brings_a_metric_to_an_array_changed_in_place),
        cmocka_unit_test(customizes_afresh_where_a_form_has_no_other_way),
        cmocka_unit_test(leaves_what_can_be_destroyed_after_a_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
