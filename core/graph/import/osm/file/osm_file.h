/* osm_file: reads and writes files of OpenStreetMap data, by libosmium.
 *
 * Readable are .osm.pbf, .osm, .o5m, .opl, recognized by the name, and those
 * compressed as .gz, .bz2 or .zst, sorted or not, with history (.osh) or
 * without. Several files make one map; an object that occurs in two of them
 * counts once: the higher version, of equal ones the later. Deleted objects are
 * left out. Only libosmium.cpp uses libosmium, which is C++.
 *
 * Truncated files are refused, except a PBF file cut between two of its blocks
 * or an OPL file cut between two lines: nothing there says that more should
 * follow. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FILE_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/import/osm/data/osm_data.h"

/* Which ways and nodes to keep. The reading thread calls it, for some objects
 * more than once. Without wants_node reading is faster: it need not look at
 * nodes that no way passes. */
struct osm_filter {
    bool (*wants_way)(void *context, const struct tags *tags);  /* NULL: all */
    bool (*wants_node)(void *context, const struct tags *tags); /* NULL: none */
    void *context;
};

/* Whether a file's name has such an ending. */
bool osm_file_is_one(const char *path);

/* Reads the files, twice each (ways first, so that only their nodes need be
 * kept), and finishes the data. -EINVAL: a file is broken, not a regular file,
 * or of no known format; -EAGAIN: it changed meanwhile; errors begin with its
 * path and, as far as known, the location. Other codes as open(). On failure
 * `data` is empty. */
int osm_files_read(const char *const *paths, size_t path_count,
                   const struct osm_filter *filter, struct progress *progress,
                   struct osm_data *ret_data, struct error *error);

/* ---- Writing ------------------------------------------------------------ */

/* Writes a file, which appears as a whole at close or stays untouched. Add
 * nodes first, then ways, then relations, each by ascending id, as is usual. */
struct osm_writer;

int osm_writer_open(const char *path, const char *generator,
                    struct osm_writer **ret_writer, struct error *error);
int osm_writer_add(struct osm_writer *writer, const struct osm_object *object,
                   struct error *error);

/* Completes the file; frees the writer in either case. */
int osm_writer_close(struct osm_writer *writer, struct error *error);
void osm_writer_abandon(struct osm_writer *writer); /* NULL is fine */

#endif
