/* osm_feed: the bytes of one file on their way to libosmium: decompressed, and
 * looked through for a cut. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FEED_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FEED_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import/osm/file/osm_format.h"

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
