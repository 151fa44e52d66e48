/* parallel: thread_start(), and the team of threads that runs parts. */
#include "core/base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Threads ------------------------------------------------------------- */

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

/* As in linux/sched/types.h, which cannot be included beside sched.h; the
 * fields of version 0. */
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

/* ---- Tasks --------------------------------------------------------------- */

struct team {
    parallel_part *run;
    void *context;
    size_t part_count;
    atomic_size_t next;   /* the next part to run */
    atomic_size_t failed; /* parts from here on need not run */
};

/* What one thread recorded. */
struct member {
    struct team *team;
    pthread_t thread;
    size_t failed; /* part; part_count: none */
    int code;
    struct error error;
};

unsigned parallel_core_count(void)
{
    cpu_set_t cores;
    int count;

    if (sched_getaffinity(0, sizeof(cores), &cores))
        return 1;
    count = CPU_COUNT(&cores);
    return count < 1 ? 1 : (unsigned)count;
}

unsigned parallel_thread_count(void)
{
    unsigned cores = parallel_core_count();

    return cores < PARALLEL_THREADS_MAX ? cores : PARALLEL_THREADS_MAX;
}

static void lower(atomic_size_t *number, size_t to)
{
    size_t seen = atomic_load(number);

    while (to < seen && !atomic_compare_exchange_weak(number, &seen, to))
        ;
}

/* Threads take parts in ascending order, so every part before a failed one has
 * been taken. */
static void *work(void *argument)
{
    struct member *member = argument;
    struct team *team = member->team;

    for (;;) {
        size_t part = atomic_fetch_add(&team->next, 1);

        if (part >= team->part_count || part >= atomic_load(&team->failed))
            return NULL;
        member->code = team->run(team->context, part, &member->error);
        if (member->code) {
            member->failed = part;
            lower(&team->failed, part);
            return NULL;
        }
    }
}

static unsigned start(struct member *members, unsigned threads)
{
    unsigned started = 1;

    while (started < threads && !pthread_create(&members[started].thread, NULL,
                                                work, &members[started]))
        started++;
    return started;
}

int parallel_run(unsigned threads, size_t part_count, parallel_part *run,
                 void *context, struct error *error)
{
    struct member members[PARALLEL_THREADS_MAX];
    struct team team = {.run = run, .context = context};
    const struct member *first = &members[0];
    unsigned started;

    team.part_count = part_count;
    atomic_init(&team.next, 0);
    atomic_init(&team.failed, part_count);
    if (threads > PARALLEL_THREADS_MAX)
        threads = PARALLEL_THREADS_MAX;
    if (threads > part_count)
        threads = (unsigned)part_count;
    for (unsigned i = 0; i < PARALLEL_THREADS_MAX; i++) {
        members[i].team = &team;
        members[i].failed = part_count;
    }
    started = start(members, threads);
    work(&members[0]);
    for (unsigned i = 1; i < started; i++) {
        pthread_join(members[i].thread, NULL);
        if (members[i].failed < first->failed)
            first = &members[i];
    }
    if (first->failed == part_count)
        return 0;
    return error_set(error, first->code, "%s", first->error.text);
}

/* ---- Copying ------------------------------------------------------------- */

enum { COPY_BYTES = 4 << 20 }; /* that a thread copies at a time */

struct copying {
    char *to;
    const char *from;
    size_t bytes;
};

static int copy_part(void *context, size_t part, struct error *error)
{
    const struct copying *copying = context;
    size_t first = part * COPY_BYTES;
    size_t left = copying->bytes - first;

    (void)error;
    memcpy(copying->to + first, copying->from + first,
           left < COPY_BYTES ? left : COPY_BYTES);
    return 0;
}

void parallel_copy(void *to, const void *from, size_t bytes)
{
    struct copying copying = {to, from, bytes};

    parallel_run(parallel_thread_count(), (bytes + COPY_BYTES - 1) / COPY_BYTES,
                 copy_part, &copying, NULL);
}
