/* living: changes, their answers, scenarios, ends, and what a restart keeps. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/engine/living.h"
#include "core/engine/map_entry.h"
#include "core/solver/catalog.h"
#include "core/weighting/row_effect.h"
#include "core/weighting/weight_match.h"
#include "tests/unit/engine/masked_town.h"

enum { STEPS = 40, SEEDS = 4, ROWS_MOST = 20 };

static const char town_name[] = "town";

struct world {
    char directory[256];
    struct masked_town town;
    const struct device *devices[1];
    struct living *living;
    const struct map *map;
    struct random random;
};

/* ---- A town that lives --------------------------------------------------- */

static void serve(struct world *world)
{
    struct published_map **maps = malloc(sizeof(*maps));
    struct map *map = masked_town_map(&world->town);
    struct weighting *weighting = NULL;

    assert_non_null(maps);
    assert_int_equal(
        living_weighting(world->living, town_name, map, &weighting, NULL), 0);
    assert_non_null(weighting);
    assert_int_equal(published_map_create(town_name, map, weighting,
                                          world->town.catalog.solver,
                                          world->town.catalog.count,
                                          world->devices, 1, maps, NULL),
                     0);
    assert_int_equal(living_serve(world->living, maps, 1, NULL), 0);
    world->map = map;
    published_map_release(maps[0]);
}

static void start(struct world *world, uint64_t seed)
{
    struct living_settings settings = {
        .directory = world->directory,
        .changes = true,
        .epochs_max = 4,
        .scenarios_max = 2,
    };

    world->devices[0] = device_cpu();
    world->town = (struct masked_town){
        .devices = world->devices, .device_count = 1, .side = 6, .seed = seed};
    catalog_init(&world->town.catalog);
    masked_town_open(&world->town, 4);
    assert_int_equal(
        living_create(&settings, world->town.registry, &world->living, NULL),
        0);
    serve(world);
}

static void stop(struct world *world)
{
    living_destroy(world->living);
    masked_town_close(&world->town);
}

static void open_world(struct world *world, uint64_t seed)
{
    strcpy(world->directory, "/tmp/relaxd-living-XXXXXX");
    assert_non_null(mkdtemp(world->directory));
    random_seed(&world->random, seed);
    start(world, seed);
}

static void close_world(struct world *world)
{
    char command[300];

    stop(world);
    snprintf(command, sizeof(command), "rm -rf '%s'", world->directory);
    assert_int_equal(system(command), 0);
}

/* ---- Asking for changes -------------------------------------------------- */

struct waiting {
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool done;
};

static void done(struct change_request *request)
{
    struct waiting *waiting = request->context;

    pthread_mutex_lock(&waiting->lock);
    waiting->done = true;
    pthread_cond_signal(&waiting->news);
    pthread_mutex_unlock(&waiting->lock);
}

/* Takes over the request's rows. */
static enum change_outcome ask(struct world *world,
                               struct change_request *request)
{
    struct waiting waiting = {PTHREAD_MUTEX_INITIALIZER,
                              PTHREAD_COND_INITIALIZER, false};

    request->map = town_name;
    request->done = done;
    request->context = &waiting;
    living_submit(world->living, request);
    pthread_mutex_lock(&waiting.lock);
    while (!waiting.done)
        pthread_cond_wait(&waiting.news, &waiting.lock);
    pthread_mutex_unlock(&waiting.lock);
    weight_change_finish(&request->change);
    change_request_finish(request);
    return request->outcome;
}

static void add_row(struct weight_change *change, int64_t from, int64_t to,
                    double value)
{
    struct weight_row row = {.key = {{from, to, SEGMENT_PAIR}},
                             .value = value,
                             .rate = ROW_AS_VALUE};

    assert_int_equal(weight_list_add(&change->rows, &row), 0);
}

/* A pair of neighbours that some road joins in that direction. */
static void draw_row(struct world *world, struct weight_change *change)
{
    const struct roads *roads = &world->map->roads;
    struct weight_key key[ITEM_KEYS_MAX];
    uint32_t item, edge;

    do {
        item = (uint32_t)random_below(&world->random, 2 * roads->segment_count);
        edge = 2 * roads_segment_piece(roads, item / 2) + item % 2;
    } while (!edge_is_open(roads, edge));
    weight_item_keys(world->map, WEIGHT_SEGMENTS, item, key);
    add_row(change, key[0].id[0], key[0].id[1],
            random_below(&world->random, 5)
                ? 1 + (double)random_below(&world->random, 120)
                : ROW_CLOSED);
}

static struct change_request draw_request(struct world *world,
                                          enum change_operation operation)
{
    struct change_request request = {.change.operation = operation};
    size_t count = 1 + random_below(&world->random, ROWS_MOST);

    strcpy(request.change.profile, world->map->roads.profile.name);
    for (size_t i = 0; i < count; i++)
        draw_row(world, &request.change);
    return request;
}

/* ---- Checks -------------------------------------------------------------- */

/* The weights of a layer's rows over those of another, made afresh. */
static struct weighting *evaluate(const struct world *world,
                                  const struct ledger *ledger,
                                  const char *scenario)
{
    struct row_effect *effect = row_effect_create(world->map, NULL);
    struct weighting *imported = weighting_of_map(world->map, 0);
    struct weighting *weighting = weighting_copy(imported, world->map);
    struct weighting_delta delta = {.all = true};
    struct weighting_edits edits = {0};

    assert_int_equal(row_effect_all(effect, ledger, &edits, NULL), 0);
    assert_int_equal(
        weighting_edit(weighting, world->map, &edits, &delta, NULL), 0);
    weighting_edits_finish(&edits);
    if (*scenario) {
        assert_int_equal(row_effect_over(world->map,
                                         ledger_layer(ledger, scenario), &edits,
                                         NULL),
                         0);
        assert_int_equal(
            weighting_edit(weighting, world->map, &edits, &delta, NULL), 0);
        weighting_edits_finish(&edits);
    }
    row_effect_destroy(effect);
    weighting_release(imported);
    return weighting;
}

static bool answers(struct world *world, struct map_entry *entry,
                    const struct weighting *weighting)
{
    struct masked_questions questions;
    bool right = true;

    masked_questions_init(&questions, world->map, weighting->arrays.arcs.weight,
                          0);
    for (size_t i = 0; i < world->town.catalog.count; i++)
        right &=
            masked_questions_ask(&questions, &world->town, entry,
                                 world->town.catalog.solver[i], &world->random);
    masked_questions_finish(&questions);
    return right;
}

/* Every solver answers with the rows of the ledger, with a scenario's, too. */
static void check(struct world *world, uint64_t epoch)
{
    struct ledger *ledger = living_ledger(world->living, town_name);
    struct map_entry *entry =
        registry_acquire(world->town.registry, town_name, NULL);

    assert_int_equal(ledger->epoch, epoch);
    assert_int_equal(map_entry_epoch(entry), epoch);
    for (size_t i = 0; i < ledger->count; i++) {
        const char *scenario = ledger->layer[i].scenario;
        struct weighting *expected = evaluate(world, ledger, scenario);
        struct map_entry *found;

        assert_int_equal(
            living_entry(world->living, entry, scenario, &found, NULL, NULL),
            0);
        assert_int_equal(map_entry_epoch(found), epoch);
        assert_memory_equal(map_entry_weighting(found)->arrays.segment,
                            expected->arrays.segment,
                            2 * world->map->roads.segment_count *
                                sizeof(uint32_t));
        assert_true(answers(world, found, expected));
        map_entry_release(found);
        weighting_release(expected);
    }
    map_entry_release(entry);
    ledger_release(ledger);
}

/* ---- Tests --------------------------------------------------------------- */

static const enum change_operation operations[] = {
    CHANGE_PATCH,  CHANGE_PATCH, CHANGE_PATCH, CHANGE_PUT,
    CHANGE_DELETE, CHANGE_CLEAR, CHANGE_DROP,  CHANGE_PUBLISH,
};

static void whatever_is_changed_is_in_force_when_it_is_answered(void **state)
{
    static const char *const names[] = {"", "", "", "tunnel", "market"};

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world world;
        uint64_t epoch = 0;

        open_world(&world, seed);
        for (int step = 0; step < STEPS; step++) {
            struct change_request request = draw_request(
                &world, operations[random_below(&world.random, 8)]);

            strcpy(request.change.scenario,
                   names[random_below(&world.random, 5)]);
            if (ask(&world, &request) == CHANGED_OK) {
                assert_int_equal(request.epoch, ++epoch);
            } else if (request.outcome != CHANGED_NO_MATCH &&
                       request.outcome != CHANGED_UNKNOWN_SCENARIO) {
                fail_msg("%d: %s", request.outcome, request.error.text);
            }
            check(&world, epoch);
            if (step % 11 == 10) {
                stop(&world);
                start(&world, seed);
                check(&world, epoch);
            }
        }
        assert_in_range(epoch, STEPS / 3, STEPS);
        close_world(&world);
    }
}

static void a_dry_run_and_what_is_refused_change_nothing(void **state)
{
    struct change_request request;
    struct world world;

    open_world(&world, 1);
    request = draw_request(&world, CHANGE_PATCH);
    add_row(&request.change, 77, 78, 50);
    request.dry_run = true;
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    assert_int_equal(request.unmatched, 1);
    request = draw_request(&world, CHANGE_PATCH);
    request.change.rows.count = 0;
    add_row(&request.change, 77, 78, 50);
    assert_int_equal(ask(&world, &request), CHANGED_NO_MATCH);
    request = draw_request(&world, CHANGE_PATCH);
    request.change.has_if_match = true;
    request.change.if_match = 3;
    assert_int_equal(ask(&world, &request), CHANGED_OTHER_EPOCH);
    request = draw_request(&world, CHANGE_PATCH);
    strcpy(request.change.profile, "boat");
    assert_int_equal(ask(&world, &request), CHANGED_UNKNOWN_MAP);
    request = draw_request(&world, CHANGE_PATCH);
    request.change.kind = WEIGHT_ARCS;
    assert_int_equal(ask(&world, &request), CHANGED_WRONG_MAP);
    request = (struct change_request){.change.operation = CHANGE_PUBLISH,
                                      .change.scenario = "none"};
    assert_int_equal(ask(&world, &request), CHANGED_UNKNOWN_SCENARIO);
    assert_string_equal(request.error.text,
                        "no scenario is called 'none'; there is none");
    check(&world, 0);
    close_world(&world);
}

static struct change_request model_request(const char *name, const char *text)
{
    struct change_request request = {
        .change.operation = text ? CHANGE_MODEL : CHANGE_DROP_MODEL};

    strcpy(request.change.model, name);
    if (text) {
        request.change.text = strdup(text);
        request.change.text_bytes = strlen(text);
    }
    return request;
}

static void assert_model(struct world *world, const char *name, uint64_t epoch,
                         const char *text)
{
    struct ledger *ledger = living_ledger(world->living, town_name);
    const struct shelf_model *found = model_shelf_find(ledger->models, name);

    assert_non_null(found);
    assert_int_equal(found->epoch, epoch);
    assert_string_equal(found->text->text, text);
    ledger_release(ledger);
}

static void models_are_changes_like_others(void **state)
{
    struct change_request request = model_request("truck", "{}");
    struct map_entry *entry, *found;
    struct ledger *ledger;
    struct world world;

    open_world(&world, 5);
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    assert_int_equal(request.epoch, 1);
    assert_int_equal(request.matched + request.unmatched, 0);
    check(&world, 1);
    assert_model(&world, "truck", 1, "{}");
    entry = registry_acquire(world.town.registry, town_name, NULL);
    request = draw_request(&world, CHANGE_PATCH);
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    assert_int_equal(
        living_entry(world.living, entry, "", &found, &ledger, NULL), 0);
    assert_int_equal(ledger->epoch, 2);
    assert_int_equal(map_entry_epoch(found), 2);
    ledger_release(ledger);
    map_entry_release(found);
    map_entry_release(entry);
    stop(&world);
    start(&world, 5);
    assert_model(&world, "truck", 1, "{}");
    check(&world, 2);
    request = model_request("truck", NULL);
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    request = model_request("truck", NULL);
    assert_int_equal(ask(&world, &request), CHANGED_UNKNOWN_MODEL);
    check(&world, 3);
    close_world(&world);
}

static void models_have_epochs_keys_and_dry_runs(void **state)
{
    struct change_request request = model_request("truck", "{}");
    struct world world;

    open_world(&world, 6);
    request.change.has_if_match = true; /* 0: there is none yet */
    strcpy(request.change.key, "monday");
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    request = model_request("truck", "{}");
    strcpy(request.change.key, "monday");
    assert_int_equal(ask(&world, &request), CHANGED_BEFORE);
    assert_int_equal(request.epoch, 1);
    request = model_request("truck", "[]");
    request.change.has_if_match = true;
    assert_int_equal(ask(&world, &request), CHANGED_OTHER_EPOCH);
    request = model_request("truck", "[]");
    request.dry_run = true;
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    assert_model(&world, "truck", 1, "{}");
    request = model_request("bus", NULL);
    request.dry_run = true;
    assert_int_equal(ask(&world, &request), CHANGED_UNKNOWN_MODEL);
    request = model_request("truck", "[]");
    request.change.has_if_match = true;
    request.change.if_match = 1;
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    assert_model(&world, "truck", 2, "[]");
    close_world(&world);
}

static void scenarios_are_bounded(void **state)
{
    static const char *const names[] = {"a", "b", "c"};
    struct world world;

    open_world(&world, 2);
    for (int i = 0; i < 3; i++) {
        struct change_request request = draw_request(&world, CHANGE_PATCH);

        strcpy(request.change.scenario, names[i]);
        assert_int_equal(ask(&world, &request),
                         i < 2 ? CHANGED_OK : CHANGED_TOO_MANY);
    }
    check(&world, 2);
    close_world(&world);
}

static void a_key_gives_the_first_answer_again(void **state)
{
    struct change_request request;
    struct world world;
    uint64_t arcs;

    open_world(&world, 3);
    for (int i = 0; i < 4; i++) {
        request = draw_request(&world, CHANGE_PATCH);
        strcpy(request.change.key, "monday");
        request.change.digest[0] = i == 2 ? 6 : 5;
        assert_int_equal(ask(&world, &request), i == 0   ? CHANGED_OK
                                                : i == 2 ? CHANGED_OTHER_REQUEST
                                                         : CHANGED_BEFORE);
        if (i == 0)
            arcs = request.changed_arcs;
        if (i == 1 || i == 3) {
            assert_int_equal(request.epoch, 1);
            assert_int_equal(request.changed_arcs, arcs);
        }
        if (i == 1) {
            stop(&world);
            start(&world, 3);
        }
    }
    check(&world, 1);
    close_world(&world);
}

static void wait_for_epoch(struct world *world, uint64_t epoch)
{
    uint64_t least_us = clock_now_us() + 30000000;
    struct ledger *ledger;
    uint64_t found;

    do {
        usleep(20000);
        ledger = living_ledger(world->living, town_name);
        found = ledger->epoch;
        ledger_release(ledger);
    } while (found < epoch && clock_now_us() < least_us);
    assert_int_equal(found, epoch);
}

static void rows_end_by_themselves_and_while_nobody_serves(void **state)
{
    struct change_request request;
    struct world world;

    open_world(&world, 4);
    request = draw_request(&world, CHANGE_PATCH);
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    request = draw_request(&world, CHANGE_PATCH);
    request.change.ttl_s = 1;
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    check(&world, 2);
    wait_for_epoch(&world, 3);
    check(&world, 3);

    request = draw_request(&world, CHANGE_PATCH);
    request.change.ttl_s = 2;
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    stop(&world);
    while (time(NULL) < request.change.ends_s)
        usleep(20000);
    start(&world, 4);
    check(&world, 5);
    close_world(&world);
}

struct epoch_waiter {
    struct epoch_wait wait;
    pthread_mutex_t lock;
    bool ready;
};

static void on_ready(struct epoch_wait *wait)
{
    struct epoch_waiter *waiter = (struct epoch_waiter *)wait;

    pthread_mutex_lock(&waiter->lock);
    waiter->ready = true;
    pthread_mutex_unlock(&waiter->lock);
}

static bool is_ready(struct epoch_waiter *waiter)
{
    bool ready;

    pthread_mutex_lock(&waiter->lock);
    ready = waiter->ready;
    pthread_mutex_unlock(&waiter->lock);
    return ready;
}

static void wait_ready(struct epoch_waiter *waiter)
{
    while (!is_ready(waiter))
        usleep(1000);
}

static void an_epoch_is_waited_for_until_it_comes_or_time_is_up(void **state)
{
    struct epoch_waiter waiter = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct change_request request;
    struct map_entry *entry;
    struct world world;

    open_world(&world, 5);
    entry = registry_acquire(world.town.registry, town_name, NULL);
    waiter.wait = (struct epoch_wait){
        .epoch = 1,
        .ready = on_ready,
        .published = map_entry_published(entry),
    };
    living_await(world.living, &waiter.wait);
    assert_false(is_ready(&waiter));
    request = draw_request(&world, CHANGE_PATCH);
    assert_int_equal(ask(&world, &request), CHANGED_OK);
    wait_ready(&waiter);

    waiter.ready = false;
    waiter.wait.epoch = 9;
    waiter.wait.deadline_us = clock_now_us() + 1000;
    living_await(world.living, &waiter.wait);
    wait_ready(&waiter);

    waiter.ready = false;
    waiter.wait.deadline_us = 0;
    living_await(world.living, &waiter.wait);
    living_hurry(world.living, &waiter.wait);
    assert_true(is_ready(&waiter));
    living_hurry(world.living, &waiter.wait); /* no second time */
    map_entry_release(entry);
    close_world(&world);
}

static void a_second_process_does_not_change_the_same_weights(void **state)
{
    struct living_settings settings = {.changes = true};
    struct weighting *weighting;
    struct living *second;
    struct world world;
    struct error error;

    open_world(&world, 6);
    settings.directory = world.directory;
    assert_int_equal(
        living_create(&settings, world.town.registry, &second, &error), 0);
    assert_int_equal(
        living_weighting(second, town_name, world.map, &weighting, &error),
        -EBUSY);
    assert_non_null(strstr(error.text, "another process"));
    living_destroy(second);
    close_world(&world);
}

/* ---- Many at once -------------------------------------------------------- */

enum { CLIENTS = 4, CHANGES = 25 };

struct client {
    struct world *world;
    struct random random;
    pthread_t thread;
    unsigned wrong;
};

static void *change_on(void *argument)
{
    struct client *client = argument;
    struct world own = *client->world;
    uint64_t last = 0;

    own.random = client->random;
    for (int i = 0; i < CHANGES; i++) {
        struct change_request request = draw_request(&own, CHANGE_PATCH);
        struct map_entry *entry;

        client->wrong += ask(&own, &request) != CHANGED_OK;
        client->wrong += request.epoch <= last;
        last = request.epoch;
        entry = registry_acquire(own.town.registry, town_name, NULL);
        client->wrong += map_entry_epoch(entry) < last;
        map_entry_release(entry);
    }
    return NULL;
}

static void many_change_at_once_and_each_has_an_epoch(void **state)
{
    struct client client[CLIENTS];
    struct world world;

    open_world(&world, 7);
    for (int i = 0; i < CLIENTS; i++) {
        client[i] = (struct client){.world = &world};
        random_seed(&client[i].random, (uint64_t)i + 1);
        assert_int_equal(
            pthread_create(&client[i].thread, NULL, change_on, &client[i]), 0);
    }
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(client[i].thread, NULL);
        assert_int_equal(client[i].wrong, 0);
    }
    check(&world, CLIENTS * CHANGES);
    stop(&world);
    start(&world, 7);
    check(&world, CLIENTS * CHANGES);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_changed_is_in_force_when_it_is_answered),
        cmocka_unit_test(a_dry_run_and_what_is_refused_change_nothing),
        cmocka_unit_test(models_are_changes_like_others),
        cmocka_unit_test(models_have_epochs_keys_and_dry_runs),
        cmocka_unit_test(scenarios_are_bounded),
        cmocka_unit_test(a_key_gives_the_first_answer_again),
        cmocka_unit_test(rows_end_by_themselves_and_while_nobody_serves),
        cmocka_unit_test(an_epoch_is_waited_for_until_it_comes_or_time_is_up),
        cmocka_unit_test(a_second_process_does_not_change_the_same_weights),
        cmocka_unit_test(many_change_at_once_and_each_has_an_epoch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
