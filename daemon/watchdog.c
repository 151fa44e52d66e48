/* The thread, and what it looks at. */
#include "daemon/watchdog.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/parallel.h"
#include "core/engine/engine.h"
#include "daemon/loops.h"
#include "daemon/service_manager.h"

enum {
    LOOK_MS = 1000, /* between two looks, at most */
    LOOKS_PER_INTERVAL = 4,
    HUNG_LEAST_MS = 8 * LOOPS_BEAT_MS, /* loops report no more often */
};

struct watchdog {
    struct loops *loops;
    struct engine *engine;
    bool feeds;            /* the manager wants reports */
    uint64_t look_ms;      /* between two looks */
    uint64_t loop_hung_ms; /* a loop that stalls for longer hangs */
    bool warned;           /* the log says that a loop stalls */
    bool silent;           /* it does not feed, and the log says why */
    pthread_t thread;
    pthread_mutex_t lock; /* guards: */
    bool ending;
    pthread_cond_t end; /* signals it */
};

static void warn_of_stall(struct watchdog *watchdog, uint64_t stalled_ms)
{
    bool stalled = stalled_ms > LOOPS_STALLED_MS;

    if (stalled && !watchdog->warned)
        log_warning("a loop has not turned for %" PRIu64
                    " ms, and its clients wait",
                    stalled_ms);
    watchdog->warned = stalled;
}

static bool works(struct watchdog *watchdog, uint64_t stalled_ms)
{
    uint64_t overdue_us = engine_overdue_us(watchdog->engine);

    if (stalled_ms <= watchdog->loop_hung_ms &&
        overdue_us <= WATCHDOG_WORKER_S * UINT64_C(1000000))
        return true;
    if (watchdog->silent)
        return false;
    if (stalled_ms > watchdog->loop_hung_ms)
        log_error("a loop has not turned for %" PRIu64 " ms: relaxd lets the "
                  "watchdog end this process",
                  stalled_ms);
    else
        log_error("a worker still runs a batch %" PRIu64 " s after its last "
                  "deadline: relaxd lets the watchdog end this process",
                  overdue_us / 1000000);
    return false;
}

static void feed(struct watchdog *watchdog, uint64_t stalled_ms)
{
    if (works(watchdog, stalled_ms)) {
        if (watchdog->silent)
            log_info("all loops and workers make progress again");
        notify_alive();
        watchdog->silent = false;
    } else {
        watchdog->silent = true;
    }
}

static void look(struct watchdog *watchdog)
{
    uint64_t stalled_ms = loops_stalled_ms(watchdog->loops);

    warn_of_stall(watchdog, stalled_ms);
    if (watchdog->feeds)
        feed(watchdog, stalled_ms);
}

/* Whether the thread goes on. */
static bool wait(struct watchdog *watchdog)
{
    struct timespec until = clock_in_ms(watchdog->look_ms);
    bool ending;
    int r = 0;

    pthread_mutex_lock(&watchdog->lock);
    while (!watchdog->ending && !r)
        r = pthread_cond_clockwait(&watchdog->end, &watchdog->lock,
                                   CLOCK_MONOTONIC, &until);
    ending = watchdog->ending;
    pthread_mutex_unlock(&watchdog->lock);
    return !ending;
}

static void *run(void *argument)
{
    struct watchdog *watchdog = argument;

    thread_ask_short_slices();
    do
        look(watchdog);
    while (wait(watchdog));
    return NULL;
}

static uint64_t clamp(uint64_t value, uint64_t least, uint64_t most)
{
    return value < least ? least : value > most ? most : value;
}

static void watchdog_free(struct watchdog *watchdog)
{
    pthread_cond_destroy(&watchdog->end);
    pthread_mutex_destroy(&watchdog->lock);
    free(watchdog);
}

int watchdog_start(uint64_t interval_us, struct loops *loops,
                   struct engine *engine, struct watchdog **ret_watchdog,
                   struct error *error)
{
    struct watchdog *watchdog = calloc(1, sizeof(*watchdog));
    uint64_t interval_ms = interval_us / 1000;
    int r;

    if (!watchdog)
        return error_no_memory(error);
    watchdog->loops = loops;
    watchdog->engine = engine;
    watchdog->feeds = interval_us;
    watchdog->look_ms =
        interval_us ? clamp(interval_ms / LOOKS_PER_INTERVAL, 1, LOOK_MS)
                    : LOOK_MS;
    watchdog->loop_hung_ms = clamp(interval_ms / 2, HUNG_LEAST_MS, UINT64_MAX);
    pthread_mutex_init(&watchdog->lock, NULL);
    pthread_cond_init(&watchdog->end, NULL);
    r = thread_start(&watchdog->thread, "watchdog", run, watchdog);
    if (r) {
        watchdog_free(watchdog);
        return error_set(error, r, "start the watchdog's thread: %s",
                         strerror(-r));
    }
    *ret_watchdog = watchdog;
    return 0;
}

void watchdog_end(struct watchdog *watchdog)
{
    if (!watchdog)
        return;
    pthread_mutex_lock(&watchdog->lock);
    watchdog->ending = true;
    pthread_cond_signal(&watchdog->end);
    pthread_mutex_unlock(&watchdog->lock);
    pthread_join(watchdog->thread, NULL);
    watchdog_free(watchdog);
}
