/* Addresses as text, then listening sockets. */
#include "api/http/sockets.h"

#include <errno.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* ---- Addresses ----------------------------------------------------------- */

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
        int r = -errno;

        strcpy(text, "?");
        return r;
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

/* ---- Listening ----------------------------------------------------------- */

enum { BACKLOG = 1024 };

struct bound {
    struct sockaddr_storage address;
    socklen_t length;
};

/* Whether a dead process left the socket there. */
static bool is_abandoned(const struct sockaddr_un *address)
{
    struct stat status;
    bool refused;
    int fd;

    if (lstat(address->sun_path, &status) || !S_ISSOCK(status.st_mode))
        return false;
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    refused = fd >= 0 &&
              connect(fd, (const struct sockaddr *)address, sizeof(*address)) &&
              errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return refused;
}

/* Nobody else can connect before listen(). */
static int listen_at(const struct sockaddr_un *address, int *ret_fd)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int r;

    if (fd < 0)
        return -errno;
    if (bind(fd, (const struct sockaddr *)address, sizeof(*address)) ||
        chmod(address->sun_path, 0660) || listen(fd, BACKLOG)) {
        r = -errno;
        close(fd);
        return r;
    }
    *ret_fd = fd;
    return 0;
}

int listen_socket_unix(const char *path, int *ret_fd, struct error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int r;

    if (!*path || strlen(path) >= sizeof(address.sun_path))
        return error_set(error, -EINVAL,
                         "the path of a Unix socket has 1 to %zu bytes",
                         sizeof(address.sun_path) - 1);
    strcpy(address.sun_path, path);
    if (is_abandoned(&address))
        unlink(path);
    r = listen_at(&address, ret_fd);
    if (!r)
        return 0;
    return error_set(error, r, "listen on '%s': %s%s", path, strerror(-r),
                     r == -EADDRINUSE ? "; another process listens there, or "
                                        "the file is no socket"
                                      : "");
}

void listen_sockets_close(const int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        close(fds[i]);
}

/* Binds without listening. `shared`: other sockets that set it may bind too. */
static int bind_socket(const struct bound *bound, bool shared, int *ret_fd)
{
    int fd = socket(bound->address.ss_family,
                    SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int on = 1;
    int r;

    if (fd < 0)
        return -errno;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if ((shared && setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on))) ||
        bind(fd, (const struct sockaddr *)&bound->address, bound->length)) {
        r = -errno;
        close(fd);
        return r;
    }
    *ret_fd = fd;
    return 0;
}

/* Without this check the socket would join the port of another relaxd with
 * several loops, and take half of its requests. A socket that shares nothing
 * finds the port in use. */
static int check_free(const struct bound *bound)
{
    int fd;
    int r = bind_socket(bound, false, &fd);

    if (!r)
        close(fd);
    return r;
}

static int open_one(struct bound *bound, bool shared, int *ret_fd)
{
    int fd;
    int r = bind_socket(bound, shared, &fd);

    if (r)
        return r;
    if (listen(fd, BACKLOG) ||
        getsockname(fd, (struct sockaddr *)&bound->address, &bound->length)) {
        r = -errno;
        close(fd);
        return r;
    }
    *ret_fd = fd;
    return 0;
}

/* The first socket writes its port into `bound` for the others. */
static int open_all(struct bound *bound, size_t count, int *ret_fds)
{
    int r = count > 1 ? check_free(bound) : 0;
    size_t opened = 0;

    while (!r && opened < count) {
        r = open_one(bound, count > 1, &ret_fds[opened]);
        if (!r)
            opened++;
    }
    if (r)
        listen_sockets_close(ret_fds, opened);
    return r;
}

static const char *mend(int r)
{
    switch (r) {
    case -EADDRINUSE:
        return "; stop what listens there, or give another "
               "address: port 0 takes a free one";
    case -EADDRNOTAVAIL:
        return "; this machine does not have that address: 127.0.0.1 is "
               "for itself, 0.0.0.0 all it has";
    case -EACCES:
        return "; ports below 1024 are root's: have systemd open it "
               "(relaxd.socket), or put a proxy before another port";
    default:
        return "";
    }
}

int listen_sockets_open(const struct sockaddr *address, socklen_t length,
                        size_t count, int *ret_fds, struct error *error)
{
    struct bound bound = {.length = length};
    char text[SOCKET_ADDRESS_SIZE];
    int r;

    memcpy(&bound.address, address, length);
    r = open_all(&bound, count, ret_fds);
    if (!r)
        return 0;
    socket_address_format(address, text);
    return error_set(error, r, "listen on %s: %s%s", text, strerror(-r),
                     mend(r));
}

/* ---- Connections --------------------------------------------------------- */

int connection_socket_taken(int fd, uint64_t *ret_bytes)
{
    struct tcp_info info;
    socklen_t length = sizeof(info);
    int waiting;

    if (ioctl(fd, SIOCOUTQ, &waiting) || !waiting)
        return 1;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) ||
        length < offsetof(struct tcp_info, tcpi_bytes_received))
        return 1;
    *ret_bytes = info.tcpi_bytes_acked;
    return 0;
}

int connection_socket_heard(int fd, uint64_t *ret_ms_ago)
{
    struct tcp_info info;
    socklen_t length = sizeof(info);

    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) ||
        length < offsetof(struct tcp_info, tcpi_last_ack_recv))
        return 1;
    *ret_ms_ago = info.tcpi_last_data_recv;
    return 0;
}

void connection_socket_bound_unsent(int fd)
{
    int bytes = 256 << 10;

    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof(bytes));
}

void connection_socket_forget(int fd)
{
    struct linger now = {.l_onoff = 1, .l_linger = 0};

    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
}

bool connection_socket_gone(int fd)
{
    struct pollfd seen = {.fd = fd};

    return poll(&seen, 1, 0) == 1;
}

bool connection_socket_ended(int fd)
{
    char byte;

    return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void connection_socket_probe(int fd)
{
    static const char interim[] = "HTTP/1.1 100 Continue\r\n\r\n";

    send(fd, interim, sizeof(interim) - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}
