#include "core/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/parallel.h"

/* Whether a child of a process with several threads may allocate (child.h), and
 * how many threads a process has before it starts any: its own and the
 * sanitizer's. */
#if defined(__SANITIZE_ADDRESS__)
enum { CHILD_ALLOCATES = false, FIRST_THREADS = 1 };
#elif defined(__SANITIZE_THREAD__)
enum { CHILD_ALLOCATES = false, FIRST_THREADS = 2 };
#else
enum { CHILD_ALLOCATES = true, FIRST_THREADS = 1 };
#endif

/* Shared with the child. An exit status would be lost if SIGCHLD is ignored,
 * which this program may inherit. */
struct verdict {
    bool given;
    int result;
};

void *child_memory(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

void child_memory_free(void *memory, size_t size)
{
    if (memory)
        munmap(memory, size);
}

unsigned child_thread_count(void)
{
    return CHILD_ALLOCATES ? parallel_thread_count() : 1;
}

/* A folder has two links, and one more for each folder in it. */
static bool is_only_thread(void)
{
    struct stat threads;

    return !stat("/proc/self/task", &threads) &&
           threads.st_nlink <= 2 + FIRST_THREADS;
}

static void silence(void)
{
    int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

    for (int stream = STDIN_FILENO; fd >= 0 && stream <= STDERR_FILENO;
         stream++)
        dup2(fd, stream);
}

/* Otherwise a client's socket would stay open here after the parent closed it.
 * Linux has close_range() since 5.9; before that, it stays open. */
static void close_others(void)
{
    close_range(STDERR_FILENO + 1, ~0u, 0);
}

/* The parent may have died before prctl() took effect. */
_Noreturn static void run_child(pid_t parent, child_work *work, void *context,
                                struct verdict *verdict)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)
        _exit(1);
    silence();
    close_others();
    verdict->result = work(context);
    verdict->given = true;
    _exit(0);
}

static int explain_end(int status, struct error *error)
{
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

    if (signal == SIGKILL)
        return error_set(error, -EIO,
                         "its process was killed; the system does so where "
                         "memory runs out ('dmesg' tells)");
    if (signal)
        return error_set(error, -EIO, "its process was ended by signal %d, %s",
                         signal, strsignal(signal));
    return error_set(error, -EIO, "its process ended early");
}

/* If SIGCHLD is ignored there is no status, but waiting still works. */
static int wait_for(pid_t child, const struct verdict *verdict,
                    struct error *error)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return verdict->given ? 0 : explain_end(status, error);
}

static int run_here(child_work *work, void *context)
{
    static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
    int r;

    pthread_mutex_lock(&alone);
    r = work(context);
    pthread_mutex_unlock(&alone);
    return r;
}

static int run_in_child(child_work *work, void *context, int *ret_result,
                        struct error *error)
{
    struct verdict *verdict = child_memory(sizeof(*verdict));
    pid_t parent = getpid();
    pid_t child;
    int r;

    if (!verdict)
        return error_no_memory(error);
    child = fork();
    if (!child)
        run_child(parent, work, context, verdict);
    r = child < 0 ? error_errno(error, "start a process")
                  : wait_for(child, verdict, error);
    if (!r)
        *ret_result = verdict->result;
    child_memory_free(verdict, sizeof(*verdict));
    return r;
}

int child_run(child_work *work, void *context, int *ret_result,
              struct error *error)
{
    if (CHILD_ALLOCATES || is_only_thread())
        return run_in_child(work, context, ret_result, error);
    *ret_result = run_here(work, context);
    return 0;
}

/* ---- This program again -------------------------------------------------- */

enum { HEAR_MS = 100 };

/* Threads of this process may block signals. */
static int spawn(char *const *argv, int out, pid_t *ret_child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    int r;

    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawn_file_actions_init(&actions);
    r = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                         O_RDONLY, 0);
    r = r ? r : posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    r = r ? r
          : posix_spawn_file_actions_addclosefrom_np(&actions,
                                                     STDERR_FILENO + 1);
    r = r ? r
          : posix_spawn(ret_child, "/proc/self/exe", &actions, &attributes,
                        argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return r;
}

struct hearing {
    child_hear *hear;
    void *context;
    char line[CHILD_LINE_SIZE];
    size_t length;
};

static bool take_bytes(struct hearing *hearing, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != '\n') {
            if (hearing->length + 1 < CHILD_LINE_SIZE)
                hearing->line[hearing->length++] = bytes[i];
            continue;
        }
        hearing->line[hearing->length] = '\0';
        hearing->length = 0;
        if (!hearing->hear(hearing->context, hearing->line))
            return false;
    }
    return true;
}

/* Until the child closes its end, which it does at its own end; false: it is to
 * be killed. */
static bool hear_out(struct hearing *hearing, int fd)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};

    while (hearing->hear(hearing->context, NULL)) {
        char bytes[CHILD_LINE_SIZE];
        ssize_t count;

        if (poll(&ready, 1, HEAR_MS) <= 0)
            continue;
        count = read(fd, bytes, sizeof(bytes));
        if (count <= 0)
            return true;
        if (!take_bytes(hearing, bytes, (size_t)count))
            return false;
    }
    return false;
}

int child_run_program(char *const *argv, child_hear *hear, void *context,
                      struct error *error)
{
    struct hearing hearing = {.hear = hear, .context = context};
    bool wanted;
    int status = 0;
    int ends[2];
    pid_t child;

    if (pipe2(ends, O_CLOEXEC))
        return error_errno(error, "make a pipe");
    errno = spawn(argv, ends[1], &child);
    close(ends[1]);
    if (errno) {
        int r = error_errno(error, "start a process");

        close(ends[0]);
        return r;
    }
    wanted = hear_out(&hearing, ends[0]);
    close(ends[0]);
    if (!wanted)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!wanted)
        return error_set(error, -ECANCELED, "its process was ended");
    return status ? explain_end(status, error) : 0;
}
