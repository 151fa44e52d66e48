#include "api/http/connection_socket.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

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

void connection_socket_probe(int fd)
{
    static const char interim[] = "HTTP/1.1 100 Continue\r\n\r\n";

    send(fd, interim, sizeof(interim) - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}
