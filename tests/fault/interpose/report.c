/* report: a line for each call that counts. Of libc only what neither allocates
 * nor is interposed is called. */
#include "tests/fault/interpose/report.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    DEPTH = 24,       /* functions of a call's path */
    OWN = 3,          /* of them here: report_*(), call_fails(), libc's */
    LINE_SIZE = 4096, /* of the report */
};

static const char *report;
static int hashed;

void report_set_up(const char *path, int depth)
{
    report = path;
    hashed = depth;
}

/* Opened each time: a child that closes all it has got has a say, too. */
static void say(const char *line, size_t length)
{
    int fd = (int)syscall(SYS_openat, AT_FDCWD, report,
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

    if (fd < 0 || syscall(SYS_write, fd, line, length) < 0)
        return;
    syscall(SYS_close, fd);
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

void report_way(const char *class, unsigned long n, const char *function)
{
    char line[LINE_SIZE];
    void *path[DEPTH];
    int depth = backtrace(path, hashed < DEPTH - OWN ? OWN + hashed : DEPTH);
    int length = snprintf(line, sizeof(line), "%s %lu %s %016jx\n", class, n,
                          function, (uintmax_t)hash_of(path, depth));

    say(line, (size_t)length);
}

void report_failure(const char *class, unsigned long n, const char *function)
{
    char line[LINE_SIZE];
    void *path[DEPTH];
    int depth = backtrace(path, DEPTH);
    size_t length =
        (size_t)snprintf(line, sizeof(line), "%s %lu %s", class, n, function);

    length += write_path(line + length, sizeof(line) - length - 1, path, depth);
    line[length++] = '\n';
    say(line, length);
}
