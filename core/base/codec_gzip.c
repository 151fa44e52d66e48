/* codec_gzip: gzip (RFC 1952) through zlib, which checks each CRC. */
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "core/base/codec.h"

static bool recognizes(const uint8_t *bytes, size_t size)
{
    return size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

static void *create(void)
{
    z_stream *stream = calloc(1, sizeof(*stream));

    /* 16: expect a gzip header, not zlib's own. */
    if (stream && inflateInit2(stream, 16 + MAX_WBITS) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

static void destroy(void *state)
{
    inflateEnd(state);
    free(state);
}

static unsigned clamp(size_t size)
{
    return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

static enum codec_status step(void *state, struct codec_io *io)
{
    z_stream *stream = state;
    int r;

    stream->next_in = (Bytef *)io->in;
    stream->avail_in = clamp(io->in_size);
    stream->next_out = io->out;
    stream->avail_out = clamp(io->out_size);
    r = inflate(stream, Z_NO_FLUSH);
    io->in_size -= (size_t)(stream->next_in - io->in);
    io->in = stream->next_in;
    io->out_size -= (size_t)(stream->next_out - io->out);
    io->out = stream->next_out;
    if (r == Z_STREAM_END)
        return CODEC_END;
    if (r == Z_MEM_ERROR)
        return CODEC_NO_MEMORY;
    /* Z_BUF_ERROR: nothing to do without more input or room. */
    return r == Z_OK || r == Z_BUF_ERROR ? CODEC_MORE : CODEC_DAMAGED;
}

static bool restart(void *state)
{
    return inflateReset(state) == Z_OK;
}

const struct codec codec_gzip = {
    .name = "gzip",
    .recognizes = recognizes,
    .create = create,
    .destroy = destroy,
    .step = step,
    .restart = restart,
};
