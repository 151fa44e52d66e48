/* watchdog: reports to the service manager that this process works.
 *
 * It reports a few times per interval of the manager (WatchdogSec), but only
 * while every loop turns and no worker hangs. A batch ends by the deadlines of
 * its requests, so a worker that is WATCHDOG_WORKER_S past the last of them
 * hangs, perhaps in a GPU kernel or on a disk. Before that any batch is fine,
 * however long. Without reports the manager ends the process and starts
 * another. The first loop's thread. */
#ifndef RELAXD_DAEMON_WATCHDOG_H
#define RELAXD_DAEMON_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct engine;
struct loops;

/* How long a batch may exceed its deadlines: to finish its current phase, or to
 * prepare a map for a new set of excluded classes. */
enum { WATCHDOG_WORKER_S = 60 };

struct watchdog {
    uv_timer_t timer;
    struct loops *loops;
    struct engine *engine;
    uint64_t loop_stalled_ms; /* the limit */
    bool silent;              /* and has logged why */
};

/* Does nothing if `interval_us` is 0. Loops and engine must outlive it; it must
 * not move until the loop has ended. */
void watchdog_start(struct watchdog *watchdog, uv_loop_t *loop,
                    uint64_t interval_us, struct loops *loops,
                    struct engine *engine);
void watchdog_close(struct watchdog *watchdog);

#endif
