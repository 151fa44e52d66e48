/* listen_socket: sockets that share a port, and a port that is in use; what the
 * kernel keeps of an answer. */
#include "tests/unit/cmocka_all.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

/* ---- Unix sockets -------------------------------------------------------- */

static const char *path_in(char path[64], const char *name)
{
    char folder[] = "/tmp/relaxd-socket-XXXXXX";

    assert_non_null(mkdtemp(folder));
    snprintf(path, 64, "%s/%s", folder, name);
    return path;
}

static void remove_all(char *path)
{
    unlink(path);
    *strrchr(path, '/') = '\0';
    assert_return_code(rmdir(path), errno);
}

static void a_unix_socket_is_for_owner_and_group(void **state)
{
    mode_t mask = umask(0077);
    struct stat status;
    char path[64];
    struct error error;
    int fd;

    assert_return_code(listen_socket_unix(path_in(path, "a"), &fd, &error), 0);
    assert_return_code(stat(path, &status), errno);
    assert_true(S_ISSOCK(status.st_mode));
    assert_int_equal(status.st_mode & 0777, 0660);
    umask(mask);
    close(fd);
    remove_all(path);
}

static void a_unix_socket_replaces_that_of_a_dead_process(void **state)
{
    char path[64];
    struct error error;
    int fd, second;

    path_in(path, "a");
    assert_return_code(listen_socket_unix(path, &fd, &error), 0);
    assert_int_equal(listen_socket_unix(path, &second, &error), -EADDRINUSE);
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, "another process listens there"));
    close(fd);
    assert_return_code(listen_socket_unix(path, &second, &error), 0);
    close(second);
    remove_all(path);
}

static void a_unix_socket_replaces_no_file(void **state)
{
    char path[64];
    struct error error;
    FILE *file;
    int fd;

    file = fopen(path_in(path, "a"), "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(listen_socket_unix(path, &fd, &error), -EADDRINUSE);
    assert_return_code(access(path, F_OK), errno);
    remove_all(path);
    assert_int_equal(listen_socket_unix("/nowhere/a", &fd, &error), -ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_take_the_same_free_port),
        cmocka_unit_test(a_port_in_use_is_refused),
        cmocka_unit_test(an_address_of_elsewhere_is_refused),
        cmocka_unit_test(a_client_that_reads_nothing_fills_little),
        cmocka_unit_test(a_unix_socket_is_for_owner_and_group),
        cmocka_unit_test(a_unix_socket_replaces_that_of_a_dead_process),
        cmocka_unit_test(a_unix_socket_replaces_no_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
