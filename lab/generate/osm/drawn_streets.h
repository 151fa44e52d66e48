/* drawn_streets: a map's arcs as streets, and what meets at a vertex.
 *
 * A street has two ends: end 2s lies at its vertex a, end 2s + 1 at b. */
#ifndef RELAXD_GRAPH_GENERATE_OSM_DRAWN_STREETS_H
#define RELAXD_GRAPH_GENERATE_OSM_DRAWN_STREETS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/map.h"
#include "lab/generate/land.h"

#define END_NONE UINT32_MAX

enum drawn_flag {
    DRAWN_ONE_WAY = 1 << 0, /* from a to b */
    DRAWN_NEEDED = 1 << 1,  /* part of the spanning forest */
    DRAWN_DUAL = 1 << 2,    /* a carriageway for each direction */
    DRAWN_VIA = 1 << 3,     /* a way of its own, for restrictions over it */
    DRAWN_LINK_A = 1 << 4,  /* ramps at a ... */
    DRAWN_LINK_B = 1 << 5,  /* ... or at b, never at both */
    DRAWN_AGAINST = 1 << 6, /* its way's nodes go from b to a */
};

struct drawn_street {
    uint32_t a;
    uint32_t b;
    uint8_t road_class; /* enum road_class */
    uint8_t kind;       /* enum drawn_kind (drawn_roads.h) */
    uint8_t flags;      /* enum drawn_flag */
};

struct drawn_streets {
    const struct map *map;
    struct drawn_street *street; /* [count] */
    uint32_t count;
    double length_mean; /* of streets, in degrees times 10^7 */
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

/* Where a vertex is, in degrees times 10^7. */
struct point drawn_site(const struct drawn_streets *streets, uint32_t vertex);

/* The way that a street leads at an end, away from it, of length 1; (1, 0)
 * where both ends are one place. */
struct point drawn_direction(const struct drawn_streets *streets, uint32_t end);

double drawn_length(const struct drawn_streets *streets, uint32_t street);

#endif
