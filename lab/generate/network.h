/* network: streets by the vertices they meet, and a search over them.
 *
 * 8 bytes a street and 4 a vertex. Lengths are whole numbers, LENGTH_ONE to
 * the average distance between neighbours. */
#ifndef RELAXD_GRAPH_GENERATE_NETWORK_H
#define RELAXD_GRAPH_GENERATE_NETWORK_H

#include <stdint.h>

#include "core/graph/map.h"
#include "lab/generate/streets.h"

enum { LENGTH_ONE = 256 };

#define STREET_NONE UINT32_MAX
#define CENTRE_NONE UINT32_MAX

struct network {
    const struct streets *streets;
    const struct point *site;
    uint32_t vertex_count;
    double spacing;   /* of the land: length of LENGTH_ONE */
    uint32_t *first;  /* [vertex_count + 1] */
    uint32_t *street; /* [2 * streets->count] streets at v are
                         [first[v], first[v + 1]) */
};

/* The streets and the bisection stay the caller's and outlive it. 0 or -ENOMEM;
 * finish() is fine after either and on zero bytes. */
int network_init(struct network *network, const struct streets *streets,
                 const struct bisection *bisection, double spacing);
void network_finish(struct network *network);

uint32_t network_length(const struct network *network, uint32_t street);

/* The end of a street that `vertex` is not. */
uint32_t network_across(const struct network *network, uint32_t street,
                        uint32_t vertex);

/* Whether roads of at least that class may run along the street. */
bool network_open(const struct network *network, uint32_t street,
                  enum road_class least_class);

/* The nearest centre of every vertex. */
struct territories {
    uint32_t *centre; /* [vertex_count] index, CENTRE_NONE: out of reach */
    uint32_t *length; /* [vertex_count] to it */
    uint32_t *via;    /* [vertex_count] the street towards it, STREET_NONE at
                         the centre itself */
};

/* One search from all centres (vertices, all different) at once, by streets of
 * at least that class. 0 or -ENOMEM; finish() is fine after either and on zero
 * bytes. */
int territories_init(struct territories *territories,
                     const struct network *network, const uint32_t *centres,
                     uint32_t centre_count, enum road_class least_class);
void territories_finish(struct territories *territories);

#endif
