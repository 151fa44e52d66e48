/* activation: sockets that the service manager opened for us. */
#include "daemon/activation.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/parse.h"

enum { FIRST_FD = 3 };

static bool is_for_us(void)
{
    const char *text = getenv("LISTEN_PID");
    uint32_t pid;

    return text && parse_u32(text, &pid) && (pid_t)pid == getpid();
}

static int option_of(int fd, int name)
{
    int value = -1;
    socklen_t length = sizeof(value);

    getsockopt(fd, SOL_SOCKET, name, &value, &length);
    return value;
}

/* Whether clients connect to it over TCP. */
static bool is_listener(int fd)
{
    int domain = option_of(fd, SO_DOMAIN);

    return (domain == AF_INET || domain == AF_INET6) &&
           option_of(fd, SO_TYPE) == SOCK_STREAM &&
           option_of(fd, SO_ACCEPTCONN) == 1;
}

/* Nobody who forks takes it along, and nobody waits in accept(). */
static int prepare(int fd)
{
    int flags = fcntl(fd, F_GETFL);

    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) ||
        fcntl(fd, F_SETFD, FD_CLOEXEC))
        return -errno;
    return 0;
}

static int take_one(int fd, struct error *error)
{
    int r;

    if (!is_listener(fd))
        return error_set(error, -EINVAL,
                         "descriptor %d, which the service manager gave, is no "
                         "TCP socket that listens; look at the socket unit",
                         fd);
    r = prepare(fd);
    return r ? error_set(error, r,
                         "descriptor %d, which the service manager "
                         "gave: %s",
                         fd, strerror(-r))
             : 0;
}

int activation_take(struct activation *ret_activation, struct error *error)
{
    const char *text = getenv("LISTEN_FDS");
    struct activation activation = {.count = 0};
    uint32_t count = 0;

    if (text && is_for_us() &&
        (!parse_u32(text, &count) || count > ACTIVATION_MAX))
        return error_set(error, -EINVAL,
                         "LISTEN_FDS '%.20s' is not a number from 0 to %d",
                         text, ACTIVATION_MAX);
    for (; activation.count < count; activation.count++) {
        int fd = FIRST_FD + (int)activation.count;
        int r = take_one(fd, error);

        if (r)
            return r;
        activation.fds[activation.count] = fd;
    }
    *ret_activation = activation;
    return 0;
}

void activation_name(size_t index, char ret_name[ACTIVATION_NAME_SIZE])
{
    const char *names = getenv("LISTEN_FDNAMES");

    while (names && index-- > 0) {
        names = strchr(names, ':');
        if (names)
            names++;
    }
    snprintf(ret_name, ACTIVATION_NAME_SIZE, "%.*s",
             names ? (int)strcspn(names, ":") : 0, names ? names : "");
}

static void close_all(const int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        close(fds[i]);
}

int activation_spread(const struct activation *activation, size_t count,
                      int *ret_fds, struct error *error)
{
    size_t given = activation->count;
    size_t made = given;

    memcpy(ret_fds, activation->fds, given * sizeof(*ret_fds));
    while (made < count) {
        int fd = fcntl(ret_fds[made % given], F_DUPFD_CLOEXEC, FIRST_FD);

        if (fd < 0) {
            int r = error_errno(error, "a socket for another loop");

            close_all(ret_fds, made);
            return r;
        }
        ret_fds[made++] = fd;
    }
    return 0;
}
