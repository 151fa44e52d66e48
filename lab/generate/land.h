/* land: where people live: towns and density.
 *
 * A rectangle 1 wide, as high as the model says. Towns lie apart from each
 * other, their areas follow Zipf's law, they are dense in the centre and thin
 * out; open land is uneven. Each town's street grid is turned by an angle of
 * its own, which is a twist of the plane around it: streets are laid out
 * straight and then moved by land_warp(). */
#ifndef RELAXD_LAB_GENERATE_LAND_H
#define RELAXD_LAB_GENERATE_LAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a generated map should be like; the presets.
 *
 * The numbers of a model are those of a real map, so that they say what the
 * result is held to, but for `want`, `land` and `effort`, which were fitted. */

/* Out-degrees that a model tells apart: 0 to 4, then 5 or more. */
enum { MODEL_DEGREES = 6 };

/* The shape of the land. */
struct model_land {
    double height;        /* to a width of 1; a multiple of 1/16 */
    uint32_t town_every;  /* vertices to one town */
    double town_area;     /* share of the land that towns cover */
    double town_density;  /* in a town's centre; open land has 1 */
    uint32_t river_every; /* neighbours' distances from river to river */
    double bridge_share;  /* of the streets that would cross a river */
};

struct model {
    const char *name;
    const char *summary;   /* one line */
    const char *unit;      /* of a weight */
    uint32_t vertex_count; /* of the real map */
    uint32_t arc_count;
    double degree_share[MODEL_DEGREES]; /* of its vertices by out-degree; all 0:
                                           not known */
    double weight_mean;                 /* in `unit` */
    double weight_deviation;
    double depth; /* hops of the shortest-path tree from the first vertex, over
                     the square root of vertex_count */
    double depth_usual; /* the same, the mean over sources; 0: not known */

    double want[MODEL_DEGREES]; /* streets that vertices ask for, as shares */
    double one_way_share;       /* of streets, about */
    double street_m;            /* mean length of a street */
    struct model_land land;
    bool rough; /* weight per length varies, as much as the deviation needs;
                   else weights are lengths */
    uint32_t weight_least; /* weights are kept within these */
    uint32_t weight_most;
    uint32_t station_every; /* vertices to one station; 0: no railway */
    double rail_speed;      /* of walking */
};

extern const struct model *const models[];
extern const size_t model_count;

/* NULL where no preset is called that. */
const struct model *model_find(const char *name);

/* Arcs of a map of that many vertices, in the real map's proportion. */
uint64_t model_arcs(const struct model *model, uint32_t vertex_count);

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

/* Where water keeps streets apart.
 *
 * Rivers are the lines on which a smooth field over the land is a whole number,
 * so which bank a point is on costs one evaluation and no geometry. */

struct rivers {
    uint64_t seed;
    double distance;     /* from one to the next, in the land's unit */
    double bridge_share; /* of the candidates that cross one */
};

/* The point pushed off the water, where a river would flow over it. */
struct point rivers_make_way(const struct rivers *rivers, struct point at);

/* Which bank of which river a point is on: a street between two banks crosses
 * water. */
int32_t rivers_bank(const struct rivers *rivers, struct point at);

#endif
