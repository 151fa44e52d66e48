/* listen_socket: sockets that share a port, and a port that is in use; what the
 * kernel keeps of an answer. */
#include "tests/unit/cmocka_all.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/sockios.h>

#include "api/http/sockets.h"

enum { COUNT = 3 };

static struct sockaddr_in local(const char *port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
        .sin_port = htons((uint16_t)atoi(port)),
    };
}

static int open_at(const char *port, size_t count, int *ret_fds,
                   struct error *error)
{
    struct sockaddr_in address = local(port);

    return listen_sockets_open((struct sockaddr *)&address, sizeof(address),
                               count, ret_fds, error);
}

/* Returns the port, within `text`. */
static const char *port_of(int fd, char text[SOCKET_ADDRESS_SIZE])
{
    socket_address_own(fd, text);
    assert_non_null(strchr(text, ':'));
    return strchr(text, ':') + 1;
}

static void several_take_the_same_free_port(void **state)
{
    char first[SOCKET_ADDRESS_SIZE];
    char other[SOCKET_ADDRESS_SIZE];
    struct error error;
    int fds[COUNT];

    assert_return_code(open_at("0", COUNT, fds, &error), 0);
    assert_int_not_equal(atoi(port_of(fds[0], first)), 0);
    for (size_t i = 1; i < COUNT; i++) {
        port_of(fds[i], other);
        assert_string_equal(other, first);
    }
    listen_sockets_close(fds, COUNT);
}

/* One socket or several that share the port, on either side. */
static void a_port_in_use_is_refused(void **state)
{
    const size_t counts[] = {1, COUNT};
    char text[SOCKET_ADDRESS_SIZE];

    for (size_t i = 0; i < 4; i++) {
        size_t mine = counts[i / 2];
        struct error error;
        int fds[COUNT];
        int others[COUNT];

        assert_return_code(open_at("0", mine, fds, &error), 0);
        assert_int_equal(
            open_at(port_of(fds[0], text), counts[i % 2], others, &error),
            -EADDRINUSE);
        assert_non_null(strstr(error.text, text));
        assert_non_null(strstr(error.text, "stop what listens there"));
        listen_sockets_close(fds, mine);
        assert_return_code(
            open_at(strchr(text, ':') + 1, counts[i % 2], others, &error), 0);
        listen_sockets_close(others, counts[i % 2]);
    }
}

static void an_address_of_elsewhere_is_refused(void **state)
{
    struct sockaddr_in address = local("0");
    struct error error;
    int fds[COUNT];

    address.sin_addr.s_addr = htonl(0xcb007101); /* 203.0.113.1 */
    assert_int_equal(listen_sockets_open((struct sockaddr *)&address,
                                         sizeof(address), COUNT, fds, &error),
                     -EADDRNOTAVAIL);
    assert_non_null(strstr(error.text, "listen on 203.0.113.1:0: "));
}

static void a_client_that_reads_nothing_fills_little(void **state)
{
    enum { PART = 65536, UNSENT_MAX = (256 << 10) + PART };
    static const char part[PART];
    struct sockaddr_in address;
    socklen_t length = sizeof(address);
    struct error error;
    int listening, client, fd, unsent;

    assert_return_code(open_at("0", 1, &listening, &error), 0);
    assert_return_code(listen(listening, 1), errno);
    assert_return_code(
        getsockname(listening, (struct sockaddr *)&address, &length), errno);
    client = socket(AF_INET, SOCK_STREAM, 0);
    assert_return_code(
        connect(client, (struct sockaddr *)&address, sizeof(address)), errno);
    fd = accept(listening, NULL, NULL);
    assert_return_code(fd, errno);
    connection_socket_bound_unsent(fd);
    while (send(fd, part, sizeof(part), MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
        ;
    assert_int_equal(errno, EAGAIN);
    assert_return_code(ioctl(fd, SIOCOUTQNSD, &unsent), errno);
    assert_in_range(unsent, 1, UNSENT_MAX);
    close(fd);
    close(client);
    listen_sockets_close(&listening, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_take_the_same_free_port),
        cmocka_unit_test(a_port_in_use_is_refused),
        cmocka_unit_test(an_address_of_elsewhere_is_refused),
        cmocka_unit_test(a_client_that_reads_nothing_fills_little),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
