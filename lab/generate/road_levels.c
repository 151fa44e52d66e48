/* Main roads level by level, and railways, over a network of streets. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/heap.h"
#include "core/graph/map.h"
#include "lab/generate/bisection.h"
#include "lab/generate/noise.h"
#include "lab/generate/road_levels.h"

enum { LENGTH_ONE = 256 };

#define STREET_NONE UINT32_MAX
#define CENTRE_NONE UINT32_MAX

/* ---- The network --------------------------------------------------------- */

/* Streets by the vertices where they meet. 8 bytes a street and 4 a vertex. */
struct network {
    const struct streets *streets;
    const struct point *site;
    uint32_t vertex_count;
    double spacing;   /* the land's: mean distance of neighbours */
    uint32_t *first;  /* [vertex_count + 1] */
    uint32_t *street; /* [2 * streets->count] streets at v are
                         [first[v], first[v + 1]) */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
static int network_init(struct network *network, const struct streets *streets,
                        const struct bisection *bisection, double spacing)
{
    uint32_t vertex_count = bisection->vertex_count;
    uint32_t *first = array_zero((size_t)vertex_count + 2, sizeof(*first));
    uint32_t *street = array_alloc(2 * (size_t)streets->count, sizeof(*street));

    *network = (struct network){.streets = streets,
                                .site = bisection->site,
                                .vertex_count = vertex_count,
                                .spacing = spacing,
                                .first = first,
                                .street = street};
    if (!first || !street)
        return -ENOMEM;
    for (uint32_t i = 0; i < streets->count; i++) {
        first[streets->street[i].a + 2]++;
        first[streets->street[i].b + 2]++;
    }
    for (uint32_t v = 0; v < vertex_count; v++)
        first[v + 2] += first[v + 1];
    /* first[v + 1] is the next free entry of v, and in the end the end of v's
     * entries. */
    for (uint32_t i = 0; i < streets->count; i++) {
        street[first[streets->street[i].a + 1]++] = i;
        street[first[streets->street[i].b + 1]++] = i;
    }
    return 0;
}

static void network_finish(struct network *network)
{
    free(network->first);
    free(network->street);
    *network = (struct network){0};
}

/* In integers, LENGTH_ONE to the mean distance between neighbours. */
static uint32_t network_length(const struct network *network, uint32_t street)
{
    double length =
        street_length(&network->streets->street[street], network->site);

    return 1 + (uint32_t)(length / network->spacing * LENGTH_ONE);
}

/* The end of a street opposite `vertex`. */
static uint32_t network_across(const struct network *network, uint32_t street,
                               uint32_t vertex)
{
    const struct street *at = &network->streets->street[street];

    return at->a == vertex ? at->b : at->a;
}

/* Whether roads of at least that class may use the street. */
static bool network_open(const struct network *network, uint32_t street,
                         enum road_class least_class)
{
    const struct street *at = &network->streets->street[street];

    return !at->water && at->road_class <= least_class;
}

/* The nearest centre of every vertex. */
struct territories {
    uint32_t *centre; /* [vertex_count] index, CENTRE_NONE: unreachable */
    uint32_t *length; /* [vertex_count] distance to it */
    uint32_t *via;    /* [vertex_count] the street towards it, STREET_NONE at
                         the centre itself */
};

static int enter(struct territories *territories, struct heap *frontier,
                 uint32_t vertex, uint32_t centre, uint32_t length,
                 uint32_t via)
{
    territories->centre[vertex] = centre;
    territories->length[vertex] = length;
    territories->via[vertex] = via;
    return heap_push(frontier, vertex, length);
}

static int leave(struct territories *territories, const struct network *network,
                 struct heap *frontier, uint32_t vertex,
                 enum road_class least_class)
{
    for (uint32_t i = network->first[vertex]; i < network->first[vertex + 1];
         i++) {
        uint32_t street = network->street[i];
        uint32_t head = network_across(network, street, vertex);
        uint32_t length;

        if (!network_open(network, street, least_class))
            continue;
        length = territories->length[vertex] + network_length(network, street);
        if (length < territories->length[head] &&
            enter(territories, frontier, head, territories->centre[vertex],
                  length, street))
            return -ENOMEM;
    }
    return 0;
}

static int spread(struct territories *territories,
                  const struct network *network, const uint32_t *centres,
                  uint32_t centre_count, enum road_class least_class)
{
    struct heap frontier = {0};
    int r = 0;

    for (uint32_t i = 0; i < centre_count && !r; i++)
        r = enter(territories, &frontier, centres[i], i, 0, STREET_NONE);
    while (!r && frontier.count) {
        struct heap_entry least = heap_pop(&frontier);

        if (least.cost == territories->length[least.vertex])
            r = leave(territories, network, &frontier, least.vertex,
                      least_class);
    }
    heap_finish(&frontier);
    return r;
}

/* One search from all centres (distinct vertices) at once, along streets of at
 * least that class. 0 or -ENOMEM; finish() is fine after either and on zero
 * bytes. */
static int territories_init(struct territories *territories,
                            const struct network *network,
                            const uint32_t *centres, uint32_t centre_count,
                            enum road_class least_class)
{
    uint32_t n = network->vertex_count;

    *territories = (struct territories){
        .centre = array_alloc(n, sizeof(*territories->centre)),
        .length = array_alloc(n, sizeof(*territories->length)),
        .via = array_alloc(n, sizeof(*territories->via)),
    };
    if (!territories->centre || !territories->length || !territories->via)
        return -ENOMEM;
    for (uint32_t v = 0; v < n; v++) {
        territories->centre[v] = CENTRE_NONE;
        territories->length[v] = UINT32_MAX;
        territories->via[v] = STREET_NONE;
    }
    return spread(territories, network, centres, centre_count, least_class);
}

static void territories_finish(struct territories *territories)
{
    free(territories->centre);
    free(territories->length);
    free(territories->via);
    *territories = (struct territories){0};
}

/* ---- Centres ------------------------------------------------------------- */

struct centres {
    uint32_t *vertex; /* [count], distinct, unordered */
    uint32_t count;
};

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void drop_repeated(struct centres *centres)
{
    uint32_t kept = 0;

    qsort(centres->vertex, centres->count, sizeof(*centres->vertex), compare);
    for (uint32_t i = 0; i < centres->count; i++) {
        if (kept == 0 || centres->vertex[kept - 1] != centres->vertex[i])
            centres->vertex[kept++] = centres->vertex[i];
    }
    centres->count = kept;
}

/* Vertex order is local, so one vertex per run spreads over the land. */
static void add_spread(struct centres *centres, uint32_t vertex_count,
                       uint32_t every, uint64_t seed)
{
    for (uint32_t front = 0; every <= vertex_count - front; front += every)
        centres->vertex[centres->count++] =
            front + (uint32_t)(noise_hash(seed, front) % every);
}

/* The centres of the largest towns, at most `town_count`, and unless `every` is
 * 0 one vertex out of `every`. 0 or -ENOMEM; finish() is fine after either and
 * on zero bytes. */
static int centres_init(struct centres *centres,
                        const struct bisection *bisection,
                        const struct land *land, uint32_t town_count,
                        uint32_t every, uint64_t seed)
{
    uint32_t towns =
        town_count < land->town_count ? town_count : land->town_count;
    size_t most = towns + (every ? bisection->vertex_count / every : 0);

    centres->count = 0;
    centres->vertex = array_alloc(most, sizeof(*centres->vertex));
    if (!centres->vertex)
        return -ENOMEM;
    for (uint32_t i = 0; i < towns; i++)
        centres->vertex[centres->count++] =
            bisection_find(bisection, land->towns[i].centre);
    if (every)
        add_spread(centres, bisection->vertex_count, every, seed);
    drop_repeated(centres);
    return 0;
}

static void centres_finish(struct centres *centres)
{
    free(centres->vertex);
    *centres = (struct centres){0};
}

/* ---- Links --------------------------------------------------------------- */

/* The links that a level of roads, or a railway, should build.
 *
 * Two centres are neighbours if their territories touch; the length of a link
 * is that of the shortest path across the common border (Mehlhorn 1988). A link
 * stays unless some third centre is nearer to both of its ends (Toussaint 1980,
 * on path lengths): the remaining links keep everything connected. */

struct link {
    uint32_t a; /* centre, a < b */
    uint32_t b;
    uint32_t length;
    uint32_t street; /* where the path crosses the border */
};

struct links {
    struct link *link; /* [count] by a, then b */
    size_t count;
    size_t capacity;
};

static int add(struct links *links, struct link link)
{
    void *items = links->link;

    if (array_reserve(&items, &links->capacity, links->count + 1, sizeof(link)))
        return -ENOMEM;
    links->link = items;
    links->link[links->count++] = link;
    return 0;
}

static int add_crossings(struct links *links, const struct network *network,
                         const struct territories *territories,
                         enum road_class least_class)
{
    for (uint32_t i = 0; i < network->streets->count; i++) {
        const struct street *street = &network->streets->street[i];
        uint32_t a = territories->centre[street->a];
        uint32_t b = territories->centre[street->b];
        struct link link = {a < b ? a : b, a < b ? b : a, 0, i};

        if (a == b || a == CENTRE_NONE || b == CENTRE_NONE ||
            !network_open(network, i, least_class))
            continue;
        link.length = territories->length[street->a] +
                      territories->length[street->b] +
                      network_length(network, i);
        if (add(links, link))
            return -ENOMEM;
    }
    return 0;
}

static int compare_links(const void *a, const void *b)
{
    const struct link *x = a;
    const struct link *y = b;

    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return (x->street > y->street) - (x->street < y->street);
}

/* Keeps the shortest link of each pair; needs sorted links. */
static void keep_shortest(struct links *links)
{
    size_t kept = 0;

    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->link[i];

        if (kept == 0 || links->link[kept - 1].a != link->a ||
            links->link[kept - 1].b != link->b)
            links->link[kept++] = *link;
    }
    links->count = kept;
}

/* Each centre's neighbours, with lengths. */
struct neighbours {
    uint32_t *first; /* [centre_count + 2] */
    struct neighbour {
        uint32_t centre;
        uint32_t length;
    } * item;
};

static int neighbours_init(struct neighbours *neighbours,
                           const struct links *links, uint32_t centre_count)
{
    uint32_t *first = array_zero((size_t)centre_count + 2, sizeof(*first));
    struct neighbour *item = array_alloc(2 * links->count, sizeof(*item));

    *neighbours = (struct neighbours){first, item};
    if (!first || !item)
        return -ENOMEM;
    for (size_t i = 0; i < links->count; i++) {
        first[links->link[i].a + 2]++;
        first[links->link[i].b + 2]++;
    }
    for (uint32_t c = 0; c < centre_count; c++)
        first[c + 2] += first[c + 1];
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->link[i];

        item[first[link->a + 1]++] = (struct neighbour){link->b, link->length};
        item[first[link->b + 1]++] = (struct neighbour){link->a, link->length};
    }
    return 0;
}

static void neighbours_finish(struct neighbours *neighbours)
{
    free(neighbours->first);
    free(neighbours->item);
}

static bool has_nearer(const struct neighbours *neighbours, uint32_t of,
                       uint32_t centre, uint32_t length)
{
    for (uint32_t i = neighbours->first[of]; i < neighbours->first[of + 1];
         i++) {
        if (neighbours->item[i].centre == centre)
            return neighbours->item[i].length < length;
    }
    return false;
}

static bool goes_round(const struct neighbours *neighbours,
                       const struct link *link)
{
    for (uint32_t i = neighbours->first[link->a];
         i < neighbours->first[link->a + 1]; i++) {
        const struct neighbour *third = &neighbours->item[i];

        if (third->length < link->length &&
            has_nearer(neighbours, link->b, third->centre, link->length))
            return true;
    }
    return false;
}

static int prune(struct links *links, uint32_t centre_count)
{
    struct neighbours neighbours;
    int r = neighbours_init(&neighbours, links, centre_count);
    size_t kept = 0;

    for (size_t i = 0; i < links->count && !r; i++) {
        if (!goes_round(&neighbours, &links->link[i]))
            links->link[kept++] = links->link[i];
    }
    if (!r)
        links->count = kept;
    neighbours_finish(&neighbours);
    return r;
}

/* The links between centres, over streets of at least that class, and the
 * territories that they join. 0 or -ENOMEM; finish both after either. */
static int links_init(struct links *links, struct territories *territories,
                      const struct network *network,
                      const struct centres *centres,
                      enum road_class least_class)
{
    int r = territories_init(territories, network, centres->vertex,
                             centres->count, least_class);

    *links = (struct links){0};
    if (!r)
        r = add_crossings(links, network, territories, least_class);
    if (r || links->count == 0)
        return r;
    qsort(links->link, links->count, sizeof(*links->link), compare_links);
    keep_shortest(links);
    return prune(links, centres->count);
}

static void links_finish(struct links *links)
{
    free(links->link);
    *links = (struct links){0};
}

/* ---- Main roads ---------------------------------------------------------- */

/* A level's centres: one town per so many vertices, and villages. */
struct level {
    enum road_class road_class;
    enum road_class below; /* the class that it uses */
    uint32_t town_per;     /* vertices per town */
    uint32_t village_per;  /* vertices per village; 0: none */
};

static const struct level levels[] = {
    {ROAD_SECONDARY, ROAD_LOCAL, 1, 150},
    {ROAD_PRIMARY, ROAD_SECONDARY, 1, 0},
    {ROAD_TRUNK, ROAD_PRIMARY, 4000, 0},
    {ROAD_MOTORWAY, ROAD_TRUNK, 20000, 0},
};

/* State for building a level. */
struct builder {
    struct streets *streets;
    const struct network *network;
    const struct bisection *bisection;
    const struct land *land;
};

/* Raises the class from one end of a link's crossing back to the centre, or to
 * a street that this level already uses. */
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

static int build_level(const struct builder *builder, const struct level *level,
                       uint64_t seed)
{
    uint32_t towns = builder->network->vertex_count / level->town_per + 1;
    struct territories territories = {0};
    struct links links = {0};
    struct centres centres;
    int r = centres_init(&centres, builder->bisection, builder->land, towns,
                         level->village_per, seed);

    if (!r)
        r = links_init(&links, &territories, builder->network, &centres,
                       level->below);
    if (!r)
        pave_links(builder, &links, &territories, level);
    links_finish(&links);
    territories_finish(&territories);
    centres_finish(&centres);
    return r;
}

int hierarchy_build(struct streets *streets, const struct bisection *bisection,
                    const struct land *land, uint64_t seed)
{
    struct network network;
    struct builder builder = {streets, &network, bisection, land};
    int r = network_init(&network, streets, bisection, land->spacing);

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]) && !r; i++)
        r = build_level(&builder, &levels[i], seed);
    network_finish(&network);
    return r;
}

/* ---- Railways ------------------------------------------------------------ */

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

int railway_build(struct streets *streets, const struct bisection *bisection,
                  const struct land *land, uint32_t station_every,
                  uint64_t seed)
{
    uint32_t towns = bisection->vertex_count / station_every / 4 + 1;
    struct territories territories = {0};
    struct centres stations = {0};
    struct links links = {0};
    struct network network;
    int r = network_init(&network, streets, bisection, land->spacing);

    if (!r)
        r = centres_init(&stations, bisection, land, towns, station_every,
                         seed);
    if (!r)
        r = links_init(&links, &territories, &network, &stations, ROAD_LOCAL);
    if (!r)
        r = lay_lines(streets, &links, &stations);
    links_finish(&links);
    territories_finish(&territories);
    centres_finish(&stations);
    network_finish(&network);
    return r;
}

/* ---- Straightening ------------------------------------------------------- */

enum { ROUNDS = 4 };

/* The sum of a vertex's neighbours along main roads. */
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
