/* osm_format: the forms that OpenStreetMap data has in files. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FORMAT_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FORMAT_H

#include <stddef.h>

#include "core/base/error.h"

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

#endif
