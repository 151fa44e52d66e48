/* living_feed: the copy of a stream on disk. */
#include "tests/unit/cmocka_all.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/engine/living_feed.h"
#include "tests/unit/engine/fed_world.h"

/* ---- Restarts ------------------------------------------------------------ */

static atomic_uint told;

static void tell(const char *words)
{
    if (strstr(words, "snapshot") || strstr(words, "copy of the stream"))
        told++;
}

static void open_world(struct fed *fed, uint64_t seed)
{
    told = 0;
    fed_open_on_disk(fed, seed, tell);
}

static void wait_for_snapshots(const struct fed *fed, uint64_t count)
{
    while (fed_figures(fed).snapshots < count)
        usleep(1000);
}

static void restart(struct fed *fed, uint64_t seed)
{
    world_stop(&fed->world);
    world_start(&fed->world, seed);
}

static void a_restart_goes_on_from_the_copy(void **state)
{
    struct fed_state before, after;
    struct fed fed;

    open_world(&fed, 10);
    fed_write_mixed(&fed, 40);
    for (size_t n = 0; n < fed.stream.count; n += 7)
        fake_stream_deliver(&fed.stream, &fed.world, 7);
    before = fed_state_of(&fed);
    restart(&fed, 10);
    after = fed_state_of(&fed);
    assert_state(&after, &before);
    assert_true(ledger_follows(after.ledger));
    assert_int_equal(fed.stream.begun_epoch, fed.stream.count);
    assert_int_equal(fed.stream.begun_entry.ms, before.ledger->entry.ms);
    assert_int_equal(fed.stream.begun_beginning, 0);
    world_check(&fed.world, fed.stream.count);
    fed_state_finish(&before);
    fed_state_finish(&after);

    fed_write_mixed(&fed, 10); /* and is down before it takes them */
    restart(&fed, 10);
    assert_true(fed.stream.begun_epoch < fed.stream.count);
    wait_for_snapshots(&fed, 1);
    world_check(&fed.world, fed.stream.count);
    restart(&fed, 10);
    assert_int_equal(fed.stream.begun_epoch, fed.stream.count);
    world_check(&fed.world, fed.stream.count);
    fed_close(&fed);
}

static void a_restart_knows_where_a_stream_was_seeded(void **state)
{
    enum { BEGINNING = 1000000 };
    struct fed_state before, seeded;
    struct error error;
    size_t taken;
    struct fed fed;

    open_world(&fed, 11);
    fed_write_mixed(&fed, 5);
    fed_deliver(&fed);
    before = fed_state_of(&fed);
    seeded = before;
    seeded.ledger = ledger_fork(before.ledger);
    seeded.ledger->epoch = seeded.ledger->beginning = BEGINNING;
    seeded.ledger->entry = (struct entry_id){1, 0};
    fed_put_state(&fed, &seeded);
    wait_for_snapshots(&fed, 1);
    assert_int_equal(
        fake_stream_deliver_from(&fed.stream, &fed.world, 0, 3, &taken, &error),
        0);
    assert_int_equal(taken, 3);
    restart(&fed, 11);
    assert_int_equal(fed.stream.begun_epoch, BEGINNING + 3);
    assert_int_equal(fed.stream.begun_beginning, BEGINNING);
    assert_int_equal(fed.stream.begun_entry.ms, 1000000 + 2 * 500);
    world_check(&fed.world, BEGINNING + 3);
    ledger_release(seeded.ledger);
    fed_state_finish(&before);
    fed_close(&fed);
}

/* ---- A disk that is full ------------------------------------------------- */

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The journal is long, and a snapshot is not. */
static void fill(struct fed *fed)
{
    for (int i = 0; i < 9; i++)
        fed_write_drawn(fed, CHANGE_PUT);
    fed_deliver(fed);
}

/* As it is now: the figure is brought up to date a moment later. */
static uint64_t journal_size(const struct fed *fed)
{
    char path[512];
    struct stat status;

    snprintf(path, sizeof(path), "%s/%s/journal-%020d", fed->world.directory,
             town_name, 0);
    assert_int_equal(stat(path, &status), 0);
    return (uint64_t)status.st_size;
}

static void a_copy_that_cannot_be_written_is_written_anew(void **state)
{
    struct fed fed;

    open_world(&fed, 12);
    fill(&fed);
    limit_files(journal_size(&fed));
    fed_write_drawn(&fed, CHANGE_PATCH);
    fed_deliver(&fed);
    assert_int_equal(told, 1);
    world_check(&fed.world, 10);
    wait_for_snapshots(&fed, 1);
    limit_files(RLIM_INFINITY);
    fed_write_drawn(&fed, CHANGE_PATCH);
    fed_deliver(&fed);
    restart(&fed, 12);
    assert_int_equal(fed.stream.begun_epoch, 11);
    world_check(&fed.world, 11);
    fed_close(&fed);
}

static void what_was_copied_before_a_disk_was_full_is_of_use(void **state)
{
    struct fed fed;

    open_world(&fed, 13);
    fill(&fed);
    limit_files(100); /* of a snapshot the beginning */
    fed_write_drawn(&fed, CHANGE_PATCH);
    fed_deliver(&fed);
    while (told < 2)
        usleep(1000);
    fed_write_drawn(&fed, CHANGE_PATCH);
    fed_deliver(&fed);
    world_check(&fed.world, 11);
    world_stop(&fed.world);
    limit_files(RLIM_INFINITY);
    world_start(&fed.world, 13);
    assert_int_equal(fed.stream.begun_epoch, 9);
    world_check(&fed.world, 11);
    fed_close(&fed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restart_goes_on_from_the_copy),
        cmocka_unit_test(a_restart_knows_where_a_stream_was_seeded),
        cmocka_unit_test(a_copy_that_cannot_be_written_is_written_anew),
        cmocka_unit_test(what_was_copied_before_a_disk_was_full_is_of_use),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
