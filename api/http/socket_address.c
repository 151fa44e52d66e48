/* socket_address: who is at either end of a socket, in words. */
#include "api/http/socket_address.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

/* 0: it has no host. */
static socklen_t length_of(const struct sockaddr *address)
{
    switch (address->sa_family) {
    case AF_INET:
        return sizeof(struct sockaddr_in);
    case AF_INET6:
        return sizeof(struct sockaddr_in6);
    default:
        return 0;
    }
}

void socket_address_format(const struct sockaddr *address,
                           char text[SOCKET_ADDRESS_SIZE])
{
    socklen_t length = length_of(address);
    char host[SOCKET_HOST_SIZE];
    char port[8];

    if (!length || getnameinfo(address, length, host, sizeof(host), port,
                               sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV))
        strcpy(text, "?");
    else
        snprintf(text, SOCKET_ADDRESS_SIZE,
                 address->sa_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host,
                 port);
}

void socket_address_host(const struct sockaddr *address,
                         char text[SOCKET_HOST_SIZE])
{
    socklen_t length = length_of(address);

    if (!length || getnameinfo(address, length, text, SOCKET_HOST_SIZE, NULL, 0,
                               NI_NUMERICHOST))
        strcpy(text, "local");
}

typedef int ask_fn(int fd, struct sockaddr *address, socklen_t *length);

static int ask(ask_fn *ask_system, int fd, char text[SOCKET_ADDRESS_SIZE])
{
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);

    if (ask_system(fd, (struct sockaddr *)&address, &length)) {
        int code = errno;

        strcpy(text, "?");
        return -code;
    }
    socket_address_format((struct sockaddr *)&address, text);
    return 0;
}

int socket_address_own(int fd, char text[SOCKET_ADDRESS_SIZE])
{
    return ask(getsockname, fd, text);
}

int socket_address_peer(int fd, char text[SOCKET_ADDRESS_SIZE])
{
    return ask(getpeername, fd, text);
}
