/* thread: one that leaves signals to the main thread. */
#include "core/base/thread.h"

#include <signal.h>
#include <stdio.h>

int thread_start(pthread_t *ret_thread, const char *name,
                 void *(*run)(void *argument), void *argument)
{
    char shown[16];
    pthread_t thread;
    sigset_t all;
    sigset_t old;
    int r;

    sigfillset(&all);
    sigdelset(&all, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    r = pthread_create(&thread, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (r)
        return -r;
    snprintf(shown, sizeof(shown), "%.15s", name);
    pthread_setname_np(thread, shown);
    *ret_thread = thread;
    return 0;
}
