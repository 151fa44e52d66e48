/* fuzz_address: any bytes as an address, a host and a port of --listen: an
 * accepted one, written and read again, is the same. */
#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/settings.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

static void write(const struct address *address, char *text, size_t size)
{
    bool six = address->any.sa_family == AF_INET6;
    const void *host = six ? (const void *)&address->v6.sin6_addr
                           : (const void *)&address->v4.sin_addr;
    char name[INET6_ADDRSTRLEN];

    if (address->length != (six ? sizeof(address->v6) : sizeof(address->v4)) ||
        (!six && address->any.sa_family != AF_INET) ||
        !inet_ntop(address->any.sa_family, host, name, sizeof(name)))
        abort();
    snprintf(text, size, six ? "[%s]:%u" : "%s:%u", name,
             ntohs(six ? address->v6.sin6_port : address->v4.sin_port));
}

static void check_again(const struct address *address)
{
    struct address again = {.length = 0};
    struct error error;
    char text[80];

    write(address, text, sizeof(text));
    if (address_parse(text, &again, &error) ||
        again.length != address->length ||
        memcmp(&again.any, &address->any, again.length) != 0)
        abort();
}

static void check_refusal(const struct error *error,
                          const struct address *before,
                          const struct address *after)
{
    if (!error->text[0] || memcmp(before, after, sizeof(*before)) != 0)
        abort(); /* no words, or outputs changed */
}

typedef int address_change(struct address *address, const char *text,
                           struct error *error);

static int parse(struct address *address, const char *text, struct error *error)
{
    return address_parse(text, address, error);
}

static void try_change(address_change *change, const struct address *from,
                       const char *text, struct address *ret_address)
{
    struct address address = *from;
    struct error error = {""};

    if (change(&address, text, &error))
        check_refusal(&error, from, &address);
    else
        check_again(&address);
    *ret_address = address;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion input = {bytes, size};
    char *text = portion_text(&input);
    char *host = portion_text(&input);
    char *port = portion_text(&input);
    struct address address = {.length = 0};

    if (address_parse("[::1]:5000", &address, NULL))
        abort();
    try_change(parse, &address, text, &address);
    try_change(address_set_host, &address, host, &address);
    try_change(address_set_port, &address, port, &address);
    free(text);
    free(host);
    free(port);
    return 0;
}
