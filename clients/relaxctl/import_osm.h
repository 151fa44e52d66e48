/* import_osm: OpenStreetMap data into an .rlx file, for `relaxctl import`. */
#ifndef RELAXD_CLIENTS_RELAXCTL_IMPORT_OSM_H
#define RELAXD_CLIENTS_RELAXCTL_IMPORT_OSM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

enum { IMPORT_OSM_SETS_MAX = 64 };

struct import_osm {
    const char *const *paths; /* [path_count] */
    size_t path_count;
    const char *output;
    const char *profiles;                 /* profile_list.h */
    const char *set[IMPORT_OSM_SETS_MAX]; /* "section.key=value" */
    size_t set_count;
    uint32_t small_component;
    const char *data_version; /* NULL: none */
    bool unordered;
};

/* Imports, writes, and says on stdout what came of it. 0 or as osm_import() and
 * map_write_all() have it. */
int import_osm_run(const struct import_osm *import, struct error *error);

#endif
