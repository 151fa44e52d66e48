/* Sockets first, then reports. */
#include "daemon/service_manager.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/text.h"

/* ---- Sockets ------------------------------------------------------------- */

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

/* Whether TCP clients can connect to it. */
static bool is_listener(int fd)
{
    int domain = option_of(fd, SO_DOMAIN);

    return (domain == AF_INET || domain == AF_INET6) &&
           option_of(fd, SO_TYPE) == SOCK_STREAM &&
           option_of(fd, SO_ACCEPTCONN) == 1;
}

/* Keeps it from children, and makes accept() non-blocking. */
static int prepare(int fd)
{
    int flags = fcntl(fd, F_GETFL);

    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) ||
        fcntl(fd, F_SETFD, FD_CLOEXEC))
        return -errno;
    return 0;
}

static int check_one(int fd, struct error *error)
{
    int r;

    if (!is_listener(fd))
        return error_set(
            error, -EINVAL,
            "descriptor %d from the service manager is not a listening TCP "
            "socket; check the socket unit",
            fd);
    r = prepare(fd);
    return r ? error_set(error, r, "descriptor %d from the service manager: %s",
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
        int r = check_one(fd, error);

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

/* ---- Reports ------------------------------------------------------------- */

enum { MESSAGE_SIZE = 512 };

/* It stays open, so that the watchdog is fed even when connections take all
 * descriptors. */
static int manager = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static atomic_bool is_ready; /* set once */
static atomic_bool is_reloading;

bool notify_is_heard(void)
{
    return getenv("NOTIFY_SOCKET");
}

static void open_manager(void)
{
    manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

/* With MSG_DONTWAIT a manager that does not read misses the message. */
static void notify(const char *message, int flags)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = path ? strlen(path) : 0;

    if (!length || length >= sizeof(address.sun_path))
        return;
    memcpy(address.sun_path, path, length);
    if (*path == '@')
        address.sun_path[0] = '\0'; /* a name in the abstract namespace */
    pthread_once(&once, open_manager);
    if (manager < 0)
        return;
    sendto(manager, message, strlen(message), MSG_NOSIGNAL | flags,
           (struct sockaddr *)&address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
}

/* A line break in the text would start another variable. systemd drops a
 * message with invalid UTF-8, such as a truncated character. */
static void send_words(int flags, const char *before, const char *format,
                       va_list arguments)
{
    char message[MESSAGE_SIZE];
    size_t length = (size_t)snprintf(message, sizeof(message), "%s", before);

    vsnprintf(message + length, sizeof(message) - length, format, arguments);
    text_mend_line(message + length, strlen(message + length));
    notify(message, flags);
}

void notify_status(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    send_words(MSG_DONTWAIT, "STATUS=", format, arguments);
    va_end(arguments);
}

void notify_ready(const char *format, ...)
{
    va_list arguments;

    atomic_store(&is_reloading, false);
    atomic_store(&is_ready, true);
    va_start(arguments, format);
    send_words(0, "READY=1\nSTATUS=", format, arguments);
    va_end(arguments);
}

/* Asking for time puts off systemd's watchdog, too; once the process is ready,
 * notify_alive() asks. */
void notify_step(const char *format, ...)
{
    va_list arguments;
    char before[64] = "STATUS=";

    if (!atomic_load(&is_ready) || !notify_watchdog_us())
        snprintf(before, sizeof(before),
                 "EXTEND_TIMEOUT_USEC=%d000000\nSTATUS=", NOTIFY_STEP_S);
    va_start(arguments, format);
    send_words(0, before, format, arguments);
    va_end(arguments);
}

static void ask_for(uint64_t more_us)
{
    char message[64];

    snprintf(message, sizeof(message), "EXTEND_TIMEOUT_USEC=%" PRIu64, more_us);
    notify(message, MSG_DONTWAIT);
}

void notify_alive(void)
{
    if (atomic_load(&is_reloading))
        ask_for(notify_watchdog_us());
    notify("WATCHDOG=1", MSG_DONTWAIT);
}

void notify_stopping(uint64_t most_us)
{
    atomic_store(&is_reloading, false);
    notify("STOPPING=1\nSTATUS=answering accepted requests", MSG_DONTWAIT);
    ask_for(most_us);
}

/* The manager's clock is CLOCK_MONOTONIC, like relaxd's. */
void notify_reloading(void)
{
    char message[128];

    atomic_store(&is_reloading, true);
    snprintf(message, sizeof(message),
             "RELOADING=1\nMONOTONIC_USEC=%" PRIu64
             "\nSTATUS=reloading settings and maps",
             clock_now_us());
    notify(message, 0);
}

uint64_t notify_watchdog_us(void)
{
    const char *text = getenv("WATCHDOG_USEC");
    const char *process = getenv("WATCHDOG_PID");
    uint64_t interval_us;
    uint32_t pid;

    if (!notify_is_heard() || !text || !parse_u64(text, &interval_us))
        return 0;
    if (process && (!parse_u32(process, &pid) || (pid_t)pid != getpid()))
        return 0;
    return interval_us;
}
