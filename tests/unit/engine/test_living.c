/* living: changes, their answers, scenarios, ends, and what a restart keeps. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/engine/living.h"
#include "core/engine/map_entry.h"
#include "tests/unit/engine/living_world.h"

enum { STEPS = 40, SEEDS = 4 };

/* ---- Tests --------------------------------------------------------------- */

static const enum change_operation operations[] = {
    CHANGE_PATCH,  CHANGE_PATCH, CHANGE_PATCH, CHANGE_PUT,
    CHANGE_DELETE, CHANGE_CLEAR, CHANGE_DROP,  CHANGE_PUBLISH,
};

static void whatever_is_changed_is_in_force_when_it_is_answered(void **state)
{
    static const char *const names[] = {"", "", "", "tunnel", "market"};

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world world = {0};
        uint64_t epoch = 0;

        world_open(&world, seed);
        for (int step = 0; step < STEPS; step++) {
            struct change_request request = world_draw_request(
                &world, operations[random_below(&world.random, 8)]);

            strcpy(request.change.scenario,
                   names[random_below(&world.random, 5)]);
            if (world_ask(&world, &request) == CHANGED_OK) {
                assert_int_equal(request.epoch, ++epoch);
            } else if (request.outcome != CHANGED_NO_MATCH &&
                       request.outcome != CHANGED_UNKNOWN_SCENARIO) {
                fail_msg("%d: %s", request.outcome, request.error.text);
            }
            world_check(&world, epoch);
            if (step % 11 == 10) {
                world_stop(&world);
                world_start(&world, seed);
                world_check(&world, epoch);
            }
        }
        assert_in_range(epoch, STEPS / 3, STEPS);
        world_close(&world);
    }
}

static void a_dry_run_and_what_is_refused_change_nothing(void **state)
{
    struct change_request request;
    struct world world = {0};

    world_open(&world, 1);
    request = world_draw_request(&world, CHANGE_PATCH);
    change_add_row(&request.change, 77, 78, 50);
    request.dry_run = true;
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    assert_int_equal(request.unmatched, 1);
    request = world_draw_request(&world, CHANGE_PATCH);
    request.change.rows.count = 0;
    change_add_row(&request.change, 77, 78, 50);
    assert_int_equal(world_ask(&world, &request), CHANGED_NO_MATCH);
    request = world_draw_request(&world, CHANGE_PATCH);
    request.change.has_if_match = true;
    request.change.if_match = 3;
    assert_int_equal(world_ask(&world, &request), CHANGED_OTHER_EPOCH);
    request = world_draw_request(&world, CHANGE_PATCH);
    strcpy(request.change.profile, "boat");
    assert_int_equal(world_ask(&world, &request), CHANGED_UNKNOWN_MAP);
    request = world_draw_request(&world, CHANGE_PATCH);
    request.change.kind = WEIGHT_ARCS;
    assert_int_equal(world_ask(&world, &request), CHANGED_WRONG_MAP);
    request = (struct change_request){.change.operation = CHANGE_PUBLISH,
                                      .change.scenario = "none"};
    assert_int_equal(world_ask(&world, &request), CHANGED_UNKNOWN_SCENARIO);
    assert_string_equal(request.error.text,
                        "no scenario is called 'none'; there is none");
    world_check(&world, 0);
    world_close(&world);
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
    struct world world = {0};

    world_open(&world, 5);
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    assert_int_equal(request.epoch, 1);
    assert_int_equal(request.matched + request.unmatched, 0);
    world_check(&world, 1);
    assert_model(&world, "truck", 1, "{}");
    entry = registry_acquire(world.town.registry, town_name, NULL);
    request = world_draw_request(&world, CHANGE_PATCH);
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    assert_int_equal(
        living_entry(world.living, entry, "", &found, &ledger, NULL), 0);
    assert_int_equal(ledger->epoch, 2);
    assert_int_equal(map_entry_epoch(found), 2);
    ledger_release(ledger);
    map_entry_release(found);
    map_entry_release(entry);
    world_stop(&world);
    world_start(&world, 5);
    assert_model(&world, "truck", 1, "{}");
    world_check(&world, 2);
    request = model_request("truck", NULL);
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    request = model_request("truck", NULL);
    assert_int_equal(world_ask(&world, &request), CHANGED_UNKNOWN_MODEL);
    world_check(&world, 3);
    world_close(&world);
}

static void models_have_epochs_keys_and_dry_runs(void **state)
{
    struct change_request request = model_request("truck", "{}");
    struct world world = {0};

    world_open(&world, 6);
    request.change.has_if_match = true; /* 0: there is none yet */
    strcpy(request.change.key, "monday");
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    request = model_request("truck", "{}");
    strcpy(request.change.key, "monday");
    assert_int_equal(world_ask(&world, &request), CHANGED_BEFORE);
    assert_int_equal(request.epoch, 1);
    request = model_request("truck", "[]");
    request.change.has_if_match = true;
    assert_int_equal(world_ask(&world, &request), CHANGED_OTHER_EPOCH);
    request = model_request("truck", "[]");
    request.dry_run = true;
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    assert_model(&world, "truck", 1, "{}");
    request = model_request("bus", NULL);
    request.dry_run = true;
    assert_int_equal(world_ask(&world, &request), CHANGED_UNKNOWN_MODEL);
    request = model_request("truck", "[]");
    request.change.has_if_match = true;
    request.change.if_match = 1;
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    assert_model(&world, "truck", 2, "[]");
    world_close(&world);
}

static void scenarios_are_bounded(void **state)
{
    static const char *const names[] = {"a", "b", "c"};
    struct world world = {0};

    world_open(&world, 2);
    for (int i = 0; i < 3; i++) {
        struct change_request request =
            world_draw_request(&world, CHANGE_PATCH);

        strcpy(request.change.scenario, names[i]);
        assert_int_equal(world_ask(&world, &request),
                         i < 2 ? CHANGED_OK : CHANGED_TOO_MANY);
    }
    world_check(&world, 2);
    world_close(&world);
}

static void a_key_gives_the_first_answer_again(void **state)
{
    struct change_request request;
    struct world world = {0};
    uint64_t arcs;

    world_open(&world, 3);
    for (int i = 0; i < 4; i++) {
        request = world_draw_request(&world, CHANGE_PATCH);
        strcpy(request.change.key, "monday");
        request.change.digest[0] = i == 2 ? 6 : 5;
        assert_int_equal(world_ask(&world, &request),
                         i == 0   ? CHANGED_OK
                         : i == 2 ? CHANGED_OTHER_REQUEST
                                  : CHANGED_BEFORE);
        if (i == 0)
            arcs = request.changed_arcs;
        if (i == 1 || i == 3) {
            assert_int_equal(request.epoch, 1);
            assert_int_equal(request.changed_arcs, arcs);
        }
        if (i == 1) {
            world_stop(&world);
            world_start(&world, 3);
        }
    }
    world_check(&world, 1);
    world_close(&world);
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
    struct world world = {0};

    world_open(&world, 4);
    request = world_draw_request(&world, CHANGE_PATCH);
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    request = world_draw_request(&world, CHANGE_PATCH);
    request.change.ttl_s = 1;
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    world_check(&world, 2);
    wait_for_epoch(&world, 3);
    world_check(&world, 3);

    request = world_draw_request(&world, CHANGE_PATCH);
    request.change.ttl_s = 2;
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
    world_stop(&world);
    while (time(NULL) < request.change.ends_s)
        usleep(20000);
    world_start(&world, 4);
    world_check(&world, 5);
    world_close(&world);
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
    struct world world = {0};

    world_open(&world, 5);
    entry = registry_acquire(world.town.registry, town_name, NULL);
    waiter.wait = (struct epoch_wait){
        .epoch = 1,
        .ready = on_ready,
        .published = map_entry_published(entry),
    };
    living_await(world.living, &waiter.wait);
    assert_false(is_ready(&waiter));
    request = world_draw_request(&world, CHANGE_PATCH);
    assert_int_equal(world_ask(&world, &request), CHANGED_OK);
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
    world_close(&world);
}

static void a_second_process_does_not_change_the_same_weights(void **state)
{
    struct living_settings settings = {.changes = true};
    struct weighting *weighting;
    struct living *second;
    struct world world = {0};
    struct error error;

    world_open(&world, 6);
    settings.directory = world.directory;
    assert_int_equal(
        living_create(&settings, world.town.registry, &second, &error), 0);
    assert_int_equal(
        living_weighting(second, town_name, world.map[0], &weighting, &error),
        -EBUSY);
    assert_non_null(strstr(error.text, "another process"));
    living_destroy(second);
    world_close(&world);
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
        struct change_request request = world_draw_request(&own, CHANGE_PATCH);
        struct map_entry *entry;

        client->wrong += world_ask(&own, &request) != CHANGED_OK;
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
    struct world world = {0};

    world_open(&world, 7);
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
    world_check(&world, CLIENTS * CHANGES);
    world_stop(&world);
    world_start(&world, 7);
    world_check(&world, CLIENTS * CHANGES);
    world_close(&world);
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
