/* connection_socket: what the kernel knows about a connection's socket.
 *
 * A file of its own because linux/tcp.h and the netinet/tcp.h of microhttpd.h
 * exclude each other. */
#ifndef RELAXD_API_HTTP_CONNECTION_SOCKET_H
#define RELAXD_API_HTTP_CONNECTION_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that the client's kernel has acknowledged since the start. Returns 1 if
 * it has everything that was sent, or if the socket cannot say; 0 if not. */
int connection_socket_taken(int fd, uint64_t *ret_bytes);

/* Time since the last bytes arrived. 1: the socket cannot say. */
int connection_socket_heard(int fd, uint64_t *ret_ms_ago);

/* Makes a close drop unacknowledged bytes and reset the client's end. */
void connection_socket_forget(int fd);

/* Whether the client's end is closed or reset. Once our side is shut down, a
 * client that closed only its sending side, which is allowed, looks the
 * same. */
bool connection_socket_gone(int fd);

/* Sends an interim answer (RFC 9110, 15.2). */
void connection_socket_probe(int fd);

#endif
