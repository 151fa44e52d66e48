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
#include "lab/generate/streets.h"

enum { LENGTH_ONE = 256 };

#define STREET_NONE UINT32_MAX
#define CENTRE_NONE UINT32_MAX

/* ---- The network --------------------------------------------------------- */

/* Streets by the vertices where they meet. 8 bytes a street and 4 a vertex. */
struct network {
    struct streets *streets;
    const struct bisection *bisection;
    const struct land *land;
    uint32_t *first; /* [vertex_count + 1] */
    uint32_t *end;   /* [2 * streets->count] by vertex, see ends_by_vertex() */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
static int network_init(struct network *network, struct streets *streets,
                        const struct bisection *bisection,
                        const struct land *land)
{
    *network = (struct network){streets, bisection, land, NULL, NULL};
    return ends_by_vertex(streets->street, streets->count,
                          sizeof(*streets->street), bisection->vertex_count,
                          &network->first, &network->end);
}

static void network_finish(struct network *network)
{
    free(network->first);
    free(network->end);
}

/* In integers, LENGTH_ONE to the mean distance between neighbours. */
static uint32_t network_length(const struct network *network, uint32_t street)
{
    double length = street_length(&network->streets->street[street],
                                  network->bisection->site);

    return 1 + (uint32_t)(length / network->land->spacing * LENGTH_ONE);
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
        uint32_t street = network->end[i] / 2;
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

/* One search from all centres (distinct vertices) at once, along streets of at
 * least that class. 0 or -ENOMEM. */
static int territories_init(struct territories *territories,
                            const struct network *network,
                            const uint32_t *centres, uint32_t centre_count,
                            enum road_class least_class)
{
    uint32_t n = network->bisection->vertex_count;
    struct heap frontier = {0};
    int r = 0;

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

/* ---- Centres ------------------------------------------------------------- */

struct centres {
    uint32_t *vertex; /* [count], distinct, unordered */
    uint32_t count;
};

/* The centres of the largest towns, at most `town_count`, and unless `every` is
 * 0 one vertex out of `every`: vertex order is local, so one per run spreads
 * over the land. 0 or -ENOMEM. */
static int centres_init(struct centres *centres, const struct network *network,
                        uint32_t town_count, uint32_t every, uint64_t seed)
{
    const struct land *land = network->land;
    uint32_t n = network->bisection->vertex_count;
    uint32_t towns =
        town_count < land->town_count ? town_count : land->town_count;
    uint32_t *vertex =
        array_alloc(towns + (every ? n / every : 0), sizeof(*vertex));
    uint32_t count = 0;

    centres->count = 0;
    centres->vertex = vertex;
    if (!vertex)
        return -ENOMEM;
    for (uint32_t i = 0; i < towns; i++)
        vertex[count++] =
            bisection_find(network->bisection, land->towns[i].centre);
    for (uint32_t front = 0; every && every <= n - front; front += every)
        vertex[count++] = front + (uint32_t)(noise_hash(seed, front) % every);
    qsort(vertex, count, sizeof(*vertex), compare_u32);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || vertex[i - 1] != vertex[i])
            centres->vertex[centres->count++] = vertex[i];
    }
    return 0;
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
    bool detour;     /* some third centre is nearer to both */
};

struct links {
    struct centres centres;
    struct territories territories; /* of the centres */
    struct link *link;              /* [count] by a, then b */
    size_t count;
    size_t capacity;
};

static int add_crossings(struct links *links, const struct network *network,
                         enum road_class least_class)
{
    const struct territories *territories = &links->territories;

    for (uint32_t i = 0; i < network->streets->count; i++) {
        const struct street *street = &network->streets->street[i];
        uint32_t a = territories->centre[street->a];
        uint32_t b = territories->centre[street->b];
        struct link link = {a < b ? a : b, a < b ? b : a, 0, i, false};

        if (a == b || a == CENTRE_NONE || b == CENTRE_NONE ||
            !network_open(network, i, least_class))
            continue;
        link.length = territories->length[street->a] +
                      territories->length[street->b] +
                      network_length(network, i);
        if (array_append(&links->link, &links->count, &links->capacity, &link,
                         sizeof(link)))
            return -ENOMEM;
    }
    return 0;
}

static int compare_links(const void *a, const void *b)
{
    const struct link *x = a;
    const struct link *y = b;

    return x->a != y->a             ? compare_numbers(x->a, y->a)
           : x->b != y->b           ? compare_numbers(x->b, y->b)
           : x->length != y->length ? compare_numbers(x->length, y->length)
                                    : compare_numbers(x->street, y->street);
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

/* Links by the centres that they join. */
struct neighbours {
    const struct link *link;
    uint32_t *first; /* [centre_count + 1] */
    uint32_t *end;   /* see ends_by_vertex() */
};

/* Whether the link of `of` and `centre` exists and is shorter. */
static bool has_nearer(const struct neighbours *neighbours, uint32_t of,
                       uint32_t centre, uint32_t length)
{
    for (uint32_t i = neighbours->first[of]; i < neighbours->first[of + 1];
         i++) {
        const struct link *link = &neighbours->link[neighbours->end[i] / 2];

        if (link->a == centre || link->b == centre)
            return link->length < length;
    }
    return false;
}

static bool goes_round(const struct neighbours *neighbours,
                       const struct link *link)
{
    for (uint32_t i = neighbours->first[link->a];
         i < neighbours->first[link->a + 1]; i++) {
        const struct link *to = &neighbours->link[neighbours->end[i] / 2];
        uint32_t third = to->a == link->a ? to->b : to->a;

        if (to->length < link->length &&
            has_nearer(neighbours, link->b, third, link->length))
            return true;
    }
    return false;
}

static int prune(struct links *links)
{
    struct neighbours neighbours = {.link = links->link};
    int r = ends_by_vertex(links->link, links->count, sizeof(*links->link),
                           links->centres.count, &neighbours.first,
                           &neighbours.end);
    size_t kept = 0;

    if (r)
        return r;
    for (size_t i = 0; i < links->count; i++)
        links->link[i].detour = goes_round(&neighbours, &links->link[i]);
    for (size_t i = 0; i < links->count; i++) {
        if (!links->link[i].detour)
            links->link[kept++] = links->link[i];
    }
    links->count = kept;
    free(neighbours.first);
    free(neighbours.end);
    return 0;
}

/* The links between the centres that centres_init() chooses, over streets of at
 * least that class. 0 or -ENOMEM; finish() is fine after either. */
static int links_init(struct links *links, const struct network *network,
                      uint32_t town_count, uint32_t every,
                      enum road_class least_class, uint64_t seed)
{
    int r;

    *links = (struct links){0};
    r = centres_init(&links->centres, network, town_count, every, seed);
    if (!r)
        r = territories_init(&links->territories, network,
                             links->centres.vertex, links->centres.count,
                             least_class);
    if (!r)
        r = add_crossings(links, network, least_class);
    if (r || links->count == 0)
        return r;
    qsort(links->link, links->count, sizeof(*links->link), compare_links);
    keep_shortest(links);
    return prune(links);
}

static void links_finish(struct links *links)
{
    free(links->territories.centre);
    free(links->territories.length);
    free(links->territories.via);
    free(links->centres.vertex);
    free(links->link);
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

/* Raises the class from one end of a link's crossing back to the centre, or to
 * a street that this level already uses. */
static void pave(const struct network *network,
                 const struct territories *territories,
                 const struct level *level, uint32_t vertex)
{
    uint32_t street;

    while ((street = territories->via[vertex]) != STREET_NONE) {
        struct street *at = &network->streets->street[street];

        if (at->road_class <= level->road_class)
            return;
        at->road_class = (uint8_t)level->road_class;
        vertex = network_across(network, street, vertex);
    }
}

static int build_level(const struct network *network, const struct level *level,
                       uint64_t seed)
{
    uint32_t towns = network->bisection->vertex_count / level->town_per + 1;
    struct links links;
    int r = links_init(&links, network, towns, level->village_per, level->below,
                       seed);

    for (size_t i = 0; i < links.count && !r; i++) {
        struct street *crossing =
            &network->streets->street[links.link[i].street];

        crossing->road_class = (uint8_t)level->road_class;
        pave(network, &links.territories, level, crossing->a);
        pave(network, &links.territories, level, crossing->b);
    }
    links_finish(&links);
    return r;
}

int hierarchy_build(struct streets *streets, const struct bisection *bisection,
                    const struct land *land, uint64_t seed)
{
    struct network network;
    int r = network_init(&network, streets, bisection, land);

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]) && !r; i++)
        r = build_level(&network, &levels[i], seed);
    network_finish(&network);
    return r;
}

/* ---- Railways ------------------------------------------------------------ */

int railway_build(struct streets *streets, const struct bisection *bisection,
                  const struct land *land, uint32_t station_every,
                  uint64_t seed)
{
    uint32_t towns = bisection->vertex_count / station_every / 4 + 1;
    struct links links = {0};
    struct network network;
    int r = network_init(&network, streets, bisection, land);

    if (!r)
        r = links_init(&links, &network, towns, station_every, ROAD_LOCAL,
                       seed);
    for (size_t i = 0; i < links.count && !r; i++) {
        struct street line = {
            .a = links.centres.vertex[links.link[i].a],
            .b = links.centres.vertex[links.link[i].b],
            .road_class = ROAD_RAIL,
        };

        r = streets_add(streets, line);
    }
    links_finish(&links);
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

int smooth_roads(const struct streets *streets, struct point *site,
                 uint32_t vertex_count)
{
    struct pull *pulls = array_alloc(vertex_count, sizeof(*pulls));

    if (!pulls)
        return -ENOMEM;
    for (int round = 0; round < ROUNDS; round++) {
        gather(pulls, streets, site, vertex_count);
        for (uint32_t v = 0; v < vertex_count; v++) {
            if (pulls[v].count != 2)
                continue;
            site[v].x = site[v].x / 2 + pulls[v].sum.x / 4;
            site[v].y = site[v].y / 2 + pulls[v].sum.y / 4;
        }
    }
    free(pulls);
    return 0;
}
