/* transfers: links from stations to the rails and roads near them.
 *
 * A station on rails is joined from there, any other by a walked link to the
 * nearest rails. A link that takes the transfer and the walk leads to each of
 * the nearest roads; if none of them is connected to the largest component of
 * the roads nearby (platforms without a path), also to the nearest road that
 * is. Links end at nodes, so one may be longer than the radius where a long
 * straight road passes. */
#include "core/graph/import/osm/network/courses.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/union_find.h"
#include "core/graph/roads/ground.h"

/* ---- Islands: spots of a layer that used ways join, open or not ---------- */

static inline uint32_t island_size(const struct union_find *islands,
                                   uint32_t spot)
{
    return islands->size[islands->parent[spot]];
}

static void join_all(const struct courses *courses, enum road_layer layer,
                     struct union_find *islands)
{
    for (uint32_t c = 0; c < courses->course_count; c++) {
        uint32_t first = courses->first_ref[c];

        if (courses->way[courses->ref_way[first]].layer != layer)
            continue;
        for (uint32_t l = first; l + 1 < courses->first_ref[c + 1]; l++)
            union_find_join(islands, courses->ref_spot[l],
                            courses->ref_spot[l + 1]);
    }
}

/* Makes each spot's parent the root of its island. 0 or -ENOMEM. */
static int islands_find(const struct courses *courses, enum road_layer layer,
                        struct union_find *islands)
{
    if (union_find_init(islands, courses->spot_count))
        return -ENOMEM;
    join_all(courses, layer, islands);
    for (uint32_t i = 0; i < courses->spot_count; i++)
        islands->parent[i] = union_find_root(islands->parent, i);
    return 0;
}

/* ---- Ways near stations -------------------------------------------------- */

/* Which used ways are near stations.
 *
 * Stations are sorted by latitude; each link of the layer is compared with
 * those at its latitudes. */

struct near_way {
    uint32_t used;
    uint32_t spot;     /* the nearer end of its nearest link */
    double distance_m; /* to that link */
};

struct near_ways {
    uint32_t most;             /* per station */
    uint32_t *count;           /* [station_count] */
    struct near_way *item;     /* [station_count * most], nearest first, equally
                                  near ones by used way */
    struct near_way *mainland; /* [station_count] the nearest way of the
                                  largest island within the radius, valid if
                                  `count` is above 0; NULL: not requested */
};

/* Slightly less than 10^-7 degrees of latitude anywhere. */
static const double least_north_m = 0.011;

/* A station, sorted by latitude. */
struct station {
    struct position position;
    struct ground ground;
    int64_t reach_e7; /* the radius, to the east or west */
    uint32_t number;
};

struct search {
    const struct osm_data *data;
    const struct courses *courses;
    struct station *station; /* [count] */
    uint32_t count;
    double radius_m;
    const struct union_find *islands; /* or NULL */
    struct near_ways *near;
};

static int sort_stations(struct search *search, const uint32_t *node)
{
    uint64_t *key = array_alloc(search->count, sizeof(*key));
    uint32_t *order = NULL;
    int r = -ENOMEM;

    search->station = array_alloc(search->count, sizeof(*search->station));
    if (!key || !search->station)
        goto out;
    for (uint32_t i = 0; i < search->count; i++)
        key[i] =
            (uint64_t)((int64_t)search->data->node_position[node[i]].lat_e7 -
                       INT32_MIN);
    r = key_order(key, search->count, 0, &order);
    for (uint32_t i = 0; i < search->count && !r; i++) {
        struct position at = search->data->node_position[node[order[i]]];
        struct ground ground = ground_at(at.lat_e7);

        search->station[i] = (struct station){
            .position = at,
            .ground = ground,
            .reach_e7 = (int64_t)fmin(search->radius_m / ground.east_m + 1,
                                      LON_E7_TURN),
            .number = order[i],
        };
    }
out:
    free(key);
    free(order);
    return r;
}

/* The first station at that latitude or farther north. */
static uint32_t first_from(const struct search *search, double lat_e7)
{
    uint32_t low = 0;
    uint32_t high = search->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (search->station[middle].position.lat_e7 < lat_e7)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct place_m {
    double east;
    double north;
};

static struct place_m place_from(const struct station *station,
                                 struct position at)
{
    struct position from = station->position;

    return (struct place_m){
        station->ground.east_m * (double)lon_e7_apart(from.lon_e7, at.lon_e7),
        station->ground.north_m * ((double)at.lat_e7 - from.lat_e7),
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

/* Inserts a way among the nearest if it belongs there; a way occurs once. */
static void offer(struct near_ways *near, uint32_t number,
                  const struct near_way *way)
{
    struct near_way *item = near->item + (size_t)number * near->most;
    uint32_t *count = &near->count[number];
    uint32_t at = 0;
    uint32_t end = 0;

    while (end < *count && item[end].used != way->used)
        end++;
    while (at < *count && item[at].distance_m <= way->distance_m)
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

/* Whether a way is on a larger island than another, or on an equally large one
 * and nearer. */
static bool is_mainland(const struct union_find *islands,
                        const struct near_way *way,
                        const struct near_way *other)
{
    uint32_t size = island_size(islands, way->spot);
    uint32_t other_size = island_size(islands, other->spot);

    return size > other_size ||
           (size == other_size && way->distance_m < other->distance_m);
}

static void offer_mainland(const struct search *search, uint32_t number,
                           const struct near_way *way)
{
    struct near_way *mainland = &search->near->mainland[number];

    if (search->near->count[number] == 0 ||
        is_mainland(search->islands, way, mainland))
        *mainland = *way;
}

/* Whether a link lies west or east of everything within reach. */
static bool is_beside(const struct station *station, struct position a,
                      struct position b)
{
    int64_t from = lon_e7_apart(station->position.lon_e7, a.lon_e7);
    int64_t to = lon_e7_apart(station->position.lon_e7, b.lon_e7);
    int64_t reach = station->reach_e7;

    return (from > reach && to > reach) || (from < -reach && to < -reach);
}

static void look(const struct search *search, const struct station *station,
                 uint32_t link)
{
    const struct courses *courses = search->courses;
    const struct position *position = search->data->node_position;
    uint32_t spot[2] = {courses->ref_spot[link], courses->ref_spot[link + 1]};
    struct place_m a =
        place_from(station, position[courses->spot_node[spot[0]]]);
    struct place_m b =
        place_from(station, position[courses->spot_node[spot[1]]]);
    struct near_way way = {
        .used = courses->ref_way[link],
        .spot = spot[hypot(b.east, b.north) < hypot(a.east, a.north)],
        .distance_m = distance_to_line(a, b),
    };

    if (way.distance_m > search->radius_m)
        return;
    if (search->islands)
        offer_mainland(search, station->number, &way);
    offer(search->near, station->number, &way);
}

static void look_around(const struct search *search, uint32_t link)
{
    const struct courses *courses = search->courses;
    const struct position *position = search->data->node_position;
    struct position a = position[courses->spot_node[courses->ref_spot[link]]];
    struct position b =
        position[courses->spot_node[courses->ref_spot[link + 1]]];
    double reach = search->radius_m / least_north_m + 1;
    double north = fmax(a.lat_e7, b.lat_e7) + reach;

    for (uint32_t i = first_from(search, fmin(a.lat_e7, b.lat_e7) - reach);
         i < search->count && search->station[i].position.lat_e7 <= north;
         i++) {
        if (!is_beside(&search->station[i], a, b))
            look(search, &search->station[i], link);
    }
}

static void look_everywhere(const struct search *search, enum road_layer layer)
{
    const struct courses *courses = search->courses;

    for (uint32_t c = 0; c < courses->course_count; c++) {
        uint32_t first = courses->first_ref[c];

        if (courses->way[courses->ref_way[first]].layer != layer)
            continue;
        for (uint32_t l = first; l + 1 < courses->first_ref[c + 1]; l++)
            look_around(search, l);
    }
}

/* Of each station, a node, the nearest ways of a layer within the radius, at
 * most `most`; with `islands` of that layer, else NULL, also the nearest on the
 * mainland. 0 or -ENOMEM; finish() is fine after either. */
static int near_ways_find(const struct osm_data *data,
                          const struct courses *courses,
                          const uint32_t *station, uint32_t station_count,
                          enum road_layer layer, double radius_m, uint32_t most,
                          const struct union_find *islands,
                          struct near_ways *near)
{
    struct search search = {
        .data = data,
        .courses = courses,
        .count = station_count,
        .radius_m = radius_m,
        .islands = islands,
        .near = near,
    };
    int r = sort_stations(&search, station);

    near->most = most;
    near->count = array_zero(station_count, sizeof(*near->count));
    near->item = array_alloc((size_t)station_count * most, sizeof(*near->item));
    if (islands)
        near->mainland = array_alloc(station_count, sizeof(*near->mainland));
    if (!near->count || !near->item || (islands && !near->mainland))
        r = -ENOMEM;
    if (!r)
        look_everywhere(&search, layer);
    free(search.station);
    return r;
}

static void near_ways_finish(struct near_ways *near)
{
    free(near->count);
    free(near->item);
    free(near->mainland);
    *near = (struct near_ways){0};
}

/* ---- Links --------------------------------------------------------------- */

struct joining {
    const struct osm_data *data;
    const struct transfer_rules *rules;
    struct courses *courses;
    struct near_ways rails;
    struct near_ways roads;
    struct union_find islands; /* of roads */
    struct used_way way;       /* of a link, except its duration */
};

static int find_stations(const struct osm_data *data,
                         const struct profile *profile, uint32_t **ret_station,
                         uint32_t *ret_count)
{
    size_t capacity = 0;
    int r = 0;

    *ret_count = 0;
    for (uint32_t t = 0; t < data->tagged_count && !r; t++) {
        struct tags tags = osm_node_tags(data, t);

        if (!profile_wants_node(profile, &tags))
            continue;
        r = array_reserve(ret_station, &capacity, (size_t)*ret_count + 1,
                          sizeof(**ret_station));
        if (!r)
            (*ret_station)[(*ret_count)++] = data->tagged_node[t];
    }
    return r;
}

static double walk_s(const struct joining *joining, uint32_t from_spot,
                     uint32_t to_spot)
{
    const struct courses *courses = joining->courses;
    const struct position *position = joining->data->node_position;
    double length_m = ground_apart_m(position[courses->spot_node[from_spot]],
                                     position[courses->spot_node[to_spot]]);

    return length_m * 3.6 / joining->rules->walk_kmh;
}

static int link_to(struct joining *joining, uint32_t hub, uint32_t spot,
                   double transfer_s)
{
    struct used_way way = joining->way;

    way.total_s = transfer_s + walk_s(joining, hub, spot);
    return courses_add_link(joining->courses, &way, hub, spot);
}

static bool is_linked(const struct near_way *item, uint32_t count,
                      uint32_t spot)
{
    for (uint32_t i = 0; i < count; i++) {
        if (item[i].spot == spot)
            return true;
    }
    return false;
}

/* Whether one of the nearest roads is on the mainland. */
static bool reaches_mainland(const struct joining *joining, uint32_t number)
{
    const struct near_ways *roads = &joining->roads;
    const struct near_way *item = roads->item + (size_t)number * roads->most;
    const uint32_t *root = joining->islands.parent;

    for (uint32_t i = 0; i < roads->count[number]; i++) {
        if (root[item[i].spot] == root[roads->mainland[number].spot])
            return true;
    }
    return false;
}

static int link_to_roads(struct joining *joining, uint32_t number, uint32_t hub)
{
    const struct near_way *item =
        joining->roads.item + (size_t)number * joining->roads.most;
    int r = 0;

    for (uint32_t i = 0; i < joining->roads.count[number] && !r; i++) {
        if (!is_linked(item, i, item[i].spot))
            r = link_to(joining, hub, item[i].spot, joining->rules->duration_s);
    }
    if (!r && !reaches_mainland(joining, number))
        r = link_to(joining, hub, joining->roads.mainland[number].spot,
                    joining->rules->duration_s);
    return r;
}

/* The spot of the station's rails; SPOT_NONE: none. */
static uint32_t rail_spot(const struct joining *joining, uint32_t number,
                          uint32_t node)
{
    const uint32_t *rail = joining->courses->spot_of[LAYER_RAIL];

    if (rail && rail[node] != SPOT_NONE)
        return rail[node];
    return joining->rails.count[number] ? joining->rails.item[number].spot
                                        : SPOT_NONE;
}

static int join(struct joining *joining, uint32_t number, uint32_t node,
                struct import_report *report)
{
    uint32_t rail = rail_spot(joining, number, node);
    uint32_t hub = rail;
    int r = 0;

    if (rail == SPOT_NONE || joining->roads.count[number] == 0) {
        report->count[COUNT_STATIONS_APART]++;
        return 0;
    }
    if (joining->courses->spot_node[rail] != node) {
        r = courses_add_spot(joining->courses, node, &hub);
        r = r ? r : link_to(joining, hub, rail, 0);
    }
    return r ? r : link_to_roads(joining, number, hub);
}

static int prepare(struct joining *joining, struct attribute_pool *pool,
                   const uint32_t *station, uint32_t count)
{
    const struct transfer_rules *rules = joining->rules;
    const struct way_rules way = {.mode = {MODE_TRANSFER, MODE_TRANSFER}};
    int r = attribute_pool_add(pool, &way, joining->way.attributes);

    r = r ? r
          : near_ways_find(joining->data, joining->courses, station, count,
                           LAYER_RAIL, rules->rail_radius_m, 1, NULL,
                           &joining->rails);
    r = r ? r : islands_find(joining->courses, LAYER_ROAD, &joining->islands);
    return r ? r
             : near_ways_find(joining->data, joining->courses, station, count,
                              LAYER_ROAD, rules->radius_m, rules->links_max,
                              &joining->islands, &joining->roads);
}

int transfers_add(const struct osm_data *data, const struct profile *profile,
                  struct attribute_pool *pool, struct courses *courses,
                  struct import_report *report)
{
    struct joining joining = {
        .data = data,
        .rules = profile_transfers(profile),
        .courses = courses,
        .way = {.layer = LAYER_ROAD, .open = {true, true}, .factor = {1, 1}},
    };
    uint32_t *station = NULL;
    uint32_t count;
    int r;

    if (!(joining.rules->radius_m > 0))
        return 0;
    joining.way.speed_kmh[0] = joining.rules->walk_kmh;
    joining.way.speed_kmh[1] = joining.rules->walk_kmh;
    r = find_stations(data, profile, &station, &count);
    r = r ? r : prepare(&joining, pool, station, count);
    for (uint32_t i = 0; i < count && !r; i++)
        r = join(&joining, i, station[i], report);
    report->count[COUNT_STATIONS] += count;
    near_ways_finish(&joining.rails);
    near_ways_finish(&joining.roads);
    union_find_finish(&joining.islands);
    free(station);
    return r;
}
