/* railway: lines between stations, joined in as arcs of their own. */
#include "lab/generate/railway.h"

#include "lab/generate/centres.h"
#include "lab/generate/links.h"

static int lay_lines(struct streets *streets, const struct links *links,
                     const struct centres *stations)
{
    int r = 0;

    for (size_t i = 0; i < links->count && !r; i++) {
        struct street line = {
            .a = stations->vertex[links->link[i].a],
            .b = stations->vertex[links->link[i].b],
            .road_class = ROAD_RAIL,
        };

        r = streets_add(streets, line);
    }
    return r;
}

static int join_stations(struct streets *streets, const struct network *network,
                         const struct centres *stations)
{
    struct territories territories;
    struct links links = {0};
    int r = territories_init(&territories, network, stations->vertex,
                             stations->count, ROAD_LOCAL);

    if (!r)
        r = links_init(&links, network, &territories, stations->count,
                       ROAD_LOCAL);
    if (!r)
        r = lay_lines(streets, &links, stations);
    links_finish(&links);
    territories_finish(&territories);
    return r;
}

int railway_build(struct streets *streets, const struct network *network,
                  const struct bisection *bisection, const struct land *land,
                  uint32_t station_every, uint64_t seed)
{
    uint32_t towns = network->vertex_count / station_every / 4 + 1;
    struct centres stations;
    int r =
        centres_init(&stations, bisection, land, towns, station_every, seed);

    if (!r)
        r = join_stations(streets, network, &stations);
    centres_finish(&stations);
    return r;
}
