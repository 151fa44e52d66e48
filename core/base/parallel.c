/* parallel: thread_start(), and helpers that run parts beside the caller. */
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

/* Signals that a thread raises itself. METIS raises SIGABRT when memory is
 * short. */
static const int raised[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};

int thread_start(pthread_t *ret_thread, const char *name,
                 void *(*run)(void *argument), void *argument)
{
    char shown[16];
    pthread_t thread;
    sigset_t all;
    sigset_t old;
    int r;

    sigfillset(&all);
    for (size_t i = 0; i < sizeof(raised) / sizeof(*raised); i++)
        sigdelset(&all, raised[i]);
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

/* One call of parallel_run(), on the stack of its caller. */
struct team {
    parallel_part *run;
    void *context;
    size_t part_count;
    atomic_size_t next;   /* the next part to run */
    atomic_size_t failed; /* parts from here on need not run */

    /* Under the helpers' lock. */
    struct team *before; /* in the list of teams that want helpers */
    unsigned wanted;     /* helpers that may still join */
    unsigned active;     /* those that have not left */
    pthread_cond_t left; /* active has become 0 */
    size_t failed_part;  /* the lowest that was noted; part_count: none */
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

/* Takes parts until there are none. They are taken in ascending order, so every
 * part before a failed one has been taken. */
static size_t take_parts(struct team *team, int *ret_code, struct error *error)
{
    for (;;) {
        size_t part = atomic_fetch_add(&team->next, 1);

        if (part >= team->part_count || part >= atomic_load(&team->failed))
            return team->part_count;
        *ret_code = team->run(team->context, part, error);
        if (*ret_code) {
            lower(&team->failed, part);
            return part;
        }
    }
}

/* ---- Helpers ------------------------------------------------------------- */

/* Threads that wait for teams, for good: starting one can take as long as all
 * that a team has to do. They are started when a team wants more than wait. */
enum { HELPERS_MAX = 4 * PARALLEL_THREADS_MAX };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    struct team *teams; /* that want helpers, the youngest first */
    unsigned waiting;
    unsigned count;
} helpers = {.lock = PTHREAD_MUTEX_INITIALIZER,
             .wanted = PTHREAD_COND_INITIALIZER};

static void lock_helpers(void)
{
    pthread_mutex_lock(&helpers.lock);
}

static void unlock_helpers(void)
{
    pthread_mutex_unlock(&helpers.lock);
}

/* In a child process there are none. */
static void forget_helpers(void)
{
    pthread_mutex_init(&helpers.lock, NULL);
    pthread_cond_init(&helpers.wanted, NULL);
    helpers.teams = NULL;
    helpers.waiting = helpers.count = 0;
}

static void watch_forks(void)
{
    pthread_atfork(lock_helpers, unlock_helpers, forget_helpers);
}

/* The caller holds the lock. */
static void unlist(struct team *team)
{
    struct team **at = &helpers.teams;

    while (*at && *at != team)
        at = &(*at)->before;
    if (*at)
        *at = team->before;
}

/* The caller holds the lock, which is free meanwhile. */
static void help(struct team *team)
{
    struct error error;
    size_t part;
    int code = 0;

    team->active++;
    if (!--team->wanted)
        unlist(team);
    unlock_helpers();
    part = take_parts(team, &code, &error);
    lock_helpers();
    if (part < team->failed_part) {
        team->failed_part = part;
        team->code = code;
        team->error = error;
    }
    if (!--team->active)
        pthread_cond_signal(&team->left);
}

static void *wait_for_teams(void *argument)
{
    lock_helpers();
    for (;;) {
        if (helpers.teams) {
            help(helpers.teams);
            continue;
        }
        helpers.waiting++;
        pthread_cond_wait(&helpers.wanted, &helpers.lock);
        helpers.waiting--;
    }
    return argument;
}

/* The caller holds the lock. */
static void start_helpers(unsigned count)
{
    pthread_t thread;

    while (count-- && helpers.count < HELPERS_MAX &&
           !thread_start(&thread, "helper", wait_for_teams, NULL)) {
        pthread_detach(thread);
        helpers.count++;
    }
}

static void call_helpers(struct team *team, unsigned count)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch_forks);
    pthread_cond_init(&team->left, NULL);
    lock_helpers();
    team->wanted = count;
    team->before = helpers.teams;
    helpers.teams = team;
    if (count > helpers.waiting)
        start_helpers(count - helpers.waiting);
    if (count < helpers.waiting)
        while (count--)
            pthread_cond_signal(&helpers.wanted);
    else
        pthread_cond_broadcast(&helpers.wanted);
    unlock_helpers();
}

static void wait_for_helpers(struct team *team)
{
    lock_helpers();
    unlist(team);
    while (team->active)
        pthread_cond_wait(&team->left, &helpers.lock);
    unlock_helpers();
    pthread_cond_destroy(&team->left);
}

int parallel_run(unsigned threads, size_t part_count, parallel_part *run,
                 void *context, struct error *error)
{
    struct team team = {.run = run,
                        .context = context,
                        .part_count = part_count,
                        .failed_part = part_count};
    struct error own;
    size_t part;
    int code = 0;

    atomic_init(&team.next, 0);
    atomic_init(&team.failed, part_count);
    if (threads > PARALLEL_THREADS_MAX)
        threads = PARALLEL_THREADS_MAX;
    if (threads > part_count)
        threads = (unsigned)part_count;
    if (threads > 1)
        call_helpers(&team, threads - 1);
    part = take_parts(&team, &code, &own);
    if (threads > 1)
        wait_for_helpers(&team);
    if (part < team.failed_part)
        return error_set(error, code, "%s", own.text);
    if (team.failed_part < part_count)
        return error_set(error, team.code, "%s", team.error.text);
    return 0;
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
