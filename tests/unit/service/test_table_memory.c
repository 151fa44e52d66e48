/* table_memory: how tables are cut, and how many fit at a time. */
#include "tests/unit/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "core/service/table/table_strips.h"
#include "tests/unit/engine/fake.h"
#include "tests/unit/service/fixture.h"

/* A table takes some 200,000 bytes. */
enum { FIRST_ID = 1000, ROWS = 20000, COLUMNS = 3 };

static uint64_t ids[ROWS];

static int set_up(void **state)
{
    static const struct limits settings = {
        .deadline_ms = 60000,
        .table_ids_max = 1000000,
        .table_cells_max = ROWS * COLUMNS,
        .stream_bytes_max = 65536,
        .memory_max = 1000000,
    };

    for (size_t i = 0; i < ROWS; i++)
        ids[i] = FIRST_ID + i % 100;
    bench_set_up(state, &settings, 0, build_line(100, FIRST_ID));
    return 0;
}

static struct table_question table(struct waiter *waiter)
{
    return (struct table_question){
        .base = {.ended = waiter_ended,
                 .readable = waiter_readable,
                 .context = waiter,
                 .solver = "cpu-single"},
        .sources = ids,
        .source_count = ROWS,
        .targets = ids,
        .target_count = COLUMNS,
    };
}

struct asked {
    struct table_question question;
    struct waiter waiter;
};

/* How many the service accepts, `most` at most. */
static size_t ask_many(struct bench *bench, struct asked *asked, size_t most)
{
    size_t taken = 0;

    while (taken < most) {
        struct asked *next = &asked[taken];

        waiter_init(&next->waiter);
        next->question = table(&next->waiter);
        if (service_ask_table(bench->fixture.service, &next->question))
            break;
        taken++;
    }
    return taken;
}

static void end_many(struct asked *asked, size_t count)
{
    for (size_t i = 0; i < count; i++)
        question_cancel(&asked[i].question.base);
    fake_wake();
    for (size_t i = 0; i < count; i++) {
        waiter_wait(&asked[i].waiter);
        waiter_finish(&asked[i].waiter);
        table_question_finish(&asked[i].question);
    }
}

static void tables_share_their_memory(void **state)
{
    struct bench *bench = *state;
    struct asked asked[8];
    struct question *refused;
    size_t taken;

    fake_open(false);
    taken = ask_many(bench, asked, 8);
    if (taken == 0 || taken == 8) {
        fail_msg("%zu taken", taken);
        return;
    }
    refused = &asked[taken].question.base;
    assert_int_equal(refused->outcome, OUTCOME_MEMORY_FULL);
    assert_true(refused->retry_after_s >= 1);
    assert_non_null(
        strstr(refused->error.text, "limits.memory-max is 1000000"));
    end_many(asked, taken);
    assert_int_equal(ask_many(bench, asked, taken), taken);
    end_many(asked, taken);
}

static void a_table_that_never_fits_is_too_large(void **state)
{
    struct bench *bench = *state;
    struct limits settings = *bench->fixture.limits.now;
    struct table_question question = table(&bench->waiter);

    settings.memory_max = 100000;
    bench->fixture.limits.now = &settings;
    assert_int_equal(service_ask_table(bench->fixture.service, &question),
                     OUTCOME_TOO_LARGE);
    assert_non_null(strstr(question.base.error.text, "limits.memory-max"));
    table_question_finish(&question);
}

static void a_small_table_is_always_answered(void **state)
{
    struct bench *bench = *state;
    struct limits settings = *bench->fixture.limits.now;
    struct table_question question = table(&bench->waiter);

    settings.memory_max = 1;
    bench->fixture.limits.now = &settings;
    question.source_count = 3;
    assert_int_equal(service_ask_table(bench->fixture.service, &question),
                     OUTCOME_OK);
    waiter_wait(&bench->waiter);
    assert_int_equal(question.base.outcome, OUTCOME_OK);
    assert_true(service_memory(bench->fixture.service) > 0);
    table_question_finish(&question);
    assert_int_equal(service_memory(bench->fixture.service), 0);
}

static void assert_shape(size_t rows, size_t columns, size_t bytes_max,
                         size_t strip_rows)
{
    struct table_strips strips;

    table_strips_init(&strips, rows, columns, false, bytes_max);
    assert_int_equal(strips.strip_rows, strip_rows);
    assert_int_equal(strips.buffers, strip_rows < rows ? 2 : 1);
    if (strip_rows > 1)
        assert_true(table_strips_bytes(&strips) <= bytes_max);
}

static void strips_suit_the_table(void **state)
{
    size_t plenty = 256 * 1024 * 1024;

    assert_shape(1, 1, plenty, 1);
    assert_shape(1000, 1000, plenty, 1000);
    assert_shape(1024, 4096, plenty, 1024);
    assert_shape(1025, 4096, plenty, 576);
    assert_shape(10000, 10000, plenty, 384);
    assert_shape(100000000, 1, plenty, 1024);
    assert_shape(3, 100000000, plenty, 1);
    assert_shape(10000, 10000, 65536, 1);
    assert_shape(10, 1000, 65536, 5);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, set_up, bench_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(tables_share_their_memory),
        TEST(a_table_that_never_fits_is_too_large),
        TEST(a_small_table_is_always_answered),
        cmocka_unit_test(strips_suit_the_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
