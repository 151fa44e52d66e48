/* bisection: the land cut into one rectangle a vertex.
 *
 * A rectangle with k vertices is cut across its longer side and they are shared
 * out by the mass of the halves, until each has one: exactly as many as asked
 * for, dense where people live, grid-like in towns. Vertices are numbered depth
 * first. Rectangles that touch are joined into candidates for streets, so the
 * candidates connect everything, whatever the land looks like.
 *
 * 16 bytes a vertex for the cuts, 16 for positions. Linear time. */
#ifndef RELAXD_GRAPH_GENERATE_BISECTION_H
#define RELAXD_GRAPH_GENERATE_BISECTION_H

#include <stdint.h>

#include "lab/generate/land.h"

/* A cut of a rectangle, in preorder: the near half is the next one, the far
 * half follows the near one's 2 * near_count - 1. Rectangles of one vertex have
 * an entry that is not set. */
struct cut {
    uint32_t near_count; /* vertices in the half towards 0 */
    float share;         /* of the side, where the cut is */
};

struct bisection {
    uint32_t vertex_count;
    double height;      /* of the land */
    struct cut *cuts;   /* [2 * vertex_count - 1] */
    struct point *site; /* [vertex_count], as placed; the owner may warp
                           them */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int bisection_init(struct bisection *bisection, const struct land *land,
                   uint32_t vertex_count, uint64_t seed);
void bisection_finish(struct bisection *bisection);

/* The vertex whose rectangle holds the point. */
uint32_t bisection_find(const struct bisection *bisection, struct point at);

/* Two rectangles that touch. */
struct contact {
    uint32_t a;
    uint32_t b;
    double overlap; /* length of the common border */
    double size_a;  /* square root of a's area */
    double size_b;
};

/* Takes contacts, each pair once; nonzero ends it. */
struct contact_taker {
    int (*take)(struct contact_taker *taker, const struct contact *contact);
};

/* 0 or what the taker answered. */
int bisection_contacts(const struct bisection *bisection,
                       struct contact_taker *taker);

#endif
