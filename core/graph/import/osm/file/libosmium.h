/* libosmium: what this room wants of the library, in C.
 *
 * libosmium.cpp, the only file in C++, alone knows the library and what it
 * throws; no exception leaves it. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_LIBOSMIUM_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_LIBOSMIUM_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import/osm/file/osm_feed.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/import/osm/file/osm_reading.h"

/* All of the feed to a reading. The library parses on threads of its own, which
 * end with the call; one of them reads the feed; the reading is the caller's.
 * -EINVAL: what comes is broken. */
int libosmium_read(struct osm_feed *feed, struct osm_reading *reading,
                   struct error *error);

/* To a file that is there; what it held is gone. */
struct libosmium_writer;

int libosmium_writer_open(const char *path, enum osm_format format,
                          const char *generator,
                          struct libosmium_writer **ret_writer,
                          struct error *error);

/* An object as the library is to have it. */
struct osm_departure {
    enum osm_kind kind;
    int64_t id;
    const struct osm_text_tag *tags;
    size_t tag_count;
    struct position position; /* of a node */
    const int64_t *refs;      /* [ref_count] of a way */
    size_t ref_count;
    const struct osm_member *members; /* [member_count] of a relation */
    size_t member_count;
};

/* After a failure only libosmium_writer_destroy() is of use. */
int libosmium_write(struct libosmium_writer *writer,
                    const struct osm_departure *object, struct error *error);

/* Writes what is left. */
int libosmium_writer_close(struct libosmium_writer *writer,
                           struct error *error);
void libosmium_writer_destroy(struct libosmium_writer *writer); /* NULL too */

#endif
