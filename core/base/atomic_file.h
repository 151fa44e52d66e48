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

#endif
