/* fed_world: entries of all kinds, and what a world made of them. */
#include "tests/unit/engine/fed_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"

/* ---- A world and a stream ------------------------------------------------ */

void fed_open(struct fed *fed, uint64_t seed, size_t profiles)
{
    fake_stream_init(&fed->stream);
    fed->world = (struct world){
        .feed = &fed->stream.port, .profiles = profiles, .no_disk = true};
    world_open(&fed->world, seed);
}

void fed_open_on_disk(struct fed *fed, uint64_t seed,
                      void (*tell)(const char *words))
{
    fake_stream_init(&fed->stream);
    fed->world = (struct world){.feed = &fed->stream.port, .tell = tell};
    world_open(&fed->world, seed);
}

void fed_close(struct fed *fed)
{
    world_close(&fed->world);
    fake_stream_finish(&fed->stream);
}

void fed_deliver(struct fed *fed)
{
    fake_stream_deliver(&fed->stream, &fed->world, SIZE_MAX);
}

struct change_request request_copy(const struct change_request *request)
{
    struct change_request copy = *request;

    copy.change.rows = (struct weight_list){0};
    for (size_t i = 0; i < request->change.rows.count; i++)
        assert_int_equal(
            weight_list_add(&copy.change.rows, &request->change.rows.row[i]),
            0);
    return copy;
}

void fed_offer(struct fed *fed, struct asked *asked,
               const struct change_request *request)
{
    unsigned before = fake_stream_offers(&fed->stream);

    world_submit(&fed->world, asked, request);
    fake_stream_wait(&fed->stream, before + 1);
}

void asked_expect(struct asked *asked, enum change_outcome outcome)
{
    if (asked_wait(asked) != outcome)
        fail_msg("%d, not %d: %s", asked->request.outcome, outcome,
                 asked->request.error.text);
    asked_finish(asked);
}

void fed_write_drawn(struct fed *fed, enum change_operation operation)
{
    struct change_request request = world_draw_request(&fed->world, operation);

    fake_stream_write(&fed->stream, &request.change);
}

/* ---- Figures ------------------------------------------------------------- */

static void see(void *context, const struct living_figures *figures)
{
    *(struct living_figures *)context = *figures;
}

struct living_figures fed_figures(const struct fed *fed)
{
    struct living_figures figures;

    living_each(fed->world.living, see, &figures);
    return figures;
}

/* ---- States -------------------------------------------------------------- */

struct fed_state fed_state_of(const struct fed *fed)
{
    struct fed_state state;

    assert_int_equal(living_copy_state(fed->world.living, town_name,
                                       &state.ledger, &state.keys,
                                       &state.count),
                     0);
    return state;
}

void fed_state_finish(struct fed_state *state)
{
    ledger_release(state->ledger);
    free(state->keys);
}

void fed_put_state(struct fed *fed, const struct fed_state *state)
{
    struct key_book keys;
    struct error error;

    assert_int_equal(key_book_init(&keys), 0);
    for (size_t i = 0; i < state->count; i++)
        key_book_add(&keys, &state->keys[i]);
    if (living_replace(fed->world.living, town_name, state->ledger, &keys,
                       &error))
        fail_msg("%s", error.text);
}

/* Arcs and times of an answer depend on what came into force together. */
static void assert_keys(const struct fed_state *one,
                        const struct fed_state *other)
{
    assert_int_equal(one->count, other->count);
    for (size_t i = 0; i < one->count; i++) {
        const struct known_key *a = &one->keys[i], *b = &other->keys[i];

        assert_string_equal(a->key, b->key);
        assert_memory_equal(a->digest, b->digest, sizeof(a->digest));
        assert_int_equal(a->epoch, b->epoch);
        assert_int_equal(a->rows, b->rows);
        assert_int_equal(a->matched, b->matched);
    }
}

void assert_state(const struct fed_state *one, const struct fed_state *other)
{
    char *words = ledger_words(one->ledger);
    char *expected = ledger_words(other->ledger);

    assert_string_equal(words, expected);
    free(words);
    free(expected);
    assert_int_equal(one->ledger->entry.ms, other->ledger->entry.ms);
    assert_int_equal(one->ledger->entry.sequence,
                     other->ledger->entry.sequence);
    assert_int_equal(one->ledger->beginning, other->ledger->beginning);
    assert_keys(one, other);
}

/* ---- Entries of all kinds ------------------------------------------------ */

static const enum change_operation operations[] = {
    CHANGE_PATCH, CHANGE_PATCH, CHANGE_PATCH, CHANGE_PUT,        CHANGE_DELETE,
    CHANGE_CLEAR, CHANGE_DROP,  CHANGE_MODEL, CHANGE_DROP_MODEL,
};

static struct change_request draw_mixed(struct fed *fed)
{
    static const char *const names[] = {"", "", "tunnel", "market"};
    struct random *random = &fed->world.random;
    struct change_request request =
        world_draw_request(&fed->world, operations[random_below(random, 9)]);
    struct weight_change *change = &request.change;

    strcpy(change->scenario, names[random_below(random, 4)]);
    if (change->operation == CHANGE_DROP)
        strcpy(change->scenario, "tunnel");
    if (change_names_model(change)) {
        strcpy(change->model, random_below(random, 2) ? "truck" : "bus");
        *change->scenario = '\0';
    }
    if (change->operation == CHANGE_MODEL) {
        change->text = strdup("{}");
        change->text_bytes = 2;
    }
    if (!random_below(random, 3))
        sprintf(change->key, "k%u", (unsigned)random_below(random, 9));
    change->has_if_match =
        !random_below(random, 8) && change->operation != CHANGE_DROP;
    if (change->operation == CHANGE_PATCH && !random_below(random, 4))
        change->ttl_s = 1 + (uint32_t)random_below(random, 9);
    return request;
}

/* Some of them refused, some without effect, some there twice. */
void fed_write_mixed(struct fed *fed, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct change_request request = draw_mixed(fed);

        if (i % 17 == 3)
            fake_stream_write(&fed->stream, NULL);
        if (i % 19 == 4)
            fake_stream_write_wrong(&fed->stream);
        if (*request.change.key)
            fake_stream_write_copy(&fed->stream, &request.change);
        fake_stream_write(&fed->stream, &request.change);
    }
}
