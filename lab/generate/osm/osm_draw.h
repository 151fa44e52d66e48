/* osm_draw: writes a generated map as OpenStreetMap data. Start reading
 * lab/generate/osm/ here.
 *
 *     streets   the map's arcs as streets, two-way or one-way
 *     roads     joins streets that continue straight into roads, and sets their
 *               kinds, roundabouts, separate carriageways and ramps
 *     shape     nodes between crossings, so that roads bend
 *     nodes, ways, turns   written by ascending id
 *
 * Vertex ids of the map become node ids, so statements about a vertex hold for
 * the node. Names, refs, speeds, surfaces, signals, barriers, access and
 * restrictions are drawn from the seed: fictitious, but of the kinds and
 * numbers found in towns. Streets closed to cars or one-way are outside a
 * spanning forest of two-way streets, so cars can reach everything from
 * everywhere, apart from restrictions. Maps with railways get stations, nodes
 * of the rails beside the crossing that they serve.
 *
 * The same map and seed give the same data on every machine (see generate.h).
 * Linear time, about 60 bytes a street. */
#ifndef RELAXD_LAB_GENERATE_OSM_OSM_DRAW_H
#define RELAXD_LAB_GENERATE_OSM_OSM_DRAW_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/map.h"

/* Receives OpenStreetMap objects, one by one: a file (import/osm/osm_file.h),
 * data in memory (import/osm/osm_data.h), a counter in a test. */

/* One thread calls it: nodes, then ways, then relations, each by ascending id.
 * The object is valid during the call. 0, or a negative code with words, which
 * stops the drawing. */
struct osm_sink {
    int (*put)(struct osm_sink *sink, const struct osm_object *object,
               struct error *error);
};

/* Default nodes per vertex: about three between two crossings. */
enum { OSM_DRAW_NODES_PER_VERTEX = 5 };

struct osm_draw_settings {
    uint64_t seed;
    uint64_t node_count; /* of all nodes; 0: OSM_DRAW_NODES_PER_VERTEX per
                            vertex. Exact, unless roundabouts, carriageways
                            and ramps need more, or there is no street */
};

struct osm_drawn {
    uint64_t nodes;
    uint64_t ways;
    uint64_t relations;
};

/* -EINVAL: the map has no positions; -ENOMEM; the sink's code. */
int osm_draw(const struct map *map, const struct osm_draw_settings *settings,
             struct osm_sink *sink, struct progress *progress,
             struct osm_drawn *ret_drawn, struct error *error);

/* Draws into a file. The caller opens the writer before the long work, so that
 * an unwritable name fails at once. Ends the writer either way. */
int osm_draw_file(const struct map *map,
                  const struct osm_draw_settings *settings,
                  struct osm_writer *writer, struct osm_drawn *ret_drawn,
                  struct error *error);

#endif
