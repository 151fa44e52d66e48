/* Accept headers, and compression by zlib and zstd. */
#include "api/http/negotiate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>

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

/* zstd is three times as fast as gzip, and its text a fifth shorter
 * (docs/experiments.md). */
static const char *const codings[] = {"zstd", "gzip", "deflate"};

const char *compress_choose(const char *header)
{
    const char *chosen = NULL;
    int best = 0;

    for (size_t i = 0; header && i < sizeof(codings) / sizeof(*codings); i++) {
        int quality = quality_of(header, codings[i]);

        if (quality <= best)
            continue;
        best = quality;
        chosen = codings[i];
    }
    return chosen;
}

struct packer {
    ZSTD_CCtx *zstd; /* NULL: zlib */
    z_stream zlib;
    struct json_writer packed; /* the part being made */
};

static void pack_zlib(struct packer *packer, const struct json_writer *text,
                      bool last)
{
    z_stream *stream = &packer->zlib;
    unsigned char some[8192];

    stream->next_in = (unsigned char *)text->text;
    stream->avail_in = (unsigned)text->length;
    do {
        stream->next_out = some;
        stream->avail_out = sizeof(some);
        deflate(stream, last ? Z_FINISH : Z_SYNC_FLUSH);
        json_writer_raw(&packer->packed, some,
                        sizeof(some) - stream->avail_out);
    } while (!stream->avail_out && !packer->packed.failed);
}

static void pack_zstd(struct packer *packer, const struct json_writer *text,
                      bool last)
{
    ZSTD_inBuffer in = {.src = text->text, .size = text->length};
    char some[8192];
    size_t left;

    do {
        ZSTD_outBuffer out = {.dst = some, .size = sizeof(some)};

        left = ZSTD_compressStream2(packer->zstd, &out, &in,
                                    last ? ZSTD_e_end : ZSTD_e_flush);
        if (ZSTD_isError(left))
            packer->packed.failed = true;
        else
            json_writer_raw(&packer->packed, some, out.pos);
    } while (left && !packer->packed.failed);
}

static int pack(struct packer *packer, struct json_writer *writer, bool last)
{
    struct json_writer *packed = &packer->packed;
    struct json_writer text = *writer;

    /* zlib counts in 32 bits; longer answers go uncompressed. */
    if (writer->failed || writer->length > UINT32_MAX)
        return -EFBIG;
    json_writer_drain(packed);
    if (packer->zstd)
        pack_zstd(packer, &text, last);
    else
        pack_zlib(packer, &text, last);
    if (packed->failed)
        return -ENOMEM;
    *writer = *packed;
    writer->comma = text.comma;
    *packed = text;
    return 0;
}

/* `window` in bits of bytes, as both have it; `level` as zlib's memory has it.
 * 16 more asks zlib for gzip's header instead of its own. */
static int start(struct packer *packer, const char *coding, int window,
                 int level)
{
    if (!strcmp(coding, "zstd")) {
        packer->zstd = ZSTD_createCCtx();
        return !packer->zstd ||
                       ZSTD_isError(ZSTD_CCtx_setParameter(
                           packer->zstd, ZSTD_c_compressionLevel, 1)) ||
                       ZSTD_isError(ZSTD_CCtx_setParameter(
                           packer->zstd, ZSTD_c_windowLog, window))
                   ? -ENOMEM
                   : 0;
    }
    if (!strcmp(coding, "gzip"))
        window += 16;
    return deflateInit2(&packer->zlib, Z_BEST_SPEED, Z_DEFLATED, window, level,
                        Z_DEFAULT_STRATEGY) == Z_OK
               ? 0
               : -ENOMEM;
}

static void finish(struct packer *packer)
{
    if (packer->zstd)
        ZSTD_freeCCtx(packer->zstd);
    else
        deflateEnd(&packer->zlib);
    json_writer_finish(&packer->packed);
}

int compress_text(struct json_writer *writer, const char *coding)
{
    struct packer packer = {0};
    bool zstd = !strcmp(coding, "zstd");
    int r = start(&packer, coding, zstd ? 17 : MAX_WBITS, 8);

    if (!r)
        r = pack(&packer, writer, true);
    finish(&packer);
    return r;
}

struct packer *packer_create(const char *coding)
{
    struct packer *packer = calloc(1, sizeof(*packer));
    bool zstd = !strcmp(coding, "zstd");

    if (packer && start(packer, coding, zstd ? 14 : 13, 7)) {
        packer_destroy(packer);
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
    return pack(packer, writer, last);
}
