/* notify: word to the service manager (sd_notify(3)), without libsystemd.
 *
 * All of it does nothing where no service manager listens; a message that
 * cannot be sent is lost. Any thread. */
#ifndef RELAXD_DAEMON_NOTIFY_H
#define RELAXD_DAEMON_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

/* Lines such as "READY=1\nSTATUS=serving". */
void notify(const char *message);

/* A line that `systemctl status` shows. */
void notify_status(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Start or reload are over; the words are a line as above. */
void notify_ready(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Settings and maps are taken anew from now on; notify_ready() ends that. */
void notify_reloading(void);

/* What is under way, loading, reloading or leaving, may take this much longer
 * from now on. */
void notify_extend(uint64_t more_us);

/* One step of loading a map is under way: what it says, and that it may take
 * NOTIFY_STEP_S before the next word. */
enum { NOTIFY_STEP_S = 600 };
void notify_step(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* How often the service manager wants WATCHDOG=1 of this process, in
 * microseconds; 0: never. */
uint64_t notify_watchdog_us(void);

/* Whether somebody listens. */
bool notify_is_heard(void);

#endif
