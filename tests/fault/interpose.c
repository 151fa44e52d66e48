/* interpose: lets the n-th call of a class fail, in a program that knows
 * nothing of it: LD_PRELOAD=libinterpose.so.
 *
 *   FAULT=CLASS:N       the call that fails, once; N from 1; 0: none. CLASS is
 *                       alloc, file or thread.
 *   FAULT_REPORT=FILE   gets a line for each call, where N is 0: CLASS, N, the
 *                       function, a hash of the functions it came through;
 *                       else one for the call that failed: CLASS, N, the
 *                       function and FILE+ADDRESS of all it came through.
 *
 *   FAULT_DEPTH=D       how many functions are hashed, the innermost ones
 *
 * A call counts that the program or one of its libraries makes of libc; those
 * that libc makes of itself do not, but for malloc. Reading and writing of
 * pipes, eventfds and the like does not fail, as it cannot: of files and
 * sockets it does. Nor do stdin, stdout and stderr.
 *
 * Under AddressSanitizer the next in line is its malloc, so that it sees all.
 */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum class { ALLOC, FILES, THREAD, CLASSES };

enum {
    DEPTH = 24,         /* functions of a call's path */
    OWN = 3,            /* of them here: backtrace's caller and so on */
    LINE_SIZE = 4096,   /* of the report */
    EARLY_BYTES = 8192, /* what dlsym() may ask for */
};

static const char *const class_names[CLASSES] = {"alloc", "file", "thread"};

static atomic_ulong counts[CLASSES];
static unsigned long nth;
static enum class chosen;
static int report = -1;
static int hashed = 64;
static bool ready;

/* Nothing that is done here counts. */
static __thread volatile bool busy __attribute__((tls_model("initial-exec")));

/* The report. -------------------------------------------------------------- */

static void say(const char *line, size_t length)
{
    if (syscall(SYS_write, report, line, length) < 0)
        return;
}

static uint64_t hash_of(void *const *path, int depth)
{
    uint64_t hash = 14695981039346656037U;

    for (int i = OWN; i < depth && i < OWN + hashed; i++) {
        Dl_info info = {0};

        dladdr(path[i], &info);
        hash ^= (uint64_t)((char *)path[i] - (char *)info.dli_fbase);
        hash *= 1099511628211U;
    }
    return hash;
}

static size_t write_path(char *line, size_t size, void *const *path, int depth)
{
    size_t length = 0;

    for (int i = OWN; i < depth && length + 1 < size; i++) {
        Dl_info info = {.dli_fname = "?"};
        int more;

        dladdr(path[i], &info);
        more =
            snprintf(line + length, size - length, " %s+%#tx", info.dli_fname,
                     (char *)path[i] - (char *)info.dli_fbase);
        length += (size_t)more < size - length ? (size_t)more : 0;
    }
    return length;
}

static void note(enum class class, unsigned long n, const char *function)
{
    char line[LINE_SIZE];
    void *path[DEPTH];
    int most = nth || OWN + hashed > DEPTH ? DEPTH : OWN + hashed;
    int depth = backtrace(path, most);
    size_t length = (size_t)snprintf(line, sizeof(line), "%s %lu %s",
                                     class_names[class], n, function);

    if (nth)
        length +=
            write_path(line + length, sizeof(line) - length - 1, path, depth);
    else
        length += (size_t)snprintf(line + length, sizeof(line) - length,
                                   " %016jx", (uintmax_t)hash_of(path, depth));
    line[length++] = '\n';
    say(line, length);
}

/* What a sanitizer needs itself does not fail: it calls, or has libc call. */
static bool is_of_sanitizer(void)
{
    void *path[DEPTH];
    int depth = backtrace(path, DEPTH);
    bool outside = false; /* of this file, whose functions come first */

    for (int i = 0; i < depth; i++) {
        Dl_info info = {.dli_fname = ""};

        dladdr(path[i], &info);
        if (strstr(info.dli_fname, "/libinterpose.so"))
            outside = true;
        else if (outside && !strstr(info.dli_fname, "/libc.so"))
            return strstr(info.dli_fname, "/libasan.so");
    }
    return false;
}

/* Whether this call is to fail. */
static __attribute__((noinline)) bool fails(enum class class,
                                            const char *function)
{
    unsigned long n;
    bool hit;
    int before = errno;

    if (!ready || busy)
        return false;
    n = atomic_fetch_add(&counts[class], 1) + 1;
    hit = nth && class == chosen && n == nth;
    busy = true;
    hit = hit && !is_of_sanitizer();
    if (hit || !nth)
        note(class, n, function);
    busy = false;
    errno = before;
    return hit;
}

static void read_wish(const char *wish)
{
    const char *colon = wish ? strchr(wish, ':') : NULL;

    if (!colon)
        return;
    for (int i = 0; i < CLASSES; i++) {
        if (!strncmp(wish, class_names[i], (size_t)(colon - wish)))
            chosen = (enum class)i;
    }
    nth = strtoul(colon + 1, NULL, 10);
}

/* LeakSanitizer's, where it is. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

__attribute__((constructor)) static void set_up(void)
{
    const char *path = getenv("FAULT_REPORT");
    void *warm[2];

    if (path)
        report = (int)syscall(SYS_openat, AT_FDCWD, path,
                              O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    read_wish(getenv("FAULT"));
    if (getenv("FAULT_DEPTH"))
        hashed = atoi(getenv("FAULT_DEPTH"));
    if (__lsan_disable)
        __lsan_disable(); /* the loader keeps what it is given */
    backtrace(warm, 2);   /* loads what it needs */
    if (__lsan_enable)
        __lsan_enable();
}

static int (*program)(int argc, char **argv, char **environment);

static int counted_program(int argc, char **argv, char **environment)
{
    ready = report >= 0;
    return program(argc, argv, environment);
}

/* What libraries do before main() is theirs: CUDA's runtime, which registers
 * its kernels then, does not look whether it got memory. */
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end)
{
    typeof(__libc_start_main) *start =
        (typeof(start))dlsym(RTLD_NEXT, "__libc_start_main");

    program = main;
    return start(counted_program, argc, argv, init, fini, rtld_fini, stack_end);
}

/* Memory. ------------------------------------------------------------------ */

static char early[EARLY_BYTES];
static size_t early_used;

static void *early_alloc(size_t size)
{
    void *memory = early + early_used;

    size = (size + 15) & ~(size_t)15;
    if (size > sizeof(early) - early_used)
        return NULL;
    early_used += size;
    return memory;
}

static bool is_early(const void *memory)
{
    return (const char *)memory >= early &&
           (const char *)memory < early + sizeof(early);
}

/* Volatile: dlsym() is declared as if it never came back here. */
static __thread volatile bool looking
    __attribute__((tls_model("initial-exec")));

static void *look_up(const char *name)
{
    void *found;

    looking = true;
    found = dlsym(RTLD_NEXT, name);
    looking = false;
    if (!found)
        abort();
    return found;
}

/* The next function of this name, which a variable of this name has. */
#define NEXT(name)                                                             \
    static __typeof__(&name) next;                                             \
    if (!next)                                                                 \
    *(void **)&next = look_up(#name)

void *malloc(size_t size)
{
    if (looking)
        return early_alloc(size);
    NEXT(malloc);
    if (fails(ALLOC, "malloc")) {
        errno = ENOMEM;
        return NULL;
    }
    return next(size);
}

void *calloc(size_t count, size_t size)
{
    if (looking)
        return early_alloc(count * size);
    NEXT(calloc);
    if (fails(ALLOC, "calloc")) {
        errno = ENOMEM;
        return NULL;
    }
    return next(count, size);
}

void *realloc(void *memory, size_t size)
{
    NEXT(realloc);
    if (fails(ALLOC, "realloc")) {
        errno = ENOMEM;
        return NULL;
    }
    return next(memory, size);
}

void free(void *memory)
{
    if (looking || is_early(memory))
        return;
    NEXT(free);
    next(memory);
}

int posix_memalign(void **ret_memory, size_t alignment, size_t size)
{
    NEXT(posix_memalign);
    return fails(ALLOC, "posix_memalign") ? ENOMEM
                                          : next(ret_memory, alignment, size);
}

/* What fails is told by errno and a value. */
#define FAILS_AS(class, name, value, code)                                     \
    do {                                                                       \
        if (fails(class, name)) {                                              \
            errno = code;                                                      \
            return value;                                                      \
        }                                                                      \
    } while (0)

void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT(aligned_alloc);
    FAILS_AS(ALLOC, "aligned_alloc", NULL, ENOMEM);
    return next(alignment, size);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd,
           off_t offset)
{
    NEXT(mmap);
    FAILS_AS(fd < 0 ? ALLOC : FILES, "mmap", MAP_FAILED, ENOMEM);
    return next(address, length, protection, flags, fd, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd,
             off64_t offset)
{
    NEXT(mmap64);
    FAILS_AS(fd < 0 ? ALLOC : FILES, "mmap", MAP_FAILED, ENOMEM);
    return next(address, length, protection, flags, fd, offset);
}

/* Files. ------------------------------------------------------------------- */

#define WITH_MODE(flags, mode)                                                 \
    mode_t mode = 0;                                                           \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                   \
        va_list args;                                                          \
                                                                               \
        va_start(args, flags);                                                 \
        mode = va_arg(args, mode_t);                                           \
        va_end(args);                                                          \
    }

#define OPEN(name)                                                             \
    int name(const char *path, int flags, ...)                                 \
    {                                                                          \
        NEXT(name);                                                            \
        WITH_MODE(flags, mode)                                                 \
        FAILS_AS(FILES, "open", -1, EMFILE);                                   \
        return next(path, flags, mode);                                        \
    }

#define OPENAT(name)                                                           \
    int name(int folder, const char *path, int flags, ...)                     \
    {                                                                          \
        NEXT(name);                                                            \
        WITH_MODE(flags, mode)                                                 \
        FAILS_AS(FILES, "openat", -1, EMFILE);                                 \
        return next(folder, path, flags, mode);                                \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

/* A function that returns `failed` with `code` in errno. */
#define WRAP(type, name, failed, code, parameters, ...)                        \
    type name parameters                                                       \
    {                                                                          \
        NEXT(name);                                                            \
        FAILS_AS(FILES, #name, failed, code);                                  \
        return next(__VA_ARGS__);                                              \
    }

WRAP(FILE *, fopen, NULL, EMFILE, (const char *path, const char *mode), path,
     mode)
WRAP(FILE *, fopen64, NULL, EMFILE, (const char *path, const char *mode), path,
     mode)
WRAP(FILE *, fdopen, NULL, ENOMEM, (int fd, const char *mode), fd, mode)
WRAP(int, fstat, -1, EIO, (int fd, struct stat *status), fd, status)
WRAP(int, fstat64, -1, EIO, (int fd, struct stat64 *status), fd, status)
WRAP(int, stat, -1, EIO, (const char *path, struct stat *status), path, status)
WRAP(int, stat64, -1, EIO, (const char *path, struct stat64 *status), path,
     status)
WRAP(int, lstat, -1, EIO, (const char *path, struct stat *status), path, status)
WRAP(char *, realpath, NULL, EIO, (const char *path, char *resolved), path,
     resolved)
WRAP(int, rename, -1, EIO, (const char *from, const char *to), from, to)
WRAP(int, unlink, -1, EIO, (const char *path), path)
WRAP(int, mkdir, -1, EIO, (const char *path, mode_t mode), path, mode)
WRAP(int, fsync, -1, EIO, (int fd), fd)
WRAP(int, ftruncate, -1, ENOSPC, (int fd, off_t length), fd, length)
WRAP(int, flock, -1, ENOLCK, (int fd, int operation), fd, operation)

int fflush(FILE *file)
{
    NEXT(fflush);
    if (file != stdout && file != stderr)
        FAILS_AS(FILES, "fflush", EOF, ENOSPC);
    return next(file);
}

/* Sockets and what a loop is made of. */
WRAP(int, socket, -1, EMFILE, (int domain, int type, int protocol), domain,
     type, protocol)
WRAP(int, bind, -1, EADDRINUSE,
     (int fd, const struct sockaddr *address, socklen_t length), fd, address,
     length)
WRAP(int, listen, -1, EADDRINUSE, (int fd, int backlog), fd, backlog)
WRAP(int, accept4, -1, EMFILE,
     (int fd, struct sockaddr *address, socklen_t *length, int flags), fd,
     address, length, flags)
WRAP(int, setsockopt, -1, ENOBUFS,
     (int fd, int level, int option, const void *value, socklen_t length), fd,
     level, option, value, length)
WRAP(int, getsockname, -1, ENOBUFS,
     (int fd, struct sockaddr *address, socklen_t *length), fd, address, length)
WRAP(int, epoll_create1, -1, EMFILE, (int flags), flags)
WRAP(int, eventfd, -1, EMFILE, (unsigned count, int flags), count, flags)
WRAP(int, pipe2, -1, EMFILE, (int fds[2], int flags), fds, flags)
WRAP(int, inotify_init1, -1, EMFILE, (int flags), flags)
WRAP(int, inotify_add_watch, -1, ENOSPC,
     (int fd, const char *path, uint32_t mask), fd, path, mask)
WRAP(ssize_t, recv, -1, ECONNRESET,
     (int fd, void *bytes, size_t size, int flags), fd, bytes, size, flags)
WRAP(ssize_t, send, -1, ECONNRESET,
     (int fd, const void *bytes, size_t size, int flags), fd, bytes, size,
     flags)
WRAP(ssize_t, sendmsg, -1, ECONNRESET,
     (int fd, const struct msghdr *message, int flags), fd, message, flags)
WRAP(ssize_t, sendfile64, -1, ECONNRESET,
     (int to, int from, off64_t *offset, size_t size), to, from, offset, size)

static bool may_fail(int fd)
{
    struct stat status;

    if (fd <= STDERR_FILENO ||
        syscall(SYS_newfstatat, fd, "", &status, AT_EMPTY_PATH))
        return false;
    return S_ISREG(status.st_mode) || S_ISSOCK(status.st_mode);
}

#define WRAP_IO(type, name, code, parameters, ...)                             \
    type name parameters                                                       \
    {                                                                          \
        NEXT(name);                                                            \
        if (may_fail(fd))                                                      \
            FAILS_AS(FILES, #name, -1, code);                                  \
        return next(__VA_ARGS__);                                              \
    }

WRAP_IO(ssize_t, read, EIO, (int fd, void *bytes, size_t size), fd, bytes, size)
WRAP_IO(ssize_t, pread, EIO, (int fd, void *bytes, size_t size, off_t offset),
        fd, bytes, size, offset)
WRAP_IO(ssize_t, pread64, EIO,
        (int fd, void *bytes, size_t size, off64_t offset), fd, bytes, size,
        offset)
WRAP_IO(ssize_t, write, ENOSPC, (int fd, const void *bytes, size_t size), fd,
        bytes, size)
WRAP_IO(ssize_t, pwrite, ENOSPC,
        (int fd, const void *bytes, size_t size, off_t offset), fd, bytes, size,
        offset)
WRAP_IO(ssize_t, writev, ENOSPC, (int fd, const struct iovec *parts, int count),
        fd, parts, count)

/* Threads. ----------------------------------------------------------------- */

int pthread_create(pthread_t *ret_thread, const pthread_attr_t *attributes,
                   void *(*run)(void *argument), void *argument)
{
    NEXT(pthread_create);
    return fails(THREAD, "pthread_create")
               ? EAGAIN
               : next(ret_thread, attributes, run, argument);
}
