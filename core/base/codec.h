/* codec: one way of compression, as a step from bytes to bytes.
 *
 * codec_NAME.c holds each; compressed_source.c drives them and alone knows
 * which there are. */
#ifndef RELAXD_BASE_CODEC_H
#define RELAXD_BASE_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Moved forward by what a step takes and gives. */
struct codec_io {
    const uint8_t *in;
    size_t in_size;
    uint8_t *out;
    size_t out_size;
};

enum codec_status {
    CODEC_MORE,    /* wants more input or more room */
    CODEC_END,     /* a compressed stream ended; another may follow */
    CODEC_DAMAGED, /* not what this codec writes, or a wrong checksum; it is
                    * before where the input now stands */
    CODEC_NO_MEMORY,
};

/* Enough bytes for every codec's recognizes(). */
enum { CODEC_MAGIC_SIZE = 4 };

struct codec {
    const char *name; /* "gzip" */

    /* Whether a stream begins so; `size` may be short of CODEC_MAGIC_SIZE where
     * the file is. */
    bool (*recognizes)(const uint8_t *bytes, size_t size);

    void *(*create)(void); /* NULL: out of memory */
    void (*destroy)(void *state);
    enum codec_status (*step)(void *state, struct codec_io *io);
    bool (*restart)(void *state); /* for the next stream; false: no memory */
};

extern const struct codec codec_bzip2;
extern const struct codec codec_gzip;
extern const struct codec codec_zstd;

#endif
