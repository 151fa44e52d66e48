#include "core/base/byte_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_source {
    struct byte_source base;
    int fd;
};

static int file_read(struct byte_source *base, void *bytes, size_t size,
                     size_t *ret_read, struct error *error)
{
    struct file_source *source = (struct file_source *)base;
    ssize_t got;

    do {
        got = read(source->fd, bytes, size);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return error_errno(error, "read");
    base->done += (uint64_t)got;
    *ret_read = (size_t)got;
    return 0;
}

static void file_destroy(struct byte_source *base)
{
    struct file_source *source = (struct file_source *)base;

    if (source->fd >= 0)
        close(source->fd);
    free(source);
}

static const struct byte_source_ops file_ops = {
    .read = file_read,
    .destroy = file_destroy,
};

int file_source_open(const char *path, struct byte_source **ret_source,
                     struct error *error)
{
    struct file_source *source = calloc(1, sizeof(*source));
    struct stat status;

    if (!source)
        return error_no_memory(error);
    source->base.ops = &file_ops;
    source->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (source->fd < 0) {
        int r = error_errno(error, "open");

        file_destroy(&source->base);
        return r;
    }
    if (!fstat(source->fd, &status) && S_ISREG(status.st_mode))
        source->base.total = (uint64_t)status.st_size;
    *ret_source = &source->base;
    return 0;
}
