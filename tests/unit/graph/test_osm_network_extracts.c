/* osm_network: real extracts become networks that keep their promises, with
 * every profile. Skipped without the extracts; test_osm_network_random does the
 * same with data of our own. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/import/osm/network/osm_network.h"
#include "tests/unit/graph/network_check.h"

enum { PROFILES_MAX = 8 };

struct profiles {
    struct profile *profile[PROFILES_MAX];
    size_t count;
};

static bool wants_way(void *context, const struct tags *tags)
{
    const struct profiles *profiles = context;
    bool wanted = false;

    for (size_t i = 0; i < profiles->count; i++)
        wanted = wanted || profile_wants_way(profiles->profile[i], tags);
    return wanted;
}

static bool wants_node(void *context, const struct tags *tags)
{
    const struct profiles *profiles = context;
    bool wanted = false;

    for (size_t i = 0; i < profiles->count; i++)
        wanted = wanted || profile_wants_node(profiles->profile[i], tags);
    return wanted;
}

/* Every way and every restriction is counted once. */
static void check_counts(const struct osm_data *data,
                         const struct import_report *report)
{
    uint64_t ways = report->count[COUNT_ROADS] +
                    report->count[COUNT_WAYS_TWICE] +
                    report->count[COUNT_WAYS_SHORT];
    uint64_t restrictions = 0;

    for (int i = COUNT_WAYS_NO_ROAD; i <= COUNT_WAYS_NO_SEGMENT; i++)
        ways += report->count[i];
    for (int i = COUNT_RESTRICTIONS; i <= COUNT_RESTRICTIONS_UNCLEAR; i++)
        restrictions += report->count[i];
    assert_int_equal(ways, report->count[COUNT_WAYS]);
    assert_int_equal(restrictions, data->relation_count);
}

/* As in real towns: most nodes are geometry, hardly any restriction is invalid.
 */
static void check_network(const char *name, const struct profile *profile,
                          const struct osm_data *data)
{
    struct road_network network;
    struct import_report report;
    struct error error = {""};

    if (osm_network_make(data, profile, &network, &report, &error))
        fail_msg("%s: %s", name, error.text);
    if (network_check(&network))
        fail_msg("%s by %s: %s", name, profile_general(profile)->name,
                 network_check(&network));
    check_counts(data, &report);
    assert_true(network.piece_count > 1000);
    assert_true(network.node_count > 2 * network.piece_count);
    assert_true(network.junction_count < 2 * network.piece_count);
    assert_true(20 * report.count[COUNT_RESTRICTIONS_APART] <=
                data->relation_count);
    assert_true(20 * report.count[COUNT_RESTRICTIONS_UNCLEAR] <=
                data->relation_count);
    road_network_finish(&network);
}

static void check_extract(const char *name, struct profiles *profiles)
{
    const struct osm_filter filter = {wants_way, wants_node, profiles};
    const char *root = getenv("SOURCE_ROOT");
    struct osm_data data = {0};
    struct error error = {""};
    char path[512];
    const char *paths[] = {path};

    snprintf(path, sizeof(path), "%s/../shared/data/osm/%s", root ? root : ".",
             name);
    if (access(path, R_OK)) {
        print_message("skipped: there is no %s\n", path);
        return;
    }
    if (osm_files_read(paths, 1, &filter, NULL, &data, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < profiles->count; i++)
        check_network(name, profiles->profile[i], &data);
    osm_data_finish(&data);
}

static void real_extracts_become_networks(void **state)
{
    static const char *const extracts[] = {
        "andorra-valhalla.osm.pbf",
        "columbus.osm.pbf",
        "heidelberg.osm.pbf",
        "isle-of-man.osm.pbf",
        "malta.osm.pbf",
        "milan-small.osm.pbf",
        "monaco-osrm.osm.pbf",
        "north-bayreuth.osm.gz",
    };
    const char *const *names = profile_names();
    struct profiles profiles = {.count = 0};

    for (; names[profiles.count]; profiles.count++) {
        assert_true(profiles.count < PROFILES_MAX);
        assert_int_equal(profile_find(names[profiles.count], NULL, 0,
                                      &profiles.profile[profiles.count], NULL),
                         0);
    }
    for (size_t i = 0; i < sizeof(extracts) / sizeof(*extracts); i++)
        check_extract(extracts[i], &profiles);
    for (size_t i = 0; i < profiles.count; i++)
        profile_destroy(profiles.profile[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_extracts_become_networks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
