/* hangup: what SIGHUP means: a terminal that went, or a wish to reload. */
#include "daemon/hangup.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

bool hangup_terminal_is_gone(void)
{
    int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

    if (fd < 0)
        return true;
    close(fd);
    return false;
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
    if (!is_ignored() && !hangup_terminal_is_gone())
        return true;
    mask(SIG_BLOCK);
    return false;
}

void hangup_release(void)
{
    mask(SIG_UNBLOCK);
}
