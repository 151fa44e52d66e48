/* model: what a generated map should be like; the presets. */
#include "lab/generate/model.h"

#include <string.h>

/* USA-road-d.NY of the 9th DIMACS implementation challenge: New York City.
 * Weights are straight lengths in 0.1 m. The tree from vertex 1 is 1,199 hops
 * deep, those from 39 random vertices 885 on average. */
static const struct model new_york = {
    .name = "ny",
    .summary = "distances, like DIMACS USA-road-d.NY",
    .unit = "0.1 m",
    .vertex_count = 264346,
    .arc_count = 733846,
    .degree_share = {0, 0.15529, 0.14393, 0.47764, 0.21692, 0.00622},
    .weight_mean = 1293.30,
    .weight_deviation = 1130.08,
    .depth = 2.332,
    .depth_usual = 1.72,
    .want = {0, 0.2425, 0, 0.527, 0.206, 0.0245},
    .one_way_share = 0.04,
    .street_m = 129.33,
    .land =
        {
            .height = 0.4375,
            .town_every = 1000,
            .town_area = 0.35,
            .town_density = 28,
            .river_every = 80,
            .bridge_share = 0.025,
        },
    .weight_least = 1,
    .weight_most = 1000000,
};

/* J. Suzuki, M. Kan, Y. Hayashi, T. Yoshikawa, "Accelerating SSSP Algorithm on
 * GPU with Adaptive Thread Creation", table 1 and figures 3 to 5: roads and
 * railways of the Kanto region, weights the time that walking takes. A tree
 * took about 230 phases, which is its depth. The paper names no unit; in ms its
 * mean is 100 m at 1.2 m/s.
 *
 * Seeds 1 to 3, five sources each: 193 to 325 phases, 242 on average, with up
 * to 440,000 to 860,000 vertices updated in one (the paper: above 500,000), and
 * 37 to 48 % of phases updating at most 10,000 (the paper: 59 %). More stations
 * or quicker trains did not move that share; roughness is drawn for each street
 * alone, which probably keeps more vertices changing in the middle phases than
 * real streets do. */
static const struct model kanto = {
    .name = "kanto",
    .summary = "walking times and railways, like the Kanto map of Suzuki et "
               "al.",
    .unit = "ms",
    .vertex_count = 1427876,
    .arc_count = 4584822,
    .weight_mean = 83666,
    .weight_deviation = 184384,
    .depth_usual = 0.192,
    .want = {0, 0.08, 0.08, 0.38, 0.42, 0.04},
    .one_way_share = 0.02,
    .street_m = 100,
    .land =
        {
            .height = 0.4375,
            .town_every = 1000,
            .town_area = 0.35,
            .town_density = 28,
            .river_every = 80,
            .bridge_share = 0.1,
        },
    .rough = true,
    .weight_least = 10,
    .weight_most = 1000000,
    .station_every = 1200,
    .rail_speed = 10,
};

const struct model *const models[] = {&new_york, &kanto};
const size_t model_count = sizeof(models) / sizeof(models[0]);

const struct model *model_find(const char *name)
{
    for (size_t i = 0; i < model_count; i++) {
        if (!strcmp(models[i]->name, name))
            return models[i];
    }
    return NULL;
}

uint64_t model_arcs(const struct model *model, uint32_t vertex_count)
{
    uint64_t arcs = (uint64_t)vertex_count * model->arc_count;

    return (arcs + model->vertex_count / 2) / model->vertex_count;
}
