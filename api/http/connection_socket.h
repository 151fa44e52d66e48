/* connection_socket: what the kernel knows of a connection's socket.
 *
 * Apart from connection.c because linux/tcp.h and the netinet/tcp.h of
 * microhttpd.h exclude each other. */
#ifndef RELAXD_API_HTTP_CONNECTION_SOCKET_H
#define RELAXD_API_HTTP_CONNECTION_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes that the client's kernel has acknowledged, ever. 1: it has all that
 * was sent, 0: there is more, 1 also where the socket cannot tell. */
int connection_socket_taken(int fd, uint64_t *ret_bytes);

/* How long ago the last bytes came. 1: the socket cannot tell. */
int connection_socket_heard(int fd, uint64_t *ret_ms_ago);

/* What was sent and not taken is dropped when the socket is closed, and the
 * client's end reset. */
void connection_socket_forget(int fd);

/* Whether the client's end is closed or reset. One that closed its sending side
 * alone, as it may, is not told from that once our side is shut down. */
bool connection_socket_gone(int fd);

/* Sends an interim answer (RFC 9110, 15.2). */
void connection_socket_probe(int fd);

#endif
