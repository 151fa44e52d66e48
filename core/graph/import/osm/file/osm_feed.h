/* osm_feed: feeds the bytes of one file to libosmium, decompressed and checked
 * for truncation. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FEED_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

/* The file formats of OpenStreetMap data. */
enum osm_format { FORMAT_PBF, FORMAT_XML, FORMAT_O5M, FORMAT_OPL, FORMAT_NONE };

/* By the name's ending; one more ending may indicate compression. */
enum osm_format osm_format_of(const char *name);

/* The same for names without an ending for compression. */
enum osm_format osm_format_plain(const char *name);

/* -EINVAL if a file's first decompressed bytes belong to another format than
 * `format`, or to a web page: the error says which, and what to do. */
int osm_format_check(const void *bytes, size_t size, enum osm_format format,
                     struct error *error);

/* libosmium's name of the format. */
const char *osm_format_name(enum osm_format format);

/* ---- Records ------------------------------------------------------------- */

/* Checks that a stream of bytes consists of whole records of its format.
 *
 * libosmium takes the end of the bytes for the end of the data wherever it has
 * no partial record; for PBF even inside a record's length and at a length of
 * 0, with which incomplete downloads end. So all bytes pass through this check
 * first.
 *
 *     PBF   [length: 4 bytes, BlobHeader: that many, Blob: as that says]...
 *           (wiki.openstreetmap.org/wiki/PBF_Format, File format)
 *     o5m   [type: 1 byte below 0xf0, length: varint, that many bytes]... and
 *           types of 1 byte from 0xf0 on, of which 0xfe is the last
 *           (wiki.openstreetmap.org/wiki/O5m)
 *     OPL   lines, the last one too; the library buffers each whole
 *     XML   its parser checks that it is whole, but reads a token that is not
 *           whole again from its start with each further block of bytes, in
 *           time by the square of its length
 *
 * A PBF file cut between two blobs counts as whole: nothing in it says how many
 * there are. */

enum {
    FRAME_HEADER_MAX = 64 << 10, /* bytes of a BlobHeader */
    FRAME_BLOB_MAX = 32 << 20,   /* bytes of a Blob */
    FRAME_LINE_MAX = 64 << 20,   /* bytes of a line of OPL without its end */
    FRAME_TOKEN_MAX = 1 << 20,   /* bytes of a token of XML: a tag, comment,
                                    CDATA section, instruction or declaration,
                                    or the text between two */
};

/* Starts with all zero except the format. */
struct osm_frames {
    enum osm_format format;
    uint64_t at; /* bytes passed */
    enum { FRAME_START, FRAME_LENGTH, FRAME_HEADER, FRAME_BODY } state;
    uint64_t begin;  /* start of the current record, line or token */
    uint64_t length; /* of the record as far as it is read; or what is left
                        of it */
    unsigned shift;  /* bits of the length read so far; XML: see `last` */
    unsigned blobs;  /* PBF: blobs completed, no more than 1 */
    uint8_t last;    /* o5m: the last type; OPL: the last byte; XML: in a tag
                        the quote that is open, 0 none; in a section the byte
                        that `shift` times precedes its '>' */
    size_t header_size;
    uint8_t header[FRAME_HEADER_MAX]; /* [header_size] so far; XML: the first
                                         bytes of a tag */
};

/* Passes the next bytes, at most FRAME_LINE_MAX at once. 0, or -EINVAL with an
 * error that begins with the byte's offset. */
int osm_frames_pass(struct osm_frames *frames, const void *bytes, size_t size,
                    struct error *error);

/* Call it at the end of the bytes. */
int osm_frames_end(const struct osm_frames *frames, struct error *error);

/* ---- The feed ------------------------------------------------------------ */

/* One thread at a time. */
struct osm_feed;

int osm_feed_open(const char *path, enum osm_format format,
                  struct osm_feed **ret_feed, struct error *error);

/* Reads `size` bytes; fewer only at the end. */
int osm_feed_read(struct osm_feed *feed, void *bytes, size_t size,
                  size_t *ret_read, struct error *error);

/* Bytes of the file, before decompression, that have been read. */
uint64_t osm_feed_done(const struct osm_feed *feed);

/* Returns -EINVAL with libosmium's words and, as far as known, the offset. */
int osm_feed_failed(const struct osm_feed *feed, const char *words,
                    struct error *error);

enum osm_format osm_feed_format(const struct osm_feed *feed);

void osm_feed_destroy(struct osm_feed *feed); /* NULL is fine */

#endif
