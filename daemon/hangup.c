/* hangup: what SIGHUP means: a terminal that went, or a wish to reload. */
#include "daemon/hangup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* 0, or why nothing can be said to it. */
static int try_terminal(void)
{
    int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

bool hangup_terminal_is_gone(void)
{
    int reason = try_terminal();

    return reason && reason != EMFILE && reason != ENFILE && reason != ENOMEM;
}

/* nohup has it ignored. */
static bool is_ignored(void)
{
    struct sigaction action;

    return !sigaction(SIGHUP, NULL, &action) && action.sa_handler == SIG_IGN;
}

static void mask(int how)
{
    sigset_t hangup;

    sigemptyset(&hangup);
    sigaddset(&hangup, SIGHUP);
    pthread_sigmask(how, &hangup, NULL);
}

bool hangup_hold(void)
{
    if (!is_ignored() && !try_terminal())
        return true;
    mask(SIG_BLOCK);
    return false;
}

void hangup_release(void)
{
    mask(SIG_UNBLOCK);
}
