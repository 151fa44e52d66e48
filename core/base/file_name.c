/* file_name: which file a name leads to, whether it is there yet or not. */
#include "core/base/file_name.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As many as the kernel follows. */
enum { LINKS_MAX = 40 };

char *file_name_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return strdup(".");
    return strndup(path, slash > path ? (size_t)(slash - path) : 1);
}

/* 1, 0, or -1 with errno where it cannot be found out: whoever took that for no
 * link would put a file in the link's place. */
static int is_link(const char *path)
{
    struct stat status;

    if (lstat(path, &status))
        return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
    return S_ISLNK(status.st_mode);
}

/* What the link says, seen from the folder that it is in; NULL with errno. */
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

/* Of files that are not there. */
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
