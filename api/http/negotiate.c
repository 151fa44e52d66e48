/* Accept headers, and compression by zlib. */
#include "api/http/negotiate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/* ---- Media types --------------------------------------------------------- */

enum { RANGE_SIZE = 64 };

/* How exactly a media range matches a type: 0 not at all, 3 exactly. */
static int match(const char *range, const char *type)
{
    size_t major = strcspn(type, "/") + 1;

    if (!strcasecmp(range, type))
        return 3;
    if (!strncasecmp(range, type, major) && !strcmp(range + major, "*"))
        return 2;
    return !strcmp(range, "*/*");
}

/* "0.5" in thousandths; malformed text excludes. */
static int qvalue(const char *text, const char *end)
{
    int value = 0;

    if (text < end && *text == '1')
        return 1000;
    if (end - text < 2 || *text != '0' || text[1] != '.')
        return 0;
    text += 2;
    for (int unit = 100; unit && text < end; unit /= 10, text++) {
        if (*text < '0' || *text > '9')
            break;
        value += (*text - '0') * unit;
    }
    return value;
}

/* Quality in thousandths from the parameters of a range; default 1000. */
static int quality(const char *parameters, size_t length)
{
    const char *end = parameters + length;

    for (const char *at = parameters; at < end; at++) {
        if (*at != ';')
            continue;
        at++;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        if (end - at >= 3 && (*at == 'q' || *at == 'Q') && at[1] == '=')
            return qvalue(at + 2, end);
        at--;
    }
    return 1000;
}

/* The header's quality for a type, in thousandths. */
static int quality_of(const char *header, const char *type)
{
    int best_match = 0;
    int best = 0;

    while (*header) {
        size_t length = strcspn(header, ",");
        const char *start = header + strspn(header, " \t");
        size_t name = strcspn(start, " \t;,");
        char range[RANGE_SIZE];

        if (name && name < sizeof(range)) {
            memcpy(range, start, name);
            range[name] = '\0';
            if (match(range, type) > best_match) {
                best_match = match(range, type);
                best = quality(header, length);
            }
        }
        header += length + (header[length] == ',');
    }
    return best;
}

unsigned accept_choose(const char *header, unsigned offered)
{
    int json = 0;
    int octets = 0;

    if (offered & MEDIA_ANY)
        return MEDIA_ANY;
    if (!header || !*header)
        return offered & MEDIA_JSON ? MEDIA_JSON : offered;
    if (offered & MEDIA_JSON)
        json = quality_of(header, "application/json");
    if (offered & MEDIA_OCTETS)
        octets = quality_of(header, "application/octet-stream");
    if (json <= 0 && octets <= 0)
        return 0;
    return json >= octets ? MEDIA_JSON : MEDIA_OCTETS;
}

bool accept_coding(const char *header, const char *coding)
{
    return header && quality_of(header, coding) > 0;
}

/* ---- Compression --------------------------------------------------------- */

const char *compress_choose(const char *header)
{
    static const char *const codings[] = {"gzip", "deflate"};

    for (size_t i = 0; i < sizeof(codings) / sizeof(*codings); i++) {
        if (accept_coding(header, codings[i]))
            return codings[i];
    }
    return NULL;
}

/* zlib's format number: a gzip header, or zlib's own. */
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
    int r;

    /* zlib counts in 32 bits; longer answers go uncompressed. */
    if (writer->failed || writer->length > UINT32_MAX / 2)
        return -EFBIG;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window_bits(coding), 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return -ENOMEM;
    r = deflate_all(&stream, writer, &packed);
    deflateEnd(&stream);
    if (r)
        return r;
    json_writer_finish(writer);
    *writer = packed;
    return 0;
}
