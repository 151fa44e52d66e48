#include "daemon/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "core/base/log.h"

/* ---- SIGHUP -------------------------------------------------------------- */

/* 0, or why the terminal cannot be opened. */
static int try_terminal(void)
{
    int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

bool process_lost_terminal(void)
{
    int reason = try_terminal();

    return reason && reason != EMFILE && reason != ENFILE && reason != ENOMEM;
}

/* nohup ignores it. */
static bool hangup_is_ignored(void)
{
    struct sigaction action;

    return !sigaction(SIGHUP, NULL, &action) && action.sa_handler == SIG_IGN;
}

static void mask_hangup(int how)
{
    sigset_t hangup;

    sigemptyset(&hangup);
    sigaddset(&hangup, SIGHUP);
    pthread_sigmask(how, &hangup, NULL);
}

bool process_hold_hangup(void)
{
    if (!hangup_is_ignored() && !try_terminal())
        return true;
    mask_hangup(SIG_BLOCK);
    return false;
}

void process_release_hangup(void)
{
    mask_hangup(SIG_UNBLOCK);
}

/* ---- Last words ---------------------------------------------------------- */

enum { EXIT_FAILED = 1 };

static const char bus_error_words[] =
    "relaxd: SIGBUS: bytes of a served map are gone: its file was written "
    "over in place, or its disk fails. Replace maps by renaming ('mv', or "
    "relaxctl's -o), never by 'cp' over them\n";

static const char abort_words[] =
    "relaxd: a library gave up while relaxd started; the usual cause is too "
    "little memory or too few descriptors (ulimit -n)\n";

/* The journal's level prefix, see sd-daemon(3). Set before a handler can run,
 * because a handler must not check where stderr goes. */
static const char *level = "";

static void say(const char *line)
{
    struct iovec parts[] = {
        {(char *)level, strlen(level)},
        {(char *)line, strlen(line)},
    };
    ssize_t written = writev(STDERR_FILENO, parts, 2);

    (void)written; /* there is nowhere left to report a failure */
}

static void handle(int number, void (*handler)(int number))
{
    struct sigaction action = {.sa_handler = handler};

    level = log_is_journal() ? "<3>" : "";
    sigaction(number, &action, NULL);
}

/* When this returns, the failed access runs again and ends the process. Another
 * thread's access may end it only after the message. */
static void explain_bus_error(int number)
{
    say(bus_error_words);
    signal(number, SIG_DFL);
}

void process_explain_bus_error(void)
{
    handle(SIGBUS, explain_bus_error);
}

static void explain_abort(int number)
{
    say(abort_words);
    _exit(EXIT_FAILED);
}

/* Runs before the constructors of C++ globals, which run before main(). */
__attribute__((constructor(101))) static void watch_start(void)
{
    handle(SIGABRT, explain_abort);
}

void process_started(void)
{
    signal(SIGABRT, SIG_DFL);
}
