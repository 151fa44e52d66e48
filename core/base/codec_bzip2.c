/* codec_bzip2: bzip2 through libbz2, which checks each block's CRC. */
#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/codec.h"

static bool recognizes(const uint8_t *bytes, size_t size)
{
    return size >= 4 && !memcmp(bytes, "BZh", 3) && bytes[3] >= '1' &&
           bytes[3] <= '9';
}

static void *create(void)
{
    bz_stream *stream = calloc(1, sizeof(*stream));

    if (stream && BZ2_bzDecompressInit(stream, 0, 0) != BZ_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

static void destroy(void *state)
{
    BZ2_bzDecompressEnd(state);
    free(state);
}

static unsigned clamp(size_t size)
{
    return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

static enum codec_status step(void *state, struct codec_io *io)
{
    bz_stream *stream = state;
    int r;

    stream->next_in = (char *)io->in;
    stream->avail_in = clamp(io->in_size);
    stream->next_out = (char *)io->out;
    stream->avail_out = clamp(io->out_size);
    r = BZ2_bzDecompress(stream);
    io->in_size -= (size_t)((const uint8_t *)stream->next_in - io->in);
    io->in = (const uint8_t *)stream->next_in;
    io->out_size -= (size_t)((uint8_t *)stream->next_out - io->out);
    io->out = (uint8_t *)stream->next_out;
    if (r == BZ_STREAM_END)
        return CODEC_END;
    if (r == BZ_MEM_ERROR)
        return CODEC_NO_MEMORY;
    return r == BZ_OK ? CODEC_MORE : CODEC_DAMAGED;
}

static bool restart(void *state)
{
    bz_stream *stream = state;

    BZ2_bzDecompressEnd(stream);
    *stream = (bz_stream){0};
    return BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK;
}

const struct codec codec_bzip2 = {
    .name = "bzip2",
    .recognizes = recognizes,
    .create = create,
    .destroy = destroy,
    .step = step,
    .restart = restart,
};
