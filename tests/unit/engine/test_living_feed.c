/* living_feed: requests on their way through a stream, and their answers. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/engine/living_feed.h"
#include "tests/unit/engine/fed_world.h"

enum { STEPS = 30, SEEDS = 2 };

static void assert_epoch(struct fed *fed, uint64_t epoch)
{
    struct ledger *ledger = living_ledger(fed->world.living, town_name);

    assert_int_equal(ledger->epoch, epoch);
    ledger_release(ledger);
}

/* ---- Into force ---------------------------------------------------------- */

/* Submits the same request to a world with a stream and to one without. */
static void step_both(struct fed *fed, struct world *alone,
                      struct change_request request)
{
    struct change_request same = request_copy(&request);
    size_t before = fed->stream.count;
    char id[ENTRY_ID_SIZE];
    struct asked asked;

    world_submit(&fed->world, &asked, &request);
    while (!asked_is_answered(&asked) &&
           fake_stream_offers(&fed->stream) == before)
        usleep(100);
    if (fed->stream.count > before) {
        assert_false(asked_is_answered(&asked));
        assert_epoch(fed, before);
        fed_deliver(fed);
    }
    assert_int_equal(asked_wait(&asked), world_ask(alone, &same));
    assert_int_equal(asked.request.matched, same.matched);
    if (same.outcome != CHANGED_OK) {
        assert_string_equal(asked.request.entry, "");
    } else {
        assert_string_equal(asked.request.entry,
                            fake_stream_id(&fed->stream, before, id));
        assert_int_equal(asked.request.epoch, before + 1);
        assert_int_equal(asked.request.unmatched, same.unmatched);
        assert_int_equal(asked.request.changed_arcs, same.changed_arcs);
    }
    asked_finish(&asked);
}

static void
a_request_is_in_force_and_answered_once_its_entry_is_taken(void **state)
{
    static const enum change_operation operations[] = {
        CHANGE_PATCH,  CHANGE_PATCH, CHANGE_PATCH, CHANGE_PUT,
        CHANGE_DELETE, CHANGE_CLEAR, CHANGE_DROP,  CHANGE_PUBLISH,
    };
    static const char *const names[] = {"", "", "tunnel", "market"};

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world alone = {.no_disk = true};
        struct fed fed;

        fed_open(&fed, seed, 1);
        world_open(&alone, seed);
        for (int i = 0; i < STEPS; i++) {
            struct random *random = &fed.world.random;
            struct change_request request = world_draw_request(
                &fed.world, operations[random_below(random, 8)]);

            strcpy(request.change.scenario, names[random_below(random, 4)]);
            if (request.change.operation == CHANGE_DROP ||
                request.change.operation == CHANGE_PUBLISH)
                strcpy(request.change.scenario, "tunnel");
            step_both(&fed, &alone, request);
            assert_same_weights(&fed.world, &alone);
            world_check(&fed.world, fed.stream.count);
        }
        assert_in_range(fed.stream.count, STEPS / 2, STEPS);
        world_close(&alone);
        fed_close(&fed);
    }
}

struct gate {
    struct fed *fed;
    struct asked *asked; /* [2], submitted meanwhile */
    struct change_request *request;
};

/* The thread that takes changes is here, so both wait together. */
static void submit_two(void *context)
{
    struct gate *gate = context;

    gate->fed->stream.making = NULL;
    for (int i = 0; i < 2; i++)
        world_submit(&gate->fed->world, &gate->asked[i], &gate->request[i]);
}

static void a_dry_run_is_no_entry_and_what_waits_behind_it_is_one(void **state)
{
    struct change_request first, request[2];
    struct asked asked[3];
    struct gate gate;
    struct fed fed;

    fed_open(&fed, 3, 1);
    gate = (struct gate){&fed, asked + 1, request};
    first = world_draw_request(&fed.world, CHANGE_PATCH);
    for (int i = 0; i < 2; i++)
        request[i] = world_draw_request(&fed.world, CHANGE_PATCH);
    request[0].dry_run = true;
    fed.stream.making = submit_two;
    fed.stream.context = &gate;
    world_submit(&fed.world, &asked[0], &first);
    fake_stream_wait(&fed.stream, 2);
    asked_expect(&asked[1], CHANGED_OK);
    assert_false(asked_is_answered(&asked[0]));
    assert_false(asked_is_answered(&asked[2]));
    assert_epoch(&fed, 0);
    fed_deliver(&fed);
    asked_expect(&asked[0], CHANGED_OK);
    asked_expect(&asked[2], CHANGED_OK);
    world_check(&fed.world, 2);
    fed_close(&fed);
}

/* ---- Refusals ------------------------------------------------------------ */

static void
rows_that_name_nothing_are_refused_before_they_are_appended(void **state)
{
    struct change_request request;
    struct fed fed;

    fed_open(&fed, 4, 1);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    request.change.rows.count = 0;
    change_add_row(&request.change, 77, 78, 50);
    assert_int_equal(world_ask(&fed.world, &request), CHANGED_NO_MATCH);
    assert_string_equal(request.entry, "");
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    strcpy(request.change.profile, "boat");
    assert_int_equal(world_ask(&fed.world, &request), CHANGED_UNKNOWN_MAP);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    request.change.kind = WEIGHT_ARCS;
    assert_int_equal(world_ask(&fed.world, &request), CHANGED_WRONG_MAP);
    assert_int_equal(fed.stream.count, 0);
    world_check(&fed.world, 0);
    fed_close(&fed);
}

static void
scenarios_are_bounded_for_who_asks_and_not_for_the_stream(void **state)
{
    static const char *const names[] = {"a", "b", "c"};
    struct change_request request;
    struct fed fed;

    fed_open(&fed, 5, 1);
    for (int i = 0; i < 2; i++) {
        request = world_draw_request(&fed.world, CHANGE_PATCH);
        strcpy(request.change.scenario, names[i]);
        fake_stream_write(&fed.stream, &request.change);
    }
    fed_deliver(&fed);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    strcpy(request.change.scenario, names[2]);
    assert_int_equal(world_ask(&fed.world, &request), CHANGED_TOO_MANY);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    strcpy(request.change.scenario, names[2]);
    fake_stream_write(&fed.stream, &request.change);
    fed_deliver(&fed);
    world_check(&fed.world, 3);
    fed_close(&fed);
}

static void the_stream_alone_judges_epochs(void **state)
{
    struct change_request request;
    struct asked right, wrong;
    struct fed fed;

    fed_open(&fed, 6, 1);
    request = world_draw_request(
        &fed.world, CHANGE_PATCH); /* right now, but not in the stream */
    request.change.has_if_match = true;
    fed_write_drawn(&fed, CHANGE_PATCH);
    fed_offer(&fed, &wrong, &request);
    request =
        world_draw_request(&fed.world, CHANGE_PATCH); /* the other way round */
    request.change.has_if_match = true;
    request.change.if_match = 1;
    fed_offer(&fed, &right, &request);
    fed_deliver(&fed);
    assert_int_equal(asked_wait(&wrong), CHANGED_OTHER_EPOCH);
    assert_non_null(strstr(wrong.request.error.text, "epoch"));
    asked_finish(&wrong);
    assert_int_equal(right.request.epoch, 3);
    asked_expect(&right, CHANGED_OK);
    world_check(&fed.world, 3);
    fed_close(&fed);
}

static void
scenarios_and_models_that_are_not_there_only_the_stream_refuses(void **state)
{
    struct change_request publish = {.change.operation = CHANGE_PUBLISH,
                                     .change.scenario = "none"};
    struct change_request drop = {.change.operation = CHANGE_DROP_MODEL,
                                  .change.model = "none"};
    struct asked asked[2];
    struct fed fed;

    fed_open(&fed, 7, 1);
    fed_offer(&fed, &asked[0], &publish);
    fed_offer(&fed, &asked[1], &drop);
    fed_deliver(&fed);
    asked_expect(&asked[0], CHANGED_UNKNOWN_SCENARIO);
    asked_expect(&asked[1], CHANGED_UNKNOWN_MODEL);
    world_check(&fed.world, 2);
    fed_close(&fed);
}

static void a_removal_counts_rows_when_its_entry_is_taken(void **state)
{
    struct change_request put, other, removal;
    struct asked asked;
    struct fed fed;

    fed_open(&fed, 8, 1);
    put = world_draw_request(&fed.world, CHANGE_PUT);
    put.change.rows.count = 0;
    change_add_row(&put.change, 1, 2, 50);
    change_add_row(&put.change, 77, 78, 50);
    other = request_copy(&put);
    other.change.operation = CHANGE_DELETE;
    other.change.rows.count = 1;
    removal = request_copy(&put);
    removal.change.operation = CHANGE_DELETE;
    change_add_row(&removal.change, 79, 80, 0);
    fake_stream_write(&fed.stream, &put.change);
    fed_deliver(&fed);
    fake_stream_write(&fed.stream, &other.change);
    fed_offer(&fed, &asked, &removal);
    fed_deliver(&fed);
    assert_int_equal(asked_wait(&asked), CHANGED_OK);
    assert_int_equal(asked.request.matched, 1);
    assert_int_equal(asked.request.unmatched, 2);
    assert_int_equal(asked.request.unmatched_told, 2);
    assert_int_equal(asked.request.unmatched_rows[0].index, 0);
    assert_int_equal(asked.request.unmatched_rows[1].index, 2);
    asked_finish(&asked);
    world_check(&fed.world, 3);
    fed_close(&fed);
}

/* ---- Loss ---------------------------------------------------------------- */

static uint64_t outcomes[CHANGE_OUTCOMES];

static void see(void *context, const struct living_figures *figures)
{
    memcpy(outcomes, figures->changes, sizeof(outcomes));
}

static uint64_t count_answers(struct fed *fed, enum change_outcome outcome)
{
    living_each(fed->world.living, see, NULL);
    return outcomes[outcome];
}

static void what_cannot_be_appended_is_lost(void **state)
{
    struct change_request request;
    struct fed fed;

    fed_open(&fed, 9, 1);
    fed.stream.is_lost = true;
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    assert_int_equal(world_ask(&fed.world, &request), CHANGED_LOST);
    assert_string_equal(request.error.text, "it is away");
    assert_string_equal(request.entry, "");
    assert_int_equal(fed.stream.count, 0);
    assert_int_equal(count_answers(&fed, CHANGED_LOST), 1);
    world_check(&fed.world, 0);
    fed_close(&fed);
}

static void an_append_that_fails_later_is_answered_once(void **state)
{
    static const enum change_outcome outcome[] = {CHANGED_LOST,
                                                  CHANGED_UNKNOWN};
    struct error words;
    struct fed fed;

    fed_open(&fed, 10, 1);
    error_set(&words, 0, "it broke");
    for (int i = 0; i < 2; i++) {
        struct change_request request =
            world_draw_request(&fed.world, CHANGE_PATCH);
        struct living *living = fed.world.living;
        struct asked asked;

        fed_offer(&fed, &asked, &request);
        living_append_failed(living, "village", fed.stream.ticket, CHANGED_LOST,
                             &words);
        living_append_failed(living, town_name, fed.stream.ticket + 1,
                             CHANGED_LOST, &words);
        assert_false(asked_is_answered(&asked));
        living_append_failed(living, town_name, fed.stream.ticket, outcome[i],
                             &words);
        assert_true(asked_is_answered(&asked));
        assert_string_equal(asked.request.error.text, "it broke");
        living_append_failed(living, town_name, fed.stream.ticket, outcome[i],
                             &words);
        fed_deliver(&fed); /* it was appended after all */
        assert_int_equal(count_answers(&fed, outcome[i]), 1);
        asked_expect(&asked, outcome[i]);
    }
    world_check(&fed.world, 2);
    fed_close(&fed);
}

static void a_failure_after_the_entry_is_none(void **state)
{
    struct change_request request;
    struct error words;
    struct asked asked;
    struct fed fed;

    fed_open(&fed, 11, 1);
    error_set(&words, 0, "it broke");
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    fed_offer(&fed, &asked, &request);
    fed_deliver(&fed);
    asked_expect(&asked, CHANGED_OK);
    living_append_failed(fed.world.living, town_name, fed.stream.ticket,
                         CHANGED_UNKNOWN, &words);
    assert_int_equal(count_answers(&fed, CHANGED_UNKNOWN), 0);
    assert_int_equal(asked.answers, 1);
    fed_close(&fed);
}

static void after_a_loss_nobody_knows_what_became_of_requests(void **state)
{
    struct asked asked[3];
    struct error words;
    struct fed fed;

    fed_open(&fed, 12, 1);
    error_set(&words, 0, "it is gone");
    for (int i = 0; i < 3; i++) {
        struct change_request request =
            world_draw_request(&fed.world, CHANGE_PATCH);

        fed_offer(&fed, &asked[i], &request);
    }
    fake_stream_deliver(&fed.stream, &fed.world, 1);
    asked_expect(&asked[0], CHANGED_OK);
    living_feed_lost(fed.world.living, "village", &words);
    assert_false(asked_is_answered(&asked[1]));
    living_feed_lost(fed.world.living, NULL, &words);
    assert_string_equal(asked[1].request.error.text, "it is gone");
    asked_expect(&asked[1], CHANGED_UNKNOWN);
    asked_expect(&asked[2], CHANGED_UNKNOWN);
    fed_deliver(&fed); /* they were appended */
    world_check(&fed.world, 3);
    fed_close(&fed);
}

struct loss {
    struct fed *fed;
    struct asked *asked;
    pthread_t thread;
    bool early;
};

static void *lose(void *context)
{
    struct loss *loss = context;
    struct error words;

    error_set(&words, 0, "it is gone");
    pthread_mutex_lock(&loss->fed->stream.lock);
    loss->fed->stream.is_lost = true;
    pthread_mutex_unlock(&loss->fed->stream.lock);
    living_feed_lost(loss->fed->world.living, town_name, &words);
    return NULL;
}

/* Who answers a request gives up its rows. */
static void lose_meanwhile(void *context)
{
    struct loss *loss = context;

    assert_int_equal(pthread_create(&loss->thread, NULL, lose, loss), 0);
    for (int i = 0; i < 200 && !loss->early; i++) {
        usleep(100);
        loss->early = asked_is_answered(loss->asked);
    }
}

static void a_loss_leaves_a_request_alone_while_it_is_read(void **state)
{
    struct change_request request;
    struct asked asked;
    struct loss loss;
    struct fed fed;

    fed_open(&fed, 13, 1);
    loss = (struct loss){.fed = &fed, .asked = &asked};
    fed.stream.making = lose_meanwhile;
    fed.stream.context = &loss;
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    world_submit(&fed.world, &asked, &request);
    asked_expect(&asked, CHANGED_LOST);
    pthread_join(loss.thread, NULL);
    assert_false(loss.early);
    fed_close(&fed);
}

static void a_change_does_not_wait_for_its_entry_for_ever(void **state)
{
    struct change_request request;
    struct asked asked;
    struct fed fed;

    fake_stream_init(&fed.stream);
    fed.world = (struct world){.feed = &fed.stream.port,
                               .profiles = 1,
                               .no_disk = true,
                               .entry_wait_us = 1};
    world_open(&fed.world, 15);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    fed_offer(&fed, &asked, &request);
    asked_expect(&asked, CHANGED_UNKNOWN);
    fed_deliver(&fed);
    world_check(&fed.world, 1);
    fed_close(&fed);
}

static void the_end_answers_what_waits(void **state)
{
    struct change_request request;
    struct asked asked;
    struct fed fed;

    fed_open(&fed, 14, 1);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    fed_offer(&fed, &asked, &request);
    fed_close(&fed);
    assert_string_equal(asked.request.error.text, "relaxd is shutting down");
    asked_expect(&asked, CHANGED_UNKNOWN);
}

/* ---- Keys ---------------------------------------------------------------- */

static void requests_without_keys_get_one_each(void **state)
{
    enum { REQUESTS = 50 };
    char key[REQUESTS][IDEMPOTENCY_KEY_SIZE];
    struct asked asked[REQUESTS];
    struct fed fed;

    fed_open(&fed, 15, 1);
    for (size_t i = 0; i < REQUESTS; i++) {
        struct change_request request =
            world_draw_request(&fed.world, CHANGE_PATCH);

        fed_offer(&fed, &asked[i], &request);
        fake_stream_key(&fed.stream, i, key[i]);
        assert_int_equal(strlen(key[i]), strlen("relaxd-") + 128 / 4);
        assert_memory_equal(key[i], "relaxd-", 7);
        assert_int_equal(strspn(key[i] + 7, "0123456789abcdef"), 128 / 4);
        for (size_t other = 0; other < i; other++)
            assert_string_not_equal(key[i], key[other]);
    }
    fed_deliver(&fed);
    for (size_t i = 0; i < REQUESTS; i++) {
        assert_string_equal(asked[i].request.change.key, key[i]);
        asked_expect(&asked[i], CHANGED_OK);
        assert_int_equal(asked[i].request.epoch, i + 1);
    }
    fed_close(&fed);
}

static void two_with_one_key_at_once_have_one_answer(void **state)
{
    struct change_request request, same, other;
    struct asked asked[3];
    struct fed fed;

    fed_open(&fed, 16, 1);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    change_add_row(&request.change, 77, 78, 50);
    strcpy(request.change.key, "monday");
    same = request_copy(&request);
    other = request_copy(&request);
    other.change.operation = CHANGE_PUT;
    fed_offer(&fed, &asked[0], &request);
    fed_offer(&fed, &asked[1], &other);
    fed_offer(&fed, &asked[2], &same);
    fed_deliver(&fed);
    assert_int_equal(asked_wait(&asked[0]), CHANGED_OK);
    asked_expect(&asked[1], CHANGED_OTHER_REQUEST);
    assert_int_equal(asked_wait(&asked[2]), CHANGED_BEFORE);
    for (int i = 0; i < 3; i += 2) {
        const struct change_request *answer = &asked[i].request;

        assert_int_equal(answer->epoch, 1);
        assert_int_equal(answer->unmatched, 1);
        assert_int_equal(answer->unmatched_told, 1);
        assert_int_equal(answer->unmatched_rows[0].key.id[0], 77);
        assert_int_equal(answer->matched, asked[0].request.matched);
        assert_int_equal(answer->changed_arcs, asked[0].request.changed_arcs);
        asked_finish(&asked[i]);
    }
    world_check(&fed.world, 3);
    fed_close(&fed);
}

static void a_key_that_is_known_is_no_entry(void **state)
{
    struct change_request request, again, other;
    struct fed fed;

    fed_open(&fed, 17, 1);
    request = world_draw_request(&fed.world, CHANGE_PATCH);
    strcpy(request.change.key, "monday");
    again = request_copy(&request);
    other = request_copy(&request);
    other.change.operation = CHANGE_PUT;
    fake_stream_write(&fed.stream, &request.change);
    fed_deliver(&fed);
    assert_int_equal(world_ask(&fed.world, &again), CHANGED_BEFORE);
    assert_int_equal(again.epoch, 1);
    assert_int_equal(world_ask(&fed.world, &other), CHANGED_OTHER_REQUEST);
    assert_int_equal(fed.stream.count, 1);
    fed_close(&fed);
}

/* A change without effect, but with a key. */
static struct change_request clear_with_key(struct fed *fed, unsigned n)
{
    struct change_request request = {.change.operation = CHANGE_CLEAR};

    strcpy(request.change.profile, fed->world.map[0]->roads.profile.name);
    snprintf(request.change.key, sizeof(request.change.key), "k%u", n);
    return request;
}

static void write_keys(struct fed *fed, unsigned from, unsigned to)
{
    for (unsigned n = from; n < to; n++) {
        struct change_request request = clear_with_key(fed, n);

        fake_stream_write(&fed->stream, &request.change);
    }
}

static void
an_answer_stays_known_while_the_next_entry_forgets_its_key(void **state)
{
    struct change_request request;
    struct asked first, again;
    struct fed fed;

    fed_open(&fed, 18, 1);
    request = clear_with_key(&fed, 0);
    fed_offer(&fed, &first, &request);
    write_keys(&fed, 1, KEYS_KEPT);
    fed_offer(&fed, &again, &request);
    write_keys(&fed, KEYS_KEPT, KEYS_KEPT + 1);
    fed_deliver(&fed);
    asked_expect(&first, CHANGED_OK);
    assert_int_equal(asked_wait(&again), CHANGED_BEFORE);
    assert_int_equal(again.request.epoch, 1);
    asked_finish(&again);
    assert_epoch(&fed, KEYS_KEPT + 2);
    fed_close(&fed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_request_is_in_force_and_answered_once_its_entry_is_taken),
        cmocka_unit_test(a_dry_run_is_no_entry_and_what_waits_behind_it_is_one),
        cmocka_unit_test(
            rows_that_name_nothing_are_refused_before_they_are_appended),
        cmocka_unit_test(
            scenarios_are_bounded_for_who_asks_and_not_for_the_stream),
        cmocka_unit_test(the_stream_alone_judges_epochs),
        cmocka_unit_test(
            scenarios_and_models_that_are_not_there_only_the_stream_refuses),
        cmocka_unit_test(a_removal_counts_rows_when_its_entry_is_taken),
        cmocka_unit_test(what_cannot_be_appended_is_lost),
        cmocka_unit_test(an_append_that_fails_later_is_answered_once),
        cmocka_unit_test(a_failure_after_the_entry_is_none),
        cmocka_unit_test(after_a_loss_nobody_knows_what_became_of_requests),
        cmocka_unit_test(a_loss_leaves_a_request_alone_while_it_is_read),
        cmocka_unit_test(a_change_does_not_wait_for_its_entry_for_ever),
        cmocka_unit_test(the_end_answers_what_waits),
        cmocka_unit_test(requests_without_keys_get_one_each),
        cmocka_unit_test(two_with_one_key_at_once_have_one_answer),
        cmocka_unit_test(a_key_that_is_known_is_no_entry),
        cmocka_unit_test(
            an_answer_stays_known_while_the_next_entry_forgets_its_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
