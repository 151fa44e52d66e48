/* acceptor: accepts connections and hands them to libmicrohttpd, or turns them
 * away. Loop thread only. */
#ifndef RELAXD_API_HTTP_ACCEPTOR_H
#define RELAXD_API_HTTP_ACCEPTOR_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "api/http/listener.h"

/* ---- Waiting sockets ----------------------------------------------------- */

enum { SOCKET_RING_MAX = 64 };

struct socket_ring {
    struct waiting_socket {
        int fd;
        uint64_t since_ms; /* clock_now_us(), in milliseconds */
    } sockets[SOCKET_RING_MAX];
    size_t first; /* the oldest */
    size_t count;
};

/* Appends; the ring must not be full. */
void socket_ring_push(struct socket_ring *ring,
                      const struct waiting_socket *socket);

/* Removes the oldest, which the caller then owns. The ring must not be
 * empty. */
struct waiting_socket socket_ring_pop(struct socket_ring *ring);

/* Closes all sockets. */
void socket_ring_finish(struct socket_ring *ring);

/* ---- Turned away --------------------------------------------------------- */

/* Connections that relaxd will not read get a 503. Its text is prepared once
 * and sent before a request arrives, a tenth of the work of reading one. As the
 * path is unknown, the text holds the members of relaxd's problems and of every
 * other dialect's refusals. The socket then stays open for a moment: closing it
 * with unread bytes would reset it and might lose the answer. When too many
 * sockets linger, the oldest is closed. Loop thread only. */

struct http_figures;

enum { TURNED_AWAY_TEXT_SIZE = 2048 };

struct turned_away {
    struct http_figures *figures;
    char text[TURNED_AWAY_TEXT_SIZE]; /* head and body */
    size_t length;
    struct socket_ring ring; /* answered, not yet closed */
    uint64_t unreported;     /* since the last log line about them */
    uint64_t reported_ms;    /* time of that line; 0: never */
};

/* The problem in that 503; requests that were read get it too. */
void turned_away_problem(struct problem *problem, size_t connections_max);

/* `connections_max`: the limit that the text names. 0, or -ENOMEM. */
int turned_away_init(struct turned_away *away, struct http_figures *figures,
                     size_t connections_max, dialect_list dialects);

/* Answers the connection and, later, closes it. */
void turn_away(struct turned_away *away, int fd);

/* Closes sockets whose client has read the answer or whose time is up; logs a
 * line now and then. */
void turned_away_sweep(struct turned_away *away);

/* Closes all sockets. */
void turned_away_finish(struct turned_away *away);

/* ---- Accepting ----------------------------------------------------------- */

/* Open connections come first. After each turn of the loop the acceptor accepts
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

struct http_figures;

enum { ACCEPTOR_SURPLUS = 64 };

struct acceptor {
    const struct listener_settings *settings;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    bool open;                 /* the listening socket is open */
    bool waiting;              /* descriptors or memory ran out */
    uint64_t taken_us;         /* when it last accepted, by clock_now_us() */
    uint64_t reported_ms;      /* when it last logged a shortage; 0: never */
    struct socket_ring silent; /* may still send a vital request */
    struct turned_away turned_away;
};

/* The settings must outlive the acceptor. 0 or libuv's negative code; after an
 * error nothing needs closing except the socket, which stays the caller's. */
int acceptor_start(struct acceptor *acceptor, uv_loop_t *loop,
                   const struct listener_settings *settings,
                   struct MHD_Daemon *daemon);

/* Call it now and then: checks silent and turned-away connections, and whether
 * descriptors and memory are available again. */
void acceptor_sweep(struct acceptor *acceptor);

/* Accepts the waiting clients, unless the socket is lent, and none after. The
 * handle closes when the loop has run once more. */
void acceptor_stop(struct acceptor *acceptor);

/* acceptor_stop() if it was not called; then closes silent and turned-away
 * connections. */
void acceptor_close(struct acceptor *acceptor);

#endif
