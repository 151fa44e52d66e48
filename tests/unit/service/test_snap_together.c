/* snap_together: places stops of one route where they can be reached. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "core/service/place/snap.h"
#include "tests/unit/graph/drawn_roads.h"

enum { STOPS_MAX = 4, SNAPS = 3 };

/* Two large components, the roads 0 and 1, and two small ones, 2 and 3, whose
 * road 4 ends where road 0 does. One below the other, 110 m apart. */
static struct drawn_roads *islands(void)
{
    struct drawn_roads *drawn = drawn_roads_create();

    drawn_roads_draw(drawn, "0 0, 10000 0");
    drawn_roads_draw(drawn, "0 40000, 10000 40000");
    drawn_roads_draw(drawn, "0 10000, 10000 10000");
    drawn_roads_draw(drawn, "0 20000, 10000 20000");
    drawn_roads_draw(drawn, "10000 0, 10000 1");
    drawn->component[1] = 1;
    drawn->component[2] = 2;
    drawn->component[3] = 3;
    drawn->component[4] = 3;
    drawn->roads.large_count = 2;
    drawn_roads_plant(drawn);
    return drawn;
}

/* Stops are "lon lat"; expected are the pieces of each stop. */
static void assert_together(const char *stops, double radius_m,
                            const char *expected)
{
    struct drawn_roads *drawn = islands();
    struct snap_options options[STOPS_MAX];
    struct snap snaps[STOPS_MAX * SNAPS];
    uint32_t counts[STOPS_MAX];
    size_t stop_count = 0;
    char text[64] = "";

    for (const char *at = stops; at; at = strchr(at, ',')) {
        struct position position;

        at += *at == ',';
        assert_int_equal(
            sscanf(at, "%d %d", &position.lon_e7, &position.lat_e7), 2);
        options[stop_count] = snap_options_of(position);
        options[stop_count++].radius_m = radius_m;
    }
    snap_together(&drawn->roads, options, stop_count, SNAPS, NULL, snaps,
                  counts);
    for (size_t i = 0; i < stop_count; i++) {
        strcat(text, i ? " " : "");
        for (uint32_t s = 0; s < counts[i]; s++) {
            char word[8];

            snprintf(word, sizeof(word), "%u", snaps[i * SNAPS + s].piece);
            strcat(text, word);
        }
        strcat(text, counts[i] ? "" : "-");
    }
    assert_string_equal(text, expected);
    drawn_roads_destroy(drawn);
}

static void stops_on_large_components_stay(void **state)
{
    assert_together("1000 0, 9000 2000", 1e6, "0 0");
    assert_together("1000 0, 9000 39000", 1e6, "0 1");
}

static void stops_on_one_small_component_stay(void **state)
{
    assert_together("1000 10001, 9000 9001, 2000 11000", 1e6, "2 2 2");
    assert_together("1000 10001", 1e6, "2");
}

static void a_stop_on_a_small_component_goes_to_the_others(void **state)
{
    assert_together("1000 0, 9000 9000", 1e6, "0 0");
    assert_together("9000 9000, 1000 0", 1e6, "0 0");
    assert_together("9000 9000, 8000 38000, 9000 10000", 1e6, "0 1 0");
}

static void stops_on_two_small_components_go_to_large_ones(void **state)
{
    assert_together("1000 10001, 1000 20001", 1e6, "0 1");
}

static void where_roads_meet_one_shared_component_is_enough(void **state)
{
    assert_together("10000 -1000, 1000 20000", 1e6, "04 3");
    assert_together("1000 20000, 10000 -1000", 1e6, "3 04");
    assert_together("10000 -1000, 1000 0", 1e6, "04 0");
    assert_together("10000 -1000, 1000 40000", 1e6, "0 1");
}

static void a_stop_without_a_large_component_stays(void **state)
{
    assert_together("1000 10100, 1000 100", 20, "2 0");
    assert_together("1000 10100, 1000 20100", 20, "2 3");
}

static void a_stop_without_a_road_has_none(void **state)
{
    assert_together("1000 100, 1000 5000", 20, "0 -");
    assert_together("1000 5000, 1000 10100", 20, "- 2");
}

/* More than a thread takes at a time. Those on small components go to the large
 * one that is nearest, all others stay. */
static void many_stops_are_each_as_one(void **state)
{
    enum { MANY = 101 };
    struct drawn_roads *drawn = islands();
    struct snap_options options[MANY];
    struct snap snaps[MANY * SNAPS];
    uint32_t counts[MANY];

    for (int i = 0; i < MANY; i++)
        options[i] = snap_options_of((struct position){50 * i, i % 5 * 10000});
    assert_true(snap_together(&drawn->roads, options, MANY, SNAPS, NULL, snaps,
                              counts));
    for (int i = 0; i < MANY; i++) {
        struct snap alone[SNAPS];

        options[i].large_only = true;
        assert_int_equal(counts[i], 1);
        assert_int_equal(snap_place(&drawn->roads, &options[i], SNAPS, alone),
                         1);
        assert_int_equal(snaps[i * SNAPS].piece, alone->piece);
        assert_true(snaps[i * SNAPS].fraction == alone->fraction);
    }
    drawn_roads_destroy(drawn);
    (void)state;
}

static void what_is_cancelled_is_not_looked_for(void **state)
{
    struct drawn_roads *drawn = islands();
    struct snap_options options = snap_options_of((struct position){1000, 0});
    struct cancel cancel = {.requested = true};
    struct snap snaps[SNAPS];
    uint32_t count;

    assert_false(snap_together(&drawn->roads, &options, 1, SNAPS, &cancel,
                               snaps, &count));
    atomic_store(&cancel.requested, false);
    assert_true(snap_together(&drawn->roads, &options, 1, SNAPS, &cancel, snaps,
                              &count));
    drawn_roads_destroy(drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_on_large_components_stay),
        cmocka_unit_test(stops_on_one_small_component_stay),
        cmocka_unit_test(a_stop_on_a_small_component_goes_to_the_others),
        cmocka_unit_test(stops_on_two_small_components_go_to_large_ones),
        cmocka_unit_test(where_roads_meet_one_shared_component_is_enough),
        cmocka_unit_test(a_stop_without_a_large_component_stays),
        cmocka_unit_test(a_stop_without_a_road_has_none),
        cmocka_unit_test(many_stops_are_each_as_one),
        cmocka_unit_test(what_is_cancelled_is_not_looked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
