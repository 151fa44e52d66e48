/* atomic_file: a file that is whole and new, or what it was before. */
#include "core/base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static int check_target(const char *path, struct error *error)
{
    struct stat status;

    if (!stat(path, &status) && !S_ISREG(status.st_mode))
        return error_set(error, -EINVAL, "'%s' exists and is no regular file",
                         path);
    return 0;
}

/* O_EXCL on a random name: no other program's file is ever written to. Opened
 * with 0666, not mkstemp()'s 0600, so that the umask decides who may read. */
static int open_temporary(struct atomic_file *file, struct error *error)
{
    uint64_t number;

    do {
        if (getrandom(&number, sizeof(number), 0) != sizeof(number))
            return error_errno(error, "draw a temporary name");
        free(file->temp_path);
        if (asprintf(&file->temp_path, "%s.%016" PRIx64 ".tmp", file->path,
                     number) < 0) {
            file->temp_path = NULL;
            return error_no_memory(error);
        }
        file->fd = open(file->temp_path,
                        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (file->fd < 0 && errno == EEXIST);
    if (file->fd < 0) {
        int r = error_errno(error, "create '%s'", file->temp_path);

        free(file->temp_path);
        file->temp_path = NULL;
        return r;
    }
    return 0;
}

int atomic_file_open(struct atomic_file *file, const char *path,
                     struct error *error)
{
    int r = check_target(path, error);

    *file = (struct atomic_file){.fd = -1};
    if (r)
        return r;
    file->path = strdup(path);
    if (!file->path)
        return error_no_memory(error);
    r = open_temporary(file, error);
    if (r)
        atomic_file_abort(file);
    return r;
}

int atomic_file_write(struct atomic_file *file, const void *bytes, size_t size,
                      struct error *error)
{
    const char *next = bytes;

    while (size) {
        ssize_t wrote = write(file->fd, next, size);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return error_errno(error, "write '%s'", file->path);
        next += wrote;
        size -= (size_t)wrote;
    }
    return 0;
}

static int sync_folder(const char *path, struct error *error)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    char *folder = slash ? strndup(path, length ? length : 1) : strdup(".");
    int fd;
    int r = 0;

    if (!folder)
        return error_no_memory(error);
    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* Some file systems cannot sync a folder, and need not. */
    if (fd < 0 || (fsync(fd) && errno != EINVAL && errno != ENOTSUP))
        r = error_errno(error, "sync the folder '%s'", folder);
    if (fd >= 0)
        close(fd);
    free(folder);
    return r;
}

int atomic_file_commit(struct atomic_file *file, struct error *error)
{
    int fd = file->fd;

    if (fsync(fd))
        return error_errno(error, "sync '%s'", file->path);
    file->fd = -1;
    if (close(fd))
        return error_errno(error, "close '%s'", file->path);
    if (rename(file->temp_path, file->path))
        return error_errno(error, "rename '%s' to '%s'", file->temp_path,
                           file->path);
    free(file->temp_path);
    file->temp_path = NULL;
    return sync_folder(file->path, error);
}

void atomic_file_abort(struct atomic_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    if (file->temp_path)
        unlink(file->temp_path);
    free(file->temp_path);
    free(file->path);
    *file = (struct atomic_file){.fd = -1};
}
