/* osm_feed: the bytes of one file on their way to libosmium: decompressed, and
 * looked through for a cut. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FEED_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

/* The forms that OpenStreetMap data has in files. */
enum osm_format { FORMAT_PBF, FORMAT_XML, FORMAT_O5M, FORMAT_OPL, FORMAT_NONE };

/* By how a name ends; one more ending may say that it is compressed. */
enum osm_format osm_format_of(const char *name);

/* The same of names that do not say that it is compressed. */
enum osm_format osm_format_plain(const char *name);

/* -EINVAL where a file's first bytes, decompressed, are those of another form
 * than `format`: the words say which it looks like, and how to name it. */
int osm_format_check(const void *bytes, size_t size, enum osm_format format,
                     struct error *error);

/* As libosmium calls it. */
const char *osm_format_name(enum osm_format format);

/* ---- Records ------------------------------------------------------------- */

/* Whether a stream of bytes is cut into records as its format wants, and whole.
 *
 * libosmium takes the end of the bytes for the end of the data wherever it has
 * no record half read; for PBF even there, within a record's length and at a
 * length of 0, with which files end that were not downloaded to the end. So all
 * bytes pass here on their way to it.
 *
 *     PBF   [length: 4 bytes, BlobHeader: that many, Blob: as that says]...
 *           (wiki.openstreetmap.org/wiki/PBF_Format, File format)
 *     o5m   [type: 1 byte below 0xf0, length: varint, that many bytes]... and
 *           types of 1 byte from 0xf0 on, of which 0xfe is the last
 *           (wiki.openstreetmap.org/wiki/O5m)
 *     OPL   lines, the last one, too; the library keeps each whole
 *     XML   is found whole by its parser
 *
 * A PBF file that is cut between two blobs is whole: nothing in it says how
 * many there are. */

enum {
    FRAME_HEADER_MAX = 64 << 10, /* bytes of a BlobHeader */
    FRAME_BLOB_MAX = 32 << 20,   /* bytes of a Blob */
    FRAME_LINE_MAX = 64 << 20,   /* bytes of a line of OPL without its end */
};

/* Begun with all zero but the format. */
struct osm_frames {
    enum osm_format format;
    uint64_t at; /* bytes that passed */
    enum { FRAME_START, FRAME_LENGTH, FRAME_HEADER, FRAME_BODY } state;
    uint64_t begin;  /* of the record or line that `at` is in */
    uint64_t length; /* of it as far as it is read; or what is left of it */
    unsigned shift;  /* bits of the length that are read */
    unsigned blobs;  /* PBF: that ended, no more than 1 */
    uint8_t last;    /* o5m: the last type; OPL: the last byte */
    size_t header_size;
    uint8_t header[FRAME_HEADER_MAX]; /* [header_size] so far */
};

/* The next bytes, at most FRAME_LINE_MAX at once. 0, or -EINVAL with words that
 * begin with the byte. */
int osm_frames_pass(struct osm_frames *frames, const void *bytes, size_t size,
                    struct error *error);

/* There are no more. */
int osm_frames_end(const struct osm_frames *frames, struct error *error);

/* ---- The feed ------------------------------------------------------------ */

/* Where the bytes are; they stay the caller's. */
struct osm_input {
    const char *path;  /* NULL: in memory */
    const void *bytes; /* [size] there */
    size_t size;
    enum osm_format format;
};

/* One thread at a time. */
struct osm_feed;

int osm_feed_open(const struct osm_input *input, struct osm_feed **ret_feed,
                  struct error *error);

/* Fills the bytes; fewer only at the end. */
int osm_feed_read(struct osm_feed *feed, void *bytes, size_t size,
                  size_t *ret_read, struct error *error);

/* Of the file as it lies there, how many bytes are read. */
uint64_t osm_feed_done(const struct osm_feed *feed);

/* -EINVAL with libosmium's words of what is wrong, and where as far as that is
 * known. */
int osm_feed_failed(const struct osm_feed *feed, const char *words,
                    struct error *error);

enum osm_format osm_feed_format(const struct osm_feed *feed);

void osm_feed_destroy(struct osm_feed *feed); /* NULL is fine */

#endif
