/* standing: whether who has taken n entries may take the next ones. */
#include "core/feed/standing.h"

#include <stddef.h>

#include "tests/unit/cmocka_all.h"

/* Ten entries were ever added, with the ids 1-0 to 10-0; the last four are
 * there. A snapshot has eight of them. */
static const struct stream_state ten = {
    .exists = true,
    .added = 10,
    .length = 4,
    .last = {10, 0},
    .first = {7, 0},
    .has_snapshot = true,
    .beginning = 0,
    .snapshot_epoch = 8,
};

static struct stream_place at(uint64_t count)
{
    return (struct stream_place){.count = count, .entry = {count, 0}};
}

static void assert_whole(const struct stream_state *state,
                         struct stream_place place, uint64_t read,
                         enum standing standing)
{
    assert_int_equal(
        standing_of(state, &place, &(struct stream_reading){true, read, true}),
        standing);
}

static void assert_part(const struct stream_state *state,
                        struct stream_place place, uint64_t read,
                        enum standing standing)
{
    assert_int_equal(
        standing_of(state, &place, &(struct stream_reading){true, read, false}),
        standing);
}

/* ---- Whether it is the same stream --------------------------------------- */

static void who_took_an_entry_that_is_not_there_stands_apart(void **state)
{
    struct stream_place place = at(8);
    struct stream_state trimmed = ten;

    assert_int_equal(
        standing_of(&ten, &place, &(struct stream_reading){false, 2, true}),
        STANDS_APART_BACK);
    trimmed.first = (struct entry_id){9, 0};
    trimmed.length = 2;
    assert_int_equal(
        standing_of(&trimmed, &place, &(struct stream_reading){false, 2, true}),
        STANDS_WELL);
    trimmed.length = 0;
    place = at(10);
    assert_int_equal(
        standing_of(&trimmed, &place, &(struct stream_reading){false, 0, true}),
        STANDS_WELL);
    place.entry.ms = 9; /* as many were added, but others */
    assert_int_equal(
        standing_of(&trimmed, &place, &(struct stream_reading){false, 0, true}),
        STANDS_APART_BACK);
}

static void an_entry_that_was_deleted_ahead_is_missing(void **state)
{
    struct stream_state deleted = ten;

    deleted.deleted = (struct entry_id){9, 0};
    assert_part(&deleted, at(7), 1, STANDS_BEHIND);
    assert_part(&deleted, at(8), 1, STANDS_APART_GAP);
    deleted.deleted = (struct entry_id){6, 0};
    assert_part(&deleted, at(7), 1, STANDS_WELL);
}

/* ---- All that follows was read ------------------------------------------- */

static void who_lacks_none_stands_well(void **state)
{
    assert_whole(&ten, at(10), 0, STANDS_WELL);
    assert_whole(&ten, at(9), 1, STANDS_WELL);
    assert_whole(&ten, at(7), 3, STANDS_WELL);
    assert_whole(&ten, at(6), 4, STANDS_WELL); /* up to where it was cut */
}

static void what_was_trimmed_is_in_the_snapshot(void **state)
{
    struct stream_state older = ten, none = ten;

    older.snapshot_epoch = 5;
    none.has_snapshot = false;
    assert_whole(&ten, at(5), 4, STANDS_BEHIND);
    assert_whole(&ten, at(0), 4, STANDS_BEHIND);
    assert_whole(&older, at(4), 4, STANDS_BEHIND);
    assert_whole(&older, at(5), 4, STANDS_APART_GAP);
    assert_whole(&none, at(5), 4, STANDS_APART_GAP);
    assert_whole(&none, at(0), 4, STANDS_APART_GAP);
}

static void a_stream_may_have_gone_back(void **state)
{
    struct stream_place other = at(10);

    assert_whole(&ten, at(11), 0, STANDS_APART_BACK);
    /* as many were added, but not those that were taken */
    other.entry.ms = 11;
    assert_whole(&ten, other, 0, STANDS_APART_BACK);
    other.entry = (struct entry_id){10, 1};
    assert_whole(&ten, other, 0, STANDS_APART_BACK);
    /* it went back, and on again: more follow than the count has room for */
    other = at(9);
    other.entry.ms = 7;
    assert_whole(&ten, other, 3, STANDS_APART_BACK);
}

/* ---- Some of it was read ------------------------------------------------- */

static void the_last_one_taken_may_still_be_there(void **state)
{
    assert_part(&ten, at(7), 1, STANDS_WELL);
    assert_part(&ten, at(8), 1, STANDS_WELL);
    assert_part(&ten, at(10), 0, STANDS_WELL);
}

static void else_as_many_were_trimmed_as_were_taken(void **state)
{
    struct stream_state older = ten, none = ten;
    struct stream_place early = at(8);

    older.snapshot_epoch = 5;
    none.has_snapshot = false;
    early.entry.ms = 6;
    assert_part(&ten, at(6), 2, STANDS_WELL);
    assert_part(&ten, at(5), 2, STANDS_BEHIND);
    assert_part(&ten, at(0), 2, STANDS_BEHIND);
    assert_part(&older, at(4), 2, STANDS_BEHIND);
    assert_part(&older, at(5), 2, STANDS_APART_GAP);
    assert_part(&none, at(5), 2, STANDS_APART_GAP);
    assert_part(&ten, early, 2, STANDS_APART_BACK);
    assert_part(&ten, at(11), 2, STANDS_APART_BACK);
}

static void a_stream_that_was_never_cut_is_read_from_its_begin(void **state)
{
    struct stream_state all = ten;

    all.length = 10;
    all.first.ms = 1;
    all.has_snapshot = false;
    assert_part(&all, at(0), 5, STANDS_WELL);
    assert_part(&all, at(1), 5, STANDS_WELL);
    assert_whole(&all, at(0), 10, STANDS_WELL);
}

/* ---- Beginnings ---------------------------------------------------------- */

static void another_beginning_needs_its_snapshot(void **state)
{
    struct stream_state seeded = ten;
    struct stream_place place = at(10);

    seeded.beginning = 5;
    assert_whole(&seeded, place, 0, STANDS_BEHIND);
    assert_part(&seeded, place, 0, STANDS_BEHIND);
    seeded.exists = false;
    assert_whole(&seeded, place, 0, STANDS_BEHIND);
    place.beginning = 5;
    seeded.exists = true;
    assert_whole(&seeded, place, 0, STANDS_WELL);
    place.beginning = 4;
    assert_whole(&seeded, place, 0, STANDS_BEHIND);
    assert_whole(&ten, place, 0, STANDS_BEHIND); /* as no one seeded it */
}

static void a_beginning_without_a_snapshot_is_gone(void **state)
{
    struct stream_state none = ten;
    struct stream_place place = at(10);

    none.has_snapshot = false;
    place.beginning = 5;
    assert_whole(&none, place, 0, STANDS_APART_GONE);
    assert_part(&none, place, 0, STANDS_APART_GONE);
}

static void a_stream_that_is_not_there_is_new_or_gone(void **state)
{
    const struct stream_state nothing = {.exists = false};
    struct stream_place seeded = {.count = 0, .beginning = 5};
    struct stream_state snapshot = {.has_snapshot = true, .snapshot_epoch = 3};

    assert_whole(&nothing, at(0), 0, STANDS_WELL);
    assert_whole(&nothing, at(1), 0, STANDS_APART_GONE);
    assert_whole(&nothing, seeded, 0, STANDS_APART_GONE);
    assert_whole(&snapshot, at(3), 0, STANDS_APART_GONE);
    assert_whole(&snapshot, at(0), 0, STANDS_APART_GONE);
    snapshot.beginning = 5;
    assert_whole(&snapshot, seeded, 0, STANDS_APART_GONE);
}

/* ---- Words --------------------------------------------------------------- */

static void words_say_what_is_apart(void **state)
{
    assert_string_equal(standing_words(STANDS_WELL), "");
    assert_string_equal(standing_words(STANDS_BEHIND), "");
    assert_string_equal(standing_words(STANDS_APART_GONE),
                        "the stream is gone");
    assert_string_equal(standing_words(STANDS_APART_BACK),
                        "the stream is not as far as it was");
    assert_string_equal(
        standing_words(STANDS_APART_GAP),
        "entries of the stream are missing, and its snapshot is older");
}

static void a_ledger_has_a_place(void **state)
{
    const struct ledger ledger = {.epoch = 7, .beginning = 5, .entry = {9, 3}};
    struct stream_place place = place_of(&ledger);

    assert_int_equal(place.count, 7);
    assert_int_equal(place.beginning, 5);
    assert_int_equal(place.entry.ms, 9);
    assert_int_equal(place.entry.sequence, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_took_an_entry_that_is_not_there_stands_apart),
        cmocka_unit_test(an_entry_that_was_deleted_ahead_is_missing),
        cmocka_unit_test(who_lacks_none_stands_well),
        cmocka_unit_test(what_was_trimmed_is_in_the_snapshot),
        cmocka_unit_test(a_stream_may_have_gone_back),
        cmocka_unit_test(the_last_one_taken_may_still_be_there),
        cmocka_unit_test(else_as_many_were_trimmed_as_were_taken),
        cmocka_unit_test(a_stream_that_was_never_cut_is_read_from_its_begin),
        cmocka_unit_test(another_beginning_needs_its_snapshot),
        cmocka_unit_test(a_beginning_without_a_snapshot_is_gone),
        cmocka_unit_test(a_stream_that_is_not_there_is_new_or_gone),
        cmocka_unit_test(words_say_what_is_apart),
        cmocka_unit_test(a_ledger_has_a_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
