/* watchdog: it notifies while loops turn and workers finish their work. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "core/engine/engine.h"
#include "daemon/loops.h"
#include "daemon/service_manager.h"
#include "daemon/watchdog.h"

/* What the watchdog sees and reports here. */
static struct {
    uint64_t stalled_ms;
    uint64_t overdue_us;
    unsigned words;
} scene;

uint64_t loops_stalled_ms(struct loops *loops)
{
    return scene.stalled_ms;
}

uint64_t engine_overdue_us(const struct engine *engine)
{
    return scene.overdue_us;
}

void notify_alive(void)
{
    scene.words++;
}

/* Notifications while `turns` of 1 ms pass. */
static unsigned words_in(uv_loop_t *loop, unsigned turns)
{
    unsigned before = scene.words;

    for (unsigned i = 0; i < turns; i++)
        uv_run(loop, UV_RUN_ONCE); /* one notification or two */
    return scene.words - before;
}

struct bench {
    uv_loop_t loop;
    struct watchdog watchdog;
};

static void begin(struct bench *bench, uint64_t interval_us)
{
    memset(&scene, 0, sizeof(scene));
    uv_loop_init(&bench->loop);
    watchdog_start(&bench->watchdog, &bench->loop, interval_us, NULL, NULL);
}

static void end(struct bench *bench)
{
    watchdog_close(&bench->watchdog);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&bench->loop), 0);
}

static void it_speaks_while_all_is_well(void **state)
{
    struct bench bench;

    begin(&bench, 4000);
    assert_true(words_in(&bench.loop, 5) >= 5);
    scene.stalled_ms = LOOPS_BEAT_MS;
    scene.overdue_us = (WATCHDOG_WORKER_S - 1) * UINT64_C(1000000);
    assert_true(words_in(&bench.loop, 5) >= 5);
    end(&bench);
}

static void it_is_silent_while_a_loop_hangs(void **state)
{
    struct bench bench;

    begin(&bench, 4000);
    scene.stalled_ms = 10000;
    assert_int_equal(words_in(&bench.loop, 5), 0);
    scene.stalled_ms = 0;
    assert_true(words_in(&bench.loop, 5) >= 5);
    end(&bench);
}

static void it_is_silent_while_a_worker_hangs(void **state)
{
    struct bench bench;

    begin(&bench, 4000);
    scene.overdue_us = (WATCHDOG_WORKER_S + 1) * UINT64_C(1000000);
    assert_int_equal(words_in(&bench.loop, 5), 0);
    end(&bench);
}

/* Half of the manager's interval, so that the manager acts within two of them.
 */
static void a_long_interval_lets_a_loop_stall_for_half_of_it(void **state)
{
    struct bench bench;

    begin(&bench, 30000000);
    assert_int_equal(bench.watchdog.loop_stalled_ms, 15000);
    uv_run(&bench.loop, UV_RUN_NOWAIT);
    assert_int_equal(scene.words, 1); /* at once */
    end(&bench);
}

static void nobody_who_does_not_ask_is_told(void **state)
{
    struct bench bench;

    begin(&bench, 0);
    assert_int_equal(uv_run(&bench.loop, UV_RUN_NOWAIT), 0);
    assert_int_equal(scene.words, 0);
    end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_speaks_while_all_is_well),
        cmocka_unit_test(it_is_silent_while_a_loop_hangs),
        cmocka_unit_test(it_is_silent_while_a_worker_hangs),
        cmocka_unit_test(a_long_interval_lets_a_loop_stall_for_half_of_it),
        cmocka_unit_test(nobody_who_does_not_ask_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
