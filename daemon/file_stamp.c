/* file_stamp: which file a name leads to, and in which state. */
#include "daemon/file_stamp.h"

#include <sys/stat.h>

bool file_stamp_read(const char *path, struct file_stamp *ret_stamp)
{
    struct stat status;

    *ret_stamp = (struct file_stamp){0};
    if (stat(path, &status))
        return false;
    *ret_stamp = (struct file_stamp){
        .device = status.st_dev,
        .inode = status.st_ino,
        .size = status.st_size,
        .modified_s = status.st_mtim.tv_sec,
        .modified_ns = status.st_mtim.tv_nsec,
    };
    return true;
}

bool file_stamp_equal(const struct file_stamp *a, const struct file_stamp *b)
{
    return a->device == b->device && a->inode == b->inode &&
           a->size == b->size && a->modified_s == b->modified_s &&
           a->modified_ns == b->modified_ns;
}
