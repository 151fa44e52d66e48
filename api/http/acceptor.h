/* acceptor: takes connections and hands them to libmicrohttpd, or turns them
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
        uint64_t since_ms; /* by clock_now_us() */
    } sockets[SOCKET_RING_MAX];
    size_t first; /* the one that waits longest */
    size_t count;
};

/* Behind all others; not where SOCKET_RING_MAX are in it. */
void socket_ring_push(struct socket_ring *ring,
                      const struct waiting_socket *socket);

/* The one that waits longest, which is then the caller's; not of none. */
struct waiting_socket socket_ring_pop(struct socket_ring *ring);

/* Closes all. */
void socket_ring_finish(struct socket_ring *ring);

/* ---- Turned away --------------------------------------------------------- */

/* Connections beyond those that are read get a 503. Its text is made once, and
 * sent before a request has come: that is a tenth of the work of reading one.
 * As the path is not known, it has the members of relaxd's problems and those
 * of every other dialect's refusals. The socket then stays open for a moment,
 * since closing it with unread bytes resets it and may take the answer along;
 * of too many that wait thus, the oldest goes first. Loop thread only. */

struct http_figures;

enum { TURNED_AWAY_TEXT_SIZE = 2048 };

struct turned_away {
    struct http_figures *figures;
    char text[TURNED_AWAY_TEXT_SIZE]; /* head and body */
    size_t length;
    struct socket_ring ring; /* answered, not closed yet */
    uint64_t unreported;     /* since the last line in the log about them */
    uint64_t reported_ms;    /* when that was; 0: never */
};

/* The problem of that 503; also for requests that were read. */
void turned_away_problem(struct problem *problem, size_t connections_max);

/* `connections_max`: what the text says is allowed. 0, or -ENOMEM. */
int turned_away_init(struct turned_away *away, struct http_figures *figures,
                     size_t connections_max, dialect_list dialects);

/* Answers and, in the end, closes it. */
void turn_away(struct turned_away *away, int fd);

/* Closes those that have read it, or had the time; a line in the log now and
 * then. */
void turned_away_sweep(struct turned_away *away);

/* Closes all. */
void turned_away_finish(struct turned_away *away);

/* ---- Accepting ----------------------------------------------------------- */

/* Open connections come first: after each turn of the loop new ones are
 * accepted for a small share of the time that the turn took; the rest waits in
 * the kernel's backlog. So a busy loop keeps answering. libmicrohttpd's own
 * accepting would let connections pile up, and pays more for each one too many
 * than for an answer.
 *
 * Up to http.connections-max are served. Some further ones are read, and
 * refused in their dialect or answered where the endpoint is vital, and as many
 * again whose request is vital; both together are ACCEPTOR_SURPLUS. Such a
 * connection has a moment to send its request. Connections beyond that are
 * turned away unread.
 *
 * Where descriptors or memory run out the acceptor waits for the next
 * acceptor_sweep(). Loop thread only. */

struct http_figures;

enum { ACCEPTOR_SURPLUS = 64 };

struct acceptor {
    const struct listener_settings *settings;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    bool open;            /* the socket is */
    bool waiting;         /* for what ran out */
    uint64_t taken_us;    /* when it took connections last, by clock_now_us() */
    uint64_t reported_ms; /* when it said last what ran out; 0: never */
    struct socket_ring silent; /* may yet ask what is vital */
    struct turned_away turned_away;
};

/* The settings outlive it. 0 or libuv's negative code, and then nothing is left
 * to close but the socket, which stays the caller's. */
int acceptor_start(struct acceptor *acceptor, uv_loop_t *loop,
                   const struct listener_settings *settings,
                   struct MHD_Daemon *daemon);

/* Now and then: looks at connections that were silent or turned away, and
 * whether there is again what ran out. */
void acceptor_sweep(struct acceptor *acceptor);

/* Accepts the clients that wait, unless the socket is lent, and none after. The
 * handle is closed when the loop has run on. */
void acceptor_stop(struct acceptor *acceptor);

/* The same, if it was not stopped, and closes silent and turned away
 * connections. */
void acceptor_close(struct acceptor *acceptor);

#endif
