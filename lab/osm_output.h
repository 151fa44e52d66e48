/* osm_output: a generated map as a file of OpenStreetMap data. */
#ifndef RELAXD_LAB_OSM_OUTPUT_H
#define RELAXD_LAB_OSM_OUTPUT_H

#include "core/graph/import/osm/file/osm_file.h"
#include "lab/generate/osm/osm_draw.h"

/* Opened before the long work, that a name which cannot be written to is told
 * at once. Ends the writer either way. */
int osm_output_write(struct osm_writer *writer, const struct map *map,
                     const struct osm_draw_settings *settings,
                     struct osm_drawn *ret_drawn, struct error *error);

#endif
