/* compressed_source: the codecs, each a step from bytes to bytes, and the loop
 * that runs them. */
#include "core/base/compressed_source.h"

#include <bzlib.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* A step advances the pointers by the bytes it reads and writes. */
struct codec_io {
    const uint8_t *in;
    size_t in_size;
    uint8_t *out;
    size_t out_size;
};

enum codec_status {
    CODEC_MORE,    /* needs more input or more room */
    CODEC_END,     /* a compressed stream ended; another may follow */
    CODEC_DAMAGED, /* invalid data or a wrong checksum, somewhere before the
                      current input position */
    CODEC_NO_MEMORY,
};

/* One compression format. */
struct codec {
    const char *name; /* "gzip" */

    /* Whether a stream begins with these bytes; `size` is less than
     * CODEC_MAGIC_SIZE only for shorter files. */
    bool (*recognizes)(const uint8_t *bytes, size_t size);

    void *(*create)(void); /* NULL: out of memory */
    void (*destroy)(void *state);
    enum codec_status (*step)(void *state, struct codec_io *io);
    bool (*restart)(void *state); /* for the next stream; false: no memory */
};

static unsigned clamp(size_t size)
{
    return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

/* ---- gzip ---------------------------------------------------------------- */

static bool gzip_recognizes(const uint8_t *bytes, size_t size)
{
    return size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

static void *gzip_create(void)
{
    z_stream *stream = calloc(1, sizeof(*stream));

    /* 16: expect a gzip header, not zlib's own. */
    if (stream && inflateInit2(stream, 16 + MAX_WBITS) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

static void gzip_destroy(void *state)
{
    inflateEnd(state);
    free(state);
}

static enum codec_status gzip_step(void *state, struct codec_io *io)
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
    /* Z_BUF_ERROR: no progress without more input or room. */
    return r == Z_OK || r == Z_BUF_ERROR ? CODEC_MORE : CODEC_DAMAGED;
}

static bool gzip_restart(void *state)
{
    return inflateReset(state) == Z_OK;
}

static const struct codec codec_gzip = {
    .name = "gzip",
    .recognizes = gzip_recognizes,
    .create = gzip_create,
    .destroy = gzip_destroy,
    .step = gzip_step,
    .restart = gzip_restart,
};

/* ---- bzip2 --------------------------------------------------------------- */

static bool bzip2_recognizes(const uint8_t *bytes, size_t size)
{
    return size >= 4 && !memcmp(bytes, "BZh", 3) && bytes[3] >= '1' &&
           bytes[3] <= '9';
}

static void *bzip2_create(void)
{
    bz_stream *stream = calloc(1, sizeof(*stream));

    if (stream && BZ2_bzDecompressInit(stream, 0, 0) != BZ_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

static void bzip2_destroy(void *state)
{
    BZ2_bzDecompressEnd(state);
    free(state);
}

static enum codec_status bzip2_step(void *state, struct codec_io *io)
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

static bool bzip2_restart(void *state)
{
    bz_stream *stream = state;

    BZ2_bzDecompressEnd(stream);
    *stream = (bz_stream){0};
    return BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK;
}

static const struct codec codec_bzip2 = {
    .name = "bzip2",
    .recognizes = bzip2_recognizes,
    .create = bzip2_create,
    .destroy = bzip2_destroy,
    .step = bzip2_step,
    .restart = bzip2_restart,
};

/* ---- zstd ---------------------------------------------------------------- */

/* A frame, or a skippable one: parallel compressors begin with it. */
static bool zstd_recognizes(const uint8_t *bytes, size_t size)
{
    uint32_t magic;

    if (size < 4)
        return false;
    magic = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
            (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return magic == ZSTD_MAGICNUMBER ||
           (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

/* The library does not say where damage lies, only that it lies in the piece
 * just given, so small pieces locate it. */
enum { PIECE_SIZE = 4096 };

static void *zstd_create(void)
{
    return ZSTD_createDStream();
}

static void zstd_destroy(void *state)
{
    ZSTD_freeDStream(state);
}

static enum codec_status zstd_step(void *state, struct codec_io *io)
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

static bool zstd_restart(void *state)
{
    return !ZSTD_isError(ZSTD_initDStream(state));
}

static const struct codec codec_zstd = {
    .name = "zstd",
    .recognizes = zstd_recognizes,
    .create = zstd_create,
    .destroy = zstd_destroy,
    .step = zstd_step,
    .restart = zstd_restart,
};

/* ---- Decompressing ------------------------------------------------------- */

/* Enough bytes for every codec's recognizes(). */
enum { CODEC_MAGIC_SIZE = 4 };

enum { INPUT_SIZE = 64 * 1024 };

static const struct codec *const codecs[] = {
    &codec_gzip,
    &codec_bzip2,
    &codec_zstd,
};

enum { CODEC_COUNT = sizeof(codecs) / sizeof(codecs[0]) };

struct compressed_source {
    struct byte_source base;
    struct byte_source *inner;
    const struct codec *codec; /* NULL: not compressed */
    void *state;               /* of the codec */
    bool within;               /* inside a stream */
    bool ended;                /* `inner` has ended */
    size_t begin, end;         /* unread bytes of `input` */
    uint8_t input[INPUT_SIZE];
};

/* Appends to the unread input. */
static int fill(struct compressed_source *source, struct error *error)
{
    size_t got;
    int r;

    memmove(source->input, source->input + source->begin,
            source->end - source->begin);
    source->end -= source->begin;
    source->begin = 0;
    r = byte_source_read(source->inner, source->input + source->end,
                         INPUT_SIZE - source->end, &got, error);
    if (r)
        return r;
    source->end += got;
    source->ended = !got;
    source->base.done = source->inner->done;
    return 0;
}

static int detect(struct compressed_source *source, struct error *error)
{
    while (source->end < CODEC_MAGIC_SIZE && !source->ended) {
        int r = fill(source, error);

        if (r)
            return r;
    }
    for (size_t i = 0; i < CODEC_COUNT && !source->codec; i++) {
        if (codecs[i]->recognizes(source->input, source->end))
            source->codec = codecs[i];
    }
    if (source->codec)
        source->state = source->codec->create();
    return source->codec && !source->state ? error_no_memory(error) : 0;
}

static size_t read_plain(struct compressed_source *source, void *bytes,
                         size_t size)
{
    size_t left = source->end - source->begin;

    if (size > left)
        size = left;
    memcpy(bytes, source->input + source->begin, size);
    source->begin += size;
    return size;
}

/* How many bytes of the file the codec has consumed. */
static uint64_t taken(const struct compressed_source *source)
{
    return source->inner->done - (source->end - source->begin);
}

/* A codec notices damage only when a checksum fails or the bytes become
 * invalid, so all that is known is that it does not lie later. */
static int say_damaged(const struct compressed_source *source,
                       struct error *error)
{
    return error_set(error, -EINVAL,
                     "the %s data is damaged at or before byte %" PRIu64
                     " of the compressed file",
                     source->codec->name, taken(source));
}

static int say_cut_short(const struct compressed_source *source,
                         struct error *error)
{
    return error_set(error, -EINVAL,
                     "the %s data is cut short at byte %" PRIu64
                     " of the compressed file",
                     source->codec->name, taken(source));
}

static int settle(struct compressed_source *source, enum codec_status status,
                  struct error *error)
{
    source->within = true;
    if (status == CODEC_NO_MEMORY)
        return error_no_memory(error);
    if (status == CODEC_DAMAGED)
        return say_damaged(source, error);
    if (status == CODEC_END) {
        source->within = false;
        if (!source->codec->restart(source->state))
            return error_no_memory(error);
    }
    return 0;
}

static int decompress(struct compressed_source *source, void *bytes,
                      size_t size, size_t *ret_read, struct error *error)
{
    struct codec_io io = {
        .in = source->input + source->begin,
        .in_size = source->end - source->begin,
        .out = bytes,
        .out_size = size,
    };
    enum codec_status status = source->codec->step(source->state, &io);

    source->begin = source->end - io.in_size;
    *ret_read = size - io.out_size;
    return settle(source, status, error);
}

/* One round: refills the input if it is empty, then returns the codec's output.
 * A codec that holds output back returns it without input, so the end of the
 * file is the end only once a round returns nothing. */
static int read_round(struct compressed_source *source, void *bytes,
                      size_t size, size_t *ret_read, struct error *error)
{
    bool empty = source->begin == source->end;
    int r = empty && !source->ended ? fill(source, error) : 0;

    if (r)
        return r;
    empty = source->begin == source->end;
    if (!source->codec) {
        *ret_read = read_plain(source, bytes, size);
        return 0;
    }
    if (empty && !source->within)
        return 0;
    r = decompress(source, bytes, size, ret_read, error);
    if (!r && empty && source->ended && !*ret_read && source->within)
        r = say_cut_short(source, error);
    return r;
}

static int compressed_read(struct byte_source *base, void *bytes, size_t size,
                           size_t *ret_read, struct error *error)
{
    struct compressed_source *source = (struct compressed_source *)base;
    size_t got = 0;
    bool over = false;

    while (!got && !over) {
        int r = read_round(source, bytes, size, &got, error);

        if (r)
            return r;
        over = source->ended && source->begin == source->end && !source->within;
    }
    *ret_read = got;
    return 0;
}

static void compressed_destroy(struct byte_source *base)
{
    struct compressed_source *source = (struct compressed_source *)base;

    if (source->state)
        source->codec->destroy(source->state);
    byte_source_destroy(source->inner);
    free(source);
}

static const struct byte_source_ops compressed_ops = {
    .read = compressed_read,
    .destroy = compressed_destroy,
};

int compressed_source_create(struct byte_source *inner,
                             struct byte_source **ret_source,
                             struct error *error)
{
    struct compressed_source *source = calloc(1, sizeof(*source));
    int r;

    if (!source) {
        byte_source_destroy(inner);
        return error_no_memory(error);
    }
    source->base.ops = &compressed_ops;
    source->base.total = inner->total;
    source->inner = inner;
    r = detect(source, error);
    if (r) {
        compressed_destroy(&source->base);
        return r;
    }
    *ret_source = &source->base;
    return 0;
}

int compressed_source_open(const char *path, struct byte_source **ret_source,
                           struct error *error)
{
    struct byte_source *file;
    int r = file_source_open(path, &file, error);

    return r ? r : compressed_source_create(file, ret_source, error);
}
