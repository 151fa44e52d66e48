/* osm_format: the forms that OpenStreetMap data has in files. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FORMAT_H
#define RELAXD_GRAPH_IMPORT_OSM_FILE_OSM_FORMAT_H

enum osm_format { FORMAT_PBF, FORMAT_XML, FORMAT_O5M, FORMAT_OPL, FORMAT_NONE };

/* By how a name ends; one more ending may say that it is compressed. */
enum osm_format osm_format_of(const char *name);

/* The same of names that do not say that it is compressed. */
enum osm_format osm_format_plain(const char *name);

/* As libosmium calls it. */
const char *osm_format_name(enum osm_format format);

#endif
