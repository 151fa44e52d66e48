/* listen_socket: where clients connect.
 *
 * Each loop's listener has a socket of its own; where there are several they
 * share one port, and the system spreads new connections over them. Any thread.
 */
#ifndef RELAXD_API_HTTP_LISTEN_SOCKET_H
#define RELAXD_API_HTTP_LISTEN_SOCKET_H

#include <stddef.h>
#include <sys/socket.h>

#include "core/base/error.h"

/* Opens `count` sockets at the address, to be closed by the caller; port 0: the
 * first takes a free one and the others the same. -EADDRINUSE, others' sharing
 * sockets included, and the like with words. On failure none is open. */
int listen_sockets_open(const struct sockaddr *address, socklen_t length,
                        size_t count, int *ret_fds, struct error *error);
void listen_sockets_close(const int *fds, size_t count);

#endif
