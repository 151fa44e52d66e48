/* acceptor: takes connections and hands them to libmicrohttpd.
 *
 * Those that are open come first: after each turn of the loop new ones are
 * taken for a small share of the time that the turn took, the rest waits in
 * the kernel's backlog. So a loop that has more to do than it can keeps
 * answering, where libmicrohttpd's own accepting would let connections pile up
 * and pays more for each that is too many than for an answer.
 *
 * Up to http.connections-max are served. Some further ones are read to be
 * refused in the words of what they ask, or answered where that is vital, and
 * as many again that ask what is vital; both together are ACCEPTOR_SURPLUS.
 * Those have a moment to ask it, as a request comes after its connection.
 * Whoever comes beyond is turned away unread (turned_away.h).
 *
 * Where descriptors or memory run out it waits for the next acceptor_sweep().
 * Loop thread only. */
#ifndef RELAXD_API_HTTP_ACCEPTOR_H
#define RELAXD_API_HTTP_ACCEPTOR_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "api/http/socket_ring.h"
#include "api/http/turned_away.h"

struct http_figures;

enum { ACCEPTOR_SURPLUS = 64 };

struct acceptor_settings {
    int fd;    /* that clients connect to; closed by acceptor_stop() */
    bool lent; /* others keep it open: who waits there is for the next */
    size_t connections_max; /* of all listeners of `figures` */
    struct MHD_Daemon *daemon;
    struct http_figures *figures;
};

struct acceptor {
    struct acceptor_settings settings;
    uv_poll_t poll;
    bool open;         /* the socket is */
    bool waiting;      /* for what ran out */
    uint64_t taken_us; /* when it took connections last, by clock_now_us() */
    uint64_t told_ms;  /* when it said last what ran out; 0: never */
    struct socket_ring silent; /* may yet ask what is vital */
    struct turned_away turned_away;
};

/* 0 or libuv's negative code, and then nothing is left to close but the
 * socket, which stays the caller's. */
int acceptor_start(struct acceptor *acceptor, uv_loop_t *loop,
                   const struct acceptor_settings *settings);

/* Now and then: sees to who was silent or turned away, and whether there is
 * again what ran out. */
void acceptor_sweep(struct acceptor *acceptor);

/* Takes who waits already, unless the socket is lent, and no one after. The
 * handle is closed when the loop has run on. */
void acceptor_stop(struct acceptor *acceptor);

/* The same, if it was not stopped, and closes who was silent or turned away. */
void acceptor_close(struct acceptor *acceptor);

#endif
