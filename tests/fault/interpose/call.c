/* call: which of a program's calls of libc fails. */
#include "tests/fault/interpose/call.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/fault/interpose/report.h"

enum { LOOKED_AT = 24 }; /* functions, for one of a sanitizer's */

static const char *const class_names[CLASSES] = {"alloc", "file", "thread"};

static atomic_ulong *counts; /* shared with children */
static unsigned long nth;
static enum class chosen;
static const char *told_by; /* a file; NULL: none */
static bool ready;

/* Nothing that is done here counts. */
static __thread volatile bool busy __attribute__((tls_model("initial-exec")));

/* What a sanitizer needs itself does not fail: it calls, or has libc call. */
static bool is_of_sanitizer(void)
{
    void *path[LOOKED_AT];
    int depth = backtrace(path, LOOKED_AT);
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

/* Whether a file says that calls of this function fail now. */
static bool fails_now(const char *function)
{
    char name[32] = "";
    long fd = syscall(SYS_openat, AT_FDCWD, told_by, O_RDONLY | O_CLOEXEC);
    long length = 0;

    if (fd >= 0) {
        length = syscall(SYS_read, fd, name, sizeof(name) - 1);
        syscall(SYS_close, fd);
    }
    return length > 0 && !strcmp(name, function);
}

/* It reports by itself: report.h counts functions from here on. */
bool call_fails(enum class class, const char *function)
{
    unsigned long n;
    bool hit = false;
    int before = errno;

    if (!ready || busy)
        return false;
    busy = true;
    if (told_by && class == FILES && fails_now(function)) {
        hit = true;
    } else if (counts) {
        n = atomic_fetch_add(&counts[class], 1) + 1;
        hit = nth && class == chosen && n == nth && !is_of_sanitizer();
        if (!nth)
            report_way(class_names[class], n, function);
        else if (hit)
            report_failure(class_names[class], n, function);
    }
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

/* Zeros; not by mmap(), which is interposed. */
static void *shared_memory(size_t size)
{
    long memory = syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return memory == -1 ? NULL : (void *)memory;
}

/* LeakSanitizer's, where it is. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

__attribute__((constructor)) static void set_up(void)
{
    const char *path = getenv("FAULT_REPORT");
    const char *depth = getenv("FAULT_DEPTH");
    void *warm[2];

    if (path)
        counts = shared_memory(CLASSES * sizeof(*counts));
    report_set_up(path, depth ? atoi(depth) : LOOKED_AT);
    read_wish(getenv("FAULT"));
    told_by = getenv("FAULT_WHILE");
    if (__lsan_disable)
        __lsan_disable(); /* the loader keeps what it is given */
    backtrace(warm, 2);   /* loads what it needs */
    if (__lsan_enable)
        __lsan_enable();
}

static int (*program)(int argc, char **argv, char **environment);

static int counted_program(int argc, char **argv, char **environment)
{
    ready = counts || told_by;
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
