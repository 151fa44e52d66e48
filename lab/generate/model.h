/* model: what a generated map should be like; the presets.
 *
 * The numbers of a model are those of a real map, so that they say what the
 * result is held to, but for `want`, `land` and `effort`, which were fitted. */
#ifndef RELAXD_GRAPH_GENERATE_MODEL_H
#define RELAXD_GRAPH_GENERATE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
