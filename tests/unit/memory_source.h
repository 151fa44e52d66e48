/* memory_source: a byte_source of bytes in memory. */
#ifndef RELAXD_TESTS_UNIT_MEMORY_SOURCE_H
#define RELAXD_TESTS_UNIT_MEMORY_SOURCE_H

#include <stdlib.h>
#include <string.h>

#include "core/base/byte_source.h"

struct memory_source {
    struct byte_source base;
    const char *bytes;
};

static inline int memory_source_read(struct byte_source *base, void *bytes,
                                     size_t size, size_t *ret_read,
                                     struct error *error)
{
    struct memory_source *source = (struct memory_source *)base;
    uint64_t left = base->total - base->done;

    if (size > left)
        size = (size_t)left;
    if (size)
        memcpy(bytes, source->bytes + base->done, size);
    base->done += size;
    *ret_read = size;
    return 0;
}

static inline void memory_source_destroy(struct byte_source *base)
{
    free(base);
}

static const struct byte_source_ops memory_source_ops = {
    .read = memory_source_read,
    .destroy = memory_source_destroy,
};

/* The caller keeps `bytes`, which must outlive the source. */
static inline int memory_source_create(const void *bytes, size_t size,
                                       struct byte_source **ret_source,
                                       struct error *error)
{
    struct memory_source *source = calloc(1, sizeof(*source));

    *ret_source = NULL;
    if (!source)
        return error_no_memory(error);
    source->base.ops = &memory_source_ops;
    source->base.total = size;
    source->bytes = bytes;
    *ret_source = &source->base;
    return 0;
}

#endif
