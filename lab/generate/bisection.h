/* bisection: cuts the land into one rectangle per vertex.
 *
 * A cut splits a rectangle with k vertices across its longer side and divides
 * them by the mass of the halves, until each has one. So there are exactly as
 * many as requested, dense in populated areas, grid-like in towns. Vertices are
 * numbered depth first. Touching rectangles are joined into candidates for
 * streets, so the candidates connect everything, whatever the land's shape.
 *
 * 16 bytes a vertex for the cuts, 16 for positions. Linear time. */
#ifndef RELAXD_GRAPH_GENERATE_BISECTION_H
#define RELAXD_GRAPH_GENERATE_BISECTION_H

#include <stdint.h>

#include "lab/generate/land.h"

/* A cut of a rectangle, in preorder: the near half is the next entry, the far
 * half follows the near half's 2 * near_count - 1 entries. The entry of a
 * rectangle with one vertex is unset. */
struct cut {
    uint32_t near_count; /* vertices in the half towards 0 */
    float share;         /* position of the cut along the side */
};

struct bisection {
    uint32_t vertex_count;
    struct cut *cuts;   /* [2 * vertex_count - 1] */
    struct point *site; /* [vertex_count], as placed; the owner may warp them */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int bisection_init(struct bisection *bisection, const struct land *land,
                   uint32_t vertex_count, uint64_t seed);
void bisection_finish(struct bisection *bisection);

/* The vertex whose rectangle contains the point. */
uint32_t bisection_find(const struct bisection *bisection, struct point at);

/* Two rectangles that touch. */
struct contact {
    uint32_t a;
    uint32_t b;
    double overlap; /* length of the common border */
    double size_a;  /* square root of a's area */
    double size_b;
};

/* Receives contacts, each pair once; a nonzero result stops. */
struct contact_taker {
    int (*take)(struct contact_taker *taker, const struct contact *contact);
};

/* 0 or the taker's nonzero result. */
int bisection_contacts(const struct bisection *bisection,
                       struct contact_taker *taker);

#endif
