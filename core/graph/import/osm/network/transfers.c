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
#include <stdint.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/union_find.h"
#include "core/graph/import/osm/network/near_ways.h"
#include "core/graph/roads/ground.h"

/* ---- Islands: spots of a layer that used ways join, open or not ---------- */

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
        .way = {.layer = LAYER_ROAD,
                .access = {EDGE_OPEN, EDGE_OPEN},
                .factor = {1, 1}},
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
