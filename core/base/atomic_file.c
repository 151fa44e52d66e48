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

#include "core/base/file_name.h"

/* A new file's mode before the umask, and that of one which is to get another's
 * mode: nobody else may read it before. */
enum { MODE_NEW = 0666, MODE_PRIVATE = 0600 };

/* `ret_old`: the file that is replaced; st_mode is 0 where there is none. One
 * that cannot be looked at is not replaced: it would lose its mode. */
static int check_target(const char *path, struct stat *ret_old,
                        struct error *error)
{
    if (stat(path, ret_old)) {
        if (errno != ENOENT)
            return error_errno(error, "create '%s'", path);
        *ret_old = (struct stat){.st_mode = 0};
        return 0;
    }
    if (!S_ISREG(ret_old->st_mode))
        return error_set(error, -EINVAL, "'%s' exists and is no regular file",
                         path);
    return 0;
}

static void forget_name(struct atomic_file *file)
{
    free(file->temp_path);
    file->temp_path = NULL;
}

/* A random name beside the target. */
static int draw_name(struct atomic_file *file, struct error *error)
{
    uint64_t number;

    if (getrandom(&number, sizeof(number), 0) != sizeof(number))
        return error_errno(error, "draw a temporary name");
    forget_name(file);
    if (asprintf(&file->temp_path, "%s.%016" PRIx64 ".tmp", file->target,
                 number) < 0) {
        file->temp_path = NULL;
        return error_no_memory(error);
    }
    return 0;
}

/* How name_unnamed() reaches an unnamed file. */
enum { FD_PATH_SIZE = 32 };
static void fd_path(int fd, char path[static FD_PATH_SIZE])
{
    snprintf(path, FD_PATH_SIZE, "/proc/self/fd/%d", fd);
}

/* Leaves file->fd at -1 where the file system knows no unnamed files or none
 * could be named later, for want of /proc. */
static int open_unnamed(struct atomic_file *file, mode_t mode,
                        struct error *error)
{
    char *folder = file_name_folder(file->target);
    char path[FD_PATH_SIZE];

    if (!folder)
        return error_no_memory(error);
    file->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    free(folder);
    fd_path(file->fd, path);
    if (file->fd >= 0 && access(path, F_OK)) {
        close(file->fd);
        file->fd = -1;
    }
    return 0;
}

/* O_EXCL on a random name: no other program's file is ever written to. */
static int open_named(struct atomic_file *file, mode_t mode,
                      struct error *error)
{
    do {
        int r = draw_name(file, error);

        if (r)
            return r;
        file->fd = open(file->temp_path,
                        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    } while (file->fd < 0 && errno == EEXIST);
    if (file->fd < 0) {
        int r = error_errno(error, "create '%s'", file->path);

        forget_name(file);
        return r;
    }
    return 0;
}

/* Both with 0666, not mkstemp()'s 0600, so that the umask decides who may read
 * what is new. Why there can be no unnamed file does not matter: where there
 * can be no named one either, that says it. */
static int open_temporary(struct atomic_file *file, mode_t mode,
                          struct error *error)
{
    int r = open_unnamed(file, mode, error);

    return r || file->fd >= 0 ? r : open_named(file, mode, error);
}

/* The owner first: a change of it may clear bits of the mode. */
static int take_after(struct atomic_file *file, const struct stat *old,
                      struct error *error)
{
    mode_t mode = old->st_mode & 0777;

    if (fchown(file->fd, old->st_uid, old->st_gid) &&
        fchown(file->fd, (uid_t)-1, old->st_gid))
        mode &= 0707 | ((mode & 07) << 3);
    if (fchmod(file->fd, mode))
        return error_errno(error, "give '%s' its mode", file->path);
    return 0;
}

static int open_for(struct atomic_file *file, const char *path,
                    struct error *error)
{
    struct stat old;
    int r;

    file->path = strdup(path);
    if (!file->path)
        return error_no_memory(error);
    r = file_name_follow(path, &file->target, error);
    if (!r)
        r = check_target(path, &old, error);
    if (!r)
        r = open_temporary(file, old.st_mode ? MODE_PRIVATE : MODE_NEW, error);
    if (!r && old.st_mode)
        r = take_after(file, &old, error);
    return r;
}

int atomic_file_open(struct atomic_file *file, const char *path,
                     struct error *error)
{
    int r;

    *file = (struct atomic_file){.fd = -1};
    r = open_for(file, path, error);
    if (r)
        atomic_file_abort(file);
    return r;
}

int atomic_file_check(const char *path, struct error *error)
{
    struct atomic_file file;
    int r = atomic_file_open(&file, path, error);

    if (!r)
        atomic_file_abort(&file);
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

static int sync_folder(const char *folder, struct error *error)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int r = 0;

    /* Some file systems cannot sync a folder, and need not. */
    if (fd < 0 || (fsync(fd) && errno != EINVAL && errno != ENOTSUP))
        r = error_errno(error, "sync the folder '%s'", folder);
    if (fd >= 0)
        close(fd);
    return r;
}

/* A link cannot replace the target, a rename can, so the name is a temporary
 * one. */
static int name_unnamed(struct atomic_file *file, struct error *error)
{
    char path[FD_PATH_SIZE];
    int failed;

    fd_path(file->fd, path);
    do {
        int r = draw_name(file, error);

        if (r)
            return r;
        failed = linkat(AT_FDCWD, path, AT_FDCWD, file->temp_path,
                        AT_SYMLINK_FOLLOW);
    } while (failed && errno == EEXIST);
    if (failed) {
        int r = error_errno(error, "create '%s'", file->path);

        forget_name(file);
        return r;
    }
    return 0;
}

static int commit_in(const char *folder, struct atomic_file *file,
                     struct error *error)
{
    int r = 0;

    if (fsync(file->fd))
        return error_errno(error, "sync '%s'", file->path);
    if (!file->temp_path)
        r = name_unnamed(file, error);
    if (r)
        return r;
    if (rename(file->temp_path, file->target))
        return error_errno(error, "replace '%s'", file->path);
    forget_name(file);
    return sync_folder(folder, error);
}

int atomic_file_commit(struct atomic_file *file, struct error *error)
{
    char *folder = file_name_folder(file->target);
    int r = folder ? commit_in(folder, file, error) : error_no_memory(error);

    free(folder);
    return r;
}

void atomic_file_abort(struct atomic_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    if (file->temp_path)
        unlink(file->temp_path);
    forget_name(file);
    free(file->path);
    free(file->target);
    *file = (struct atomic_file){.fd = -1};
}

int atomic_file_put(const char *path, const void *bytes, size_t size,
                    struct error *error)
{
    struct atomic_file file;
    int r = atomic_file_open(&file, path, error);

    if (r)
        return r;
    r = atomic_file_write(&file, bytes, size, error);
    if (!r)
        r = atomic_file_commit(&file, error);
    atomic_file_abort(&file);
    return r;
}
