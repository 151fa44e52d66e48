/* sockets: listening sockets, and addresses as text. Any thread. */
#ifndef RELAXD_API_HTTP_SOCKETS_H
#define RELAXD_API_HTTP_SOCKETS_H

#include <stddef.h>
#include <sys/socket.h>

#include "core/base/error.h"

/* ---- Addresses ----------------------------------------------------------- */

enum {
    SOCKET_ADDRESS_SIZE = 80,
    SOCKET_HOST_SIZE = 64, /* fits the interface of a link-local address */
};

/* "127.0.0.1:5000", "[::1]:5000"; "?" for other families. */
void socket_address_format(const struct sockaddr *address,
                           char text[SOCKET_ADDRESS_SIZE]);

/* "127.0.0.1", "::1", "fe80::1%eth0"; "local" for addresses without a host. */
void socket_address_host(const struct sockaddr *address,
                         char text[SOCKET_HOST_SIZE]);

/* The local address, with the port that the system chose, and the peer's. 0, or
 * negative errno and "?". */
int socket_address_own(int fd, char text[SOCKET_ADDRESS_SIZE]);
int socket_address_peer(int fd, char text[SOCKET_ADDRESS_SIZE]);

/* ---- Listening ----------------------------------------------------------- */

/* Each loop's listener has its own socket. Several sockets share one port, and
 * the system spreads new connections over them. Any thread. */

/* Opens `count` sockets at the address; the caller closes them. Port 0: the
 * first takes a free port and the others join it. -EADDRINUSE, also if another
 * process's sockets share the port, and other codes, with words. On failure
 * none is open. */
int listen_sockets_open(const struct sockaddr *address, socklen_t length,
                        size_t count, int *ret_fds, struct error *error);
void listen_sockets_close(const int *fds, size_t count);

#endif
