/* files: operations on files that may fail. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/fault/interpose/wrap.h"

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
WRAP(int, linkat, -1, EIO,
     (int from_folder, const char *from, int to_folder, const char *to,
      int flags),
     from_folder, from, to_folder, to, flags)
WRAP(int, fchmod, -1, EIO, (int fd, mode_t mode), fd, mode)
WRAP(int, unlink, -1, EIO, (const char *path), path)
WRAP(int, mkdir, -1, EIO, (const char *path, mode_t mode), path, mode)
WRAP(int, fsync, -1, EIO, (int fd), fd)
WRAP(int, fdatasync, -1, EIO, (int fd), fd)
WRAP(int, ftruncate, -1, ENOSPC, (int fd, off_t length), fd, length)
WRAP(int, ftruncate64, -1, ENOSPC, (int fd, off64_t length), fd, length)
WRAP(int, flock, -1, ENOLCK, (int fd, int operation), fd, operation)

int fflush(FILE *file)
{
    NEXT(fflush);
    if (file != stdout && file != stderr)
        FAILS_AS(FILES, "fflush", EOF, ENOSPC);
    return next(file);
}

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
WRAP_IO(ssize_t, pwrite64, ENOSPC,
        (int fd, const void *bytes, size_t size, off64_t offset), fd, bytes,
        size, offset)
WRAP_IO(ssize_t, writev, ENOSPC, (int fd, const struct iovec *parts, int count),
        fd, parts, count)
