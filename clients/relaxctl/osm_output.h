/* osm_output: a generated map as a file of OpenStreetMap data. */
#ifndef RELAXD_CLIENTS_RELAXCTL_OSM_OUTPUT_H
#define RELAXD_CLIENTS_RELAXCTL_OSM_OUTPUT_H

#include "core/graph/generate/osm/osm_draw.h"
#include "core/graph/import/osm/file/osm_file.h"

/* Opened before the long work, that a name which cannot be written to is told
 * at once. Ends the writer either way. */
int osm_output_write(struct osm_writer *writer, const struct map *map,
                     const struct osm_draw_settings *settings,
                     struct osm_drawn *ret_drawn, struct error *error);

#endif
