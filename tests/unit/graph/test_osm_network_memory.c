/* osm_network: reports that memory is short and leaks nothing. */
#include "tests/unit/cmocka_all.h"

#include "core/graph/import/osm/network/osm_network.h"
#include "tests/unit/failing.h"
#include "tests/unit/graph/random_osm.h"

struct making {
    struct osm_data data;
    struct profile *profile;
};

static int make(void *context, struct error *error)
{
    struct making *making = context;
    struct road_network network;
    struct import_report report;
    int r = osm_network_make(&making->data, making->profile, &network, &report,
                             error);

    if (!r)
        road_network_finish(&network);
    return r;
}

static void short_memory_is_told(void **state)
{
    static const char *const set[] = {
        "ways.rail=railway=rail", "transfers.stations=highway=traffic_signals",
        "transfers.radius=2000", "transfers.rail-radius=2000"};
    struct making making = {0};

    assert_int_equal(profile_find("testbot", set, 4, &making.profile, NULL), 0);
    for (unsigned seed = 0; seed < 12; seed++) {
        random_osm(seed, false, &making.data);
        assert_true(failing_each(make, &making) > 30);
        osm_data_finish(&making.data);
    }
    profile_destroy(making.profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_memory_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
