/* drawn_writer: a drawing in the order of its creation, and the state of
 * writing its nodes, ways and turns. */
#ifndef RELAXD_LAB_GENERATE_OSM_DRAWN_WRITER_H
#define RELAXD_LAB_GENERATE_OSM_DRAWN_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/progress.h"
#include "core/graph/import/osm/data/osm_data.h"
#include "lab/generate/osm/drawn_shape.h"
#include "lab/generate/osm/osm_draw.h"

enum {
    DRAWN_TAGS_MAX = 16,
    DRAWN_TEXTS_MAX = 6,
    DRAWN_TEXT_SIZE = 80,
};

/* Zeroed is empty. Keys must be unique; too many tags are a bug of the
 * caller. */
struct drawn_tags {
    struct osm_text_tag tag[DRAWN_TAGS_MAX];
    size_t count;
    char text[DRAWN_TEXTS_MAX][DRAWN_TEXT_SIZE];
    size_t text_count;
};

/* `key` and `value` are constants. */
void drawn_tag(struct drawn_tags *tags, const char *key, const char *value);

/* The same with a formatted value. */
void drawn_tag_print(struct drawn_tags *tags, const char *key,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fictitious names: "Old Mill Lane", "Ashford". */
void drawn_tag_street_name(struct drawn_tags *tags, const char *key,
                           uint64_t die);
void drawn_tag_place_name(struct drawn_tags *tags, const char *key,
                          uint64_t die);

struct drawn_writer {
    uint64_t seed;
    struct drawn_streets streets;
    struct drawn_roads roads;
    struct drawn_shape shape;
    struct osm_sink *sink;
    struct osm_drawn drawn; /* so far; also numbers ways and relations */
    struct error *error;

    /* [2 * streets.count] the way that leads to the vertex at an end, and the
     * way that leads away from it; 0: no way begins or ends there. */
    uint32_t *way_in;
    uint32_t *way_out;

    int64_t *refs; /* [refs_capacity] of the way being written */
    size_t ref_count;
    size_t refs_capacity;
};

/* After the nodes. 0, -ENOMEM or the sink's code. */
int drawn_write_ways(struct drawn_writer *writer);

#endif
