/* Splits host and port, then parses both. */
#include "config/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/base/text.h"

enum { HOST_SIZE = 64 };

/* Takes the host in front of the last colon, without brackets. */
static const char *split_host(const char *text, char host[HOST_SIZE])
{
    const char *colon = strrchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : 0;

    if (length >= 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    } else if (memchr(text, ':', length)) {
        return NULL;
    }
    if (!length || length >= HOST_SIZE)
        return NULL;
    memcpy(host, text, length);
    host[length] = '\0';
    return colon + 1;
}

static bool parse_port(const char *text, in_port_t *ret_port)
{
    uint32_t port;

    if (!parse_u32(text, &port) || port > UINT16_MAX)
        return false;
    *ret_port = htons((uint16_t)port);
    return true;
}

static bool fill(const char *host, in_port_t port, struct address *address)
{
    if (!strcmp(host, "localhost"))
        host = "127.0.0.1";
    if (inet_pton(AF_INET, host, &address->v4.sin_addr) == 1) {
        address->v4.sin_family = AF_INET;
        address->v4.sin_port = port;
        address->length = sizeof(address->v4);
        return true;
    }
    if (inet_pton(AF_INET6, host, &address->v6.sin6_addr) == 1) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = port;
        address->length = sizeof(address->v6);
        return true;
    }
    return false;
}

int address_parse(const char *text, struct address *ret_address,
                  struct error *error)
{
    struct address address = {.length = 0};
    char host[HOST_SIZE];
    const char *port_text = split_host(text, host);
    in_port_t port;

    if (!port_text || !parse_port(port_text, &port) ||
        !fill(host, port, &address))
        return error_set(error, -EINVAL,
                         "'%s' is not ADDRESS:PORT, such as 127.0.0.1:5000 "
                         "or [::1]:5000, port 0 to 65535",
                         text);
    *ret_address = address;
    return 0;
}

int address_set_port(struct address *address, const char *text,
                     struct error *error)
{
    in_port_t port;

    if (!parse_port(text, &port))
        return error_set(error, -EINVAL, "'%.40s' is not a port, 0 to 65535",
                         text);
    if (address->any.sa_family == AF_INET6)
        address->v6.sin6_port = port;
    else
        address->v4.sin_port = port;
    return 0;
}

int address_set_host(struct address *address, const char *host,
                     struct error *error)
{
    bool six = address->any.sa_family == AF_INET6;
    in_port_t port = six ? address->v6.sin6_port : address->v4.sin_port;
    struct address changed = {.length = 0};

    if (!fill(host, port, &changed))
        return error_set(error, -EINVAL,
                         "'%.60s' is not an IP address, such as 0.0.0.0, "
                         "127.0.0.1 or ::1",
                         host);
    *address = changed;
    return 0;
}
