/* hierarchy: which candidates become main roads. */
#include "lab/generate/hierarchy.h"

#include "lab/generate/centres.h"
#include "lab/generate/links.h"

/* A level's centres: towns down to one in so many vertices, and villages. */
struct level {
    enum road_class road_class;
    enum road_class below; /* over which it runs */
    uint32_t town_per;     /* vertices */
    uint32_t village_per;  /* vertices; 0: none */
};

static const struct level levels[] = {
    {ROAD_SECONDARY, ROAD_LOCAL, 1, 150},
    {ROAD_PRIMARY, ROAD_SECONDARY, 1, 0},
    {ROAD_TRUNK, ROAD_PRIMARY, 4000, 0},
    {ROAD_MOTORWAY, ROAD_TRUNK, 20000, 0},
};

/* What building a level works on. */
struct builder {
    struct streets *streets;
    const struct network *network;
    const struct bisection *bisection;
    const struct land *land;
};

/* From one end of a link's crossing back to the centre, or to where another
 * way of this level has been already. */
static void pave(const struct builder *builder,
                 const struct territories *territories,
                 const struct level *level, uint32_t vertex)
{
    uint32_t street;

    while ((street = territories->via[vertex]) != STREET_NONE) {
        struct street *at = &builder->streets->street[street];

        if (at->road_class <= level->road_class)
            return;
        at->road_class = (uint8_t)level->road_class;
        vertex = network_across(builder->network, street, vertex);
    }
}

static void pave_links(const struct builder *builder, const struct links *links,
                       const struct territories *territories,
                       const struct level *level)
{
    for (size_t i = 0; i < links->count; i++) {
        struct street *crossing =
            &builder->streets->street[links->link[i].street];

        crossing->road_class = (uint8_t)level->road_class;
        pave(builder, territories, level, crossing->a);
        pave(builder, territories, level, crossing->b);
    }
}

static int build_between(const struct builder *builder,
                         const struct centres *centres,
                         const struct level *level)
{
    struct territories territories;
    struct links links = {0};
    int r = territories_init(&territories, builder->network, centres->vertex,
                             centres->count, level->below);

    if (!r)
        r = links_init(&links, builder->network, &territories, centres->count,
                       level->below);
    if (!r)
        pave_links(builder, &links, &territories, level);
    links_finish(&links);
    territories_finish(&territories);
    return r;
}

static int build_level(const struct builder *builder, const struct level *level,
                       uint64_t seed)
{
    uint32_t towns = builder->network->vertex_count / level->town_per + 1;
    struct centres centres;
    int r = centres_init(&centres, builder->bisection, builder->land, towns,
                         level->village_per, seed);

    if (!r)
        r = build_between(builder, &centres, level);
    centres_finish(&centres);
    return r;
}

int hierarchy_build(struct streets *streets, const struct network *network,
                    const struct bisection *bisection, const struct land *land,
                    uint64_t seed)
{
    struct builder builder = {streets, network, bisection, land};
    int r = 0;

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]) && !r; i++)
        r = build_level(&builder, &levels[i], seed);
    return r;
}
