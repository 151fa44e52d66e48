/* drawn: a drawing of a map as OpenStreetMap data, made in the order of its
 * fields: streets, roads, shape, then nodes, ways and turns are written. */
#ifndef RELAXD_LAB_GENERATE_OSM_DRAWN_H
#define RELAXD_LAB_GENERATE_OSM_DRAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/map.h"
#include "lab/generate/land.h"
#include "lab/generate/noise.h"
#include "lab/generate/osm/osm_draw.h"

enum drawn_die {
    DIE_KIND = 1000,
    DIE_DUAL,
    DIE_RING,
    DIE_RESTRICTED,
    DIE_SIGNALS,
    DIE_VIA,
    DIE_BEND,
    DIE_SWAY,
    DIE_JITTER,
    DIE_NAME,
    DIE_REF,
    DIE_PLACE,
    DIE_SIGN,
    DIE_SPEED,
    DIE_SURFACE,
    DIE_ACCESS,
    DIE_BRIDGE,
    DIE_TOLL,
    DIE_BACKWARD,
    DIE_LENGTH,
    DIE_BARRIER,
    DIE_CROSSING,
    DIE_END,
    DIE_RULE,
    DIE_PAIR,
    DIE_EXCEPT,
};

static inline uint64_t dice_of(uint64_t seed, enum drawn_die die, uint64_t of)
{
    return noise_hash(noise_hash(seed, die), of);
}

/* Uniform in [0, 1). */
static inline double dice_unit(uint64_t seed, enum drawn_die die, uint64_t of)
{
    return noise_unit(noise_hash(seed, die), of);
}

static inline bool dice_say(uint64_t seed, enum drawn_die die, uint64_t of,
                            double share)
{
    return dice_unit(seed, die, of) < share;
}

/* A map's arcs as streets. A street has two ends: end 2s is at its vertex a,
 * end 2s + 1 at b. */

#define END_NONE UINT32_MAX

enum drawn_flag {
    DRAWN_ONE_WAY = 1 << 0, /* from a to b */
    DRAWN_NEEDED = 1 << 1,  /* part of the spanning forest */
    DRAWN_DUAL = 1 << 2,    /* separate carriageways */
    DRAWN_VIA = 1 << 3,     /* a separate way, for restrictions via it */
    DRAWN_LINK_A = 1 << 4,  /* ramps at a ... */
    DRAWN_LINK_B = 1 << 5,  /* ... or at b, never at both */
    DRAWN_AGAINST = 1 << 6, /* its way's nodes run from b to a */
};

struct drawn_street { /* begins with its vertices, see ends_by_vertex() */
    uint32_t a;
    uint32_t b;
    uint8_t road_class; /* enum road_class */
    uint8_t kind;       /* enum drawn_kind */
    uint8_t flags;      /* enum drawn_flag */
};

/* The more important roads first. */
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
    KIND_PEDESTRIAN, /* no cars from here on */
    KIND_CYCLEWAY,
    KIND_FOOTWAY,
    KIND_PATH,
    KIND_RAIL,
    KIND_COUNT,
};

enum drawn_vertex_flag {
    VERTEX_CUT = 1 << 0,        /* ways end there */
    VERTEX_RESTRICTED = 1 << 1, /* a turn there is forbidden */
    VERTEX_SIGNALS = 1 << 2,
    VERTEX_RING = 1 << 3,    /* a roundabout */
    VERTEX_STATION = 1 << 4, /* railways end there */
};

struct drawn {
    const struct map *map;
    uint64_t seed;

    /* Streets. */
    struct drawn_street *street; /* [street_count] */
    uint32_t street_count;
    double length_mean; /* of streets, in degrees * 10^7 */
    uint32_t *first;    /* [vertex_count + 1] */
    uint32_t *end;      /* [2 * street_count] ends at v are [first[v],
                           first[v + 1]), counterclockwise from the east */

    /* Roads. */
    uint32_t *next;  /* [2 * street_count] the end at the same vertex on which
                        the road continues; END_NONE: it ends */
    uint32_t *road;  /* [street_count] the road of each street */
    uint32_t *begin; /* [road_count] the end at which the road starts, along its
                        street */
    uint32_t road_count;
    uint8_t *vertex_flags; /* [vertex_count] enum drawn_vertex_flag */

    /* Ids of nodes, as below. */
    uint32_t *extra;       /* [extra_count] vertices that are roundabouts or
                              stations, ascending */
    uint64_t *first_extra; /* [extra_count + 1] their first ids */
    uint32_t extra_count;
    uint64_t *first_shape; /* [street_count + 1] */

    /* Writing. */
    struct osm_sink *sink;
    struct osm_drawn counts; /* so far; also numbers ways and relations */
    struct error *error;
    uint32_t *way_in;  /* [2 * street_count] the way that leads to the vertex at
                          an end; 0: no way ends there */
    uint32_t *way_out; /* the same, that leads away from it */
    int64_t *refs;     /* [ref_count] of the way being written */
    size_t ref_count;
    size_t refs_capacity;
};

/* ---- Streets and roads --------------------------------------------------- */

/* Makes streets of the map's arcs and roads of the streets, with kinds and
 * flags. 0 or -ENOMEM. */
int drawn_make_roads(struct drawn *drawn);

static inline uint32_t end_street(uint32_t end)
{
    return end / 2;
}

static inline uint32_t end_vertex(const struct drawn *drawn, uint32_t end)
{
    const struct drawn_street *street = &drawn->street[end / 2];

    return end % 2 ? street->b : street->a;
}

static inline uint32_t drawn_degree(const struct drawn *drawn, uint32_t vertex)
{
    return drawn->first[vertex + 1] - drawn->first[vertex];
}

/* Whether no other street begins at one of its vertices. */
static inline bool drawn_dead_end(const struct drawn *drawn, uint32_t street)
{
    return drawn_degree(drawn, drawn->street[street].a) == 1 ||
           drawn_degree(drawn, drawn->street[street].b) == 1;
}

/* A vertex's position, in degrees * 10^7. */
struct point drawn_site(const struct drawn *drawn, uint32_t vertex);

/* The direction of a street from its end inwards, of length 1; (1, 0) if both
 * ends are at the same position. */
struct point drawn_direction(const struct drawn *drawn, uint32_t end);

double drawn_length(const struct drawn *drawn, uint32_t street);

/* The end at which the road continues after the street entered at `end`;
 * END_NONE if it ends, or would be back at its start. */
uint32_t drawn_roads_onward(const struct drawn *drawn, uint32_t end);

/* Whether that end has ramps. */
static inline bool drawn_has_link(const struct drawn *drawn, uint32_t end)
{
    return drawn->street[end / 2].flags &
           (end % 2 ? DRAWN_LINK_B : DRAWN_LINK_A);
}

/* ---- The shape ------------------------------------------------------------
 *
 * The nodes of streets between their ends, and the nodes that replace a vertex.
 *
 * Ids: vertices as in the map, then roundabouts' and stations', then the
 * streets', street by street. Those of street s start at first_shape[s], in
 * this order:
 *
 *     plain           from a to b
 *     two carriageways   the one from a to b in that direction, half of them,
 *                     then the other from b to a
 *     ramps at an end    the middle of the ramp that leads away from the
 *                     vertex, of the one that leads to it, the node where the
 *                     ramps end; then the rest from a to b */

enum { DRAWN_LINK_NODES = 3 };

/* A metre in degrees * 10^7; a roundabout's radius, 15 m. */
#define DRAWN_METRE       89.83
#define DRAWN_RING_RADIUS (15 * DRAWN_METRE)

/* Numbers the nodes, `node_count` in all, or more if needed. 0 or -ENOMEM. */
int drawn_number_nodes(struct drawn *drawn, uint64_t node_count);

static inline uint32_t drawn_shape_count(const struct drawn *drawn,
                                         uint32_t street)
{
    return (uint32_t)(drawn->first_shape[street + 1] -
                      drawn->first_shape[street]);
}

/* The node at a street's end: the vertex's own, or the roundabout's or
 * station's. */
int64_t drawn_end_node(const struct drawn *drawn, uint32_t end);

/* The position of a vertex's node: on the ring if it is a roundabout. */
struct position drawn_vertex_position(const struct drawn *drawn,
                                      uint32_t vertex);

/* The position of the k-th further node of the roundabout or station
 * extra[i]. */
struct position drawn_extra_position(const struct drawn *drawn, uint32_t i,
                                     uint32_t k);

/* The position of a street's k-th node. */
struct position drawn_shape_position(const struct drawn *drawn, uint32_t street,
                                     uint32_t k);

/* ---- Tags ---------------------------------------------------------------- */

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

/* A fictitious name: "Ashford". */
void drawn_tag_place_name(struct drawn_tags *tags, const char *key,
                          uint64_t die);

/* Writes the ways, after the nodes. 0, -ENOMEM or the sink's code. */
int drawn_write_ways(struct drawn *drawn);

#endif
