/* sockets: they may fail, and so may what a loop is made of. */
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/fault/interpose/wrap.h"

WRAP(int, socket, -1, EMFILE, (int domain, int type, int protocol), domain,
     type, protocol)
WRAP(int, bind, -1, EADDRINUSE,
     (int fd, const struct sockaddr *address, socklen_t length), fd, address,
     length)
WRAP(int, listen, -1, EADDRINUSE, (int fd, int backlog), fd, backlog)
WRAP(int, accept4, -1, EMFILE,
     (int fd, struct sockaddr *address, socklen_t *length, int flags), fd,
     address, length, flags)
WRAP(int, setsockopt, -1, ENOBUFS,
     (int fd, int level, int option, const void *value, socklen_t length), fd,
     level, option, value, length)
WRAP(int, getsockname, -1, ENOBUFS,
     (int fd, struct sockaddr *address, socklen_t *length), fd, address, length)
WRAP(int, epoll_create1, -1, EMFILE, (int flags), flags)
WRAP(int, eventfd, -1, EMFILE, (unsigned count, int flags), count, flags)
WRAP(int, pipe2, -1, EMFILE, (int fds[2], int flags), fds, flags)
WRAP(int, inotify_init1, -1, EMFILE, (int flags), flags)
WRAP(int, inotify_add_watch, -1, ENOSPC,
     (int fd, const char *path, uint32_t mask), fd, path, mask)
WRAP(ssize_t, recv, -1, ECONNRESET,
     (int fd, void *bytes, size_t size, int flags), fd, bytes, size, flags)
WRAP(ssize_t, send, -1, ECONNRESET,
     (int fd, const void *bytes, size_t size, int flags), fd, bytes, size,
     flags)
WRAP(ssize_t, sendmsg, -1, ECONNRESET,
     (int fd, const struct msghdr *message, int flags), fd, message, flags)
WRAP(ssize_t, sendfile64, -1, ECONNRESET,
     (int to, int from, off64_t *offset, size_t size), to, from, offset, size)
