/* compressed_source: the bytes of a source, decompressed where they need it. */
#include "core/base/compressed_source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/codec.h"

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
    bool within;               /* a stream has begun and not ended */
    bool ended;                /* nothing more from `inner` */
    size_t begin, end;         /* what is left in `input` */
    uint8_t input[INPUT_SIZE];
};

/* Adds to what is left in the input. */
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

/* How many bytes of the file the codec has taken. */
static uint64_t taken(const struct compressed_source *source)
{
    return source->inner->done - (source->end - source->begin);
}

/* A codec sees damage only where a checksum fails or the bytes make no sense
 * any more, so all that is known is that it is not later. */
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

/* One round: more input where there is none, then what it gives. A codec that
 * holds output back gives it without input, so the end of the file is only the
 * end once a round gives nothing. */
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
