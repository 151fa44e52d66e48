/* libosmium: the C interface of this room to the library.
 *
 * Only libosmium.cpp, the one C++ file, uses the library and catches its
 * exceptions. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_LIBOSMIUM_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_LIBOSMIUM_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import/osm/file/osm_feed.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/import/osm/file/osm_reading.h"

/* Reads the whole feed into a reading. The library parses on its own threads,
 * which end with the call; one of them reads the feed; the calling thread uses
 * the reading. -EINVAL: broken data. */
int libosmium_read(struct osm_feed *feed, struct osm_reading *reading,
                   struct error *error);

/* Writes to an existing file, replacing its content. */
struct libosmium_writer;

int libosmium_writer_open(const char *path, enum osm_format format,
                          const char *generator,
                          struct libosmium_writer **ret_writer,
                          struct error *error);

/* After a failure, call only libosmium_writer_destroy(). */
int libosmium_write(struct libosmium_writer *writer,
                    const struct osm_object *object, struct error *error);

/* Flushes. */
int libosmium_writer_close(struct libosmium_writer *writer,
                           struct error *error);
void libosmium_writer_destroy(struct libosmium_writer *writer); /* NULL too */

#endif
