/* osm_network: what is crowded or twisted takes no more memory than its roads,
 * and time by their number. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/graph/import/osm/network/osm_network.h"
#include "core/graph/import/osm/network/restrictions.h"
#include "core/graph/import/osm/network/turns.h"
#include "tests/unit/failing.h"
#include "tests/unit/graph/osm_add.h"

enum { CENTRE = 1000 };

/* Roads that meet in one node: way i leads from node i to it. */
struct star {
    struct osm_data data;
    struct profile *profile;
    struct attribute_pool pool;
    struct courses courses;
    struct restriction_list list;
    struct import_report report;
    int64_t relation_count;
};

static void add_node(struct star *star, int64_t id, struct position position)
{
    assert_int_equal(
        osm_add(&star->data, osm_node(id, position, NULL, 0), NULL), 0);
}

static void star_begin(struct star *star, int road_count)
{
    const struct osm_text_tag road = {"highway", "primary"};

    *star = (struct star){0};
    for (int64_t i = 1; i <= road_count; i++) {
        const int64_t refs[] = {i, CENTRE};

        assert_int_equal(
            osm_add(&star->data, osm_way(i, refs, 2, &road, 1), NULL), 0);
    }
}

/* From the first roads to the first roads, all of them repeatedly. */
static void restrict_turns(struct star *star, const char *kind, int from_count,
                           int to_count, int times)
{
    const struct osm_text_tag tags[] = {{"type", "restriction"},
                                        {"restriction", kind}};
    size_t most = (size_t)(from_count + to_count) * (size_t)times + 1;
    struct osm_member *member = calloc(most, sizeof(*member));
    size_t count = 0;

    assert_non_null(member);
    member[count++] =
        (struct osm_member){.id = CENTRE, .kind = OSM_NODE, .role = ROLE_VIA};
    for (int t = 0; t < times; t++) {
        for (int i = 1; i <= from_count; i++)
            member[count++] = (struct osm_member){
                .id = i, .kind = OSM_WAY, .role = ROLE_FROM};
        for (int i = 1; i <= to_count; i++)
            member[count++] =
                (struct osm_member){.id = i, .kind = OSM_WAY, .role = ROLE_TO};
    }
    assert_int_equal(
        osm_add(&star->data,
                osm_relation(++star->relation_count, member, count, tags, 2),
                NULL),
        0);
    free(member);
}

static void read_courses(struct star *star)
{
    assert_int_equal(courses_make(&star->data, star->profile, &star->pool,
                                  &star->courses, &star->report),
                     0);
    assert_int_equal(restrictions_read(&star->data, star->profile,
                                       &star->courses, &star->list,
                                       &star->report),
                     0);
}

static void star_read(struct star *star, int road_count)
{
    struct error error = {""};

    for (int i = 1; i <= road_count; i++)
        add_node(star, i,
                 (struct position){.lon_e7 = 80000000 + 1000 * i,
                                   .lat_e7 = 490000000});
    add_node(star, CENTRE,
             (struct position){.lon_e7 = 80050000, .lat_e7 = 490010000});
    if (osm_add_finish(&star->data, &error) ||
        profile_find("testbot", NULL, 0, &star->profile, &error))
        fail_msg("%s", error.text);
    read_courses(star);
}

static void star_end(struct star *star)
{
    restrictions_finish(&star->list);
    courses_finish(&star->courses);
    attribute_pool_finish(&star->pool);
    osm_data_finish(&star->data);
    profile_destroy(star->profile);
}

/* A way into itself is a separate item. */
static void members_count_once_however_often_they_are_listed(void **state)
{
    struct star star;

    star_begin(&star, 10);
    restrict_turns(&star, "no_exit", 10, 10, 200);
    restrict_turns(&star, "only_straight_on", 9, 10, 200);
    star_read(&star, 10);
    assert_int_equal(star.report.count[COUNT_RESTRICTIONS], 2);
    assert_int_equal(star.list.count, 2 * 10 + 9);
    assert_int_equal(star.list.part_count, 10 * 10 + 9 * 10);
    star_end(&star);
}

static void more_than_can_be_meant_is_left_out(void **state)
{
    struct star star;

    star_begin(&star, 65);
    restrict_turns(&star, "no_exit", 64, 64, 1);
    restrict_turns(&star, "no_exit", 65, 64, 1);
    restrict_turns(&star, "only_straight_on", 64, 65, 1);
    restrict_turns(&star, "no_exit", 1, 65, 1000);
    star_read(&star, 65);
    assert_int_equal(star.report.count[COUNT_RESTRICTIONS], 2);
    assert_int_equal(star.report.count[COUNT_RESTRICTIONS_CROWDED], 2);
    star_end(&star);
}

static void the_same_again_takes_no_room(void **state)
{
    struct star star;

    star_begin(&star, 6);
    for (int times = 0; times < 50; times++) {
        restrict_turns(&star, "no_exit", 5, 6, 1);
        restrict_turns(&star, "only_straight_on", 6, 4, 1);
    }
    star_read(&star, 6);
    assert_int_equal(restriction_unions_make(&star.list), 0);
    assert_int_equal(star.list.count, 5 + 6);
    for (size_t i = 0; i < star.list.count; i++)
        assert_int_equal(star.list.item[i].to_count,
                         star.list.item[i].only ? 4 : 6);
    star_end(&star);
}

/* Via roads whose turns no vehicle could pass. */
static void no_turns_are_made_where_too_many_roads_meet(void **state)
{
    const struct {
        int roads;
        uint64_t crowded;
    } stars[] = {{TURNS_ROADS_MAX, 0}, {TURNS_ROADS_MAX + 1, 1}};

    for (size_t i = 0; i < sizeof(stars) / sizeof(stars[0]); i++) {
        struct import_report report;
        struct road_network network;
        struct profile *car;
        struct star star;

        star_begin(&star, stars[i].roads);
        star_read(&star, stars[i].roads);
        assert_int_equal(profile_find("car", NULL, 0, &car, NULL), 0);
        assert_int_equal(
            osm_network_make(&star.data, car, &network, &report, NULL), 0);
        assert_int_equal(report.count[COUNT_JUNCTIONS_CROWDED],
                         stars[i].crowded);
        assert_int_equal(network.first_turn[2 * network.piece_count] > 1000,
                         !stars[i].crowded);
        road_network_finish(&network);
        profile_destroy(car);
        star_end(&star);
    }
}

/* Eight nodes of 400 roads each, or one, which has room. */
static void the_most_crowded_junctions_have_no_turns(void **state)
{
    const struct {
        int64_t hubs;
        uint64_t crowded;
    } maps[] = {{1, 0}, {8, 8}};
    const struct osm_text_tag road = {"highway", "primary"};

    for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
        struct import_report report;
        struct road_network network;
        struct osm_data data = {0};
        struct profile *car;

        for (int64_t hub = 0; hub < maps[i].hubs; hub++) {
            for (int64_t k = 0; k < 400; k++) {
                const int64_t refs[] = {1000 * hub, 1000 * hub + k + 1};

                assert_int_equal(
                    osm_add(&data, osm_way(refs[1], refs, 2, &road, 1), NULL),
                    0);
            }
        }
        for (int64_t id = 0; id < 1000 * maps[i].hubs; id++)
            assert_int_equal(
                osm_add(
                    &data,
                    osm_node(id,
                             (struct position){80000000 + (int)id, 490000000},
                             NULL, 0),
                    NULL),
                0);
        assert_int_equal(osm_add_finish(&data, NULL), 0);
        assert_int_equal(profile_find("car", NULL, 0, &car, NULL), 0);
        assert_int_equal(osm_network_make(&data, car, &network, &report, NULL),
                         0);
        assert_int_equal(report.count[COUNT_JUNCTIONS_CROWDED],
                         maps[i].crowded);
        assert_true(network.first_turn[2 * network.piece_count] <=
                    TURNS_SPARE + TURNS_PER_EDGE_MAX * 2 * network.piece_count);
        road_network_finish(&network);
        profile_destroy(car);
        osm_data_finish(&data);
    }
}

/* ---- Twisted ways -------------------------------------------------------- */

/* A way of so many refs, to and fro between nodes 1 and 2. */
static void add_to_and_fro(struct osm_data *data, int64_t id, size_t count,
                           const char *name)
{
    const struct osm_text_tag tags[] = {{"highway", "primary"}, {"name", name}};
    int64_t *refs = calloc(count, sizeof(*refs));

    assert_non_null(refs);
    for (size_t i = 0; i < count; i++)
        refs[i] = 1 + (int64_t)(i % 2);
    assert_int_equal(osm_add(data, osm_way(id, refs, count, tags, 2), NULL), 0);
    free(refs);
}

static void add_two_nodes(struct osm_data *data)
{
    for (int id = 1; id <= 2; id++)
        assert_int_equal(
            osm_add(data,
                    osm_node(id,
                             (struct position){80000000 + 1000 * id, 490000000},
                             NULL, 0),
                    NULL),
            0);
    assert_int_equal(osm_add_finish(data, NULL), 0);
}

/* In time by the square of the references it would take an hour. */
static void to_and_fro_takes_time_by_the_references(void **state)
{
    enum { WAYS = 400, REFS = 1900, LONGEST_S = 60 };
    struct osm_data data = {0};
    struct import_report report;
    struct road_network network;
    struct profile *car;
    time_t before = time(NULL);

    for (int64_t id = 1; id <= WAYS; id++) {
        char name[16];

        snprintf(name, sizeof(name), "N%03d", (int)((id * 7 + 3) % WAYS));
        add_to_and_fro(&data, id, REFS, name);
    }
    add_two_nodes(&data);
    assert_int_equal(profile_find("car", NULL, 0, &car, NULL), 0);
    assert_int_equal(osm_network_make(&data, car, &network, &report, NULL), 0);
    assert_int_equal(network.piece_count, WAYS * (REFS - 1));
    for (uint32_t p = 0; p < network.piece_count; p++) {
        const struct road_attributes *attributes =
            &network.attributes[network.piece_attributes[p]];

        assert_string_equal(network.text + attributes->name, "N000");
    }
    assert_true(time(NULL) - before < LONGEST_S);
    road_network_finish(&network);
    profile_destroy(car);
    osm_data_finish(&data);
}

static void add_relation(struct star *star, const char *kind, int64_t from,
                         enum osm_kind via_kind, int64_t via, int64_t to)
{
    const struct osm_text_tag tags[] = {{"type", "restriction"},
                                        {"restriction", kind}};
    const struct osm_member members[] = {
        {.id = from, .kind = OSM_WAY, .role = ROLE_FROM},
        {.id = via, .kind = (uint8_t)via_kind, .role = ROLE_VIA},
        {.id = to, .kind = OSM_WAY, .role = ROLE_TO},
    };

    assert_int_equal(
        osm_add(&star->data,
                osm_relation(++star->relation_count, members, 3, tags, 2),
                NULL),
        0);
}

static void read_restrictions(struct star *star)
{
    assert_int_equal(profile_find("car", NULL, 0, &star->profile, NULL), 0);
    read_courses(star);
}

/* A restriction forbids it at each of the way's visits to the node. */
static void turning_back_is_noted_once_however_often_it_is_said(void **state)
{
    enum { REFS = 100000, TIMES = 20000, LONGEST_S = 60 };
    struct star star = {.relation_count = 0};
    time_t before = time(NULL);

    add_to_and_fro(&star.data, 1, REFS, "N");
    for (int i = 0; i < TIMES; i++)
        add_relation(&star, "no_u_turn", 1, OSM_NODE, 1, 1);
    add_two_nodes(&star.data);
    read_restrictions(&star);
    assert_int_equal(star.report.count[COUNT_RESTRICTIONS], TIMES);
    assert_int_equal(star.list.count, REFS - 1);
    assert_true(time(NULL) - before < LONGEST_S);
    star_end(&star);
}

/* A one-way road in parts, each of which begins at node 1, where it thus never
 * arrives; each restriction asks where it does. */
static void a_way_in_parts_is_not_searched_for_each_restriction(void **state)
{
    enum { PARTS = 200000, TIMES = 50000, MISSING = 9, LONGEST_S = 60 };
    const struct osm_text_tag tags[] = {{"highway", "primary"},
                                        {"oneway", "yes"}};
    const int64_t on[] = {1, 2};
    struct star star = {.relation_count = 0};
    int64_t *refs = calloc(PARTS, 3 * sizeof(*refs));
    time_t before = time(NULL);

    assert_non_null(refs);
    for (size_t i = 0; i < PARTS; i++) {
        refs[3 * i] = 1;
        refs[3 * i + 1] = 2;
        refs[3 * i + 2] = MISSING;
    }
    osm_add(&star.data, osm_way(1, refs, (size_t)3 * PARTS, tags, 2), NULL);
    osm_add(&star.data, osm_way(2, on, 2, tags, 1), NULL);
    for (int i = 0; i < TIMES; i++)
        add_relation(&star, "no_left_turn", 1, OSM_NODE, 1, 2);
    add_two_nodes(&star.data);
    read_restrictions(&star);
    assert_int_equal(star.report.count[COUNT_RESTRICTIONS], TIMES);
    assert_int_equal(star.list.count, 0);
    assert_true(time(NULL) - before < LONGEST_S);
    star_end(&star);
    free(refs);
}

/* All from ways that end where a long one begins, over that, onto one way. */
static void restrictions_over_ways_take_no_more_than_the_roads(void **state)
{
    enum {
        VIA = 1,
        TO = 2,
        FROM = 10,
        MANY = 400,
        REFS = 2000,
        FIRST = 100000
    };
    const struct osm_text_tag road = {"highway", "primary"};
    const int64_t last[] = {FIRST + REFS - 1, 5};
    struct star star = {.relation_count = 0};
    int64_t refs[REFS];
    uint64_t parts;

    for (int64_t i = 0; i < REFS; i++)
        refs[i] = FIRST + i;
    osm_add(&star.data, osm_way(VIA, refs, REFS, &road, 1), NULL);
    osm_add(&star.data, osm_way(TO, last, 2, &road, 1), NULL);
    for (int64_t i = 0; i < MANY; i++) {
        const int64_t from[] = {FROM + i, FIRST};

        osm_add(&star.data, osm_way(FROM + i, from, 2, &road, 1), NULL);
        add_relation(&star, "no_left_turn", FROM + i, OSM_WAY, VIA, TO);
    }
    for (int64_t i = 0; i < REFS; i++)
        add_node(&star, refs[i], (struct position){80000000, 490000000});
    add_node(&star, 5, (struct position){80000000, 490000000});
    for (int64_t i = 0; i < MANY; i++)
        add_node(&star, FROM + i, (struct position){80000000, 490000000});
    assert_int_equal(osm_add_finish(&star.data, NULL), 0);
    read_restrictions(&star);
    parts = star.report.count[COUNT_RESTRICTIONS] * REFS;
    assert_int_equal(star.report.count[COUNT_RESTRICTIONS] +
                         star.report.count[COUNT_RESTRICTIONS_CROWDED],
                     MANY);
    assert_in_range(parts, 1 << 18, (1 << 18) + star.courses.ref_count);
    star_end(&star);
}

static int read_again(void *context, struct error *error)
{
    struct star *star = context;

    restrictions_finish(&star->list);
    return restrictions_read(&star->data, star->profile, &star->courses,
                             &star->list, &star->report);
}

static void short_memory_is_not_asked_for_again(void **state)
{
    struct star star;

    star_begin(&star, 20);
    restrict_turns(&star, "no_exit", 20, 20, 1);
    restrict_turns(&star, "only_straight_on", 20, 20, 1);
    star_read(&star, 20);
    assert_int_equal(failing_onwards(read_again, &star), 0);
    star_end(&star);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_count_once_however_often_they_are_listed),
        cmocka_unit_test(more_than_can_be_meant_is_left_out),
        cmocka_unit_test(the_same_again_takes_no_room),
        cmocka_unit_test(no_turns_are_made_where_too_many_roads_meet),
        cmocka_unit_test(the_most_crowded_junctions_have_no_turns),
        cmocka_unit_test(to_and_fro_takes_time_by_the_references),
        cmocka_unit_test(turning_back_is_noted_once_however_often_it_is_said),
        cmocka_unit_test(a_way_in_parts_is_not_searched_for_each_restriction),
        cmocka_unit_test(restrictions_over_ways_take_no_more_than_the_roads),
        cmocka_unit_test(short_memory_is_not_asked_for_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
