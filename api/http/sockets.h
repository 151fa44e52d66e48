/* sockets: listening sockets, addresses as text, and what the kernel knows of a
 * connection. Any thread. */
#ifndef RELAXD_API_HTTP_SOCKETS_H
#define RELAXD_API_HTTP_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/* Opens a Unix socket, for this user and group (mode 0660). Replaces one that
 * nobody listens to; the caller removes the file at the end. -EADDRINUSE:
 * somebody does, or another file is there; other codes, with words. */
int listen_socket_unix(const char *path, int *ret_fd, struct error *error);

/* ---- Connections --------------------------------------------------------- */

/* Bytes that the client's kernel has acknowledged since the start. Returns 1 if
 * it has everything that was sent, or if the socket cannot say; 0 if not. */
int connection_socket_taken(int fd, uint64_t *ret_bytes);

/* Time since the last bytes arrived. 1: the socket cannot say. */
int connection_socket_heard(int fd, uint64_t *ret_ms_ago);

/* Keeps little that was not sent in the kernel, which counts in no limit of
 * relaxd. */
void connection_socket_bound_unsent(int fd);

/* Makes a close drop unacknowledged bytes and reset the client's end. */
void connection_socket_forget(int fd);

/* Whether the client's end is closed or reset. Once our side is shut down, a
 * client that closed only its sending side, which is allowed, looks the
 * same. */
bool connection_socket_gone(int fd);

/* Whether the client sends no more and all that it sent has been read. */
bool connection_socket_ended(int fd);

/* Sends an interim answer (RFC 9110, 15.2). */
void connection_socket_probe(int fd);

#endif
