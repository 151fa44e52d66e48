/* socket_address: who is at either end of a socket, in words. Any thread. */
#ifndef RELAXD_API_HTTP_SOCKET_ADDRESS_H
#define RELAXD_API_HTTP_SOCKET_ADDRESS_H

#include <sys/socket.h>

enum {
    SOCKET_ADDRESS_SIZE = 80,
    SOCKET_HOST_SIZE = 64, /* with the name of a link-local one's interface */
};

/* "127.0.0.1:5000", "[::1]:5000"; "?" for what has neither host nor port. */
void socket_address_format(const struct sockaddr *address,
                           char text[SOCKET_ADDRESS_SIZE]);

/* "127.0.0.1", "::1", "fe80::1%eth0"; "local" for what has no host. */
void socket_address_host(const struct sockaddr *address,
                         char text[SOCKET_HOST_SIZE]);

/* This end's, with the port that the system picked, and the other end's. 0, or
 * negative errno and "?". */
int socket_address_own(int fd, char text[SOCKET_ADDRESS_SIZE]);
int socket_address_peer(int fd, char text[SOCKET_ADDRESS_SIZE]);

#endif
