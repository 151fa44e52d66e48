/* changes: weights change while questions run; each answer is that of the
 * weights it began with. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/engine/map_entry.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/cch.h"
#include "core/solver/csr.h"
#include "tests/unit/engine/masked_town.h"

enum { KEPT = 2, THREADS = 3, EPOCHS = 24, MASKS = 3 };

static struct masked_town town;
static const struct device *devices[1];

/* The weights of each epoch, and what is expected with them. */
struct history {
    const struct map *map;
    struct weighting *afresh;
    struct masked_questions questions[EPOCHS + 1][MASKS];
    struct random random;
};

static void note_epoch(struct history *history, uint64_t epoch)
{
    for (uint16_t m = 0; m < MASKS; m++)
        masked_questions_init(&history->questions[epoch][m], history->map,
                              history->afresh->arrays.arcs.weight, m);
}

/* The town, with weights that may change. */
static void open_town(struct history *history)
{
    struct published_map **maps = malloc(sizeof(*maps));
    struct map *map;
    struct weighting *imported;

    devices[0] = device_cpu();
    town = (struct masked_town){
        .devices = devices, .device_count = 1, .side = 6, .seed = 4};
    catalog_init(&town.catalog);
    masked_town_open(&town, KEPT);
    map = masked_town_map(&town);
    imported = weighting_of_map(map, 0);
    assert_non_null(maps);
    assert_int_equal(
        published_map_create("town", map, weighting_copy(imported, map),
                             town.catalog.solver, town.catalog.count, devices,
                             1, maps, NULL),
        0);
    registry_serve(town.registry, maps, 1);
    published_map_release(maps[0]);
    weighting_release(imported);
    history->map = map;
    imported = weighting_of_map(map, 0);
    history->afresh = weighting_copy(imported, map);
    weighting_release(imported);
    random_seed(&history->random, 5);
    note_epoch(history, 0);
}

static void close_town(struct history *history, uint64_t epochs)
{
    for (uint64_t e = 0; e <= epochs; e++) {
        for (int m = 0; m < MASKS; m++)
            masked_questions_finish(&history->questions[e][m]);
    }
    weighting_release(history->afresh);
    masked_town_close(&town);
}

static struct published_map *the_map(void)
{
    struct map_entry *entry = registry_acquire(town.registry, "town", NULL);
    struct published_map *published = map_entry_published(entry);

    map_entry_release(entry);
    return published;
}

static void draw(struct history *history, struct weighting_edits *edits)
{
    const struct roads *roads = &history->map->roads;
    uint32_t most = random_below(&history->random, 5) ? 6 : 400;
    uint32_t count = 1 + (uint32_t)random_below(&history->random, most);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t item =
            (uint32_t)random_below(&history->random, 2 * roads->segment_count);
        uint32_t edge = 2 * roads_segment_piece(roads, item / 2) + item % 2;
        uint32_t weight = random_below(&history->random, 6)
                              ? (uint32_t)random_below(&history->random, 50000)
                              : WEIGHT_CLOSED;
        struct item_edit edit = {item, weight, 7};

        if (edge_is_open(roads, edge))
            assert_int_equal(
                array_append(&edits->items.edit, &edits->items.count,
                             &edits->items.capacity, &edit, sizeof(edit)),
                0);
    }
}

/* Makes an epoch; notes what to expect before it is in force. */
static void change(struct history *history, uint64_t epoch)
{
    struct weighting_delta delta = {.all = true};
    struct weighting_edits edits = {0};
    struct next_entry *next;
    size_t changed;

    draw(history, &edits);
    assert_int_equal(
        weighting_edit(history->afresh, history->map, &edits, &delta, NULL), 0);
    note_epoch(history, epoch);
    assert_int_equal(
        published_map_change(the_map(), &edits, epoch, &next, &changed, NULL),
        0);
    published_map_put(the_map(), next);
    weighting_edits_finish(&edits);
}

static bool ask(const struct history *history, uint16_t mask,
                const struct solver_ops *solver, struct random *random)
{
    struct map_entry *entry = masked_town_entry(&town, mask);
    uint64_t epoch = weighting_epoch(map_entry_weighting(entry));
    bool right = masked_questions_ask(&history->questions[epoch][mask], &town,
                                      entry, solver, random);

    map_entry_release(entry);
    return right;
}

static void every_solver_answers_with_the_weights_in_force(void **state)
{
    struct history history;
    struct random random;

    open_town(&history);
    random_seed(&random, 1);
    for (uint64_t epoch = 0; epoch <= EPOCHS; epoch++) {
        if (epoch)
            change(&history, epoch);
        if (epoch % 5 == 3)
            assert_int_equal(published_map_spare(the_map(), true, NULL), 0);
        if (epoch % 5 == 1) /* also of use if it did not find one */
            published_map_spare(the_map(), false, NULL);
        for (size_t i = 0; i < town.catalog.count; i++) {
            for (uint16_t m = 0; m < MASKS; m++)
                assert_true(ask(&history, m, town.catalog.solver[i], &random));
        }
    }
    close_town(&history, EPOCHS);
}

struct asker {
    const struct history *history;
    atomic_bool *stop;
    unsigned asked, wrong;
    pthread_t thread;
};

static void *ask_on(void *argument)
{
    struct asker *asker = argument;
    struct random random;

    random_seed(&random, (uintptr_t)asker);
    while (!atomic_load(asker->stop)) {
        size_t solver = random_below(&random, town.catalog.count);
        uint16_t mask = (uint16_t)random_below(&random, MASKS);

        asker->asked++;
        asker->wrong +=
            !ask(asker->history, mask, town.catalog.solver[solver], &random);
    }
    return NULL;
}

static void answers_are_of_one_epoch_while_weights_change(void **state)
{
    struct history history;
    struct asker asker[THREADS];
    atomic_bool stop = false;

    open_town(&history);
    for (int i = 0; i < THREADS; i++) {
        asker[i] = (struct asker){.history = &history, .stop = &stop};
        assert_int_equal(
            pthread_create(&asker[i].thread, NULL, ask_on, &asker[i]), 0);
    }
    for (uint64_t epoch = 1; epoch <= EPOCHS; epoch++)
        change(&history, epoch);
    atomic_store(&stop, true);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(asker[i].thread, NULL);
        assert_int_equal(asker[i].wrong, 0);
    }
    close_town(&history, EPOCHS);
}

/* The epoch that an entry tells rises with changes that leave it in force. */
static void an_entry_tells_the_last_epoch_it_was_good_for(void **state)
{
    struct history history;
    struct map_entry *before;
    struct map_entry *masked;

    open_town(&history);
    before = masked_town_entry(&town, 0);
    masked = masked_town_entry(&town, 1);
    assert_int_equal(map_entry_epoch(before), 0);
    published_map_deal(the_map(), 4);
    assert_int_equal(map_entry_epoch(before), 4);
    change(&history, 5);
    published_map_deal(the_map(), 6);
    assert_int_equal(map_entry_epoch(before), 4);
    assert_int_equal(map_entry_epoch(masked), 4);
    map_entry_release(before);
    map_entry_release(masked);
    before = masked_town_entry(&town, 0);
    assert_int_equal(map_entry_epoch(before), 6);
    change(&history, 9); /* epochs 7 to 9, of which any may change weights */
    assert_int_equal(map_entry_epoch(before), 6);
    map_entry_release(before);
    for (int m = 0; m < MASKS; m++) {
        masked_questions_finish(&history.questions[5][m]);
        masked_questions_finish(&history.questions[9][m]);
    }
    close_town(&history, 0);
}

/* The imported weights have no epoch of their own: 0. */
static void weights_before_the_first_change_stay_at_epoch_0(void **state)
{
    struct history history;
    struct map_entry *before;

    open_town(&history);
    before = masked_town_entry(&town, 0);
    change(&history, 1);
    assert_int_equal(map_entry_epoch(before), 0);
    change(&history, 2);
    assert_int_equal(map_entry_epoch(before), 0);
    map_entry_release(before);
    close_town(&history, 2);
}

/* What nobody pins is used again; what is pinned is counted, and cut off. */
static void old_weights_are_kept_only_for_those_who_pin_them(void **state)
{
    struct history history;
    struct map_entry *first;
    struct map_entry *second;

    open_town(&history);
    first = masked_town_entry(&town, 0);
    change(&history, 1);
    assert_int_equal(published_map_elders(the_map()), 1);
    change(&history, 2);
    change(&history, 3);
    assert_int_equal(published_map_elders(the_map()), 1);
    second = masked_town_entry(&town, 1);
    change(&history, 4);
    change(&history, 5);
    assert_int_equal(published_map_elders(the_map()), 2);
    assert_false(*map_entry_cut(first));
    published_map_cut_oldest(the_map());
    assert_true(*map_entry_cut(first));
    assert_false(*map_entry_cut(second));
    published_map_cut_oldest(the_map());
    assert_true(*map_entry_cut(second));
    map_entry_release(first);
    map_entry_release(second);
    change(&history, 6);
    change(&history, 7);
    assert_int_equal(published_map_elders(the_map()), 0);
    close_town(&history, 7);
}

/* Nothing changes, and the next change is as good as if there had been none. */
static void a_change_that_is_dropped_leaves_no_trace(void **state)
{
    struct history history;
    struct weighting_edits edits = {0};
    struct next_entry *next;
    struct random random;
    size_t changed;

    open_town(&history);
    random_seed(&random, 1);
    for (uint64_t epoch = 1; epoch <= 6; epoch++) {
        draw(&history, &edits);
        assert_int_equal(published_map_change(the_map(), &edits, epoch, &next,
                                              &changed, NULL),
                         0);
        next_entry_drop(next);
        weighting_edits_finish(&edits);
        change(&history, epoch);
        assert_true(ask(&history, 1, &cch_solver, &random));
        assert_true(ask(&history, 0, &dijkstra_solver, &random));
    }
    close_town(&history, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_answers_with_the_weights_in_force),
        cmocka_unit_test(answers_are_of_one_epoch_while_weights_change),
        cmocka_unit_test(an_entry_tells_the_last_epoch_it_was_good_for),
        cmocka_unit_test(weights_before_the_first_change_stay_at_epoch_0),
        cmocka_unit_test(old_weights_are_kept_only_for_those_who_pin_them),
        cmocka_unit_test(a_change_that_is_dropped_leaves_no_trace),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
