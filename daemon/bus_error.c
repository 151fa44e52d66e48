/* bus_error: words before this process ends because a mapped file shrank. */
#include "daemon/bus_error.h"

#include <signal.h>
#include <unistd.h>

static const char words[] =
    "relaxd: SIGBUS: the bytes of a map that is served are gone: its file was "
    "written over in place, or its disk fails. Maps are replaced by renaming "
    "('mv', or relaxctl's -o), never by 'cp' over them\n";

/* The access that failed is tried again when this returns, and ends the
 * process. Another thread's may end it only after the words. */
static void explain(int number)
{
    ssize_t written = write(STDERR_FILENO, words, sizeof(words) - 1);

    (void)written; /* nowhere left to say it */
    signal(number, SIG_DFL);
}

void bus_error_explain(void)
{
    struct sigaction action = {.sa_handler = explain};

    sigaction(SIGBUS, &action, NULL);
}
