/* osm_draw: a generated map as OpenStreetMap data. Start reading
 * lab/generate/osm/ here.
 *
 *     streets   the map's arcs as streets, two-way or one-way
 *     roads     streets joined straight on into roads; what kind each is; which
 *               crossings become roundabouts, which roads have carriageways
 *               apart, where ramps lead off
 *     shape     nodes between crossings, so that roads bend
 *     nodes, ways, turns   written by ascending id
 *
 * Vertex ids of the map become node ids, so that what one says of a vertex the
 * other says of the node. Names, refs, speeds, surfaces, signals, barriers,
 * access and restrictions are drawn from the seed: made up, but such and so
 * many as in towns. What is closed to cars or one-way lies outside a spanning
 * forest of two-way streets, so cars still come from everywhere to everywhere,
 * but for restrictions. Maps with railways get stations, nodes of the rails
 * beside the crossing that they serve.
 *
 * The same map and seed give the same data on every machine (generate.h says
 * how). Linear time, about 60 bytes a street. */
#ifndef RELAXD_LAB_GENERATE_OSM_OSM_DRAW_H
#define RELAXD_LAB_GENERATE_OSM_OSM_DRAW_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/map.h"

/* What takes OpenStreetMap objects, one after the other: a file
 * (import/osm/osm_file.h), data in memory (import/osm/osm_data.h), a counter in
 * a test. */

/* Called by one thread: nodes, then ways, then relations, each by ascending id.
 * What is handed over is valid during the call. 0, or a negative code with
 * words, which ends the drawing. */
struct osm_sink {
    int (*node)(struct osm_sink *sink, int64_t id, struct position position,
                const struct osm_text_tag *tags, size_t tag_count,
                struct error *error);
    int (*way)(struct osm_sink *sink, int64_t id, const int64_t *refs,
               size_t ref_count, const struct osm_text_tag *tags,
               size_t tag_count, struct error *error);
    int (*relation)(struct osm_sink *sink, int64_t id,
                    const struct osm_member *members, size_t member_count,
                    const struct osm_text_tag *tags, size_t tag_count,
                    struct error *error);
};

/* Nodes to one vertex where nothing else is asked for: about three between two
 * crossings. */
enum { OSM_DRAW_NODES_PER_VERTEX = 5 };

struct osm_draw_settings {
    uint64_t seed;
    uint64_t node_count; /* of all nodes; 0: OSM_DRAW_NODES_PER_VERTEX for each
                            vertex. Exact, but where roundabouts, carriageways
                            and ramps need more, or there is no street */
};

struct osm_drawn {
    uint64_t nodes;
    uint64_t ways;
    uint64_t relations;
};

/* -EINVAL: the map has no positions; -ENOMEM; what the sink says. */
int osm_draw(const struct map *map, const struct osm_draw_settings *settings,
             struct osm_sink *sink, struct progress *progress,
             struct osm_drawn *ret_drawn, struct error *error);

#endif
