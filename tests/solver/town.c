/* town: draws streets, and renames vertices. */
#include "tests/solver/town.h"

#include "tests/unit/graph/road_fixture.h"

enum { SIDE_MOST = 20 };

/* One street, one way, that ends at a plain junction. */
static struct map *hamlet(void)
{
    struct road_draft draft;

    road_draft_init(&draft);
    road_draft_junction(&draft, 0, 0, true);
    road_draft_junction(&draft, 100, 0, true);
    road_draft_road(&draft, 0, 1, "", 1, true);
    return road_draft_map(&draft, false);
}

static struct map *draw(uint32_t vertices_max, struct random *random)
{
    uint32_t side = 2 + random_below(random, SIDE_MOST - 1);

    for (; side > 1; side--) {
        struct map *map = road_town(side, random_u64(random), false);

        if (map->topology.vertex_count <= vertices_max)
            return map;
        map_destroy(map);
    }
    return hamlet();
}

/* The map is ours, and no other thread reads it yet. */
static void name_vertices(struct map *map)
{
    uint64_t *id = (uint64_t *)map->external_id;
    uint32_t *by_id = (uint32_t *)map->vertex_by_id;

    for (uint32_t v = 0; v < map->topology.vertex_count; v++) {
        id[v] = 100 + (uint64_t)v;
        by_id[v] = v;
    }
}

struct map *test_town(uint32_t vertices_max, struct random *random,
                      uint32_t (*weight)(struct random *random))
{
    struct map *map = draw(vertices_max, random);
    uint32_t *weights = (uint32_t *)map->imported.arcs.weight;

    for (uint32_t a = 0; weight && a < map->topology.arc_count; a++)
        weights[a] = weight(random);
    name_vertices(map);
    return map;
}
