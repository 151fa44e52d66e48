/* masks: how the engine keeps maps with roads of some classes closed. */
#include "tests/unit/cmocka_all.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/engine/map_entry.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/cch.h"
#include "core/solver/csr.h"
#include "tests/unit/engine/masked_town.h"

enum { KEPT = 2, THREADS = 4, ROUNDS = 60, REPLACEMENTS = 12 };

static struct masked_town town;
static const struct device *devices[1];
static struct masked_questions questions[TOWN_MASKS];

static int set_up(void **state)
{
    struct map *map;

    devices[0] = device_cpu();
    town = (struct masked_town){
        .devices = devices, .device_count = 1, .side = 6, .seed = 4};
    catalog_init(&town.catalog);
    masked_town_open(&town, KEPT);
    map = masked_town_map(&town);
    for (uint16_t m = 0; m < TOWN_MASKS; m++)
        masked_questions_init(&questions[m], map, map->imported.arcs.weight, m);
    map_destroy(map);
    return 0;
}

static int tear_down(void **state)
{
    masked_town_close(&town);
    for (int m = 0; m < TOWN_MASKS; m++)
        masked_questions_finish(&questions[m]);
    return 0;
}

static void every_solver_finds_what_the_oracle_finds(void **state)
{
    struct random random;

    random_seed(&random, 1);
    for (uint16_t m = 0; m < TOWN_MASKS; m++) {
        struct map_entry *entry = masked_town_entry(&town, m);

        for (size_t i = 0; i < town.catalog.count; i++)
            assert_true(masked_questions_ask(&questions[m], &town, entry,
                                             town.catalog.solver[i], &random));
        map_entry_release(entry);
    }
}

static void one_workspace_serves_all_masks_of_a_map(void **state)
{
    struct map_entry *entry[TOWN_MASKS];
    struct random random;

    random_seed(&random, 3);
    for (uint16_t m = 0; m < TOWN_MASKS; m++)
        entry[m] = masked_town_entry(&town, m);
    for (size_t i = 0; i < town.catalog.count; i++) {
        for (uint16_t m = 0; m < 2 * TOWN_MASKS; m++)
            assert_true(masked_questions_ask(&questions[m % TOWN_MASKS], &town,
                                             entry[m % TOWN_MASKS],
                                             town.catalog.solver[i], &random));
    }
    for (uint16_t m = 0; m < TOWN_MASKS; m++)
        map_entry_release(entry[m]);
}

enum { RESTING = 3, PATIENCE_MS = 20000 };

static _Atomic(const struct metric *) resting[RESTING];
static atomic_bool rested[RESTING];

static struct solver_ops resting_solver;

static int create_resting(struct prepared *prepared,
                          const struct solver_setting *settings,
                          size_t setting_count, struct solver **ret_solver,
                          struct error *error)
{
    int r =
        cch_solver.create(prepared, settings, setting_count, ret_solver, error);

    if (!r)
        (*ret_solver)->ops = &resting_solver;
    return r;
}

static void note_rest(struct solver *solver, const struct metric *metric)
{
    for (int i = 0; i < RESTING; i++) {
        if (atomic_load(&resting[i]) == metric)
            atomic_store(&rested[i], true);
    }
}

static bool all_rested(void)
{
    bool all = true;

    for (int i = 0; i < RESTING; i++)
        all &= atomic_load(&rested[i]);
    return all;
}

static void every_mask_rests_whichever_was_asked_last(void **state)
{
    struct map_entry *entry[RESTING];
    struct random random;

    resting_solver = cch_solver;
    resting_solver.create = create_resting;
    resting_solver.trim = note_rest;
    random_seed(&random, 6);
    for (uint16_t m = 0; m < RESTING; m++) {
        entry[m] = masked_town_entry(&town, m);
        assert_true(masked_questions_ask(&questions[m], &town, entry[m],
                                         &resting_solver, &random));
        atomic_store(&resting[m],
                     map_entry_metric(entry[m], cch_solver.form, devices[0]));
        assert_non_null(atomic_load(&resting[m]));
    }
    for (int ms = 0; ms < PATIENCE_MS && !all_rested(); ms++) {
        engine_trim(town.engine);
        usleep(1000);
    }
    assert_true(all_rested());
    for (uint16_t m = 0; m < RESTING; m++)
        map_entry_release(entry[m]);
}

/* Every `every`-th arc from the first on. */
static struct closed_set *some_arcs(const struct map *map, uint32_t first,
                                    uint32_t every)
{
    uint32_t most = map->topology.arc_count;
    uint32_t *arcs = array_alloc(most, sizeof(*arcs));
    struct closed_set *set;
    uint32_t count = 0;

    for (uint32_t a = first; a < most; a += every)
        arcs[count++] = a;
    set = closed_set_of_items(2 * map->roads.piece_count, NULL, 0, arcs, count);
    free(arcs);
    assert_non_null(set);
    return set;
}

static struct map_entry *close_arcs(struct map_entry *entry, uint32_t first,
                                    uint32_t every)
{
    struct closed_set *arcs = some_arcs(map_entry_map(entry), first, every);
    struct map_entry *closed;

    assert_int_equal(registry_close(town.registry, entry, arcs, &closed, NULL),
                     0);
    closed_set_release(arcs);
    return closed;
}

/* As turns are that a condition forbids. */
static void arcs_may_be_closed_beside_classes(void **state)
{
    for (uint16_t m = 0; m < 2; m++) {
        struct map_entry *open = masked_town_entry(&town, m);
        struct map_entry *closed = close_arcs(open, 3, 7);
        const struct map *map = map_entry_map(open);
        const uint32_t *imported = map->imported.arcs.weight;
        uint32_t arcs = map->topology.arc_count;
        uint32_t *weight = array_alloc(arcs, sizeof(*weight));
        struct masked_questions asked;
        struct random random;

        random_seed(&random, 9);
        for (uint32_t a = 0; a < arcs; a++)
            weight[a] = a % 7 == 3 ? WEIGHT_CLOSED : imported[a];
        masked_questions_init(&asked, map, weight, m);
        for (size_t i = 0; i < town.catalog.count; i++) {
            assert_true(masked_questions_ask(&asked, &town, closed,
                                             town.catalog.solver[i], &random));
            assert_true(masked_questions_ask(&questions[m], &town, open,
                                             town.catalog.solver[i], &random));
        }
        masked_questions_finish(&asked);
        free(weight);
        map_entry_release(closed);
        map_entry_release(open);
    }
}

static void equal_arcs_share_an_entry(void **state)
{
    struct map_entry *open = masked_town_entry(&town, 0);
    struct map_entry *one = close_arcs(open, 1, 5);
    struct map_entry *same = close_arcs(open, 1, 5);
    struct map_entry *other = close_arcs(open, 2, 5);
    struct map_entry *both = close_arcs(one, 2, 5);
    const struct map *map = map_entry_map(open);
    const struct weighting *weighting = map_entry_weighting(both);

    assert_ptr_equal(one, same);
    assert_ptr_not_equal(one, other);
    assert_ptr_not_equal(one, both);
    for (uint32_t a = 0; a < map->topology.arc_count; a++)
        assert_int_equal(weighting_arc(weighting, &map->roads, a),
                         a % 5 == 1 || a % 5 == 2
                             ? WEIGHT_CLOSED
                             : map->imported.arcs.weight[a]);
    map_entry_release(one);
    map_entry_release(same);
    map_entry_release(other);
    map_entry_release(both);
    map_entry_release(open);
}

static void masks_differ(void **state)
{
    uint32_t n = questions[0].vertex_count;
    uint32_t reached[2] = {0, 0};

    for (uint32_t v = 0; v < n; v++) {
        reached[0] += questions[0].cost[0][v] < COST_INFINITY;
        reached[1] += questions[7].cost[0][v] < COST_INFINITY;
    }
    assert_true(reached[1] < reached[0]);
}

static void auto_answers_on_masked_maps_too(void **state)
{
    struct map_entry *entry = masked_town_entry(&town, 5);

    assert_true(map_entry_is_ready(entry, &csr_form, devices[0]));
    assert_null(map_entry_metric(entry, &csr_form, devices[0]));
    map_entry_release(entry);
}

static void a_mask_is_one_map_until_others_push_it_out(void **state)
{
    struct map_entry *first = masked_town_entry(&town, 1);
    struct map_entry *again = masked_town_entry(&town, 1);
    struct map_entry *second = masked_town_entry(&town, 2);

    assert_ptr_equal(first, again);
    assert_false(map_entry_retired(first));
    map_entry_release(masked_town_entry(&town, 1)); /* now 2 is the older one */
    map_entry_release(masked_town_entry(&town, 4));
    assert_false(map_entry_retired(first));
    assert_true(map_entry_retired(second));
    map_entry_release(masked_town_entry(&town, 3));
    assert_true(map_entry_retired(first));
    again = masked_town_entry(&town, 1);
    assert_ptr_not_equal(first, again);
    map_entry_release(again);
    map_entry_release(first);
    map_entry_release(first);
    map_entry_release(second);
}

static void what_is_pinned_answers_after_it_was_pushed_out(void **state)
{
    struct map_entry *pinned = masked_town_entry(&town, 3);
    struct random random;

    random_seed(&random, 2);
    for (uint16_t m = 4; m < TOWN_MASKS; m++)
        map_entry_release(masked_town_entry(&town, m));
    assert_true(map_entry_retired(pinned));
    assert_true(masked_questions_ask(&questions[3], &town, pinned,
                                     catalog_find(&town.catalog, "cch"),
                                     &random));
    masked_town_publish(&town);
    assert_true(masked_questions_ask(&questions[3], &town, pinned,
                                     catalog_find(&town.catalog, "dijkstra"),
                                     &random));
    map_entry_release(pinned);
}

static void a_mask_of_a_mask_closes_both(void **state)
{
    struct map_entry *one = masked_town_entry(&town, 1);
    struct map_entry *three = masked_town_entry(&town, 3);
    struct map_entry *both;

    both = masked_town_close_classes(&town, one, 2);
    assert_ptr_equal(both, three);
    map_entry_release(both);
    map_entry_release(three);
    map_entry_release(one);
}

static void a_replaced_map_keeps_no_masks(void **state)
{
    struct map_entry *old = registry_acquire(town.registry, "town", NULL);
    struct map_entry *masked;
    struct map_entry *again;

    masked_town_publish(&town);
    masked = masked_town_close_classes(&town, old, 1);
    again = masked_town_close_classes(&town, old, 1);
    assert_ptr_not_equal(masked, again);
    assert_true(map_entry_retired(masked));
    map_entry_release(old);
    map_entry_release(again);
    map_entry_release(masked);
}

static void forms_are_shared_and_metrics_are_not(void **state)
{
    const struct form_ops *form = &csr_form;
    struct map_entry *whole = masked_town_entry(&town, 0);
    struct map_entry *masked = masked_town_entry(&town, 6);
    struct metric *metric[2];

    assert_int_equal(
        map_entry_prepare(whole, form, devices[0], &metric[0], NULL), 0);
    assert_int_equal(
        map_entry_prepare(masked, form, devices[0], &metric[1], NULL), 0);
    assert_ptr_equal(metric[0]->prepared, metric[1]->prepared);
    assert_ptr_not_equal(metric[0], metric[1]);
    map_entry_release(masked);
    map_entry_release(whole);
}

/* A form that reads weights in place has none of its own. */
static void masks_count_what_they_take(void **state)
{
    const struct form_ops *cch = &cch_form;
    struct masked_town own = {
        .devices = devices, .device_count = 1, .side = 6, .seed = 4};
    struct map_entry *whole;
    struct map_entry *masked;
    struct metric *metric;
    uint64_t weights;

    catalog_init(&own.catalog);
    masked_town_open(&own, KEPT);
    whole = masked_town_entry(&own, 0);
    masked = masked_town_entry(&own, 3);
    weights = 4 * (uint64_t)map_entry_map(whole)->topology.arc_count;
    assert_int_equal(map_entry_kept_bytes(whole), 0);
    assert_int_equal(
        map_entry_prepare(masked, &csr_form, devices[0], &metric, NULL), 0);
    assert_int_equal(map_entry_kept_bytes(whole), weights);
    assert_int_equal(map_entry_prepare(masked, cch, devices[0], &metric, NULL),
                     0);
    assert_true(cch->metric_bytes(metric) > 0);
    assert_int_equal(map_entry_kept_bytes(whole),
                     weights + cch->metric_bytes(metric));
    published_map_retire(map_entry_published(whole));
    assert_int_equal(map_entry_kept_bytes(whole), 0);
    map_entry_release(masked);
    map_entry_release(whole);
    masked_town_close(&own);
}

/* However many masks are asked for, in turn. */
static void masks_take_no_more_than_those_kept(void **state)
{
    const struct form_ops *cch = &cch_form;
    struct map_entry *whole = masked_town_entry(&town, 0);
    struct metric *metric;
    uint64_t one;

    assert_int_equal(map_entry_prepare(whole, cch, devices[0], &metric, NULL),
                     0);
    one = 4 * (uint64_t)map_entry_map(whole)->topology.arc_count +
          cch->metric_bytes(metric);
    for (uint16_t m = 1; m < TOWN_MASKS; m++) {
        struct map_entry *masked = masked_town_entry(&town, m);
        size_t kept = m < KEPT ? m : KEPT;

        assert_int_equal(
            map_entry_prepare(masked, cch, devices[0], &metric, NULL), 0);
        map_entry_release(masked);
        assert_int_equal(map_entry_kept_count(whole), kept);
        assert_int_equal(map_entry_kept_bytes(whole), kept * one);
    }
    map_entry_release(whole);
}

static void *ask_around(void *argument)
{
    atomic_uint *wrong = argument;
    struct random random;

    random_seed(&random, (uint64_t)(uintptr_t)&random);
    for (int i = 0; i < ROUNDS; i++) {
        uint16_t m = (uint16_t)random_below(&random, TOWN_MASKS);
        size_t solver = random_below(&random, town.catalog.count);
        struct map_entry *entry = masked_town_entry(&town, m);

        if (!masked_questions_ask(&questions[m], &town, entry,
                                  town.catalog.solver[solver], &random))
            atomic_fetch_add(wrong, 1);
        map_entry_release(entry);
    }
    return NULL;
}

static void many_may_ask_while_maps_are_replaced(void **state)
{
    pthread_t threads[THREADS];
    atomic_uint wrong = 0;

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_around, &wrong),
                         0);
    for (int i = 0; i < REPLACEMENTS; i++)
        masked_town_publish(&town);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(wrong, 0);
}

/* Large enough that its metric takes time. */
static int set_up_large(void **state)
{
    devices[0] = device_cpu();
    town = (struct masked_town){
        .devices = devices, .device_count = 1, .side = 40, .seed = 4};
    catalog_init(&town.catalog);
    masked_town_open(&town, KEPT);
    return 0;
}

static int tear_down_large(void **state)
{
    masked_town_close(&town);
    return 0;
}

static uint64_t wait_us(const struct map_entry *entry)
{
    return map_entry_wait_us(entry, &cch_form, device_cpu());
}

static void masks_take_no_more_memory_than_they_may(void **state)
{
    struct map_entry *first = masked_town_entry(&town, 1);
    struct map_entry *second;
    struct metric *metric;
    struct error error;

    assert_int_equal(
        map_entry_prepare(first, &cch_form, device_cpu(), &metric, &error), 0);
    registry_set_kept(town.registry, 10, map_entry_kept_bytes(first));
    second = masked_town_entry(&town, 2);
    assert_int_equal(map_entry_kept_count(second), 2);
    assert_int_equal(
        map_entry_prepare(second, &cch_form, device_cpu(), &metric, &error), 0);
    map_entry_release(masked_town_entry(&town, 3));
    assert_int_equal(map_entry_kept_count(first), 2);
    assert_true(map_entry_retired(first));
    assert_false(map_entry_retired(second));
    map_entry_release(first);
    map_entry_release(second);
}

static void a_metric_is_waited_for_until_it_pays(void **state)
{
    struct map_entry *whole = masked_town_entry(&town, 0);
    struct map_entry *once = masked_town_entry(&town, 1);
    struct map_entry *twice = masked_town_entry(&town, 2);
    struct metric *metric;
    struct error error;

    assert_int_equal(wait_us(whole), 0);
    assert_true(wait_us(once) > 0);
    assert_int_equal(
        map_entry_prepare(once, &cch_form, device_cpu(), &metric, &error), 0);
    assert_int_equal(wait_us(once), 0);
    assert_true(wait_us(twice) > 0);
    map_entry_want(twice, &cch_form);
    assert_int_equal(wait_us(twice), 0);
    assert_null(map_entry_metric(twice, &cch_form, device_cpu()));
    published_map_make_wanted(map_entry_published(twice), device_cpu());
    assert_non_null(map_entry_metric(twice, &cch_form, device_cpu()));
    assert_int_equal(map_entry_wait_us(twice, &csr_form, device_cpu()), 0);
    map_entry_release(whole);
    map_entry_release(once);
    map_entry_release(twice);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_solver_finds_what_the_oracle_finds),
        TEST(one_workspace_serves_all_masks_of_a_map),
        TEST(every_mask_rests_whichever_was_asked_last),
        TEST(arcs_may_be_closed_beside_classes),
        TEST(equal_arcs_share_an_entry),
        TEST(masks_differ),
        TEST(auto_answers_on_masked_maps_too),
        TEST(a_mask_is_one_map_until_others_push_it_out),
        TEST(what_is_pinned_answers_after_it_was_pushed_out),
        TEST(a_mask_of_a_mask_closes_both),
        TEST(a_replaced_map_keeps_no_masks),
        TEST(forms_are_shared_and_metrics_are_not),
        TEST(masks_count_what_they_take),
        TEST(masks_take_no_more_than_those_kept),
        TEST(many_may_ask_while_maps_are_replaced),
        TEST(masks_take_no_more_memory_than_they_may),
        cmocka_unit_test_setup_teardown(a_metric_is_waited_for_until_it_pays,
                                        set_up_large, tear_down_large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
