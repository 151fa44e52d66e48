/* notify: word to the service manager (sd_notify(3)), without libsystemd.
 *
 * All of it does nothing where no service manager listens; a message that
 * cannot be sent is lost. Any thread. */
#ifndef RELAXD_DAEMON_NOTIFY_H
#define RELAXD_DAEMON_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

/* A line that `systemctl status` shows. */
void notify_status(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Start or reload are over; the words are a line as above. */
void notify_ready(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Settings and maps are taken anew from now on; notify_ready() ends that. */
void notify_reloading(void);

/* This process leaves, and may take that long; whatever it was at before. */
void notify_stopping(uint64_t most_us);

/* One step of loading a map is under way: what it says, and that it may take
 * NOTIFY_STEP_S before the next word. Where a watchdog is kept and the process
 * is ready, notify_alive() says the latter. */
enum { NOTIFY_STEP_S = 600 };
void notify_step(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* This process works: what the watchdog waits for. A reload that is under way
 * may take until the next word is due. */
void notify_alive(void);

/* How often the service manager wants WATCHDOG=1 of this process, in
 * microseconds; 0: never. */
uint64_t notify_watchdog_us(void);

/* Whether somebody listens. */
bool notify_is_heard(void);

#endif
