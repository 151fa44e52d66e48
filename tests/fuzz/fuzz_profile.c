/* fuzz_profile: any bytes as a profile, and after each zero byte an override;
 * accepted profiles are applied to ways, nodes, turns and restrictions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/profile/profile.h"
#include "tests/fuzz/fuzz.h"

enum { SETS_MAX = 8, TAGS_MAX = 8 };

/* "key=value" each, an empty text after the last. */
static const char *const objects[][TAGS_MAX] = {
    {"highway=primary", "maxspeed=DE:urban", "oneway=yes", "access=no",
     "name=A", "bicycle=yes", "cycleway=opposite", NULL},
    {"highway=residential", "maxspeed:forward=30 mph", "junction=roundabout",
     "surface=gravel;grass", "motor_vehicle:backward=no", "tunnel=no",
     "access:conditional=no @ (Mo); yes @ (Tu)", NULL},
    {"route=ferry", "duration=1:30", "oneway=-1", "toll=yes", "access=private",
     NULL},
    {"railway=rail", "railway:traffic_mode=freight", "maxspeed=walk", NULL},
    {"highway=traffic_signals", "direction=forward", "crossing=marked", NULL},
    {"barrier=gate", "locked=yes", "foot=yes", "railway=station", NULL},
    {"type=restriction:bicycle", "restriction=no_left_turn",
     "restriction:conditional=only_left_turn @ (Su)", "except=psv;bicycle",
     "hour_on=7", NULL},
};

static struct tags read_tags(const char *const *object, struct osm_tag *tag,
                             char *text)
{
    struct tags tags = {tag, 0, text, NULL};
    char *next = text;

    for (; *object; object++) {
        size_t length = strlen(*object);

        memcpy(next, *object, length + 1);
        *strchr(next, '=') = '\0';
        tag[tags.count].key = (uint32_t)(next - text);
        tag[tags.count++].value = (uint32_t)(next - text + strlen(next) + 1);
        next += length + 1;
    }
    return tags;
}

static void check_way(const struct profile *profile, const struct tags *tags)
{
    unsigned classes = 1u << profile_general(profile)->class_count;
    struct way_rules rules;
    enum way_outcome outcome = profile_way(profile, tags, &rules);

    if (outcome >= WAY_OUTCOMES)
        abort();
    if (outcome != WAY_USED)
        return;
    if (!profile_wants_way(profile, tags) || rules.class_bits >= classes)
        abort();
    if (!rules.open[0] && !rules.open[1])
        abort();
    for (int d = 0; d < 2; d++) {
        if (!rules.open[d])
            continue;
        if (!(rules.speed_kmh[d] > 0) || !isfinite(rules.speed_kmh[d]) ||
            !(rules.factor[d] >= 0) || !isfinite(rules.factor[d]) ||
            rules.mode[d] == MODE_INACCESSIBLE || rules.mode[d] >= MODE_COUNT)
            abort();
    }
}

static void check_turns(const struct profile *profile,
                        const struct node_rules *node)
{
    const struct road_attributes from = {.priority = 9};
    const struct road_attributes to = {.flags = ROAD_RESTRICTED};

    for (int i = 0; i < 16; i++) {
        struct turn turn = {.layer = i % 2 ? LAYER_RAIL : LAYER_ROAD,
                            .angle_deg = 22.5 * i - 157.5,
                            .turns_back = i % 5 == 0,
                            .dead_end = i % 3 == 0,
                            .roads = 2 + (uint32_t)i % 3,
                            .from = &from,
                            .to = &to,
                            .has_node = node != NULL};
        struct turn_rules rules;

        if (node)
            turn.node = *node;
        if (profile_turn(profile, &turn, &rules) &&
            !(rules.weight_s >= 0 && rules.duration_s >= 0))
            abort();
    }
}

static void check_object(const struct profile *profile,
                         const char *const *object)
{
    struct osm_tag tag[TAGS_MAX];
    char text[512];
    struct tags tags = read_tags(object, tag, text);
    struct node_rules node;
    const char *condition;

    check_way(profile, &tags);
    check_turns(profile, profile_node(profile, &tags, &node) ? &node : NULL);
    profile_wants_node(profile, &tags);
    if (profile_restriction(profile, &tags, &condition) >= RESTRICTION_RULES)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    size_t length = strnlen((const char *)bytes, size);
    const char *set[SETS_MAX];
    size_t set_count = 0;
    struct profile *profile = NULL;
    struct error error = {""};

    memcpy(text, bytes, size);
    text[size] = '\0';
    for (size_t at = length + 1; at < size && set_count < SETS_MAX;
         at += strlen(text + at) + 1)
        set[set_count++] = text + at;
    if (!profile_read("x.conf", text, length, set, set_count, &profile,
                      &error)) {
        for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
            check_object(profile, objects[i]);
    } else if (profile ||
               (error.text[0] != '\'' && strncmp(error.text, "x.conf", 6))) {
        abort(); /* every refusal has words that say where */
    }
    profile_destroy(profile);
    free(text);
    return 0;
}
