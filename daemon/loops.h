/* loops: the threads that read requests and send answers, a libuv loop and a
 * listener each.
 *
 * The first loop is the caller's thread's; signals and whatever else the
 * process watches join it. The others have threads of their own, which take no
 * signals. A connection stays with the loop that accepted it, and so do its
 * requests: nothing that a listener owns is ever another loop's.
 *
 * Each loop says that it turns, some times a second; loops_stalled_ms() is for
 * whoever watches that none hangs. */
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
    LOOPS_BEAT_MS = 250, /* a loop with nothing to do turns as often */
};

/* A loop for each of the sockets fds[count), with listeners that differ in
 * those alone; the sockets are the listeners', on failure they are closed.
 * Nothing turns until loops_run(). */
int loops_create(const struct listener_settings *settings,
                 struct service *service, const int *fds, size_t count,
                 struct loops **ret_loops, struct error *error);

/* Not while loops_run() runs. NULL is fine. */
void loops_destroy(struct loops *loops);

/* The caller's thread's, to add handles to before loops_run(). */
uv_loop_t *loops_first(struct loops *loops);

/* Lets all others turn from now on, on their threads. On failure none does. */
int loops_start(struct loops *loops, struct error *error);

/* Turns the first loop until loops_drain() is through and no handle is left on
 * it, and ends the other threads. After loops_start(). */
void loops_run(struct loops *loops);

/* Drains all listeners (listener_drain()) and closes them; then calls `drained`
 * on the first loop's thread. Once, from that thread. */
void loops_drain(struct loops *loops, void (*drained)(void *context),
                 void *context);

/* How long the loop that has not turned for longest has not; those that are
 * drained do not count. Any thread. */
uint64_t loops_stalled_ms(struct loops *loops);

#endif
