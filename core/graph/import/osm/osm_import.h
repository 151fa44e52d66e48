/* osm_import: imports OpenStreetMap files as maps, one for each profile. Start
 * reading core/graph/import/osm/ here.
 *
 *     files  --osm_file-->  struct osm_data  --osm_network, by a profile-->
 *     struct road_network  --road_map-->  struct map */
#ifndef RELAXD_GRAPH_IMPORT_OSM_OSM_IMPORT_H
#define RELAXD_GRAPH_IMPORT_OSM_OSM_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/import/importer.h"
#include "core/graph/map.h"
#include "core/graph/profile/profile.h"
#include "core/graph/road_network/road_map.h"

/* Raise it whenever the same data and profiles give another map than before, so
 * that cached imports are repeated. */
enum { OSM_IMPORT_VERSION = 14 };

extern const struct importer_ops osm_importer;

struct osm_import_settings {
    const char *const *paths; /* [path_count], merged */
    size_t path_count;
    struct profile *const *profiles; /* [profile_count] with different names */
    size_t profile_count;
    uint32_t small_component; /* as in road_map.h */
    bool unordered;
};

/* Fills `ret_maps` [profile_count], each the caller's, or none of them.
 * -EINVAL: a file is broken, or a profile finds no road in them; -EAGAIN: a
 * file changed meanwhile. */
int osm_import(const struct osm_import_settings *settings,
               struct progress *progress, struct map **ret_maps,
               struct error *error);

#endif
