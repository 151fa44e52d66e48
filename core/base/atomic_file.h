/* atomic_file: a file that is whole and new, or what it was before.
 *
 * Open, write in any number of pieces, commit; or abort. The bytes go to a file
 * without a name in the target's folder, so that a process that is killed
 * leaves nothing behind. A commit syncs it, names it and renames it over the
 * target; then the folder is synced, so that the new name outlives a power cut.
 * Where the file system has no O_TMPFILE, or /proc is missing, the file has a
 * temporary name from the start, which a kill leaves behind. One thread per
 * struct. A target that exists and is no regular file (a device, a folder) is
 * refused: renaming over it would replace it. Symbolic links stay, the file
 * that they lead to is the target. A file that is replaced hands on its mode
 * and, where the process may give them away, its owner and group; where the
 * group cannot stay, the new one may do no more than all others. Words name the
 * target as the caller does, never the temporary file. */
#ifndef RELAXD_BASE_ATOMIC_FILE_H
#define RELAXD_BASE_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"

struct atomic_file {
    int fd;          /* of the temporary file */
    char *path;      /* as the caller calls it */
    char *target;    /* the same without links */
    char *temp_path; /* NULL: the file has no name, or is done with */
};

/* 0, or -errno with words and nothing left behind. */
int atomic_file_open(struct atomic_file *file, const char *path,
                     struct error *error);

/* Whether open() would do now, for those who work long before they write: 0, or
 * its codes and words. Leaves nothing behind. */
int atomic_file_check(const char *path, struct error *error);

/* Appends. After a failure only abort() is of use. */
int atomic_file_write(struct atomic_file *file, const void *bytes, size_t size,
                      struct error *error);

/* Puts the file in the target's place. On failure the target is what it was,
 * unless the words are "sync the folder": then it is new, but may not outlive a
 * power cut. abort() is due in any case. */
int atomic_file_commit(struct atomic_file *file, struct error *error);

/* Removes what was not committed and frees. After a commit it only frees. */
void atomic_file_abort(struct atomic_file *file);

/* All of that at once: the target is `size` bytes, or what it was before. */
int atomic_file_put(const char *path, const void *bytes, size_t size,
                    struct error *error);

/* ---- Which file a name leads to, whether it is there yet or not ---------- */

/* The folder that a file is in, "." for a bare name; free()d by the caller.
 * NULL: out of memory. */
char *file_name_folder(const char *path);

/* The name that is no symbolic link any more, as far as its last part goes: the
 * path itself, or where its links end, be there a file or not. free()d by the
 * caller. -ELOOP: links in a circle; -ENOMEM; others as readlink() does. */
int file_name_follow(const char *path, char **ret_path, struct error *error);

/* Whether writing to both would write to one file, through links too; files
 * that are not there yet are the same by folder and name. False where that
 * cannot be found out. */
bool file_name_same(const char *a, const char *b);

#endif
