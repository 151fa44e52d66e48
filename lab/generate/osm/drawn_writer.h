/* drawn_writer: what writing nodes, ways and turns works on. */
#ifndef RELAXD_GRAPH_GENERATE_OSM_DRAWN_WRITER_H
#define RELAXD_GRAPH_GENERATE_OSM_DRAWN_WRITER_H

#include "core/base/progress.h"
#include "lab/generate/osm/drawn_shape.h"
#include "lab/generate/osm/drawn_tags.h"
#include "lab/generate/osm/osm_draw.h"

struct drawn_writer {
    uint64_t seed;
    struct drawn_streets *streets;
    const struct drawn_roads *roads;
    const struct drawn_shape *shape;
    struct osm_sink *sink;
    struct osm_drawn drawn; /* so far; ways and relations have these ids */
    struct error *error;

    /* [2 * streets->count] the way that leads to the vertex at an end, and the
     * way that leads away from there; 0: none that begins or ends there. */
    uint32_t *way_in;
    uint32_t *way_out;

    int64_t *refs; /* [refs_capacity] of the way that is being written */
    size_t ref_count;
    size_t refs_capacity;
};

/* Each 0, -ENOMEM or what the sink says; to be called in this order. */
int drawn_write_nodes(struct drawn_writer *writer);
int drawn_write_ways(struct drawn_writer *writer);
int drawn_write_turns(struct drawn_writer *writer);

#endif
