/* drawn_streets: a map's arcs as streets, and what meets at a vertex. */
#include "lab/generate/osm/drawn_streets.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/union_find.h"

static enum road_class class_of(const struct map *map, uint32_t arc)
{
    return map->road_class ? map->road_class[arc] : ROAD_LOCAL;
}

/* Of arcs side by side one is a railway. */
static bool has_reverse(const struct map *map, uint32_t tail, uint32_t arc)
{
    const struct topology *t = &map->topology;
    uint32_t head = t->head[arc];

    for (uint32_t i = t->first_out[head]; i < t->first_out[head + 1]; i++) {
        if (t->head[i] == tail && class_of(map, i) == class_of(map, arc))
            return true;
    }
    return false;
}

static void take_arc(struct drawn_streets *streets, uint32_t tail, uint32_t arc)
{
    uint32_t head = streets->map->topology.head[arc];
    bool both_ways = has_reverse(streets->map, tail, arc);

    if (head == tail || (both_ways && head < tail))
        return;
    streets->street[streets->count++] = (struct drawn_street){
        .a = tail,
        .b = head,
        .road_class = (uint8_t)class_of(streets->map, arc),
        .flags = both_ways ? 0 : DRAWN_ONE_WAY,
    };
}

static int take_arcs(struct drawn_streets *streets)
{
    const struct topology *t = &streets->map->topology;

    streets->street = array_alloc(t->arc_count, sizeof(*streets->street));
    if (!streets->street)
        return -ENOMEM;
    for (uint32_t v = 0; v < t->vertex_count; v++) {
        for (uint32_t arc = t->first_out[v]; arc < t->first_out[v + 1]; arc++)
            take_arc(streets, v, arc);
    }
    return 0;
}

static void count_ends(struct drawn_streets *streets)
{
    uint32_t n = streets->map->topology.vertex_count;

    for (uint32_t e = 0; e < 2 * streets->count; e++)
        streets->first[end_vertex(streets, e) + 1]++;
    for (uint32_t v = 0; v < n; v++)
        streets->first[v + 1] += streets->first[v];
}

static void fill_ends(struct drawn_streets *streets)
{
    uint32_t n = streets->map->topology.vertex_count;

    for (uint32_t e = 0; e < 2 * streets->count; e++)
        streets->end[streets->first[end_vertex(streets, e)]++] = e;
    for (uint32_t v = n; v > 0; v--)
        streets->first[v] = streets->first[v - 1];
    streets->first[0] = 0;
}

/* Whether a comes before b, counterclockwise from the east. */
static bool turns_before(struct point a, struct point b)
{
    bool a_below = a.y < 0;
    bool b_below = b.y < 0;

    if (a_below != b_below)
        return b_below;
    return a.x * b.y - a.y * b.x > 0;
}

static void sort_ends(const struct drawn_streets *streets, uint32_t vertex)
{
    uint32_t *end = streets->end + streets->first[vertex];

    for (uint32_t i = 1; i < drawn_degree(streets, vertex); i++) {
        uint32_t moved = end[i];
        struct point direction = drawn_direction(streets, moved);
        uint32_t j = i;

        for (; j > 0 &&
               turns_before(direction, drawn_direction(streets, end[j - 1]));
             j--)
            end[j] = end[j - 1];
        end[j] = moved;
    }
}

static int join_ends(struct drawn_streets *streets)
{
    uint32_t n = streets->map->topology.vertex_count;

    streets->first = array_zero((size_t)n + 1, sizeof(*streets->first));
    streets->end =
        array_alloc(2 * (size_t)streets->count, sizeof(*streets->end));
    if (!streets->first || !streets->end)
        return -ENOMEM;
    count_ends(streets);
    fill_ends(streets);
    for (uint32_t v = 0; v < n; v++)
        sort_ends(streets, v);
    return 0;
}

static void join(struct drawn_street *street, uint32_t *parent)
{
    uint32_t a = union_find_root(parent, street->a);
    uint32_t b = union_find_root(parent, street->b);

    if (a == b)
        return;
    parent[a] = b;
    street->flags |= DRAWN_NEEDED;
}

/* Main roads are never closed where another street would do. */
static int find_needed(struct drawn_streets *streets)
{
    uint32_t n = streets->map->topology.vertex_count;
    uint32_t *parent = array_alloc(n, sizeof(*parent));

    if (!parent)
        return -ENOMEM;
    union_find_separate(parent, n);
    for (int local = 0; local < 2; local++) {
        for (uint32_t s = 0; s < streets->count; s++) {
            struct drawn_street *street = &streets->street[s];

            if ((street->road_class == ROAD_LOCAL) == local &&
                street->road_class != ROAD_RAIL &&
                !(street->flags & DRAWN_ONE_WAY))
                join(street, parent);
        }
    }
    free(parent);
    return 0;
}

static double mean_length(const struct drawn_streets *streets)
{
    double sum = 0;

    for (uint32_t s = 0; s < streets->count; s++)
        sum += drawn_length(streets, s);
    return streets->count ? sum / streets->count : 0;
}

int drawn_streets_init(struct drawn_streets *streets, const struct map *map)
{
    int r;

    *streets = (struct drawn_streets){.map = map};
    r = take_arcs(streets);
    if (!r)
        r = join_ends(streets);
    if (!r)
        r = find_needed(streets);
    if (!r)
        streets->length_mean = mean_length(streets);
    return r;
}

void drawn_streets_finish(struct drawn_streets *streets)
{
    free(streets->street);
    free(streets->first);
    free(streets->end);
    *streets = (struct drawn_streets){0};
}

struct point drawn_site(const struct drawn_streets *streets, uint32_t vertex)
{
    struct position position = streets->map->position[vertex];

    return (struct point){position.lon_e7, position.lat_e7};
}

static struct point across(const struct drawn_streets *streets, uint32_t end)
{
    struct point from = drawn_site(streets, end_vertex(streets, end));
    struct point to = drawn_site(streets, end_vertex(streets, end ^ 1));

    return (struct point){to.x - from.x, to.y - from.y};
}

struct point drawn_direction(const struct drawn_streets *streets, uint32_t end)
{
    struct point way = across(streets, end);
    double length = sqrt(way.x * way.x + way.y * way.y);

    if (length == 0)
        return (struct point){1, 0};
    return (struct point){way.x / length, way.y / length};
}

double drawn_length(const struct drawn_streets *streets, uint32_t street)
{
    struct point way = across(streets, 2 * street);

    return sqrt(way.x * way.x + way.y * way.y);
}
