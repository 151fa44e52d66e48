/* atomic_file: replaces a file as a whole or leaves it as it was.
 *
 * Open, write any number of times, then commit or abort. The bytes go to an
 * unnamed file in the target's folder, so a killed process leaves nothing
 * behind. A commit syncs it, names it, renames it over the target, and syncs
 * the folder so that the new name survives a power cut. If the file system has
 * no O_TMPFILE, or /proc is missing, the file has a temporary name from the
 * start, which a killed process leaves behind. One thread per struct.
 *
 * open() refuses a target that exists and is not a regular file (a device, a
 * folder): renaming over it would replace it. Symbolic links stay; the target
 * is the file that they lead to. The new file takes the mode of the replaced
 * file and, if the process may set them, its owner and group. If the group
 * cannot be kept, the new group gets no more rights than all others. Error
 * texts name the target as the caller does, never the temporary file. */
#ifndef RELAXD_BASE_ATOMIC_FILE_H
#define RELAXD_BASE_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"

struct atomic_file {
    int fd;          /* the temporary file */
    char *path;      /* as the caller wrote it */
    char *target;    /* the same with links resolved */
    char *temp_path; /* NULL: unnamed, renamed or removed */
};

/* 0, or -errno with a message; a failure leaves nothing behind. */
int atomic_file_open(struct atomic_file *file, const char *path,
                     struct error *error);

/* Whether open() would succeed now, for callers that work long before they
 * write: 0, or open()'s codes and messages. Leaves nothing behind. */
int atomic_file_check(const char *path, struct error *error);

/* Appends. After a failure, call only abort(). */
int atomic_file_write(struct atomic_file *file, const void *bytes, size_t size,
                      struct error *error);

/* Puts the file in the target's place. On failure the target is unchanged,
 * unless the message is "sync the folder": then it is new, but may not survive
 * a power cut. Call abort() in either case. */
int atomic_file_commit(struct atomic_file *file, struct error *error);

/* Removes an uncommitted file and frees. After a commit it only frees. */
void atomic_file_abort(struct atomic_file *file);

/* All of the above at once: the target becomes `size` bytes or stays
 * unchanged. */
int atomic_file_put(const char *path, const void *bytes, size_t size,
                    struct error *error);

/* ---- Which file a name leads to, whether it is there yet or not ---------- */

/* Makes a folder and its parents where they are missing, and syncs their names.
 * 0, or -errno with words. */
int folder_make(const char *path, struct error *error);

/* Syncs the names in a folder, where the file system can do that. 0, or -errno
 * with words. */
int folder_sync(const char *folder, struct error *error);

/* Where a program keeps files unless told otherwise: the folder that the
 * environment's `variable` names, as systemd sets it, else `system` if it can
 * be written, else `home` below the user's home. Caller free()s it; NULL: there
 * is none, or memory is short. */
char *folder_default(const char *variable, const char *system,
                     const char *home);

/* The folder that a file is in, "." for a bare name; free()d by the caller.
 * NULL: out of memory. */
char *file_name_folder(const char *path);

/* Follows the links of the path's last part: returns the path itself, or where
 * its links end, whether a file exists there or not. free()d by the caller.
 * -ELOOP: a cycle of links; -ENOMEM; other codes as readlink(). */
int file_name_follow(const char *path, char **ret_path, struct error *error);

/* Whether both names lead to one file, through links too; files that do not
 * exist yet are the same if folder and name are. False if that cannot be found
 * out. */
bool file_name_same(const char *a, const char *b);

#endif
