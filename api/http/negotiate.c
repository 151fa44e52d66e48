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

static const struct {
    enum media media;
    const char *type;
} types[] = {
    {MEDIA_JSON, "application/json"},
    {MEDIA_OCTETS, "application/octet-stream"},
    {MEDIA_GEOJSON, "application/geo+json"},
    {MEDIA_GPX, "application/gpx+xml"},
    {MEDIA_TEXT, "text/plain"},
};

enum { TYPE_COUNT = sizeof(types) / sizeof(*types) };

const char *media_type(unsigned media)
{
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        if (types[i].media == media)
            return types[i].type;
    }
    return NULL;
}

unsigned accept_choose(const char *header, unsigned offered)
{
    unsigned chosen = 0;
    int best = 0;

    if (offered & MEDIA_ANY)
        return MEDIA_ANY;
    if (!header || !*header)
        header = "*/*";
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        int quality =
            offered & types[i].media ? quality_of(header, types[i].type) : 0;

        if (quality <= best)
            continue;
        best = quality;
        chosen = types[i].media;
    }
    return chosen;
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

struct packer {
    z_stream stream;
    struct json_writer packed; /* the part being made */
};

static int pack(struct packer *packer, struct json_writer *writer, int flush)
{
    z_stream *stream = &packer->stream;
    struct json_writer *packed = &packer->packed;
    struct json_writer text = *writer;
    unsigned char some[8192];

    /* zlib counts in 32 bits; longer answers go uncompressed. */
    if (writer->failed || writer->length > UINT32_MAX)
        return -EFBIG;
    json_writer_drain(packed);
    stream->next_in = (unsigned char *)text.text;
    stream->avail_in = (unsigned)text.length;
    do {
        stream->next_out = some;
        stream->avail_out = sizeof(some);
        deflate(stream, flush);
        json_writer_raw(packed, some, sizeof(some) - stream->avail_out);
    } while (!stream->avail_out && !packed->failed);
    if (packed->failed)
        return -ENOMEM;
    *writer = *packed;
    writer->comma = text.comma;
    *packed = text;
    return 0;
}

/* `window` and `level` as zlib's memory has them; 16 more asks for gzip's
 * header instead of zlib's own. */
static int start(z_stream *stream, const char *coding, int window, int level)
{
    if (!strcmp(coding, "gzip"))
        window += 16;
    return deflateInit2(stream, Z_BEST_SPEED, Z_DEFLATED, window, level,
                        Z_DEFAULT_STRATEGY) == Z_OK
               ? 0
               : -ENOMEM;
}

static void finish(struct packer *packer)
{
    deflateEnd(&packer->stream);
    json_writer_finish(&packer->packed);
}

int compress_text(struct json_writer *writer, const char *coding)
{
    struct packer packer = {0};
    int r = start(&packer.stream, coding, MAX_WBITS, 8);

    if (r)
        return r;
    r = pack(&packer, writer, Z_FINISH);
    finish(&packer);
    return r;
}

struct packer *packer_create(const char *coding)
{
    struct packer *packer = calloc(1, sizeof(*packer));

    if (packer && start(&packer->stream, coding, 13, 7)) {
        free(packer);
        return NULL;
    }
    return packer;
}

void packer_destroy(struct packer *packer)
{
    if (!packer)
        return;
    finish(packer);
    free(packer);
}

int packer_pack(struct packer *packer, struct json_writer *writer, bool last)
{
    return pack(packer, writer, last ? Z_FINISH : Z_SYNC_FLUSH);
}
