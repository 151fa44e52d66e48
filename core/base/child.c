#include "core/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
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
