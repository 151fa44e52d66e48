/* osm_sink: what takes OpenStreetMap objects, one after the other: a file
 * (import/osm/osm_file.h), data in memory (import/osm/osm_data.h), a counter in
 * a test. */
#ifndef RELAXD_GRAPH_GENERATE_OSM_OSM_SINK_H
#define RELAXD_GRAPH_GENERATE_OSM_OSM_SINK_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import/osm/data/osm_data.h"

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

#endif
