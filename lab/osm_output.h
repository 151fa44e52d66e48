/* osm_output: writes a generated map to a file of OpenStreetMap data. */
#ifndef RELAXD_LAB_OSM_OUTPUT_H
#define RELAXD_LAB_OSM_OUTPUT_H

#include "core/graph/import/osm/file/osm_file.h"
#include "lab/generate/osm/osm_draw.h"

/* The caller opens the writer before the long work, so that an unwritable name
 * fails at once. Ends the writer either way. */
int osm_output_write(struct osm_writer *writer, const struct map *map,
                     const struct osm_draw_settings *settings,
                     struct osm_drawn *ret_drawn, struct error *error);

#endif
