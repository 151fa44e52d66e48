/* watchdog: a thread that sees whether this process works, and reports it to
 * the service manager.
 *
 * It looks at loops and workers a few times per interval of the manager
 * (WatchdogSec), and every second at least. A loop that does not turn for
 * LOOPS_STALLED_MS is a warning. Each look feeds the manager's watchdog, but
 * only while every loop turns and no worker hangs. A batch ends by the
 * deadlines of its requests, so a worker that is WATCHDOG_WORKER_S past the
 * last of them hangs, perhaps in a GPU kernel or on a disk. Before that any
 * batch is fine, however long. Without reports the manager ends the process and
 * starts another. */
#ifndef RELAXD_DAEMON_WATCHDOG_H
#define RELAXD_DAEMON_WATCHDOG_H

#include <stdint.h>

#include "core/base/error.h"

struct engine;
struct loops;
struct watchdog;

/* How long a batch may exceed its deadlines: to finish its current phase, or to
 * prepare a map for a new set of excluded classes. */
enum { WATCHDOG_WORKER_S = 60 };

/* Looks at once, and until watchdog_end(). `interval_us` is the manager's; 0:
 * it wants no reports. Loops and engine must outlive it. */
int watchdog_start(uint64_t interval_us, struct loops *loops,
                   struct engine *engine, struct watchdog **ret_watchdog,
                   struct error *error);

/* NULL is fine. */
void watchdog_end(struct watchdog *watchdog);

#endif
