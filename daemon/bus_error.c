/* bus_error: words before this process ends because a mapped file shrank. */
#include "daemon/bus_error.h"

#include <signal.h>

#include "daemon/last_words.h"

static const char words[] =
    "relaxd: SIGBUS: the bytes of a map that is served are gone: its file was "
    "written over in place, or its disk fails. Maps are replaced by renaming "
    "('mv', or relaxctl's -o), never by 'cp' over them\n";

/* The access that failed is tried again when this returns, and ends the
 * process. Another thread's may end it only after the words. */
static void explain(int number)
{
    last_words(words);
    signal(number, SIG_DFL);
}

void bus_error_explain(void)
{
    struct sigaction action = {.sa_handler = explain};

    last_words_prepare();
    sigaction(SIGBUS, &action, NULL);
}
