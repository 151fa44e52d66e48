/* raster: tells the format of a raster and has it read. */
#include "core/graph/import/raster.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/compressed_source.h"
#include "core/graph/import/raster_formats.h"
#include "core/graph/map_file/map_file.h"

/* As many bytes as are looked at. */
enum { FRONT_SIZE = 256 };

struct front {
    const char *bytes;
    size_t size;
};

static bool begins(struct front front, const char *magic, size_t size)
{
    return front.size >= size && !memcmp(front.bytes, magic, size);
}

static bool is_npy(struct front front)
{
    return begins(front, "\x93NUMPY", 6);
}

static bool is_netpbm(struct front front)
{
    return front.size > 2 && front.bytes[0] == 'P' &&
           isdigit((unsigned char)front.bytes[1]) &&
           (isspace((unsigned char)front.bytes[2]) || front.bytes[2] == '#');
}

static struct front skip_blanks(struct front front)
{
    while (front.size && isspace((unsigned char)*front.bytes)) {
        front.bytes++;
        front.size--;
    }
    return front;
}

static bool is_esri(struct front front)
{
    struct front word = skip_blanks(front);

    return word.size >= 4 && isalpha((unsigned char)word.bytes[0]) &&
           (!strncasecmp(word.bytes, "ncol", 4) ||
            !strncasecmp(word.bytes, "nrow", 4) ||
            !strncasecmp(word.bytes, "xll", 3) ||
            !strncasecmp(word.bytes, "yll", 3) ||
            !strncasecmp(word.bytes, "cell", 4) ||
            !strncasecmp(word.bytes, "noda", 4));
}

bool raster_has_mark(const char *bytes, size_t size)
{
    struct front front = {bytes, size};

    return is_npy(front) || is_netpbm(front) || is_esri(front);
}

static bool is_text(struct front front)
{
    struct front word = skip_blanks(front);
    static const char *const unnumbers[] = {"nan", "inf"};

    if (!word.size)
        return true;
    for (size_t i = 0; i < 2; i++) {
        if (word.size >= 3 && !strncasecmp(word.bytes, unnumbers[i], 3))
            return true;
    }
    return memchr("0123456789+-.#,;", *word.bytes, 16);
}

/* NULL: nothing that is known. */
static const char *name_foreign(struct front front)
{
    if (map_has_magic(front.bytes, front.size))
        return "a map of relaxd (.rlx), which is imported already";
    if (begins(front, "II*\0", 4) || begins(front, "MM\0*", 4))
        return "TIFF; 'gdal_translate -of AAIGrid' makes an ESRI ASCII grid "
               "of it";
    if (begins(front, "\x89PNG", 4) || begins(front, "\xff\xd8\xff", 3))
        return "a picture; 'convert IN OUT.pgm' makes a PGM of it";
    if (begins(front, "PK\x03\x04", 4))
        return "a ZIP or .npz; numpy.save() writes one array as .npy";
    return NULL;
}

static int refuse_foreign(struct front front, struct error *error)
{
    const char *name = name_foreign(front);

    if (name)
        return error_set(error, -EINVAL, "this is %s", name);
    return error_set(error, -EINVAL,
                     "this is neither .npy, ESRI ASCII grid, PGM nor a text of "
                     "numbers");
}

static int look(struct raster_input *input, struct front *ret_front,
                struct error *error)
{
    return raster_input_peek(input, FRONT_SIZE, &ret_front->bytes,
                             &ret_front->size, error);
}

/* Some editors put UTF-8's byte order mark before a text. */
static int pass_mark(struct raster_input *input, struct error *error)
{
    static const char mark[] = "\xef\xbb\xbf";
    char bytes[sizeof(mark) - 1];
    struct front front;
    size_t taken;
    int r = look(input, &front, error);

    if (r || !begins(front, mark, sizeof(bytes)))
        return r;
    return raster_input_take(input, bytes, sizeof(bytes), &taken, error);
}

static int read_format(struct raster_input *input, struct raster *raster,
                       struct error *error)
{
    struct front front;
    int r = pass_mark(input, error);

    if (!r)
        r = look(input, &front, error);
    if (r)
        return r;
    if (is_npy(front))
        return raster_read_npy(input, raster, error);
    if (is_netpbm(front))
        return raster_read_pgm(input, raster, error);
    if (is_esri(front))
        return raster_read_esri(input, raster, error);
    if (!name_foreign(front) && is_text(front))
        return raster_read_text(input, raster, error);
    return refuse_foreign(front, error);
}

int raster_read(struct byte_source *source, struct progress *progress,
                struct raster *ret_raster, struct error *error)
{
    struct raster raster = {.precision = RASTER_PRECISION_F8};
    struct raster_input input;
    int r = raster_input_init(&input, source, progress, error);

    if (!r) {
        r = read_format(&input, &raster, error);
        raster_input_finish(&input);
    }
    if (!r)
        *ret_raster = raster;
    return r;
}

int raster_open(const char *path, struct progress *progress,
                struct raster *ret_raster, struct error *error)
{
    struct byte_source *source;
    int r = compressed_source_open(path, &source, error);

    if (!r) {
        r = raster_read(source, progress, ret_raster, error);
        byte_source_destroy(source);
    }
    if (r)
        error_prefix(error, "'%s'", path);
    return r;
}

void raster_finish(struct raster *raster)
{
    free(raster->value);
    *raster = (struct raster){0};
}

void raster_blame_cell(uint64_t index, uint32_t columns, struct error *error)
{
    error_prefix(error, "row %" PRIu64 ", column %" PRIu64 " (from 0)",
                 index / columns, index % columns);
}
