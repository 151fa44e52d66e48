/* pump: a libmicrohttpd daemon turned by a libuv loop.
 *
 * The daemon's epoll descriptor is watched, its timeout kept in a timer, and
 * one function, pump_kick(), lets it run and arms both anew. Kick after every
 * MHD_resume_connection(): a resumed connection wakes nothing by itself. Loop
 * thread only. */
#ifndef RELAXD_API_HTTP_PUMP_H
#define RELAXD_API_HTTP_PUMP_H

#include <microhttpd.h>
#include <uv.h>

struct pump {
    struct MHD_Daemon *daemon;
    uv_poll_t poll;   /* the daemon's epoll descriptor */
    uv_timer_t timer; /* its timeout: its sockets are edge-triggered, so what it
                         put off is seen no other way */
    uv_idle_t idle;   /* a timeout of 0 */
};

/* Starts turning; the daemon was started with MHD_USE_EPOLL and no thread. 0
 * or libuv's negative code, and then nothing is left to close. */
int pump_start(struct pump *pump, uv_loop_t *loop, struct MHD_Daemon *daemon);

void pump_kick(struct pump *pump);

/* Lets go of the loop; the handles are closed when it has run on. Before
 * MHD_stop_daemon(), which closes the descriptor. */
void pump_close(struct pump *pump);

#endif
