/* drawn_roads: joins streets that continue straight into roads, and sets each
 * road's kind. */
#ifndef RELAXD_LAB_GENERATE_OSM_DRAWN_ROADS_H
#define RELAXD_LAB_GENERATE_OSM_DRAWN_ROADS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/map.h"
#include "lab/generate/land.h"
#include "lab/generate/noise.h"

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

/* A map's arcs as streets, and the streets that meet at a vertex.
 *
 * A street has two ends: end 2s is at its vertex a, end 2s + 1 at b. */

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

struct drawn_streets {
    const struct map *map;
    struct drawn_street *street; /* [count] */
    uint32_t count;
    double length_mean; /* of streets, in degrees * 10^7 */
    uint32_t *first;    /* [vertex_count + 1] */
    uint32_t *end;      /* [2 * count] ends at v are [first[v], first[v + 1]),
                           counterclockwise from the east */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int drawn_streets_init(struct drawn_streets *streets, const struct map *map);
void drawn_streets_finish(struct drawn_streets *streets);

static inline uint32_t end_street(uint32_t end)
{
    return end / 2;
}

static inline uint32_t end_vertex(const struct drawn_streets *streets,
                                  uint32_t end)
{
    const struct drawn_street *street = &streets->street[end / 2];

    return end % 2 ? street->b : street->a;
}

static inline uint32_t drawn_degree(const struct drawn_streets *streets,
                                    uint32_t vertex)
{
    return streets->first[vertex + 1] - streets->first[vertex];
}

/* Whether no other street begins at one of its vertices. */
static inline bool drawn_dead_end(const struct drawn_streets *streets,
                                  uint32_t street)
{
    return drawn_degree(streets, streets->street[street].a) == 1 ||
           drawn_degree(streets, streets->street[street].b) == 1;
}

/* A vertex's position, in degrees * 10^7. */
struct point drawn_site(const struct drawn_streets *streets, uint32_t vertex);

/* The direction of a street from its end inwards, of length 1; (1, 0) if both
 * ends are at the same position. */
struct point drawn_direction(const struct drawn_streets *streets, uint32_t end);

double drawn_length(const struct drawn_streets *streets, uint32_t street);

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

/* The value of highway=, NULL for railways. */
const char *drawn_kind_name(enum drawn_kind kind);

enum drawn_vertex_flag {
    VERTEX_CUT = 1 << 0,        /* ways end there */
    VERTEX_RESTRICTED = 1 << 1, /* a turn there is forbidden */
    VERTEX_SIGNALS = 1 << 2,
    VERTEX_RING = 1 << 3,    /* a roundabout */
    VERTEX_STATION = 1 << 4, /* railways end there */
};

struct drawn_roads {
    struct drawn_streets *streets;
    uint64_t seed;
    uint32_t *next;  /* [2 * streets->count] the end at the same vertex on
                        which the road continues; END_NONE: it ends */
    uint32_t *road;  /* [streets->count] the road of each street */
    uint32_t *begin; /* [count] the end at which the road starts, along its
                        street */
    uint32_t count;
    uint8_t *vertex_flags; /* [vertex_count] enum drawn_vertex_flag */
};

/* Sets the streets' kinds and flags. 0 or -ENOMEM; finish() is fine after
 * either and on zero bytes. */
int drawn_roads_init(struct drawn_roads *roads, struct drawn_streets *streets,
                     uint64_t seed);
void drawn_roads_finish(struct drawn_roads *roads);

/* The end at which the road continues after the street entered at `end`;
 * END_NONE if it ends, or would be back at its start. */
uint32_t drawn_roads_onward(const struct drawn_roads *roads, uint32_t end);

/* Whether that end has ramps. */
static inline bool drawn_has_link(const struct drawn_streets *streets,
                                  uint32_t end)
{
    return streets->street[end / 2].flags &
           (end % 2 ? DRAWN_LINK_B : DRAWN_LINK_A);
}

#endif
