/* osm_network: on hundreds of small maps the network allows exactly the walks
 * that the data allows, at the same weights. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/import/osm/network/osm_network.h"
#include "core/graph/profile/facts.h"
#include "tests/unit/graph/network_check.h"
#include "tests/unit/graph/osm_reference.h"
#include "tests/unit/graph/random_osm.h"

enum { MAPS = 1000, SEGMENTS_MAX = 5 };

static const char *const careful[] = {
    "profile.step=0.001",      "profile.grid=0.0000001",
    "ways.rail=railway=rail",  "barriers.barrier=bollard no",
    "turns.rank-step=2",       "turns.rank-max=5",
    "turns.u-turn-at=anywhere"};
static const char *const dead_ends[] = {
    "profile.step=0.001", "profile.grid=0.0000001", "ways.rail=railway=rail",
    "weight-factor.toll=yes 3"};
static const char *const carefree[] = {
    "profile.step=0.001",          "profile.grid=0.0000001",
    "ways.rail=railway=rail",      "barriers.barrier=bollard no",
    "turns.u-turn-at=anywhere",    "turns.u-turn=0",
    "rail-turns.u-turn-at=nowhere"};

static const struct {
    const char *const *set;
    size_t count;
} kinds[] = {{careful, 7}, {dead_ends, 4}, {carefree, 7}};

static struct profile *profile_of(size_t kind)
{
    struct error error;
    struct profile *profile;

    if (profile_find("testbot", kinds[kind].set, kinds[kind].count, &profile,
                     &error))
        fail_msg("%s", error.text);
    return profile;
}

static uint32_t degree(const struct osm_reference *reference, int64_t id,
                       enum road_layer layer)
{
    uint32_t node;

    return osm_find_node(reference->data, id, &node)
               ? osm_reference_degree(reference, node, layer)
               : 0;
}

/* U-turns do not happen within a road, and only junctions know where those are.
 */
static bool turns_back_within(const struct osm_reference *reference,
                              const struct walk *walk, uint32_t segments)
{
    for (uint32_t i = 0; i + 2 <= segments; i++) {
        if (walk->node[i] == walk->node[i + 2] &&
            (degree(reference, walk->node[i + 1], LAYER_ROAD) == 2 ||
             degree(reference, walk->node[i + 1], LAYER_RAIL) == 2))
            return true;
    }
    return false;
}

static void leave_out(const struct osm_reference *reference, uint32_t segments,
                      struct walk_list *list)
{
    size_t kept = 0;

    for (size_t i = 0; i < list->count; i++) {
        if (!turns_back_within(reference, &list->walk[i], segments))
            list->walk[kept++] = list->walk[i];
    }
    list->count = kept;
    walk_list_sort(list);
}

static void print(const char *what, const struct walk *walk, uint32_t segments)
{
    print_error("%s:", what);
    for (uint32_t i = 0; i <= segments; i++)
        print_error(" %d", (int)walk->node[i]);
    print_error(" weight %lu duration %lu\n", (unsigned long)walk->weight,
                (unsigned long)walk->duration_ms);
}

static void assert_same(const struct walk_list *driven,
                        const struct walk_list *expected, uint32_t segments,
                        unsigned seed)
{
    for (size_t i = 0; i < driven->count || i < expected->count; i++) {
        if (i < driven->count && i < expected->count &&
            !memcmp(&driven->walk[i], &expected->walk[i], sizeof(struct walk)))
            continue;
        if (i < driven->count)
            print("driven", &driven->walk[i], segments);
        if (i < expected->count)
            print("expected", &expected->walk[i], segments);
        fail_msg("seed %u", seed);
    }
}

static size_t compare(const struct road_network *network,
                      const struct osm_reference *reference, uint32_t segments,
                      unsigned seed)
{
    struct walk_list driven = {0};
    struct walk_list expected = {0};
    size_t count;

    network_walks(network, segments, &driven);
    osm_reference_walks(reference, segments, &expected);
    leave_out(reference, segments, &driven);
    leave_out(reference, segments, &expected);
    assert_same(&driven, &expected, segments, seed);
    count = driven.count;
    walk_list_finish(&driven);
    walk_list_finish(&expected);
    return count;
}

/* Whether the way passes these nodes one right after the other; a node that it
 * lists twice in a row counts once. */
static bool way_passes(const struct osm_data *data, uint32_t way, int64_t from,
                       int64_t to)
{
    bool at_from = false;

    for (uint64_t i = data->first_ref[way]; i < data->first_ref[way + 1]; i++) {
        uint32_t node = data->way_ref[i];
        int64_t id = node == OSM_NODE_MISSING ? INT64_MIN : data->node_id[node];

        if (at_from && id == to)
            return true;
        at_from = id == from;
    }
    return false;
}

static void check_segment(const struct osm_data *data, int64_t stretch_way,
                          int64_t from, int64_t to, unsigned seed)
{
    bool against = stretch_way & 1;
    uint32_t way;

    if (!osm_find_way(data, stretch_way >> 1, &way) ||
        !way_passes(data, way, against ? to : from, against ? from : to))
        fail_msg("seed %u: no way %d from %d to %d", seed,
                 (int)(stretch_way >> 1), (int)from, (int)to);
}

static void check_stretches(const struct road_network *network,
                            const struct osm_data *data, unsigned seed)
{
    uint32_t piece = 0;

    for (uint32_t i = 0; i < network->stretch_count; i++) {
        uint32_t end = network->first_of_stretch[i + 1];

        while (network->first_node[piece + 1] - piece - 1 <=
               network->first_of_stretch[i])
            piece++;
        assert_true(end <= network->first_node[piece + 1] - piece - 1);
        for (uint32_t s = network->first_of_stretch[i]; s < end; s++)
            check_segment(data, network->stretch_way[i],
                          network->node_id[s + piece],
                          network->node_id[s + piece + 1], seed);
    }
}

/* As along the way, whichever way the piece runs. */
static void check_facts(const struct road_network *network,
                        const struct osm_data *data, unsigned seed)
{
    for (uint32_t i = 0; i < network->stretch_count; i++) {
        struct way_facts facts;
        struct tags tags;
        uint32_t way;

        assert_true(osm_find_way(data, network->stretch_way[i] >> 1, &way));
        tags = osm_way_tags(data, way);
        facts_read(&tags, &facts);
        assert_true(network->stretch_facts[i] < network->facts_count);
        if (memcmp(&facts, &network->facts[network->stretch_facts[i]],
                   sizeof(facts)) != 0)
            fail_msg("seed %u: other facts of way %d", seed,
                     (int)(network->stretch_way[i] >> 1));
    }
    for (uint32_t i = 0; i < network->facts_count; i++) {
        for (uint32_t j = 0; j < i; j++)
            assert_memory_not_equal(&network->facts[i], &network->facts[j],
                                    sizeof(struct way_facts));
    }
}

static size_t check_map(unsigned seed, const struct profile *profile,
                        struct import_report *report, uint32_t *ret_sequences)
{
    static struct osm_reference reference;
    struct road_network network;
    struct osm_data data;
    struct error error = {""};
    size_t walks = 0;

    random_osm(seed, false, &data);
    if (osm_network_make(&data, profile, &network, report, &error))
        fail_msg("%s", error.text);
    if (network_check(&network))
        fail_msg("seed %u: %s", seed, network_check(&network));
    check_stretches(&network, &data, seed);
    check_facts(&network, &data, seed);
    osm_reference_make(&reference, &data, profile);
    for (uint32_t segments = 1; segments <= SEGMENTS_MAX; segments++)
        walks += compare(&network, &reference, segments, seed);
    *ret_sequences = network.sequence_count;
    road_network_finish(&network);
    osm_data_finish(&data);
    return walks;
}

static void one_may_drive_what_the_data_says(void **state)
{
    struct import_report all = {{0}};
    uint64_t sequences = 0;
    size_t walks = 0;

    for (size_t kind = 0; kind < sizeof(kinds) / sizeof(*kinds); kind++) {
        struct profile *profile = profile_of(kind);

        for (unsigned seed = 0; seed < MAPS; seed++) {
            struct import_report report;
            uint32_t count;

            walks += check_map(seed, profile, &report, &count);
            sequences += count;
            for (int i = 0; i < COUNT_KINDS; i++)
                all.count[i] += report.count[i];
        }
        profile_destroy(profile);
    }
    /* The draw covered every feature. */
    assert_true(walks > 100000);
    assert_true(sequences > 500);
    for (int i = COUNT_RESTRICTIONS; i <= COUNT_RESTRICTIONS_UNCLEAR; i++) {
        bool rare = i == COUNT_RESTRICTIONS_IGNORED ||
                    i == COUNT_RESTRICTIONS_EXCEPTED ||
                    i == COUNT_RESTRICTIONS_CONDITIONAL ||
                    i == COUNT_RESTRICTIONS_UNKNOWN ||
                    i == COUNT_RESTRICTIONS_CROWDED ||
                    i == COUNT_RESTRICTIONS_NO_MEMBER;

        assert_int_equal(all.count[i] < 50, rare);
    }
}

static void assert_equal(const void *a, const void *b, size_t count,
                         size_t size)
{
    if (count > 0)
        assert_memory_equal(a, b, count * size);
}

static void the_order_of_the_data_does_not_matter(void **state)
{
    struct profile *profile = profile_of(0);

    for (unsigned seed = 0; seed < 300; seed++) {
        struct import_report report;
        struct road_network one, other;
        struct osm_data data[2];

        random_osm(seed, false, &data[0]);
        random_osm(seed, true, &data[1]);
        assert_int_equal(
            osm_network_make(&data[0], profile, &one, &report, NULL), 0);
        assert_int_equal(
            osm_network_make(&data[1], profile, &other, &report, NULL), 0);
        assert_int_equal(one.piece_count, other.piece_count);
        assert_int_equal(one.node_count, other.node_count);
        assert_equal(one.node_id, other.node_id, one.node_count,
                     sizeof(*one.node_id));
        assert_equal(one.segment_weight, other.segment_weight,
                     2 * (one.node_count - one.piece_count),
                     sizeof(*one.segment_weight));
        assert_equal(one.piece_end, other.piece_end, 2 * one.piece_count,
                     sizeof(*one.piece_end));
        assert_equal(one.first_turn, other.first_turn, 2 * one.piece_count + 1,
                     sizeof(*one.first_turn));
        assert_equal(one.turn_edge, other.turn_edge,
                     one.first_turn[2 * one.piece_count],
                     sizeof(*one.turn_edge));
        assert_int_equal(one.sequence_count, other.sequence_count);
        assert_equal(one.sequence_edge, other.sequence_edge,
                     one.first_of_sequence[one.sequence_count],
                     sizeof(*one.sequence_edge));
        road_network_finish(&one);
        road_network_finish(&other);
        osm_data_finish(&data[0]);
        osm_data_finish(&data[1]);
    }
    profile_destroy(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_may_drive_what_the_data_says),
        cmocka_unit_test(the_order_of_the_data_does_not_matter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
