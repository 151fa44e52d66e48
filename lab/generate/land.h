/* land: where people live: towns and density.
 *
 * A rectangle 1 wide, as high as the model says. Towns lie apart from each
 * other, their areas follow Zipf's law, they are dense in the centre and thin
 * out; open land is uneven. Each town's street grid is turned by an angle of
 * its own, which is a twist of the plane around it: streets are laid out
 * straight and then moved by land_warp(). */
#ifndef RELAXD_GRAPH_GENERATE_LAND_H
#define RELAXD_GRAPH_GENERATE_LAND_H

#include <stdint.h>

#include "lab/generate/model.h"

struct point {
    double x; /* of the land's width, both */
    double y;
};

/* [low.x, high.x) x [low.y, high.y) */
struct box {
    struct point low;
    struct point high;
};

struct town {
    struct point centre; /* before warping */
    double radius;
};

struct land {
    uint64_t seed;
    const struct model_land *model;
    double height;
    double spacing;   /* between neighbours, on average */
    uint32_t columns; /* of square cells */
    uint32_t rows;
    float *density;      /* [rows * columns], row by row */
    double *sum;         /* [(rows + 1) * (columns + 1)] of density left below
                            a corner */
    struct point *shift; /* [(rows + 1) * (columns + 1)] at the corners */
    struct town *towns;  /* [town_count], largest first */
    uint32_t town_count;
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int land_init(struct land *land, const struct model_land *model,
              uint32_t vertex_count, uint64_t seed);
void land_finish(struct land *land);

/* How much of the population lives in the box; any unit. */
double land_mass(const struct land *land, struct box box);

/* Where a point of the plain layout comes to lie. */
struct point land_warp(const struct land *land, struct point at);

#endif
