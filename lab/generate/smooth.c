/* smooth: main roads run straighter than the streets they are made of. */
#include "lab/generate/smooth.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/map.h"

enum { ROUNDS = 4 };

/* What a vertex's neighbours along main roads add up to. */
struct pull {
    struct point sum;
    uint32_t count;
};

static void pull_towards(struct pull *pull, struct point neighbour)
{
    pull->sum.x += neighbour.x;
    pull->sum.y += neighbour.y;
    pull->count++;
}

static void gather(struct pull *pulls, const struct streets *streets,
                   const struct point *site, uint32_t vertex_count)
{
    for (uint32_t v = 0; v < vertex_count; v++)
        pulls[v] = (struct pull){0};
    for (uint32_t i = 0; i < streets->count; i++) {
        const struct street *street = &streets->street[i];

        if (street->road_class == ROAD_LOCAL)
            continue;
        pull_towards(&pulls[street->a], site[street->b]);
        pull_towards(&pulls[street->b], site[street->a]);
    }
}

static void move(const struct pull *pulls, struct point *site,
                 uint32_t vertex_count)
{
    for (uint32_t v = 0; v < vertex_count; v++) {
        if (pulls[v].count != 2)
            continue;
        site[v].x = site[v].x / 2 + pulls[v].sum.x / 4;
        site[v].y = site[v].y / 2 + pulls[v].sum.y / 4;
    }
}

int smooth_roads(const struct streets *streets, struct point *site,
                 uint32_t vertex_count)
{
    struct pull *pulls = array_alloc(vertex_count, sizeof(*pulls));

    if (!pulls)
        return -ENOMEM;
    for (int round = 0; round < ROUNDS; round++) {
        gather(pulls, streets, site, vertex_count);
        move(pulls, site, vertex_count);
    }
    free(pulls);
    return 0;
}
