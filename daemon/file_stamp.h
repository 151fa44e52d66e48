/* file_stamp: which file a name leads to, and in which state. */
#ifndef RELAXD_DAEMON_FILE_STAMP_H
#define RELAXD_DAEMON_FILE_STAMP_H

#include <stdbool.h>
#include <stdint.h>

struct file_stamp {
    uint64_t device;
    uint64_t inode; /* 0: no file */
    int64_t size;
    int64_t modified_s;
    int64_t modified_ns;
};

/* Links are followed. False: there is none that one could look at, and
 * `ret_stamp` is all zero. */
bool file_stamp_read(const char *path, struct file_stamp *ret_stamp);
bool file_stamp_equal(const struct file_stamp *a, const struct file_stamp *b);

#endif
