/* near_ways: which used ways are near stations. */
#include "core/graph/import/osm/network/near_ways.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_order.h"
#include "core/graph/roads/ground.h"

/* A little less than 10^-7 degrees of latitude are anywhere. */
static const double least_north_m = 0.011;

/* A station, in the order of latitudes. */
struct watcher {
    struct position position;
    struct ground ground;
    int64_t reach_e7; /* the radius, east or west */
    uint32_t number;
};

struct search {
    const struct osm_data *data;
    const struct courses *courses;
    struct watcher *watcher; /* [count] */
    uint32_t count;
    double radius_m;
    const struct islands *islands; /* or NULL */
    struct near_ways *near;
};

static int sort_watchers(struct search *search, const uint32_t *station)
{
    uint64_t *key = array_alloc(search->count, sizeof(*key));
    uint32_t *order = NULL;
    int r = -ENOMEM;

    search->watcher = array_alloc(search->count, sizeof(*search->watcher));
    if (!key || !search->watcher)
        goto out;
    for (uint32_t i = 0; i < search->count; i++)
        key[i] =
            (uint64_t)((int64_t)search->data->node_position[station[i]].lat_e7 -
                       INT32_MIN);
    r = key_order(key, search->count, 0, &order);
    for (uint32_t i = 0; i < search->count && !r; i++) {
        struct position at = search->data->node_position[station[order[i]]];
        struct ground ground = ground_at(at.lat_e7);

        search->watcher[i] = (struct watcher){
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

/* The first that is as far north, or farther. */
static uint32_t first_from(const struct search *search, double lat_e7)
{
    uint32_t low = 0;
    uint32_t high = search->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (search->watcher[middle].position.lat_e7 < lat_e7)
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

static struct place_m place_from(const struct watcher *watcher,
                                 struct position at)
{
    struct position from = watcher->position;

    return (struct place_m){
        watcher->ground.east_m * (double)lon_e7_apart(from.lon_e7, at.lon_e7),
        watcher->ground.north_m * ((double)at.lat_e7 - from.lat_e7),
    };
}

/* From where one stands to the straight line from a to b. */
static double distance_to_line(struct place_m a, struct place_m b)
{
    double east = b.east - a.east;
    double north = b.north - a.north;
    double square = east * east + north * north;
    double along = square > 0 ? -(a.east * east + a.north * north) / square : 0;

    along = fmin(fmax(along, 0), 1);
    return hypot(a.east + along * east, a.north + along * north);
}

/* Puts a way among the nearest, where it belongs there; a way is there once. */
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

/* Whether a way is on a larger island than another, or as large a one, and
 * nearer. */
static bool is_mainland(const struct islands *islands,
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

/* Whether a link lies west or east of all that is within reach. */
static bool is_beside(const struct watcher *watcher, struct position a,
                      struct position b)
{
    int64_t from = lon_e7_apart(watcher->position.lon_e7, a.lon_e7);
    int64_t to = lon_e7_apart(watcher->position.lon_e7, b.lon_e7);
    int64_t reach = watcher->reach_e7;

    return (from > reach && to > reach) || (from < -reach && to < -reach);
}

static void look(const struct search *search, const struct watcher *watcher,
                 uint32_t link)
{
    const struct courses *courses = search->courses;
    const struct position *position = search->data->node_position;
    uint32_t spot[2] = {courses->ref_spot[link], courses->ref_spot[link + 1]};
    struct place_m a =
        place_from(watcher, position[courses->spot_node[spot[0]]]);
    struct place_m b =
        place_from(watcher, position[courses->spot_node[spot[1]]]);
    struct near_way way = {
        .used = courses->ref_way[link],
        .spot = spot[hypot(b.east, b.north) < hypot(a.east, a.north)],
        .distance_m = distance_to_line(a, b),
    };

    if (way.distance_m > search->radius_m)
        return;
    if (search->islands)
        offer_mainland(search, watcher->number, &way);
    offer(search->near, watcher->number, &way);
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
         i < search->count && search->watcher[i].position.lat_e7 <= north;
         i++) {
        if (!is_beside(&search->watcher[i], a, b))
            look(search, &search->watcher[i], link);
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

int near_ways_find(const struct osm_data *data, const struct courses *courses,
                   const uint32_t *station, uint32_t station_count,
                   enum road_layer layer, double radius_m, uint32_t most,
                   const struct islands *islands, struct near_ways *near)
{
    struct search search = {
        .data = data,
        .courses = courses,
        .count = station_count,
        .radius_m = radius_m,
        .islands = islands,
        .near = near,
    };
    int r = sort_watchers(&search, station);

    near->most = most;
    near->count = array_zero(station_count, sizeof(*near->count));
    near->item = array_alloc((size_t)station_count * most, sizeof(*near->item));
    if (islands)
        near->mainland = array_alloc(station_count, sizeof(*near->mainland));
    if (!near->count || !near->item || (islands && !near->mainland))
        r = -ENOMEM;
    if (!r)
        look_everywhere(&search, layer);
    free(search.watcher);
    return r;
}

void near_ways_finish(struct near_ways *near)
{
    free(near->count);
    free(near->item);
    free(near->mainland);
    *near = (struct near_ways){0};
}
