/* near_ways: finds what a look at every link finds, in time by the number of
 * stations and links. */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/graph/import/osm/network/near_ways.h"
#include "core/graph/roads/ground.h"
#include "tests/unit/graph/osm_add.h"

/* Node i has the id i; the first are the stations. */
struct town {
    struct osm_data data;
    struct profile *profile;
    struct attribute_pool pool;
    struct courses courses;
    struct import_report report;
    struct union_find islands;
    uint32_t *station;
    uint32_t station_count;
    struct position *position; /* [nodes], to be added after the ways */
    size_t nodes;
    size_t capacity;
    int64_t ways;
};

static void add_node(struct town *town, int64_t lon_e7, int64_t lat_e7)
{
    struct position position = {(int32_t)lon_e7_wrap(lon_e7), (int32_t)lat_e7};

    assert_int_equal(array_append(&town->position, &town->nodes,
                                  &town->capacity, &position, sizeof(position)),
                     0);
}

static void add_way(struct town *town, const char *key, const char *value,
                    const int64_t *refs, size_t count)
{
    const struct osm_text_tag tag = {key, value};

    assert_int_equal(
        osm_add(&town->data, osm_way(++town->ways, refs, count, &tag, 1), NULL),
        0);
}

static void add_link(struct town *town, int64_t from, int64_t to)
{
    const int64_t refs[] = {from, to};

    add_way(town, "highway", "primary", refs, 2);
}

/* All nodes so far. */
static void make_stations(struct town *town)
{
    town->station_count = (uint32_t)town->nodes;
    town->station = calloc(town->station_count + 1, sizeof(uint32_t));
    assert_non_null(town->station);
    for (uint32_t i = 0; i < town->station_count; i++) {
        town->station[i] = i;
        assert_int_equal(osm_add_keep(&town->data, i, NULL), 0);
    }
}

static bool is_in_layer(const struct courses *courses, uint32_t link,
                        enum road_layer layer)
{
    return courses->way[courses->ref_way[link]].layer == layer;
}

static void find_islands(struct town *town)
{
    struct courses *courses = &town->courses;

    assert_int_equal(union_find_init(&town->islands, courses->spot_count), 0);
    for (uint32_t c = 0; c < courses->course_count; c++) {
        for (uint32_t l = courses->first_ref[c];
             l + 1 < courses->first_ref[c + 1]; l++)
            union_find_join(&town->islands, courses->ref_spot[l],
                            courses->ref_spot[l + 1]);
    }
    for (uint32_t i = 0; i < courses->spot_count; i++)
        town->islands.parent[i] = union_find_root(town->islands.parent, i);
}

static void finish_adding(struct town *town)
{
    for (size_t i = 0; i < town->nodes; i++)
        assert_int_equal(
            osm_add(&town->data,
                    osm_node((int64_t)i, town->position[i], NULL, 0), NULL),
            0);
    assert_int_equal(osm_add_finish(&town->data, NULL), 0);
    for (uint32_t i = 0; i < town->station_count; i++)
        assert_int_equal(town->data.node_id[town->station[i]], i);
    assert_int_equal(profile_find("walk-rail", NULL, 0, &town->profile, NULL),
                     0);
    assert_int_equal(courses_make(&town->data, town->profile, &town->pool,
                                  &town->courses, &town->report),
                     0);
    find_islands(town);
}

static void destroy(struct town *town)
{
    union_find_finish(&town->islands);
    courses_finish(&town->courses);
    attribute_pool_finish(&town->pool);
    osm_data_finish(&town->data);
    profile_destroy(town->profile);
    free(town->station);
    free(town->position);
}

static struct near_ways find(struct town *town, enum road_layer layer,
                             double radius_m, uint32_t most)
{
    struct near_ways near = {0};

    assert_int_equal(near_ways_find(&town->data, &town->courses, town->station,
                                    town->station_count, layer, radius_m, most,
                                    layer == LAYER_ROAD ? &town->islands : NULL,
                                    &near),
                     0);
    return near;
}

/* ---- A look at every link ------------------------------------------------ */

static double to_line_m(double ax, double ay, double bx, double by)
{
    double x = bx - ax;
    double y = by - ay;
    double square = x * x + y * y;
    double along = square > 0 ? -(ax * x + ay * y) / square : 0;

    along = fmin(fmax(along, 0), 1);
    return hypot(ax + along * x, ay + along * y);
}

static struct near_way look(const struct town *town, struct position at,
                            uint32_t link)
{
    const uint32_t *spot = &town->courses.ref_spot[link];
    struct ground ground = ground_at(at.lat_e7);
    struct position a =
        town->data.node_position[town->courses.spot_node[spot[0]]];
    struct position b =
        town->data.node_position[town->courses.spot_node[spot[1]]];
    int64_t a_e7 = lon_e7_apart(at.lon_e7, a.lon_e7);
    int64_t b_e7 = a_e7 + lon_e7_apart(a.lon_e7, b.lon_e7);
    double ax = ground.east_m * (double)a_e7;
    double bx = ground.east_m * (double)b_e7;
    double ay = ground.north_m * ((double)a.lat_e7 - at.lat_e7);
    double by = ground.north_m * ((double)b.lat_e7 - at.lat_e7);

    return (struct near_way){
        .link = link,
        .spot = spot[hypot(bx, by) < hypot(ax, ay)],
        .distance_m = to_line_m(ax, ay, bx, by),
    };
}

static int by_distance(const void *a, const void *b)
{
    const struct near_way *one = a;
    const struct near_way *other = b;

    if (one->distance_m != other->distance_m)
        return one->distance_m < other->distance_m ? -1 : 1;
    return one->link < other->link ? -1 : 1;
}

/* All links within the radius, nearest first; returns their number. */
static uint32_t look_at_all(const struct town *town, uint32_t station,
                            enum road_layer layer, double radius_m,
                            struct near_way *ret_near)
{
    const struct courses *courses = &town->courses;
    struct position at = town->data.node_position[town->station[station]];
    uint32_t count = 0;

    for (uint32_t c = 0; c < courses->course_count; c++) {
        for (uint32_t l = courses->first_ref[c];
             l + 1 < courses->first_ref[c + 1]; l++) {
            ret_near[count] = look(town, at, l);
            if (is_in_layer(courses, l, layer) &&
                ret_near[count].distance_m <= radius_m)
                count++;
        }
    }
    qsort(ret_near, count, sizeof(*ret_near), by_distance);
    return count;
}

/* Keeps the nearest link of each way; returns how many ways. */
static uint32_t keep_ways(const struct town *town, struct near_way *near,
                          uint32_t count)
{
    const uint32_t *way = town->courses.ref_way;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t same = 0;

        while (same < kept && way[near[same].link] != way[near[i].link])
            same++;
        if (same == kept)
            near[kept++] = near[i];
    }
    return kept;
}

static struct near_way mainland_of(const struct town *town,
                                   const struct near_way *near, uint32_t count)
{
    const struct union_find *islands = &town->islands;
    uint32_t best = 0;

    for (uint32_t i = 1; i < count; i++) {
        if (islands->size[islands->parent[near[i].spot]] >
            islands->size[islands->parent[near[best].spot]])
            best = i;
    }
    return near[best];
}

static void assert_same(const struct near_way *a, const struct near_way *b)
{
    assert_int_equal(a->link, b->link);
    assert_int_equal(a->spot, b->spot);
    assert_memory_equal(&a->distance_m, &b->distance_m, sizeof(double));
}

/* Returns how many ways were found. */
static uint32_t check(struct town *town, enum road_layer layer, double radius_m,
                      uint32_t most)
{
    struct near_ways near = find(town, layer, radius_m, most);
    struct near_way *all = calloc(town->courses.ref_count + 1, sizeof(*all));
    uint32_t found = 0;

    assert_non_null(all);
    for (uint32_t s = 0; s < town->station_count; s++) {
        uint32_t count = look_at_all(town, s, layer, radius_m, all);
        struct near_way mainland = {0};

        if (count > 0)
            mainland = mainland_of(town, all, count);
        count = keep_ways(town, all, count);
        assert_int_equal(near.count[s], count < most ? count : most);
        for (uint32_t i = 0; i < near.count[s]; i++)
            assert_same(&near.item[s * most + i], &all[i]);
        if (count > 0 && layer == LAYER_ROAD)
            assert_same(&near.mainland[s], &mainland);
        found += near.count[s];
    }
    free(all);
    near_ways_finish(&near);
    return found;
}

/* ---- Random towns -------------------------------------------------------- */

/* Nodes stand on a grid, so that many links are equally near; one is on the
 * other side of the globe. */
static void draw(struct random *random, struct position centre,
                 uint32_t stations, uint32_t ways, struct town *town)
{
    enum { NODES = 60, LONGEST = 6, STEP_E7 = 1000, SIDE = 20 };

    for (uint32_t i = 0; i < stations + NODES; i++) {
        if (i == stations)
            make_stations(town);
        add_node(town,
                 (int64_t)centre.lon_e7 +
                     STEP_E7 * (int64_t)random_below(random, SIDE),
                 (int64_t)centre.lat_e7 +
                     STEP_E7 * (int64_t)random_below(random, SIDE));
    }
    add_node(town, lon_e7_wrap(centre.lon_e7 + LON_E7_TURN / 2), centre.lat_e7);
    for (uint32_t w = 0; w < ways; w++) {
        bool is_rail = random_below(random, 4) == 0;
        size_t count = 2 + random_below(random, LONGEST - 1);
        int64_t refs[LONGEST];

        for (size_t i = 0; i < count; i++)
            refs[i] = stations + random_below(random, NODES + 1);
        add_way(town, is_rail ? "railway" : "highway",
                is_rail ? "rail" : "primary", refs, count);
    }
}

static void finds_what_a_look_at_all_finds(void **state)
{
    static const struct position centres[] = {{80000000, 490000000},
                                              {1799990000, 490000000},
                                              {-1800000000, -100000},
                                              {80000000, -899985000},
                                              {1799999000, 899980000}};
    static const double radii_m[] = {0, 3, 20, 60, 200, 10000, 1e9};
    static const uint32_t mosts[] = {1, 1, 2, 4, 100};
    uint32_t found = 0;

    for (uint32_t seed = 0; seed < 60; seed++) {
        struct town town = {.nodes = 0};
        struct random random;

        random_seed(&random, seed);
        draw(&random, centres[seed % 5], 20, random_below(&random, 60), &town);
        finish_adding(&town);
        for (int i = 0; i < 10; i++)
            found +=
                check(&town, random_below(&random, 4) ? LAYER_ROAD : LAYER_RAIL,
                      radii_m[random_below(&random, 7)],
                      mosts[random_below(&random, 5)]);
        destroy(&town);
    }
    assert_true(found > 10000);
}

/* ---- Many stations beside many links ------------------------------------- */

enum { MANY = 20000, ROADS = 4 };

static struct near_ways find_quickly(struct town *town)
{
    struct near_ways near;

    finish_adding(town);
    near = find(town, LAYER_ROAD, 300, ROADS);
    assert_true(near.visited <=
                NEAR_WAYS_SPARE_VISITS +
                    (uint64_t)MANY * (NEAR_WAYS_VISITS + ROADS));
    return near;
}

static void many_short_links_are_searched_by_a_tree(void **state)
{
    struct town town = {.nodes = 0};
    struct near_ways near;

    for (int64_t i = 0; i < MANY; i++)
        add_node(&town, 3000 * i, 1000);
    make_stations(&town);
    for (int64_t i = 0; i < MANY; i++) {
        add_node(&town, 3000 * i, 0);
        if (i > 0)
            add_link(&town, MANY + i - 1, MANY + i);
    }
    near = find_quickly(&town);
    assert_true(near.visited < 60 * MANY);
    for (uint32_t i = 2; i + 2 < MANY; i++) {
        assert_int_equal(near.count[i], ROADS);
        assert_int_equal(near.item[ROADS * i].link, 2 * (i - 1));
    }
    near_ways_finish(&near);
    destroy(&town);
}

/* From south-west to north-east, with stations in the corner of all their
 * boxes. */
static void add_diagonals(struct town *town)
{
    for (int64_t i = 0; i < MANY; i++)
        add_node(town, 9000000 + i % 100 * 1000, i / 100 * 1000);
    make_stations(town);
    for (int64_t i = 0; i < MANY; i++) {
        add_node(town, 10 * i, 0);
        add_node(town, 10000000 + 10 * i, 10000000);
        add_link(town, MANY + 2 * i, MANY + 2 * i + 1);
    }
}

/* A leaf's box contains the stations, that of none of its links does. */
static void add_crosses(struct town *town)
{
    for (int64_t i = 0; i < MANY; i++)
        add_node(town, 9000000 + i % 100 * 1000, 9000000 + i / 100 * 1000);
    make_stations(town);
    for (int64_t i = 0; i < MANY; i++) {
        int64_t at = 5000000 + i;

        add_node(town, i % 2 ? at : 0, i % 2 ? 0 : at);
        add_node(town, i % 2 ? at : 10000000, i % 2 ? 10000000 : at);
        add_link(town, MANY + 2 * i, MANY + 2 * i + 1);
    }
}

/* The nearest are the same few of each station, with one way, or not. */
static void add_one_place(struct town *town)
{
    for (int64_t i = 0; i < MANY; i++)
        add_node(town, 1000, 1000 + i % 100);
    make_stations(town);
    add_node(town, 0, 0);
    add_node(town, 2000, 0);
    for (int64_t i = 0; i < MANY; i++)
        add_link(town, MANY, MANY + 1);
}

static void searches_end_where_boxes_do_not_help(void **state)
{
    static void (*const add[])(struct town *) = {add_diagonals, add_crosses,
                                                 add_one_place};

    for (size_t i = 0; i < sizeof(add) / sizeof(add[0]); i++) {
        struct town town = {.nodes = 0};
        struct near_ways near;

        add[i](&town);
        near = find_quickly(&town);
        near_ways_finish(&near);
        destroy(&town);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_look_at_all_finds),
        cmocka_unit_test(many_short_links_are_searched_by_a_tree),
        cmocka_unit_test(searches_end_where_boxes_do_not_help),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
