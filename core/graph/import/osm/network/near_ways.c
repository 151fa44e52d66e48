/* near_ways: finds them in a segment tree of the layer's links.
 *
 * The search goes depth first, into the nearest box first, as that of
 * segment_tree_search.c does. For the mainland each box knows the largest
 * island in it, and the search goes into the box of the largest first. */
#include "core/graph/import/osm/network/near_ways.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/roads.h"
#include "core/graph/roads/segment_box.h"

/* The links of a layer. */
struct links {
    struct roads roads;        /* courses as pieces; only what a tree needs */
    struct position *position; /* these four belong to `roads` */
    uint32_t *first_node;
    uint32_t *tree_node;
    struct segment_box *box;
    uint32_t *link; /* [roads.node_count] that begins there */
    struct tree_level level[SEGMENT_TREE_LEVELS_MAX];
    uint32_t levels;
    uint32_t *largest; /* [box_count] islands by size, or NULL */
};

struct search {
    const struct links *links;
    const struct courses *courses;
    const struct union_find *islands; /* or NULL */
    double radius_m;
    struct near_ways *near;
    uint64_t visited_most;

    /* Of this station. */
    struct position position;
    struct ground ground;
    uint32_t number;
    bool for_mainland; /* else for the nearest ways */
    uint32_t largest;  /* the size of the mainland so far */
};

/* ---- The tree ------------------------------------------------------------ */

static uint32_t island_size(const struct union_find *islands, uint32_t spot)
{
    return islands->size[islands->parent[spot]];
}

static void links_finish(struct links *links)
{
    free(links->position);
    free(links->first_node);
    free(links->tree_node);
    free(links->box);
    free(links->link);
    free(links->largest);
}

static void add_course(struct links *links, const struct osm_data *data,
                       const struct courses *courses, uint32_t course)
{
    struct roads *roads = &links->roads;

    links->first_node[roads->piece_count++] = roads->node_count;
    for (uint32_t l = courses->first_ref[course];
         l < courses->first_ref[course + 1]; l++) {
        uint32_t node = courses->spot_node[courses->ref_spot[l]];

        links->position[roads->node_count] = data->node_position[node];
        links->link[roads->node_count++] = l;
    }
}

/* The size of the island of the link that begins at a place. */
static uint32_t link_island(const struct links *links,
                            const struct courses *courses,
                            const struct union_find *islands, uint32_t place)
{
    return island_size(islands, courses->ref_spot[links->link[place]]);
}

static void keep_larger(uint32_t *largest, uint32_t size)
{
    *largest = size > *largest ? size : *largest;
}

static int find_largest(struct links *links, const struct courses *courses,
                        const struct union_find *islands)
{
    const struct tree_level *level = links->level;
    uint32_t *largest = array_zero(
        segment_tree_box_count(links->roads.segment_count), sizeof(*largest));

    if (!largest)
        return -ENOMEM;
    for (uint32_t i = 0; i < links->roads.segment_count; i++)
        keep_larger(&largest[i / SEGMENT_TREE_FANOUT],
                    link_island(links, courses, islands, links->tree_node[i]));
    for (uint32_t l = 1; l < links->levels; l++) {
        for (uint32_t i = 0; i < level[l - 1].count; i++)
            keep_larger(&largest[level[l].first + i / SEGMENT_TREE_FANOUT],
                        largest[level[l - 1].first + i]);
    }
    links->largest = largest;
    return 0;
}

static int links_make(const struct osm_data *data,
                      const struct courses *courses, enum road_layer layer,
                      const struct union_find *islands, struct links *links)
{
    struct roads *roads = &links->roads;

    links->position = array_alloc(courses->ref_count, sizeof(struct position));
    links->link = array_alloc(courses->ref_count, sizeof(uint32_t));
    links->first_node =
        array_alloc((size_t)courses->course_count + 1, sizeof(uint32_t));
    if (!links->position || !links->link || !links->first_node)
        return -ENOMEM;
    for (uint32_t c = 0; c < courses->course_count; c++) {
        if (courses->way[courses->ref_way[courses->first_ref[c]]].layer ==
            layer)
            add_course(links, data, courses, c);
    }
    links->first_node[roads->piece_count] = roads->node_count;
    roads->node_position = links->position;
    roads->first_node = links->first_node;
    roads->segment_count = roads->node_count - roads->piece_count;
    if (segment_tree_build(roads, &links->tree_node, &links->box, NULL))
        return -ENOMEM;
    links->levels = segment_tree_levels(roads->segment_count, links->level);
    return islands ? find_largest(links, courses, islands) : 0;
}

/* ---- Distances ----------------------------------------------------------- */

struct place_m {
    double east;
    double north;
};

static struct place_m place_at(const struct search *search, int64_t east_e7,
                               int32_t lat_e7)
{
    return (struct place_m){
        search->ground.east_m * (double)east_e7,
        search->ground.north_m * ((double)lat_e7 - search->position.lat_e7),
    };
}

/* From the origin to the line segment from a to b. */
static double distance_to_line(struct place_m a, struct place_m b)
{
    double east = b.east - a.east;
    double north = b.north - a.north;
    double square = east * east + north * north;
    double along = square > 0 ? -(a.east * east + a.north * north) / square : 0;

    along = fmin(fmax(along, 0), 1);
    return hypot(a.east + along * east, a.north + along * north);
}

/* ---- What was found ------------------------------------------------------ */

static bool is_nearer(const struct near_way *a, const struct near_way *b)
{
    return a->distance_m < b->distance_m ||
           (a->distance_m == b->distance_m && a->link < b->link);
}

/* Inserts a way among the nearest if it belongs there; a way occurs once. */
static void offer(const struct search *search, const struct near_way *way)
{
    struct near_ways *near = search->near;
    struct near_way *item = near->item + (size_t)search->number * near->most;
    uint32_t *count = &near->count[search->number];
    const uint32_t *used = search->courses->ref_way;
    uint32_t at = 0;
    uint32_t end = 0;

    while (end < *count && used[item[end].link] != used[way->link])
        end++;
    while (at < *count && is_nearer(&item[at], way))
        at++;
    if (end < at || at == near->most)
        return;
    if (end == *count && *count < near->most)
        ++*count;
    else if (end == *count)
        end--;
    memmove(&item[at + 1], &item[at], (end - at) * sizeof(*item));
    item[at] = *way;
}

static void offer_mainland(struct search *search, const struct near_way *way)
{
    struct near_way *mainland = &search->near->mainland[search->number];
    uint32_t size = island_size(search->islands, way->spot);

    if (size < search->largest ||
        (size == search->largest && !is_nearer(way, mainland)))
        return;
    *mainland = *way;
    search->largest = size;
}

/* ---- The search ---------------------------------------------------------- */

/* A box, or at level 0 a link by where it begins. */
struct branch {
    uint32_t what;
    uint32_t largest; /* island in it; 0: all are alike */
    double m2;        /* squared metres to its box */
};

/* Whether all in a box is farther away, however distances were rounded. */
static bool is_beyond(double box_m2, double distance_m)
{
    static const double rounding_m = 0.001;

    return box_m2 > (distance_m + rounding_m) * (distance_m + rounding_m);
}

static bool is_hopeless(const struct search *search,
                        const struct branch *branch)
{
    const struct near_ways *near = search->near;
    uint32_t number = search->number;

    if (is_beyond(branch->m2, search->radius_m))
        return true;
    if (search->for_mainland)
        return branch->largest < search->largest ||
               (branch->largest == search->largest &&
                is_beyond(branch->m2, near->mainland[number].distance_m));
    return near->count[number] == near->most &&
           is_beyond(
               branch->m2,
               near->item[((size_t)number + 1) * near->most - 1].distance_m);
}

/* The link of a branch. */
static void measure(struct search *search, struct branch branch)
{
    const struct courses *courses = search->courses;
    const struct position *end = &search->links->position[branch.what];
    struct near_way way = {.link = search->links->link[branch.what]};
    int64_t east_e7 = lon_e7_apart(search->position.lon_e7, end[0].lon_e7);
    struct place_m a = place_at(search, east_e7, end[0].lat_e7);
    struct place_m b =
        place_at(search, east_e7 + lon_e7_apart(end[0].lon_e7, end[1].lon_e7),
                 end[1].lat_e7);

    way.distance_m = distance_to_line(a, b);
    branch.m2 = way.distance_m * way.distance_m;
    if (way.distance_m > search->radius_m || is_hopeless(search, &branch))
        return;
    way.spot = courses->ref_spot[way.link + (hypot(b.east, b.north) <
                                             hypot(a.east, a.north))];
    if (search->for_mainland)
        offer_mainland(search, &way);
    else
        offer(search, &way);
}

static struct branch branch_at(const struct search *search, uint32_t level,
                               uint32_t child)
{
    const struct links *links = search->links;
    struct branch branch = {.what = child};

    if (level > 0) {
        uint32_t box = links->level[level - 1].first + child;

        branch.m2 =
            segment_box_m2(&links->box[box], search->position, search->ground);
        if (search->for_mainland)
            branch.largest = links->largest[box];
    } else {
        const struct position *end;
        struct segment_box box;

        branch.what = links->tree_node[child];
        end = &links->position[branch.what];
        box = segment_box_of(end[0], end[1]);
        branch.m2 = segment_box_m2(&box, search->position, search->ground);
        if (search->for_mainland)
            branch.largest = link_island(links, search->courses,
                                         search->islands, branch.what);
    }
    return branch;
}

static bool comes_before(const struct branch *a, const struct branch *b)
{
    return a->largest > b->largest ||
           (a->largest == b->largest && a->m2 < b->m2);
}

/* Visits what is in box i of a level. */
static void visit(struct search *search, uint32_t level, uint32_t i)
{
    const struct links *links = search->links;
    struct branch branch[SEGMENT_TREE_FANOUT];
    uint32_t first, end;
    uint32_t count = 0;

    if (search->near->visited == search->visited_most)
        return;
    search->near->visited++;
    segment_tree_children(
        i, level ? links->level[level - 1].count : links->roads.segment_count,
        &first, &end);
    for (uint32_t child = first; child < end; child++) {
        struct branch next = branch_at(search, level, child);
        uint32_t at = count;

        if (is_hopeless(search, &next))
            continue;
        for (; at > 0 && comes_before(&next, &branch[at - 1]); at--)
            branch[at] = branch[at - 1];
        branch[at] = next;
        count++;
    }
    for (uint32_t b = 0; b < count; b++) {
        if (is_hopeless(search, &branch[b]))
            continue;
        if (level > 0)
            visit(search, level - 1, branch[b].what);
        else
            measure(search, branch[b]);
    }
}

static void search_around(struct search *search, struct position position,
                          uint32_t number)
{
    struct near_ways *near = search->near;
    uint32_t top = search->links->levels - 1;

    search->position = position;
    search->ground = ground_at(position.lat_e7);
    search->number = number;
    search->visited_most += NEAR_WAYS_VISITS + near->most;
    search->for_mainland = false;
    visit(search, top, 0);
    if (near->count[number] == 0 || !search->islands)
        return;
    near->mainland[number] = near->item[(size_t)number * near->most];
    search->largest = island_size(search->islands, near->mainland[number].spot);
    search->for_mainland = true;
    visit(search, top, 0);
}

int near_ways_find(const struct osm_data *data, const struct courses *courses,
                   const uint32_t *station, uint32_t station_count,
                   enum road_layer layer, double radius_m, uint32_t most,
                   const struct union_find *islands, struct near_ways *near)
{
    struct links links = {.levels = 0};
    struct search search = {
        .links = &links,
        .courses = courses,
        .islands = islands,
        .radius_m = radius_m,
        .near = near,
        .visited_most = NEAR_WAYS_SPARE_VISITS,
    };
    int r = links_make(data, courses, layer, islands, &links);

    near->most = most;
    near->count = array_zero(station_count, sizeof(*near->count));
    near->item = array_alloc((size_t)station_count * most, sizeof(*near->item));
    if (islands)
        near->mainland = array_alloc(station_count, sizeof(*near->mainland));
    if (!near->count || !near->item || (islands && !near->mainland))
        r = -ENOMEM;
    for (uint32_t i = 0; i < station_count && !r && links.levels > 0; i++)
        search_around(&search, data->node_position[station[i]], i);
    links_finish(&links);
    return r;
}

void near_ways_finish(struct near_ways *near)
{
    free(near->count);
    free(near->item);
    free(near->mainland);
    *near = (struct near_ways){0};
}
