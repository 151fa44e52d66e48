/* thread: one that leaves signals to the main thread. */
#include "core/base/thread.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/* As in linux/sched/types.h, which cannot be had beside sched.h; up to what
 * version 0 of it has. */
struct attributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

enum { RESET_ON_FORK = 1 };

void thread_ask_short_slices(void)
{
    struct attributes attributes = {.size = sizeof(attributes)};

    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof(attributes), 0) ||
        (attributes.policy != SCHED_OTHER && attributes.policy != SCHED_BATCH))
        return;
    attributes.flags |= RESET_ON_FORK;
    attributes.runtime = THREAD_SHORT_SLICE_NS;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}
