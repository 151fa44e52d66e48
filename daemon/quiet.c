/* quiet: memory that nothing needs any more goes back to the system. */
#include "daemon/quiet.h"

#include <malloc.h>
#include <stdbool.h>
#include <time.h>

#include "core/engine/engine.h"

enum {
    TURN_MS = 2000,
    TURNS = 34,            /* longer than anything is kept unread */
    TRIM_TURNS = 15,       /* while there is work */
    WORK_LEAST_US = 10000, /* in a turn, for each loop: less is its timers */
};

static uint64_t spent_us_now(void)
{
    struct timespec spent = {0};

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (uint64_t)spent.tv_sec * 1000000 + (uint64_t)spent.tv_nsec / 1000;
}

static void on_turn(uv_timer_t *timer)
{
    struct quiet *quiet = timer->data;
    bool works = spent_us_now() - quiet->spent_us >= quiet->work_least_us;

    if (works)
        quiet->turns = TURNS;
    if (quiet->turns) {
        quiet->turns--;
        engine_trim(quiet->engine);
        if (!quiet->turns)
            registry_trim(engine_registry(quiet->engine));
        if (!works || ++quiet->busy == TRIM_TURNS) {
            malloc_trim(0);
            quiet->busy = 0;
        }
    }
    quiet->spent_us = spent_us_now();
}

void quiet_start(struct quiet *quiet, uv_loop_t *loop, size_t loops,
                 struct engine *engine)
{
    *quiet = (struct quiet){.engine = engine,
                            .work_least_us = loops * WORK_LEAST_US};
    quiet->timer.data = quiet;
    uv_timer_init(loop, &quiet->timer);
    uv_timer_start(&quiet->timer, on_turn, TURN_MS, TURN_MS);
}

void quiet_close(struct quiet *quiet)
{
    uv_close((uv_handle_t *)&quiet->timer, NULL);
}
