/* cch: memory kept from a table is freed after a while without tables. */
#include "tests/unit/cmocka_all.h"

#include <malloc.h>
#include <stdatomic.h>

#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "core/solver/catalog.h"
#include "core/solver/cch/closed_sums.h"
#include "tests/unit/solver/table_questions.h"

static const uint64_t soon_us = 1000000;
static const uint64_t later_us = 120000000;

/* The linker's names (ld, --wrap). */
uint64_t __real_clock_now_us(void);
uint64_t __wrap_clock_now_us(void);
void __real_free(void *memory);
void __wrap_free(void *memory);

static uint64_t ahead_us;
static atomic_size_t freed_bytes;

uint64_t __wrap_clock_now_us(void)
{
    return __real_clock_now_us() + ahead_us;
}

void __wrap_free(void *memory)
{
    atomic_fetch_add(&freed_bytes, malloc_usable_size(memory));
    __real_free(memory);
}

struct desk {
    struct map *map;
    struct arc_sums sums;
    struct setup setup;
    struct solver *solver;
    struct questions expected;
    struct questions given;
};

static void ask_right(struct desk *desk)
{
    struct batch batch = {desk->given.queries, QUERIES, NULL};

    draw(&desk->given, 2);
    want_sums(&desk->given, &desk->sums);
    assert_int_equal(
        cch_solver.solve(desk->solver, desk->setup.metric, &batch, NULL), 0);
    assert_memory_equal(desk->given.cost, desk->expected.cost,
                        sizeof(desk->given.cost));
    assert_memory_equal(desk->given.found, desk->expected.found,
                        sizeof(desk->given.found));
}

static void begin(struct desk *desk)
{
    struct random random;

    random_seed(&random, 1);
    desk->map = table_map(&random);
    draw_random_sums(desk->map, &random, &desk->sums);
    draw(&desk->expected, 2);
    want_sums(&desk->expected, &desk->sums);
    ask_oracle(desk->map, &desk->expected);
    setup_init(&desk->setup, desk->map, &cch_form);
    assert_int_equal(
        cch_solver.create(desk->setup.prepared, NULL, 0, &desk->solver, NULL),
        0);
}

static void end(struct desk *desk)
{
    cch_solver.destroy(desk->solver);
    setup_finish(&desk->setup);
    arc_sums_finish(&desk->sums);
    map_destroy(desk->map);
}

/* Returns the bytes that it frees. */
static size_t trim_after(struct desk *desk, uint64_t us)
{
    size_t before = atomic_load(&freed_bytes);

    ahead_us += us;
    cch_solver.trim(desk->solver, desk->setup.metric);
    return atomic_load(&freed_bytes) - before;
}

static size_t bytes_of_sums(const struct desk *desk)
{
    const struct hierarchy *hierarchy = &desk->map->hierarchy;

    return 2 * sizeof(uint32_t) *
           hierarchy->first_panel[hierarchy->supernode_count];
}

static void gives_back_what_a_table_left_and_answers_the_same(void **state)
{
    static struct desk desk;

    begin(&desk);
    ask_right(&desk);
    assert_int_equal(trim_after(&desk, soon_us), 0);
    assert_true(trim_after(&desk, later_us) > bytes_of_sums(&desk));
    assert_int_equal(trim_after(&desk, later_us), 0);
    ask_right(&desk);
    end(&desk);
}

static void sums_stay_while_somebody_reads_them(void **state)
{
    static struct desk desk;
    const struct closed_sums *first;
    const struct closed_sums *again;
    const struct cch_metric *metric;

    begin(&desk);
    metric = (const struct cch_metric *)desk.setup.metric;
    assert_int_equal(closed_sums_of(metric, &desk.sums, &first), 0);
    trim_after(&desk, later_us);
    assert_int_equal(closed_sums_of(metric, &desk.sums, &again), 0);
    assert_ptr_equal(first, again);
    closed_sums_done(metric);
    closed_sums_done(metric);
    end(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_back_what_a_table_left_and_answers_the_same),
        cmocka_unit_test(sums_stay_while_somebody_reads_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
