/* peer_socket: what a connection's socket tells, and is told. */
#ifndef RELAXD_API_HTTP_PEER_SOCKET_H
#define RELAXD_API_HTTP_PEER_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes that the client's kernel has acknowledged, ever. 1: it has all that
 * was sent, 0: there is more, 1 also where the socket cannot tell. */
int peer_socket_taken(int fd, uint64_t *ret_bytes);

/* How long ago the last bytes came. 1: the socket cannot tell. */
int peer_socket_heard(int fd, uint64_t *ret_ms_ago);

/* What was sent and not taken is dropped when the socket is closed, and the
 * client's end reset. */
void peer_socket_forget(int fd);

/* Whether the client's end is closed or reset. One that closed its sending side
 * alone, as it may, is not told from that once our side is shut down. */
bool peer_socket_gone(int fd);

/* Sends an interim answer (RFC 9110, 15.2). */
void peer_socket_probe(int fd);

#endif
