/* loops: the threads that read requests and send answers, each with a libuv
 * loop and a listener.
 *
 * The first loop runs on the caller's thread, with signals and whatever else
 * the process watches. The others have their own threads, which take no
 * signals. A connection stays with the loop that accepted it, and so do its
 * requests: loops share nothing that a listener owns.
 *
 * Each loop reports several times a second that it turns; the watchdog reads
 * loops_stalled_ms() to find one that hangs. A loop also measures its turns,
 * from waking to waiting again: the longest one is in the figures, and one over
 * LOOPS_STALLED_MS in the log. */
#ifndef RELAXD_DAEMON_LOOPS_H
#define RELAXD_DAEMON_LOOPS_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "api/http/listener.h"
#include "core/base/error.h"

struct loops;

enum {
    LOOPS_MAX = 64,
    LOOPS_BEAT_MS = 250,     /* an idle loop turns this often */
    LOOPS_STALLED_MS = 1000, /* a turn that the log reports */
};

/* Makes a loop and a listener for each of the sockets fds[count), which they
 * own; settings[i] are for the i-th. On failure the sockets are closed. No loop
 * turns until loops_run(). */
int loops_create(const struct listener_settings *const *settings,
                 struct service *service, const int *fds, size_t count,
                 struct loops **ret_loops, struct error *error);

/* Not while loops_run() runs. NULL is fine. */
void loops_destroy(struct loops *loops);

/* The loop of the caller's thread; add handles to it before loops_run(). */
uv_loop_t *loops_first(struct loops *loops);

/* Starts the other loops on their threads. On failure none runs. */
int loops_start(struct loops *loops, struct error *error);

/* Runs the first loop until loops_drain() has finished and it has no handles,
 * and ends the other threads. After loops_start(). */
void loops_run(struct loops *loops);

/* Drains all listeners (listener_drain()) and closes them; then calls `drained`
 * on the first loop's thread. Once, from that thread. */
void loops_drain(struct loops *loops, void (*drained)(void *context),
                 void *context);

/* The longest time that any loop has not turned, in ms; drained loops do not
 * count. Any thread. */
uint64_t loops_stalled_ms(struct loops *loops);

#endif
