/* socket_ring: sockets that wait for a moment, in the order they came. Owns
 * them; one thread. Starts as {.count = 0}. */
#ifndef RELAXD_API_HTTP_SOCKET_RING_H
#define RELAXD_API_HTTP_SOCKET_RING_H

#include <stddef.h>
#include <stdint.h>

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

#endif
