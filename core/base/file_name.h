/* file_name: which file a name leads to, whether it is there yet or not. */
#ifndef RELAXD_BASE_FILE_NAME_H
#define RELAXD_BASE_FILE_NAME_H

#include <stdbool.h>

#include "core/base/error.h"

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
