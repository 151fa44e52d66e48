/* acceptor: accepts connections and hands them to libmicrohttpd, or turns them
 * away.
 *
 * Open connections come first. After each turn of the loop the acceptor accepts
 * new ones for a small share of the time that the turn took; the rest wait in
 * the kernel's backlog, so a busy loop keeps answering. libmicrohttpd's own
 * accepting would let connections pile up, and spends more on each surplus
 * connection than on an answer.
 *
 * Up to http.connections-max are served. The acceptor reads some more: relaxd
 * refuses their requests in their dialect, or answers if the endpoint is vital.
 * As many again are kept only for vital requests. Both together are
 * ACCEPTOR_SURPLUS; such a connection has a moment to send its request.
 * Connections beyond that are turned away unread.
 *
 * When descriptors or memory run out, the acceptor waits for the next
 * acceptor_sweep(). Loop thread only. */
#ifndef RELAXD_API_HTTP_ACCEPTOR_H
#define RELAXD_API_HTTP_ACCEPTOR_H

#include <microhttpd.h>
#include <uv.h>

#include "api/http/listener.h"

enum {
    ACCEPTOR_SURPLUS = 64,
    ACCEPTOR_WAITING_MAX = 128, /* further sockets, silent or turned away */
};

struct acceptor;

/* The settings must outlive the acceptor. 0 or libuv's negative code; after an
 * error nothing needs closing except the socket, which stays the caller's. */
int acceptor_create(const struct listener_settings *settings, uv_loop_t *loop,
                    struct MHD_Daemon *daemon, struct acceptor **ret_acceptor);

/* Call it now and then: checks silent and turned-away connections, and whether
 * descriptors and memory are available again. */
void acceptor_sweep(struct acceptor *acceptor);

/* Accepts the waiting clients, unless the socket is lent, and none after. The
 * handle closes when the loop has run once more. */
void acceptor_stop(struct acceptor *acceptor);

/* acceptor_stop() if it was not called; then closes silent and turned-away
 * connections. Run the loop until its handles are closed, then destroy. */
void acceptor_close(struct acceptor *acceptor);
void acceptor_destroy(struct acceptor *acceptor); /* NULL is fine */

/* The problem of connections beyond the limit, which the message names. */
void acceptor_problem(struct problem *problem, size_t connections_max);

#endif
