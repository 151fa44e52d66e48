/* Checks loops and workers by a timer. */
#include "daemon/watchdog.h"

#include <inttypes.h>

#include "core/base/log.h"
#include "core/engine/engine.h"
#include "daemon/loops.h"
#include "daemon/service_manager.h"

enum {
    WORDS_PER_INTERVAL = 4,
    STALLED_LEAST_MS = 8 * LOOPS_BEAT_MS, /* loops report no more often */
};

static bool works(struct watchdog *watchdog)
{
    uint64_t stalled_ms = loops_stalled_ms(watchdog->loops);
    uint64_t overdue_us = engine_overdue_us(watchdog->engine);

    if (stalled_ms <= watchdog->loop_stalled_ms &&
        overdue_us <= WATCHDOG_WORKER_S * UINT64_C(1000000))
        return true;
    if (watchdog->silent)
        return false;
    if (stalled_ms > watchdog->loop_stalled_ms)
        log_error("a loop has not turned for %" PRIu64 " ms: relaxd lets the "
                  "watchdog end this process",
                  stalled_ms);
    else
        log_error("a worker still runs a batch %" PRIu64 " s after its last "
                  "deadline: relaxd lets the watchdog end this process",
                  overdue_us / 1000000);
    return false;
}

static void on_turn(uv_timer_t *timer)
{
    struct watchdog *watchdog = timer->data;

    if (works(watchdog)) {
        if (watchdog->silent)
            log_info("all loops and workers make progress again");
        notify_alive();
        watchdog->silent = false;
    } else {
        watchdog->silent = true;
    }
}

void watchdog_start(struct watchdog *watchdog, uv_loop_t *loop,
                    uint64_t interval_us, struct loops *loops,
                    struct engine *engine)
{
    uint64_t turn_ms = interval_us / 1000 / WORDS_PER_INTERVAL;
    uint64_t stalled_ms = interval_us / 1000 / 2;

    *watchdog = (struct watchdog){
        .loops = loops,
        .engine = engine,
        .loop_stalled_ms =
            stalled_ms > STALLED_LEAST_MS ? stalled_ms : STALLED_LEAST_MS,
    };
    watchdog->timer.data = watchdog;
    uv_timer_init(loop, &watchdog->timer);
    if (interval_us)
        uv_timer_start(&watchdog->timer, on_turn, 0, turn_ms ? turn_ms : 1);
}

void watchdog_close(struct watchdog *watchdog)
{
    uv_close((uv_handle_t *)&watchdog->timer, NULL);
}
