/* address: an IP address and port, from text. */
#ifndef RELAXD_CONFIG_ADDRESS_H
#define RELAXD_CONFIG_ADDRESS_H

#include <netinet/in.h>
#include <sys/socket.h>

#include "core/base/error.h"

struct address {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    };
    socklen_t length; /* of the family's struct */
};

/* "127.0.0.1:5000", "[::1]:5000", "localhost:5000"; port 0: the system picks
 * one. Names are not looked up. -EINVAL. */
int address_parse(const char *text, struct address *ret_address,
                  struct error *error);

/* Replaces the port, or the host ("0.0.0.0", "::1"). -EINVAL, with the address
 * unchanged. */
int address_set_port(struct address *address, const char *port,
                     struct error *error);
int address_set_host(struct address *address, const char *host,
                     struct error *error);

#endif
