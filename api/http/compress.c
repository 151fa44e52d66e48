/* compress: an answer made shorter, for clients that say they take that. */
#include "api/http/compress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "api/http/accept.h"

const char *compress_choose(const char *header)
{
    static const char *const codings[] = {"gzip", "deflate"};

    for (size_t i = 0; i < sizeof(codings) / sizeof(*codings); i++) {
        if (accept_coding(header, codings[i]))
            return codings[i];
    }
    return NULL;
}

/* zlib's words for a format: with gzip's head, or its own. */
static int window_bits(const char *coding)
{
    return !strcmp(coding, "gzip") ? MAX_WBITS + 16 : MAX_WBITS;
}

static int deflate_all(z_stream *stream, const struct json_writer *writer,
                       struct json_writer *ret_packed)
{
    size_t capacity = deflateBound(stream, writer->length);

    *ret_packed = (struct json_writer){
        .text = malloc(capacity),
        .capacity = capacity,
    };
    if (!ret_packed->text)
        return -ENOMEM;
    stream->next_in = (unsigned char *)writer->text;
    stream->avail_in = (unsigned)writer->length;
    stream->next_out = (unsigned char *)ret_packed->text;
    stream->avail_out = (unsigned)capacity;
    if (deflate(stream, Z_FINISH) != Z_STREAM_END) {
        free(ret_packed->text);
        return -EIO;
    }
    ret_packed->length = capacity - stream->avail_out;
    return 0;
}

int compress_text(struct json_writer *writer, const char *coding)
{
    z_stream stream = {0};
    struct json_writer packed;
    int result;

    /* zlib counts in 32 bits; what is that long goes as it is. */
    if (writer->failed || writer->length > UINT32_MAX / 2)
        return -EFBIG;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window_bits(coding), 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return -ENOMEM;
    result = deflate_all(&stream, writer, &packed);
    deflateEnd(&stream);
    if (result)
        return result;
    json_writer_finish(writer);
    *writer = packed;
    return 0;
}
