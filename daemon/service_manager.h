/* service_manager: systemd's protocols, without libsystemd: the sockets that it
 * passes (sd_listen_fds(3)), and relaxd's reports to it (sd_notify(3)).
 *
 * Without a service manager all notify_*() do nothing; a message that cannot be
 * sent is lost. Any thread may call them. */
#ifndef RELAXD_DAEMON_SERVICE_MANAGER_H
#define RELAXD_DAEMON_SERVICE_MANAGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

/* ---- Sockets ------------------------------------------------------------- */

enum { ACTIVATION_MAX = 16, ACTIVATION_NAME_SIZE = 64 };

struct activation {
    int fds[ACTIVATION_MAX]; /* [count], the caller's to close */
    size_t count;            /* 0: the service manager passed none */
};

/* Takes the sockets of $LISTEN_FDS if they are meant for this process. Call it
 * once. HTTP clients connect to each of them, whatever its name. -EINVAL: a
 * descriptor is not a listening TCP socket, or there are too many. */
int activation_take(struct activation *ret_activation, struct error *error);

/* The name of socket `index`, from 0, in $LISTEN_FDNAMES; "" without one. */
void activation_name(size_t index, char ret_name[ACTIVATION_NAME_SIZE]);

/* Makes a socket for each of `count` loops: the given ones first, then
 * duplicates that share their queues. `count` is at least the number given. On
 * failure all given ones are closed. */
int activation_spread(const struct activation *activation, size_t count,
                      int *ret_fds, struct error *error);

/* ---- Reports ------------------------------------------------------------- */

/* Whether a service manager listens. */
bool notify_is_heard(void);

/* Sends a line that `systemctl status` shows. */
void notify_status(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* The start or a reload is complete; the text is a status line as above. */
void notify_ready(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* A reload starts; notify_ready() ends it. */
void notify_reloading(void);

/* The process stops and may take that long, whatever it was doing. */
void notify_stopping(uint64_t most_us);

/* Loading a map reaches a new step: its name, and that it may take
 * NOTIFY_STEP_S until the next report. Once the process is ready and keeps a
 * watchdog, notify_alive() asks for the time instead. */
enum { NOTIFY_STEP_S = 600 };
void notify_step(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Feeds the watchdog. During a reload it also asks for time until the next
 * call. */
void notify_alive(void);

/* How often the service manager wants notify_alive(), in microseconds; 0:
 * never. */
uint64_t notify_watchdog_us(void);

#endif
