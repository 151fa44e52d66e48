#include "core/base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Names --------------------------------------------------------------- */

/* As many as the kernel follows. */
enum { LINKS_MAX = 40 };

char *file_name_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return strdup(".");
    return strndup(path, slash > path ? (size_t)(slash - path) : 1);
}

/* 1, 0, or -1 with errno if it cannot be found out: taking -1 for "not a link"
 * would put a file in the link's place. */
static int is_link(const char *path)
{
    struct stat status;

    if (lstat(path, &status))
        return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
    return S_ISLNK(status.st_mode);
}

/* The link's target, relative to the link's folder; NULL with errno. */
static char *read_link(const char *path)
{
    const char *slash = strrchr(path, '/');
    int folder_length = slash ? (int)(slash + 1 - path) : 0;
    char text[PATH_MAX];
    ssize_t length = readlink(path, text, sizeof(text) - 1);
    char *joined;

    if (length < 0)
        return NULL;
    text[length] = '\0';
    if (text[0] == '/')
        folder_length = 0;
    if (asprintf(&joined, "%.*s%s", folder_length, path, text) >= 0)
        return joined;
    errno = ENOMEM;
    return NULL;
}

int file_name_follow(const char *path, char **ret_path, struct error *error)
{
    char *at = strdup(path);
    int link;

    for (int links = 0; at && (link = is_link(at)); links++) {
        char *next = NULL;

        if (link > 0 && links < LINKS_MAX)
            next = read_link(at);
        else if (link > 0)
            errno = ELOOP;
        free(at);
        at = next;
    }
    if (!at)
        return error_errno(error, "follow '%s'", path);
    *ret_path = at;
    return 0;
}

static bool same_status(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* For files that do not exist. */
static bool same_place(const char *a, const char *b)
{
    char *folder_a = file_name_folder(a);
    char *folder_b = file_name_folder(b);
    struct stat status_a, status_b;
    bool same = !strcmp(last_part(a), last_part(b)) && folder_a && folder_b &&
                !stat(folder_a, &status_a) && !stat(folder_b, &status_b) &&
                same_status(&status_a, &status_b);

    free(folder_a);
    free(folder_b);
    return same;
}

bool file_name_same(const char *a, const char *b)
{
    struct stat status_a, status_b;
    bool there_a = !stat(a, &status_a);
    bool there_b = !stat(b, &status_b);
    char *end_a = NULL, *end_b = NULL;
    bool same;

    if (there_a || there_b)
        return there_a && there_b && same_status(&status_a, &status_b);
    same = !file_name_follow(a, &end_a, NULL) &&
           !file_name_follow(b, &end_b, NULL) && same_place(end_a, end_b);
    free(end_a);
    free(end_b);
    return same;
}

/* ---- Folders ------------------------------------------------------------- */

int folder_sync(const char *folder, struct error *error)
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

/* A folder that was missing; its name is synced, too. */
static int make_one(const char *path, struct error *error)
{
    char *parent;
    int r;

    if (mkdir(path, 0755))
        return errno == EEXIST
                   ? 0
                   : error_errno(error, "make directory '%s'", path);
    parent = file_name_folder(path);
    r = parent ? folder_sync(parent, error) : error_no_memory(error);
    free(parent);
    return r;
}

int folder_make(const char *path, struct error *error)
{
    char *copy = strdup(path);
    int r = copy ? 0 : error_no_memory(error);

    for (char *at = copy; !r && at;) {
        at = strchr(at + 1, '/');
        if (at)
            *at = '\0';
        r = make_one(copy, error);
        if (at)
            *at = '/';
    }
    free(copy);
    return r;
}

/* ---- Files --------------------------------------------------------------- */

/* A new file's mode before the umask, and the mode of a file that will take
 * another's mode: until then only its owner may read it. */
enum { MODE_NEW = 0666, MODE_PRIVATE = 0600 };

/* `ret_old`: the file to be replaced; st_mode is 0 if there is none. A file
 * that stat() fails on is not replaced: its mode would be lost. */
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
        return error_set(error, -EINVAL,
                         "'%s' exists and is not a regular file", path);
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

/* Leaves file->fd at -1 if the file system has no unnamed files or /proc, which
 * naming one needs, is missing. */
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

/* O_EXCL on a random name: this never writes to another program's file. */
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

/* Both use 0666, not mkstemp()'s 0600, so that the umask decides who may read a
 * new file. The reason why an unnamed file failed does not matter: if a named
 * one fails too, its error says it. */
static int open_temporary(struct atomic_file *file, mode_t mode,
                          struct error *error)
{
    int r = open_unnamed(file, mode, error);

    return r || file->fd >= 0 ? r : open_named(file, mode, error);
}

/* The owner first: changing it may clear bits of the mode. */
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

/* A link cannot replace the target but a rename can, so the name is
 * temporary. */
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
    return folder_sync(folder, error);
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

char *folder_default(const char *variable, const char *system, const char *home)
{
    const char *given = getenv(variable);
    const char *user = getenv("HOME");
    char *path;

    if (given && *given)
        return strdup(given);
    if (!access(system, W_OK))
        return strdup(system);
    return user && asprintf(&path, "%s/%s", user, home) >= 0 ? path : NULL;
}
