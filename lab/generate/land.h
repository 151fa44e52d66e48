/* land: the distribution of people: towns and density.
 *
 * A rectangle of width 1 and height LAND_HEIGHT. Towns keep apart from each
 * other, and their areas follow Zipf's law; they are dense in the centre and
 * thin towards the edge; open land is uneven. Each town's street grid has its
 * own angle, a twist of the plane around the town: streets are laid out
 * straight, then land_warp() moves them. */
#ifndef RELAXD_LAB_GENERATE_LAND_H
#define RELAXD_LAB_GENERATE_LAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A model of a generated map; the presets.
 *
 * A model's numbers are those of a real map, the target for the result; except
 * `want` and `bridge_share`, which were fitted. */

/* Out-degrees that a model distinguishes: 0 to 4, then 5 or more. */
enum { MODEL_DEGREES = 6 };

/* The land's height for a width of 1; a multiple of 1/16. */
#define LAND_HEIGHT 0.4375

struct model {
    const char *name;
    const char *unit;      /* of a weight */
    uint32_t vertex_count; /* of the real map */
    uint32_t arc_count;
    double degree_share[MODEL_DEGREES]; /* of vertices by out-degree; all 0:
                                           unknown */
    double weight_mean;                 /* in `unit` */
    double weight_deviation;
    double depth;       /* hops of the shortest-path tree from the first vertex,
                           divided by the square root of vertex_count */
    double depth_usual; /* the same, mean over sources; 0: unknown */

    double want[MODEL_DEGREES]; /* streets that vertices request, as shares */
    double one_way_share;       /* of streets, approximately */
    double street_m;            /* mean length of a street */
    double bridge_share;        /* of streets that would cross a river */
    bool rough;            /* weight per length varies, as far as the deviation
                              requires; false: weights are lengths */
    uint32_t weight_least; /* range of the weights */
    uint32_t weight_most;
    uint32_t station_every; /* vertices per station; 0: no railway */
    double rail_speed;      /* relative to walking */
};

extern const struct model *const models[];
extern const size_t model_count;

/* NULL if no preset has this name. */
const struct model *model_find(const char *name);

/* Arcs of a map with this many vertices, in the real map's proportion. */
uint64_t model_arcs(const struct model *model, uint32_t vertex_count);

struct point {
    double x; /* both in units of the land's width */
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
    double spacing;   /* mean distance between neighbours */
    uint32_t columns; /* of square cells */
    uint32_t rows;
    float *density;      /* [rows * columns], row by row */
    double *sum;         /* [(rows + 1) * (columns + 1)] sum of the density
                            left of and below a corner */
    struct point *shift; /* [(rows + 1) * (columns + 1)] at the corners */
    struct town *towns;  /* [town_count], largest first */
    uint32_t town_count;
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int land_init(struct land *land, uint32_t vertex_count, uint64_t seed);
void land_finish(struct land *land);

/* The population in the box; any unit. */
double land_mass(const struct land *land, struct box box);

/* The final position of a point of the straight layout. */
struct point land_warp(const struct land *land, struct point at);

/* Water that streets cannot cross.
 *
 * Rivers are the lines on which a smooth field over the land is an integer, so
 * finding a point's bank costs one evaluation and no geometry. */

struct rivers {
    uint64_t seed;
    double distance;     /* between rivers, in the land's unit */
    double bridge_share; /* of the candidates that cross one */
};

/* Moves a point off the water, if it would be in a river. */
struct point rivers_make_way(const struct rivers *rivers, struct point at);

/* The bank that a point is on: a street between two banks crosses water. */
int32_t rivers_bank(const struct rivers *rivers, struct point at);

#endif
