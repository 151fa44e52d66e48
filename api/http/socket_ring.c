/* socket_ring: sockets that wait for a moment, in the order they came. */
#include "api/http/socket_ring.h"

#include <unistd.h>

void socket_ring_push(struct socket_ring *ring,
                      const struct waiting_socket *socket)
{
    ring->sockets[(ring->first + ring->count++) % SOCKET_RING_MAX] = *socket;
}

struct waiting_socket socket_ring_pop(struct socket_ring *ring)
{
    struct waiting_socket socket = ring->sockets[ring->first];

    ring->first = (ring->first + 1) % SOCKET_RING_MAX;
    ring->count--;
    return socket;
}

void socket_ring_finish(struct socket_ring *ring)
{
    while (ring->count)
        close(socket_ring_pop(ring).fd);
}
