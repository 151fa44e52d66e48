/* byte_source: a sequential source of bytes.
 *
 * Parsers read from one: a file, plain or through a decompressor
 * (compressed_source.h); in tests and fuzzers from memory. One thread. */
#ifndef RELAXD_BASE_BYTE_SOURCE_H
#define RELAXD_BASE_BYTE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

struct byte_source {
    const struct byte_source_ops *ops;
    uint64_t done;  /* bytes read from the file so far */
    uint64_t total; /* size of the file; 0: unknown (a pipe) */
};

struct byte_source_ops {
    /* Up to `size` bytes; 0 bytes only at the end. */
    int (*read)(struct byte_source *source, void *bytes, size_t size,
                size_t *ret_read, struct error *error);
    void (*destroy)(struct byte_source *source);
};

static inline int byte_source_read(struct byte_source *source, void *bytes,
                                   size_t size, size_t *ret_read,
                                   struct error *error)
{
    return source->ops->read(source, bytes, size, ret_read, error);
}

/* NULL is fine. */
static inline void byte_source_destroy(struct byte_source *source)
{
    if (source)
        source->ops->destroy(source);
}

/* A file, pipe or device. -errno; the message does not repeat the path. */
int file_source_open(const char *path, struct byte_source **ret_source,
                     struct error *error);

#endif
