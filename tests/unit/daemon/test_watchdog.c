/* watchdog: it notifies while loops turn and workers finish their work, and
 * says once what does not. Its thread is real; loops, workers and the log are
 * not. */
#include "tests/unit/cmocka_all.h"

#include <stdatomic.h>
#include <unistd.h>

#include "core/base/log.h"
#include "core/engine/engine.h"
#include "daemon/loops.h"
#include "daemon/service_manager.h"
#include "daemon/watchdog.h"

enum { INTERVAL_US = 4000 }; /* a look each ms */

/* What the watchdog sees and reports here. */
static struct {
    atomic_uint_fast64_t stalled_ms;
    atomic_uint_fast64_t overdue_us;
    atomic_uint looks;
    atomic_uint words;
    atomic_uint lines[LOG_DEBUG + 1];
} scene;

uint64_t loops_stalled_ms(struct loops *loops)
{
    scene.looks++;
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

void log_line(enum log_level level, const char *format, ...)
{
    scene.lines[level]++;
}

static struct watchdog *begin(uint64_t interval_us, uint64_t stalled_ms)
{
    struct watchdog *watchdog;
    struct error error;

    scene.stalled_ms = stalled_ms;
    scene.overdue_us = 0;
    scene.looks = 0;
    scene.words = 0;
    for (int level = 0; level <= LOG_DEBUG; level++)
        scene.lines[level] = 0;
    assert_int_equal(watchdog_start(interval_us, NULL, NULL, &watchdog, &error),
                     0);
    return watchdog;
}

/* Waits for looks that began after this call, and for the end of the first. */
static void await_looks(unsigned count)
{
    unsigned until = scene.looks + count + 1;

    while (scene.looks < until)
        usleep(100);
}

/* Notifications of `looks` at least, with the scene as it is. */
static unsigned words_in(unsigned looks)
{
    unsigned before;

    await_looks(1); /* one may have seen the scene before */
    before = scene.words;
    await_looks(looks);
    return scene.words - before;
}

static void it_speaks_while_all_is_well(void **state)
{
    struct watchdog *watchdog = begin(INTERVAL_US, 0);

    assert_true(words_in(5) >= 5);
    scene.stalled_ms = LOOPS_BEAT_MS;
    scene.overdue_us = (WATCHDOG_WORKER_S - 1) * UINT64_C(1000000);
    assert_true(words_in(5) >= 5);
    watchdog_end(watchdog);
    assert_int_equal(scene.lines[LOG_WARNING] + scene.lines[LOG_ERROR], 0);
}

static void it_is_silent_while_a_loop_hangs(void **state)
{
    struct watchdog *watchdog = begin(INTERVAL_US, 0);

    scene.stalled_ms = 10000;
    assert_int_equal(words_in(5), 0);
    assert_int_equal(scene.lines[LOG_ERROR], 1);
    assert_int_equal(scene.lines[LOG_INFO], 0);
    scene.stalled_ms = 0;
    assert_true(words_in(5) >= 5);
    assert_int_equal(scene.lines[LOG_INFO], 1);
    watchdog_end(watchdog);
}

static void it_is_silent_while_a_worker_hangs(void **state)
{
    struct watchdog *watchdog = begin(INTERVAL_US, 0);

    scene.overdue_us = (WATCHDOG_WORKER_S + 1) * UINT64_C(1000000);
    assert_int_equal(words_in(5), 0);
    watchdog_end(watchdog);
    assert_int_equal(scene.lines[LOG_ERROR], 1);
    assert_int_equal(scene.lines[LOG_WARNING], 0);
}

/* It is fed for until it hangs. */
static void each_stall_of_a_loop_is_said_once(void **state)
{
    struct watchdog *watchdog = begin(INTERVAL_US, 0);

    for (unsigned stalls = 1; stalls <= 2; stalls++) {
        scene.stalled_ms = LOOPS_STALLED_MS + 1;
        assert_true(words_in(5) >= 5);
        assert_int_equal(scene.lines[LOG_WARNING], stalls);
        scene.stalled_ms = LOOPS_STALLED_MS;
        assert_true(words_in(5) >= 5);
    }
    watchdog_end(watchdog);
    assert_int_equal(scene.lines[LOG_WARNING], 2);
    assert_int_equal(scene.lines[LOG_ERROR], 0);
}

/* Half of the manager's interval, so that the manager acts within two of them.
 */
static void a_long_interval_lets_a_loop_stall_for_half_of_it(void **state)
{
    watchdog_end(begin(30000000, 15000));
    assert_int_equal(scene.words, 1); /* at once */
    watchdog_end(begin(30000000, 15001));
    assert_int_equal(scene.words, 0);
}

static void it_warns_but_tells_nobody_who_does_not_ask(void **state)
{
    watchdog_end(begin(0, 1000000));
    assert_int_equal(scene.words, 0);
    assert_int_equal(scene.lines[LOG_WARNING], 1);
    assert_int_equal(scene.lines[LOG_ERROR], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_speaks_while_all_is_well),
        cmocka_unit_test(it_is_silent_while_a_loop_hangs),
        cmocka_unit_test(it_is_silent_while_a_worker_hangs),
        cmocka_unit_test(each_stall_of_a_loop_is_said_once),
        cmocka_unit_test(a_long_interval_lets_a_loop_stall_for_half_of_it),
        cmocka_unit_test(it_warns_but_tells_nobody_who_does_not_ask),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
