/* codec_zstd: Zstandard (RFC 8878) through libzstd. */
#include <zstd.h>
#include <zstd_errors.h>

#include "core/base/codec.h"

/* A frame, or a skippable one, with which parallel compressors begin. */
static bool recognizes(const uint8_t *bytes, size_t size)
{
    uint32_t magic;

    if (size < 4)
        return false;
    magic = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
            (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return magic == ZSTD_MAGICNUMBER ||
           (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

/* What is damaged lies before the end of the piece in which it shows, so small
 * pieces tell where; the library itself does not. */
enum { PIECE_SIZE = 4096 };

static void *create(void)
{
    return ZSTD_createDStream();
}

static void destroy(void *state)
{
    ZSTD_freeDStream(state);
}

static enum codec_status step(void *state, struct codec_io *io)
{
    size_t piece = io->in_size < PIECE_SIZE ? io->in_size : PIECE_SIZE;
    ZSTD_inBuffer in = {io->in, piece, 0};
    ZSTD_outBuffer out = {io->out, io->out_size, 0};
    size_t r = ZSTD_decompressStream(state, &out, &in);

    if (ZSTD_isError(r))
        in.pos = piece;
    io->in += in.pos;
    io->in_size -= in.pos;
    io->out += out.pos;
    io->out_size -= out.pos;
    if (ZSTD_isError(r))
        return ZSTD_getErrorCode(r) == ZSTD_error_memory_allocation
                   ? CODEC_NO_MEMORY
                   : CODEC_DAMAGED;
    return r ? CODEC_MORE : CODEC_END;
}

static bool restart(void *state)
{
    return !ZSTD_isError(ZSTD_initDStream(state));
}

const struct codec codec_zstd = {
    .name = "zstd",
    .recognizes = recognizes,
    .create = create,
    .destroy = destroy,
    .step = step,
    .restart = restart,
};
