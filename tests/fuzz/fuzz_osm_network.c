/* fuzz_osm_network: any bytes as nodes, ways and restrictions, made into a
 * network and a map with one of the profiles, which keeps conditional
 * restrictions.
 *
 * The first byte is the profile. Objects follow: a byte for the kind, the id,
 * and what the kind needs; a byte that is no tag ends its tags. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/import/osm/network/osm_network.h"
#include "core/graph/map_file/map_verify.h"
#include "core/graph/road_network/road_map.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/graph/network_check.h"
#include "tests/unit/graph/osm_add.h"

enum { REFS_MAX = 16, MEMBERS_MAX = 8, TAGS_MAX = 8 };

static const struct osm_text_tag tags[] = {
    {"highway", "primary"},
    {"highway", "residential"},
    {"highway", "motorway"},
    {"highway", "footway"},
    {"highway", "steps"},
    {"highway", "traffic_signals"},
    {"highway", "crossing"},
    {"railway", "rail"},
    {"railway", "station"},
    {"railway", "level_crossing"},
    {"route", "ferry"},
    {"oneway", "yes"},
    {"oneway", "-1"},
    {"junction", "roundabout"},
    {"access", "no"},
    {"access", "destination"},
    {"barrier", "bollard"},
    {"barrier", "gate"},
    {"direction", "backward"},
    {"traffic_signals:direction", "forward"},
    {"name", "x"},
    {"name", "y"},
    {"ref", "B 1"},
    {"maxspeed", "30"},
    {"maxspeed:backward", "5"},
    {"duration", "00:10"},
    {"duration", "9999999:00"},
    {"toll", "yes"},
    {"turn:lanes:forward", "left|"},
    {"type", "restriction"},
    {"restriction", "no_left_turn"},
    {"restriction", "only_straight_on"},
    {"restriction", "no_u_turn"},
    {"restriction:conditional", "no_entry @ (Mo)"},
    {"except", "bicycle"},
    {"access:conditional", "no @ (Mo)"},
    {"vehicle:backward:conditional", "no @ (22:00-06:00)"},
};
enum { TAG_COUNT = sizeof(tags) / sizeof(*tags) };

struct input {
    const uint8_t *at;
    const uint8_t *end;
};

static uint8_t next(struct input *input)
{
    return input->at < input->end ? *input->at++ : 0xff;
}

static int32_t next_word(struct input *input)
{
    uint32_t word = 0;

    for (int i = 0; i < 4; i++)
        word = word << 8 | next(input);
    return (int32_t)word;
}

static bool has_key(const struct osm_text_tag *tag, size_t count,
                    const char *key)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(tag[i].key, key))
            return true;
    }
    return false;
}

static size_t next_tags(struct input *input, struct osm_text_tag *tag)
{
    size_t count = 0;

    while (count < TAGS_MAX) {
        uint8_t number = next(input);

        if (number >= TAG_COUNT)
            break;
        if (!has_key(tag, count, tags[number].key))
            tag[count++] = tags[number];
    }
    return count;
}

/* Near ones differ in two bytes, others in all eight. */
static int add_node(struct input *input, struct osm_data *data, bool anywhere,
                    bool second)
{
    int64_t id = next(input);
    struct osm_text_tag tag[TAGS_MAX];
    struct position position;
    size_t count;

    position.lon_e7 = anywhere ? next_word(input) : next(input) * 10000;
    position.lat_e7 = anywhere ? next_word(input) : next(input) * 10000;
    count = next_tags(input, tag);
    if (second)
        return osm_add(data, osm_node(id, position, tag, count), NULL);
    return count > 0 ? osm_add_keep(data, id, NULL) : 0;
}

static int add_way(struct input *input, struct osm_data *data, bool second)
{
    int64_t id = next(input);
    size_t ref_count = next(input) % (REFS_MAX + 1);
    struct osm_text_tag tag[TAGS_MAX];
    int64_t refs[REFS_MAX];
    size_t count;

    for (size_t i = 0; i < ref_count; i++)
        refs[i] = next(input);
    count = next_tags(input, tag);
    if (second)
        return 0;
    return osm_add(data, osm_way(id, refs, ref_count, tag, count), NULL);
}

static int add_relation(struct input *input, struct osm_data *data, bool second)
{
    int64_t id = next(input);
    size_t member_count = next(input) % (MEMBERS_MAX + 1);
    struct osm_text_tag tag[TAGS_MAX];
    struct osm_member member[MEMBERS_MAX];
    size_t count;

    for (size_t i = 0; i < member_count; i++) {
        uint8_t what = next(input);

        member[i].id = next(input);
        member[i].kind = what % 3;
        member[i].role = what / 3 % 3;
    }
    count = next_tags(input, tag);
    if (second)
        return 0;
    return osm_add(data, osm_relation(id, member, member_count, tag, count),
                   NULL);
}

static int add(struct input *input, struct osm_data *data, bool second)
{
    uint8_t what = next(input);

    if (what % 4 == 0)
        return add_way(input, data, second);
    if (what % 4 == 1)
        return add_relation(input, data, second);
    return add_node(input, data, what == 0xfe, second);
}

/* As a file is read: nodes in a second pass. */
static int add_all(struct input input, struct osm_data *data)
{
    int r = 0;

    for (int pass = 0; pass < 2; pass++) {
        struct input rest = input;

        while (rest.at < rest.end && !r)
            r = add(&rest, data, pass == 1);
    }
    return r;
}

/* Any network with a road is a map. */
static void make_map(struct road_network *network)
{
    const struct road_map_settings settings = {
        .small_component = 3, .unordered = true, .source = "bytes"};
    bool empty = network->piece_count == 0;
    struct error error;
    struct map *map;
    int r = road_map_make(network, &settings, &map, &error);

    if (!r != !empty)
        abort();
    if (!r) {
        if (map_verify(map, NULL, 1, &error))
            abort();
        map_destroy(map);
    }
}

static void make(const struct osm_data *data, const struct profile *profile)
{
    struct import_report report;
    struct road_network network;
    struct error error;
    uint64_t roads;

    if (osm_network_make(data, profile, &network, &report, &error))
        abort();
    if (network_check(&network))
        abort();
    roads = report.count[COUNT_ROADS];
    for (int i = COUNT_WAYS_NO_ROAD; i <= COUNT_WAYS_NO_SEGMENT; i++)
        roads += report.count[i];
    if (roads != data->way_count)
        abort();
    make_map(&network);
    road_network_finish(&network);
}

static const struct profile *choose_profile(uint8_t number)
{
    static const char *const set[] = {"restrictions.conditional=yes"};
    static struct profile *profiles[8];
    const char *const *names = profile_names();
    size_t count = 0;

    while (names[count])
        count++;
    number %= count < 8 ? count : 8;
    if (!profiles[number] &&
        profile_find(names[number], set, 1, &profiles[number], NULL))
        abort();
    return profiles[number];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct input input = {bytes, bytes + size};
    const struct profile *profile = choose_profile(next(&input));
    struct osm_data data = {0};

    if (!add_all(input, &data) && !osm_add_finish(&data, NULL))
        make(&data, profile);
    osm_data_finish(&data);
    return 0;
}
