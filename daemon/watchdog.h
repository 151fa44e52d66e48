/* watchdog: tells the service manager that this process works, while it does.
 *
 * Its word is given a few times in each of the manager's intervals
 * (WatchdogSec), but only while every loop has turned of late, and every worker
 * with a batch may still be at it: batches end by the deadlines of their
 * requests, so one that is WATCHDOG_WORKER_S past the last of them hangs, as a
 * kernel on a GPU may, or a disk. A batch before that, however long, is fine.
 * Without the word the manager ends the process and starts another. The first
 * loop's thread. */
#ifndef RELAXD_DAEMON_WATCHDOG_H
#define RELAXD_DAEMON_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct engine;
struct loops;

/* How much longer than its deadlines a batch may take: for the phase that it is
 * in, or to prepare a map for a new set of excluded classes. */
enum { WATCHDOG_WORKER_S = 60 };

struct watchdog {
    uv_timer_t timer;
    struct loops *loops;
    struct engine *engine;
    uint64_t loop_stalled_ms; /* more is too much */
    bool silent;              /* and said why */
};

/* Does nothing where `interval_us` is 0. Loops and engine outlive it; it must
 * not move until the loop has ended. */
void watchdog_start(struct watchdog *watchdog, uv_loop_t *loop,
                    uint64_t interval_us, struct loops *loops,
                    struct engine *engine);
void watchdog_close(struct watchdog *watchdog);

#endif
