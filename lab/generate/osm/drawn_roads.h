/* drawn_roads: streets joined straight on into roads, and what each road is. */
#ifndef RELAXD_GRAPH_GENERATE_OSM_DRAWN_ROADS_H
#define RELAXD_GRAPH_GENERATE_OSM_DRAWN_ROADS_H

#include <stdbool.h>
#include <stdint.h>

#include "lab/generate/osm/drawn_streets.h"

/* The greater roads first. */
enum drawn_kind {
    KIND_MOTORWAY,
    KIND_TRUNK,
    KIND_PRIMARY,
    KIND_SECONDARY,
    KIND_TERTIARY,
    KIND_UNCLASSIFIED,
    KIND_RESIDENTIAL,
    KIND_LIVING_STREET,
    KIND_SERVICE,
    KIND_TRACK,
    KIND_PEDESTRIAN, /* no cars, from here on */
    KIND_CYCLEWAY,
    KIND_FOOTWAY,
    KIND_PATH,
    KIND_RAIL,
    KIND_COUNT,
};

/* The value of highway=, NULL for rails. */
const char *drawn_kind_name(enum drawn_kind kind);

enum drawn_vertex_flag {
    VERTEX_CUT = 1 << 0,        /* ways end there */
    VERTEX_RESTRICTED = 1 << 1, /* a turn there is forbidden */
    VERTEX_SIGNALS = 1 << 2,
    VERTEX_RING = 1 << 3,    /* a roundabout */
    VERTEX_STATION = 1 << 4, /* rails end there */
};

struct drawn_roads {
    struct drawn_streets *streets;
    uint64_t seed;
    uint32_t *next;  /* [2 * streets->count] the end at the same vertex where
                        the road goes on, END_NONE: it does not */
    uint32_t *road;  /* [streets->count] that the street is part of */
    uint32_t *begin; /* [count] an end: there the road begins, along its street
                      */
    uint32_t count;
    uint8_t *vertex_flags; /* [vertex_count] enum drawn_vertex_flag */
};

/* Sets kinds and flags of the streets. 0 or -ENOMEM; finish() is fine after
 * either and on zero bytes. */
int drawn_roads_init(struct drawn_roads *roads, struct drawn_streets *streets,
                     uint64_t seed);
void drawn_roads_finish(struct drawn_roads *roads);

/* The end where the road goes on behind the street that is entered at `end`;
 * END_NONE where it ends, or would be where it began. */
uint32_t drawn_roads_onward(const struct drawn_roads *roads, uint32_t end);

/* Ramps at that end. */
static inline bool drawn_has_link(const struct drawn_streets *streets,
                                  uint32_t end)
{
    return streets->street[end / 2].flags &
           (end % 2 ? DRAWN_LINK_B : DRAWN_LINK_A);
}

#endif
