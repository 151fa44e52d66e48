/* notify: word to the service manager (sd_notify(3)), without libsystemd. */
#include "daemon/notify.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/parse.h"
#include "core/base/text.h"

enum { MESSAGE_SIZE = 512 };

/* Kept open: where connections take all descriptors, the service manager still
 * hears that this process works. */
static int manager = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static atomic_bool is_ready; /* once */
static atomic_bool is_reloading;

bool notify_is_heard(void)
{
    return getenv("NOTIFY_SOCKET");
}

static void open_manager(void)
{
    manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

static void notify(const char *message)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = path ? strlen(path) : 0;

    if (!length || length >= sizeof(address.sun_path))
        return;
    memcpy(address.sun_path, path, length);
    if (*path == '@')
        address.sun_path[0] = '\0'; /* a name that is not in the file system */
    pthread_once(&once, open_manager);
    if (manager < 0)
        return;
    sendto(manager, message, strlen(message), MSG_NOSIGNAL,
           (struct sockaddr *)&address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
}

/* A line break in the words would begin another variable, and what is no UTF-8,
 * as a character that is cut, has systemd drop them all. */
static void send_words(const char *before, const char *format,
                       va_list arguments)
{
    char message[MESSAGE_SIZE];
    size_t length = (size_t)snprintf(message, sizeof(message), "%s", before);

    vsnprintf(message + length, sizeof(message) - length, format, arguments);
    text_mend_line(message + length, strlen(message + length));
    notify(message);
}

void notify_status(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    send_words("STATUS=", format, arguments);
    va_end(arguments);
}

void notify_ready(const char *format, ...)
{
    va_list arguments;

    atomic_store(&is_reloading, false);
    atomic_store(&is_ready, true);
    va_start(arguments, format);
    send_words("READY=1\nSTATUS=", format, arguments);
    va_end(arguments);
}

/* systemd puts off its watchdog, too, by what it is asked for; of a process
 * that is ready notify_alive() asks. */
void notify_step(const char *format, ...)
{
    va_list arguments;
    char before[64] = "STATUS=";

    if (!atomic_load(&is_ready) || !notify_watchdog_us())
        snprintf(before, sizeof(before),
                 "EXTEND_TIMEOUT_USEC=%d000000\nSTATUS=", NOTIFY_STEP_S);
    va_start(arguments, format);
    send_words(before, format, arguments);
    va_end(arguments);
}

static void ask_for(uint64_t more_us)
{
    char message[64];

    snprintf(message, sizeof(message), "EXTEND_TIMEOUT_USEC=%" PRIu64, more_us);
    notify(message);
}

void notify_alive(void)
{
    if (atomic_load(&is_reloading))
        ask_for(notify_watchdog_us());
    notify("WATCHDOG=1");
}

void notify_stopping(uint64_t most_us)
{
    atomic_store(&is_reloading, false);
    notify("STOPPING=1\nSTATUS=answering what was admitted");
    ask_for(most_us);
}

/* The manager's clock is CLOCK_MONOTONIC, as ours. */
void notify_reloading(void)
{
    char message[128];

    atomic_store(&is_reloading, true);
    snprintf(message, sizeof(message),
             "RELOADING=1\nMONOTONIC_USEC=%" PRIu64
             "\nSTATUS=taking settings and maps anew",
             clock_now_us());
    notify(message);
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
