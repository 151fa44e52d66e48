/* compressed_source: the bytes of a source, decompressed where they need it.
 *
 * gzip, bzip2 and zstd are told by the first bytes, never by a file's name;
 * anything else passes through. Several streams one after another count as
 * one, as parallel compressors write them. */
#ifndef RELAXD_BASE_COMPRESSED_SOURCE_H
#define RELAXD_BASE_COMPRESSED_SOURCE_H

#include "core/base/byte_source.h"

/* Takes `inner` over, also on failure. Reading gives -EINVAL for data that is
 * damaged or cut short, with the byte of the compressed file at which that
 * showed: damage is there or before it, a cut is there. */
int compressed_source_create(struct byte_source *inner,
                             struct byte_source **ret_source,
                             struct error *error);

/* file_source_open() and the above. */
int compressed_source_open(const char *path, struct byte_source **ret_source,
                           struct error *error);

#endif
