/* compressed_source: the bytes of a source, decompressed if needed.
 *
 * The first bytes, never a file's name, identify gzip, bzip2 and zstd; anything
 * else passes through. Concatenated streams count as one, as parallel
 * compressors write them. */
#ifndef RELAXD_BASE_COMPRESSED_SOURCE_H
#define RELAXD_BASE_COMPRESSED_SOURCE_H

#include "core/base/byte_source.h"

/* Takes ownership of `inner`, also on failure. A read gives -EINVAL for data
 * that is damaged or cut short, with the offset in the compressed file at which
 * that was detected: damage lies there or before it, a cut lies there. */
int compressed_source_create(struct byte_source *inner,
                             struct byte_source **ret_source,
                             struct error *error);

/* file_source_open() and compressed_source_create(). */
int compressed_source_open(const char *path, struct byte_source **ret_source,
                           struct error *error);

#endif
