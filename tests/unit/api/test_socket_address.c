/* socket_address: addresses as logs and command lines write them. */
#include "tests/unit/cmocka_all.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

#include "api/http/sockets.h"

static struct sockaddr_in v4(void)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(0xcb007101),
        .sin_port = htons(5000),
    };
}

static struct sockaddr_in6 v6(void)
{
    return (struct sockaddr_in6){
        .sin6_family = AF_INET6,
        .sin6_addr = IN6ADDR_LOOPBACK_INIT,
        .sin6_port = htons(80),
    };
}

static void a_port_follows_the_host(void **state)
{
    struct sockaddr_in short_one = v4();
    struct sockaddr_in6 long_one = v6();
    char text[SOCKET_ADDRESS_SIZE];

    socket_address_format((struct sockaddr *)&short_one, text);
    assert_string_equal(text, "203.0.113.1:5000");
    socket_address_format((struct sockaddr *)&long_one, text);
    assert_string_equal(text, "[::1]:80");
}

static void a_host_stands_alone(void **state)
{
    struct sockaddr_in short_one = v4();
    struct sockaddr_in6 long_one = v6();
    char text[SOCKET_HOST_SIZE];

    socket_address_host((struct sockaddr *)&short_one, text);
    assert_string_equal(text, "203.0.113.1");
    socket_address_host((struct sockaddr *)&long_one, text);
    assert_string_equal(text, "::1");
}

static void what_has_no_host_is_said_to_be_local(void **state)
{
    struct sockaddr_un path = {.sun_family = AF_UNIX, .sun_path = "/run/x"};
    char text[SOCKET_ADDRESS_SIZE];
    char host[SOCKET_HOST_SIZE];

    socket_address_format((struct sockaddr *)&path, text);
    assert_string_equal(text, "?");
    socket_address_host((struct sockaddr *)&path, host);
    assert_string_equal(host, "local");
}

static void what_is_no_socket_has_none(void **state)
{
    char text[SOCKET_ADDRESS_SIZE];

    assert_int_equal(socket_address_own(-1, text), -EBADF);
    assert_string_equal(text, "?");
    assert_int_equal(socket_address_peer(-1, text), -EBADF);
    assert_string_equal(text, "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_port_follows_the_host),
        cmocka_unit_test(a_host_stands_alone),
        cmocka_unit_test(what_has_no_host_is_said_to_be_local),
        cmocka_unit_test(what_is_no_socket_has_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
