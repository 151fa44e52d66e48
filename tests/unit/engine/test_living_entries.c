/* living_feed: entries of a stream in force, and whole states. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/engine/living_feed.h"
#include "core/engine/map_entry.h"
#include "tests/unit/engine/fed_world.h"
#include "tests/unit/weighting/change_fixture.h"

/* ---- Entries of all kinds ------------------------------------------------ */

static void assert_alike(struct fed *one, const struct fed *other)
{
    struct fed_state mine = fed_state_of(one), theirs = fed_state_of(other);

    assert_state(&mine, &theirs);
    assert_same_weights(&one->world, &other->world);
    world_check(&one->world, theirs.ledger->epoch);
    fed_state_finish(&mine);
    fed_state_finish(&theirs);
}

/* Both have taken the same entries. */
static void assert_same(struct fed *one, const struct fed *other)
{
    struct living_figures a = fed_figures(one), b = fed_figures(other);

    assert_memory_equal(a.entries, b.entries, sizeof(a.entries));
    assert_alike(one, other);
}

static void assert_refused_some(const struct fed *fed)
{
    static const enum change_outcome outcomes[] = {
        CHANGED_OK,
        CHANGED_BEFORE,
        CHANGED_UNREADABLE,
        CHANGED_NO_MATCH,
        CHANGED_OTHER_EPOCH,
        CHANGED_OTHER_REQUEST,
        CHANGED_UNKNOWN_MODEL,
        CHANGED_UNKNOWN_SCENARIO,
    };
    struct living_figures figures = fed_figures(fed);

    for (size_t i = 0; i < sizeof(outcomes) / sizeof(*outcomes); i++)
        assert_true(figures.entries[outcomes[i]] > 0);
}

static void entries_taken_together_do_what_each_does_alone(void **state)
{
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct fed together, alone;

        fed_open(&together, seed, 2);
        fed_open(&alone, seed, 2);
        fed_write_mixed(&together, 400);
        fed_write_mixed(&alone, 400);
        fed_deliver(&together);
        for (size_t n = 0; n < alone.stream.count; n++)
            fake_stream_deliver(&alone.stream, &alone.world, 1);
        assert_same(&together, &alone);
        assert_refused_some(&alone);
        fed_close(&together);
        fed_close(&alone);
    }
}

/* ---- Keys ---------------------------------------------------------------- */

static void write_key(struct fed *fed, unsigned n)
{
    struct change_request request = {.change.operation = CHANGE_CLEAR};

    strcpy(request.change.profile, fed->world.map[0]->roads.profile.name);
    sprintf(request.change.key, "k%u", n);
    fake_stream_write(&fed->stream, &request.change);
}

/* A full book, and entries whose keys others of the delivery make forgotten. */
static void write_keys(struct fed *fed)
{
    static const unsigned again[] = {KEYS_KEPT, 0, 0, 1, 2, 4, 3, KEYS_KEPT, 5};

    for (unsigned n = 0; n < KEYS_KEPT; n++)
        write_key(fed, n);
    for (size_t i = 0; i < sizeof(again) / sizeof(*again); i++)
        write_key(fed, again[i]);
}

static void keys_are_forgotten_as_entries_come(void **state)
{
    struct fed together, alone;
    size_t first = KEYS_KEPT - 20;

    fed_open(&together, 3, 1);
    fed_open(&alone, 3, 1);
    write_keys(&together);
    write_keys(&alone);
    fake_stream_deliver(&together.stream, &together.world, first);
    fed_deliver(&together);
    fake_stream_deliver(&alone.stream, &alone.world, first);
    for (size_t n = first; n < alone.stream.count; n++)
        fake_stream_deliver(&alone.stream, &alone.world, 1);
    assert_same(&together, &alone);
    /* 10000 forgets 0, that 1, and so on; 0, 4, 10000 and 5 are known. */
    assert_int_equal(fed_figures(&alone).entries[CHANGED_BEFORE], 4);
    fed_close(&together);
    fed_close(&alone);
}

/* ---- What changes nothing ------------------------------------------------ */

/* All but epochs and place. */
static char *rows_of(const struct fed *fed)
{
    struct fed_state state = fed_state_of(fed);
    char *words = ledger_words(state.ledger);
    char *rows = strdup(strchr(words, '\n'));

    free(words);
    fed_state_finish(&state);
    assert_non_null(rows);
    return rows;
}

static void what_is_refused_has_an_epoch_and_changes_nothing(void **state)
{
    struct change_request request;
    char *before, *after;
    struct fed fed;

    fed_open(&fed, 4, 1);
    fed_write_drawn(&fed, CHANGE_PATCH);
    fed_deliver(&fed);
    before = rows_of(&fed);
    fake_stream_write_wrong(&fed.stream);
    request = world_draw_request(&fed.world, CHANGE_PUT);
    request.change.has_if_match = true;
    fake_stream_write(&fed.stream, &request.change);
    request = world_draw_request(&fed.world, CHANGE_PUBLISH);
    strcpy(request.change.scenario, "none");
    fake_stream_write(&fed.stream, &request.change);
    request = world_draw_request(&fed.world, CHANGE_DELETE);
    request.change.rows.count = 0;
    change_add_row(&request.change, 77, 78, 0);
    fake_stream_write(&fed.stream, &request.change);
    fed_deliver(&fed);
    after = rows_of(&fed);
    assert_string_equal(after, before);
    assert_int_equal(fed_figures(&fed).entries[CHANGED_OK], 1);
    assert_int_equal(fed_figures(&fed).entries[CHANGED_UNREADABLE], 1);
    world_check(&fed.world, 5);
    free(before);
    free(after);
    fed_close(&fed);
}

static void rows_that_name_nothing_are_taken_and_counted(void **state)
{
    struct change_request request;
    struct fed fed;

    fed_open(&fed, 5, 1);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    request.change.rows.count = 0;
    change_add_row(&request.change, 77, 78, 50);
    fake_stream_write(&fed.stream, &request.change);
    fed_deliver(&fed);
    assert_int_equal(fed_figures(&fed).entries[CHANGED_OK], 1);
    assert_int_equal(fed_figures(&fed).unmatched_rows, 1);
    strcpy(request.change.profile, "submarine");
    change_add_row(&request.change, 1, 2, 50);
    fake_stream_write(&fed.stream, &request.change);
    fed_deliver(&fed);
    assert_int_equal(fed_figures(&fed).unmatched_rows, 2);
    world_check(&fed.world, 2);
    fed_close(&fed);
}

static void a_map_that_is_not_there_takes_nothing(void **state)
{
    struct entry entry = {.is_empty = true};
    struct key_book keys = {0};
    struct known_key *known;
    struct ledger *ledger;
    struct error error;
    size_t taken = 9, count;
    struct fed fed;

    fed_open(&fed, 6, 1);
    assert_int_equal(living_take_entries(fed.world.living, "village", &entry, 1,
                                         &taken, &error),
                     -EAGAIN);
    assert_int_equal(taken, 0);
    assert_string_equal(error.text, "map village is not served yet");
    ledger = ledger_create();
    assert_int_equal(key_book_init(&keys), 0);
    assert_int_equal(
        living_replace(fed.world.living, "village", ledger, &keys, &error),
        -EAGAIN);
    ledger_release(ledger);
    key_book_finish(&keys); /* they are still the caller's */
    assert_int_equal(
        living_copy_state(fed.world.living, "village", &ledger, &known, &count),
        -ENOENT);
    fed_close(&fed);
}

/* ---- Ends ---------------------------------------------------------------- */

static unsigned ends_of(struct fed *fed)
{
    unsigned ends;

    pthread_mutex_lock(&fed->stream.lock);
    ends = fed->stream.ends;
    pthread_mutex_unlock(&fed->stream.lock);
    return ends;
}

static uint32_t first_end(const struct fed *fed)
{
    struct fed_state state = fed_state_of(fed);
    uint32_t end = ledger_first_end(state.ledger);

    fed_state_finish(&state);
    return end;
}

static void
rows_end_with_an_entry_which_is_asked_for_ever_more_rarely(void **state)
{
    uint64_t begin_us = clock_now_us();
    struct change_request request;
    unsigned ends;
    struct fed fed;

    fed_open(&fed, 7, 1);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    request.change.ttl_s = 3600;
    fake_stream_write(&fed.stream, &request.change);
    fed_deliver(&fed);
    assert_int_equal(first_end(&fed), 1000 + 3600);
    while (ends_of(&fed) < 3)
        usleep(1000);
    assert_true(clock_now_us() - begin_us >= 3000000);
    fake_stream_write(&fed.stream, NULL); /* too early by the stream's clock */
    fed_deliver(&fed);
    assert_int_equal(first_end(&fed), 1000 + 3600);
    world_check(&fed.world, 2);
    fed.stream.beginning_ms += 3600000;
    fake_stream_write(&fed.stream, NULL);
    fed_deliver(&fed);
    assert_int_equal(first_end(&fed), UINT32_MAX);
    world_check(&fed.world, 3);
    ends = ends_of(&fed);
    for (int i = 0; i < 10; i++) {
        fake_stream_write(&fed.stream, NULL);
        fed_deliver(&fed);
    }
    assert_int_equal(ends_of(&fed), ends);
    fed_close(&fed);
}

/* ---- Whole states -------------------------------------------------------- */

static void write_other_profile(struct fed *fed)
{
    struct change_request request =
        world_draw_request(&fed->world, CHANGE_PATCH);

    strcpy(request.change.profile, fed->world.map[1]->roads.profile.name);
    fake_stream_write(&fed->stream, &request.change);
}

static atomic_bool is_ready;

static void on_ready(struct epoch_wait *wait)
{
    is_ready = true;
}

static void a_whole_state_comes_into_force_in_place_of_another(void **state)
{
    struct epoch_wait wait = {.ready = on_ready};
    struct map_entry *entry;
    struct fed fed, ahead;
    struct fed_state theirs;

    fed_open(&fed, 8, 2);
    fed_open(&ahead, 8, 2);
    fed_write_mixed(&fed, 5);
    fed_deliver(&fed);
    world_check(&fed.world, fed.stream.count); /* scenarios are made */
    fed_write_mixed(&ahead, 40);
    write_other_profile(&ahead);
    fed_deliver(&ahead);
    theirs = fed_state_of(&ahead);
    assert_true(theirs.ledger->count > 1);
    is_ready = false;
    entry = registry_acquire(fed.world.town.registry, town_name, NULL);
    wait.epoch = theirs.ledger->epoch;
    wait.published = map_entry_published(entry);
    living_await(fed.world.living, &wait);
    assert_false(is_ready);
    fed_put_state(&fed, &theirs);
    while (!is_ready)
        usleep(100);
    map_entry_release(entry);
    assert_alike(&fed, &ahead);
    fed_write_mixed(&ahead, 20);
    fed_deliver(&ahead);
    fake_stream_deliver(&ahead.stream, &fed.world, SIZE_MAX); /* and goes on */
    assert_alike(&fed, &ahead);
    fed_state_finish(&theirs);
    fed_close(&fed);
    fed_close(&ahead);
}

static void who_waits_for_an_entry_is_told_of_a_whole_state(void **state)
{
    struct change_request request, again;
    struct fed fed, ahead;
    struct asked asked;
    struct fed_state theirs;

    fed_open(&fed, 9, 1);
    fed_open(&ahead, 9, 1);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    strcpy(request.change.key, "monday");
    again = world_draw_request(&ahead.world, CHANGE_PATCH);
    strcpy(again.change.key, "monday");
    fake_stream_write_copy(&ahead.stream, &again.change);
    fed_write_drawn(&ahead, CHANGE_PATCH);
    fed_deliver(&ahead);
    world_submit(&fed.world, &asked, &request);
    fake_stream_wait(&fed.stream, 1);
    theirs = fed_state_of(&ahead);
    fed_put_state(&fed, &theirs); /* which has its entry: that never comes */
    assert_int_equal(asked_wait(&asked), CHANGED_UNKNOWN);
    assert_non_null(strstr(asked.request.error.text, "snapshot"));
    asked_finish(&asked);
    assert_int_equal(world_ask(&fed.world, &again), CHANGED_BEFORE);
    assert_int_equal(again.epoch, 1);
    assert_int_equal(fake_stream_offers(&fed.stream), 1);
    fed_state_finish(&theirs);
    fed_close(&fed);
    fed_close(&ahead);
}

/* ---- What is known of the feed ------------------------------------------- */

static void note(struct fed *fed, const char *map, enum feed_state feed_state,
                 uint64_t since_us)
{
    struct feed_note feed = {.state = feed_state,
                             .lag_entries = 3,
                             .lags_since_us = since_us,
                             .losses = 2};

    living_note_feed(fed->world.living, map, &feed);
}

static void who_follows_and_lags_is_known(void **state)
{
    uint64_t since_us = clock_now_us() - 5000000;
    struct fed fed;

    fed_open(&fed, 14, 1);
    assert_int_equal(fed_figures(&fed).feed.state, FEED_NONE);
    assert_int_equal(living_lag_us(fed.world.living), 0);
    note(&fed, town_name, FEED_FOLLOWS, since_us);
    assert_true(living_lag_us(fed.world.living) >= 5000000);
    assert_int_equal(fed_figures(&fed).feed.state, FEED_FOLLOWS);
    assert_int_equal(fed_figures(&fed).feed.lag_entries, 3);
    assert_int_equal(fed_figures(&fed).feed.losses, 2);
    note(&fed, "village", FEED_LOST, 0);
    assert_int_equal(fed_figures(&fed).feed.state, FEED_FOLLOWS);
    note(&fed, town_name, FEED_LOST, since_us);
    assert_int_equal(living_lag_us(fed.world.living), 0);
    note(&fed, town_name, FEED_FOLLOWS, 0);
    assert_int_equal(living_lag_us(fed.world.living), 0);
    fed_close(&fed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_taken_together_do_what_each_does_alone),
        cmocka_unit_test(keys_are_forgotten_as_entries_come),
        cmocka_unit_test(what_is_refused_has_an_epoch_and_changes_nothing),
        cmocka_unit_test(rows_that_name_nothing_are_taken_and_counted),
        cmocka_unit_test(a_map_that_is_not_there_takes_nothing),
        cmocka_unit_test(
            rows_end_with_an_entry_which_is_asked_for_ever_more_rarely),
        cmocka_unit_test(a_whole_state_comes_into_force_in_place_of_another),
        cmocka_unit_test(who_waits_for_an_entry_is_told_of_a_whole_state),
        cmocka_unit_test(who_follows_and_lags_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
