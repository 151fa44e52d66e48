/* osm_file: files of OpenStreetMap data, read and written by libosmium.
 *
 * What can be read: .osm.pbf, .osm, .o5m, .opl, told by the name, and those
 * compressed as .gz, .bz2 or .zst. Sorted or not, with history (.osh) or
 * without; several files are one map, and what is in two of them counts once:
 * the higher version, of equal ones the later. What a file says is deleted is
 * not there. Only libosmium.cpp knows libosmium, which is C++.
 *
 * A file that is cut short is refused, but for a PBF file that is cut just
 * between two of its blocks, and an OPL file just between two lines: nothing
 * says there that more should follow. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FILE_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/import/osm/data/osm_data.h"

/* Which ways and nodes to keep. Called by the thread that reads, more than once
 * for some. Who wants no nodes beside those of ways saves the time of looking
 * for them. */
struct osm_filter {
    bool (*wants_way)(void *context, const struct tags *tags);  /* NULL: all */
    bool (*wants_node)(void *context, const struct tags *tags); /* NULL: none */
    void *context;
};

/* Whether a file's name says that it is of such a format. */
bool osm_file_is_one(const char *path);

/* Reads the files, twice each (ways first, that only their nodes need be kept),
 * and finishes the data. -EINVAL: a file is broken, no regular file, or of no
 * known format; -EAGAIN: it changed meanwhile; the words begin with its path
 * and say where as far as that is known. Others as open() has them. On failure
 * `data` is empty. */
int osm_files_read(const char *const *paths, size_t path_count,
                   const struct osm_filter *filter, struct progress *progress,
                   struct osm_data *ret_data, struct error *error);

/* The same of one file's bytes in memory; `format` as a file's name ends:
 * "osm", "opl", "osm.pbf". */
int osm_bytes_read(const char *bytes, size_t size, const char *format,
                   const struct osm_filter *filter, struct osm_data *ret_data,
                   struct error *error);

/* ---- Writing ------------------------------------------------------------ */

/* A file that is whole and new at close, or untouched. Nodes first, then ways,
 * then relations, each by ascending id, as is usual. */
struct osm_writer;

int osm_writer_open(const char *path, const char *generator,
                    struct osm_writer **ret_writer, struct error *error);
int osm_writer_node(struct osm_writer *writer, int64_t id,
                    struct position position, const struct osm_text_tag *tags,
                    size_t tag_count, struct error *error);
int osm_writer_way(struct osm_writer *writer, int64_t id, const int64_t *refs,
                   size_t ref_count, const struct osm_text_tag *tags,
                   size_t tag_count, struct error *error);
int osm_writer_relation(struct osm_writer *writer, int64_t id,
                        const struct osm_member *members, size_t member_count,
                        const struct osm_text_tag *tags, size_t tag_count,
                        struct error *error);

/* Ends the file; the writer is gone either way. */
int osm_writer_close(struct osm_writer *writer, struct error *error);
void osm_writer_abandon(struct osm_writer *writer); /* NULL is fine */

#endif
