/* profile_sections: which sections and keys a profile may have. */
#include "core/graph/profile/profile_sections.h"

#include <string.h>

#include "core/base/text.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const sides[] = {"right", "left", NULL};
static const char *const weights[] = {"duration", "distance", NULL};
/* enum sign_form */
static const char *const forms[] = {"as-tagged", "as-signs", NULL};
static const char *const limit_uses[] = {"set", "cap", "ignore", NULL};
static const char *const u_turns[] = {"anywhere", "dead-ends", "nowhere", NULL};
static const char *const oneways[] = {"forward", "backward", "both",
                                      "reversible", NULL};
static const char *const penalty_sides[] = {"forward", "backward", "both",
                                            NULL};
/* enum access_outcome */
static const char *const accesses[] = {"", "yes", "restricted", "", "no", NULL};
/* enum travel_mode */
static const char *const modes[] = {
    "",           "driving",      "cycling",  "walking",    "ferry",
    "train",      "pushing-bike", "steps-up", "steps-down", "river-up",
    "river-down", "route",        "transfer", NULL};
/* enum road_class */
static const char *const road_classes[] = {
    "motorway", "trunk", "primary", "secondary", "local", "rail", NULL};

#define RULE(name, form, member, ...)                                          \
    {                                                                          \
        .key = name, .kind = form, .offset = offsetof(struct profile, member), \
        __VA_ARGS__                                                            \
    }
#define NAME(name, member)          RULE(name, SETTING_NAME, member, )
#define KEYS(name, member)          RULE(name, SETTING_KEYS, member, )
#define DIRECTED_KEYS(name, member) RULE(name, SETTING_DIRECTED_KEYS, member, )
#define CONDITIONAL_KEYS(name, member)                                         \
    RULE(name, SETTING_CONDITIONAL_KEYS, member, )
#define CONDITIONS(name, member) RULE(name, SETTING_CONDITIONS, member, )
#define CHOICE(name, member, list)                                             \
    RULE(name, SETTING_CHOICE, member, .choices = list)
#define NUMBER(name, member, low, high)                                        \
    RULE(name, SETTING_NUMBER, member, .minimum = low, .maximum = high)
#define VALUES(name, number_space, number)                                     \
    RULE(name, SETTING_VALUES, values, .space = number_space, .code = number)

static const struct setting_rule profile_settings[] = {
    NAME("name", general.name),
    CHOICE("mode", mode, modes),
    CHOICE("weight", weight, weights),
    NAME("weight-name", general.weight_name),
    CHOICE("driving-side", drives_left, sides),
    CHOICE("continue-straight", continue_straight, no_yes),
    NUMBER("grid", grid_deg, 1e-7, 1e-4),
    NUMBER("step", step_s, 0.001, 1),
    NUMBER("max-speed-for-matching", general.max_speed_kmh, 1, 1000),
};
static const struct setting_rule way_settings[] = {
    CONDITIONS("ignored", ways.ignored),
    CONDITIONS("construction", ways.construction),
    CONDITIONS("area", ways.area),
    CONDITIONS("rail", ways.rail),
};
static const struct setting_rule maxspeed_settings[] = {
    DIRECTED_KEYS("keys", maxspeed.keys),
    DIRECTED_KEYS("advisory", maxspeed.advisory),
    NUMBER("factor", maxspeed.factor, 0.01, 2),
    CHOICE("both-ways", maxspeed.both_ways, limit_uses),
    CHOICE("one-way", maxspeed.one_way, limit_uses),
    NUMBER("highest", maxspeed.highest_kmh, 1, 1000),
};
static const struct setting_rule access_settings[] = {
    DIRECTED_KEYS("keys", access.keys),
    KEYS("specific", access.specific),
    CONDITIONS("exempt", access.exempt),
    VALUES("yes", SPACE_ACCESS, ACCESS_YES),
    VALUES("restricted", SPACE_ACCESS, ACCESS_RESTRICTED),
    VALUES("fallback", SPACE_ACCESS, ACCESS_FALLBACK),
    VALUES("no", SPACE_ACCESS, ACCESS_NO),
};
static const struct setting_rule fallback_settings[] = {
    DIRECTED_KEYS("keys", fallback.keys),
    CHOICE("mode", fallback.mode, modes),
    NUMBER("factor", fallback.factor, 0, 1000),
};
static const struct setting_rule duration_settings[] = {
    KEYS("keys", duration.keys),
    CONDITIONS("where", duration.where),
    CHOICE("mode", duration.mode, modes),
};
static const struct setting_rule restricted_settings[] = {
    NUMBER("enter", restricted.enter_s, 0, 100000),
    NUMBER("barrier", restricted.barrier_s, 0, 100000),
    NUMBER("factor", restricted.factor, 0, 1000),
};
static const struct setting_rule exclude_settings[] = {
    {.key = "allowed", .kind = SETTING_EXCLUDES},
};
static const struct setting_rule flag_settings[] = {
    CONDITIONS("roundabout", flags.roundabout),
    CONDITIONS("circular", flags.circular),
    CONDITIONS("link", flags.link),
    CONDITIONS("low-priority", flags.low_priority),
    CONDITIONS("drives-left", flags.drives_left),
    CONDITIONS("drives-right", flags.drives_right),
};
static const struct setting_rule name_settings[] = {
    KEYS("name", names.name),
    KEYS("ref", names.ref),
    DIRECTED_KEYS("destinations", names.destinations),
    DIRECTED_KEYS("destination-refs", names.destination_refs),
    KEYS("exits", names.exits),
    KEYS("pronunciation", names.pronunciation),
    DIRECTED_KEYS("lanes", names.lanes),
    CHOICE("written", names.written, forms),
};

#define TURN_SETTINGS(layer)                                                   \
    {                                                                          \
        NUMBER("near", turns[layer].near_s, 0, 3600),                          \
            NUMBER("across", turns[layer].across_s, 0, 3600),                  \
            NUMBER("u-turn", turns[layer].u_turn_s, 0, 3600),                  \
            CHOICE("u-turn-at", turns[layer].u_turn_at, u_turns),              \
            NUMBER("rank-step", turns[layer].rank_step_s, 0, 3600),            \
            NUMBER("rank-max", turns[layer].rank_max_s, 0, 3600),              \
            NUMBER("sharpest", turns[layer].sharpest_deg, 0, 180),             \
    }
static const struct setting_rule turn_settings[] = TURN_SETTINGS(LAYER_ROAD);
static const struct setting_rule rail_settings[] = TURN_SETTINGS(LAYER_RAIL);

static const struct setting_rule restriction_settings[] = {
    CONDITIONAL_KEYS("keys", restrictions.keys),
    KEYS("timed", restrictions.timed),
    VALUES("except", SPACE_EXCEPT, 1),
    VALUES("no", SPACE_RESTRICTION, RESTRICTION_NO),
    VALUES("only", SPACE_RESTRICTION, RESTRICTION_ONLY),
    VALUES("ignored", SPACE_RESTRICTION, RESTRICTION_IGNORED),
};
static const struct setting_rule transfer_settings[] = {
    CONDITIONS("stations", transfers.stations),
    NUMBER("radius", transfers.rules.radius_m, 0, 10000),
    NUMBER("rail-radius", transfers.rules.rail_radius_m, 0, 10000),
    NUMBER("duration", transfers.rules.duration_s, 0, 86400),
    NUMBER("walking-speed", transfers.rules.walk_kmh, 0.1, 50),
    NUMBER("roads", transfers.links_max, 1, 100),
};

#define SETTINGS(text, rules)                                                  \
    {                                                                          \
        .name = text, .kind = SECTION_SETTINGS, .settings = rules,             \
        .setting_count = COUNT_OF(rules)                                       \
    }
#define TABLE(text, number, form, list, low, high)                             \
    {                                                                          \
        .name = text, .kind = SECTION_TABLE, .table = {                        \
            number,                                                            \
            form,                                                              \
            list,                                                              \
            low,                                                               \
            high                                                               \
        }                                                                      \
    }

const struct section profile_sections[] = {
    SETTINGS("profile", profile_settings),
    SETTINGS("ways", way_settings),
    TABLE("speed", TABLE_SPEED, EFFECT_DIRECTIONS, NULL, 0.1, 1000),
    TABLE("speed-where-allowed", TABLE_ALLOWED_SPEED, EFFECT_DIRECTIONS, NULL,
          0.1, 1000),
    TABLE("speed-cap", TABLE_SPEED_CAP, EFFECT_DIRECTIONS, NULL, 0.1, 1000),
    SETTINGS("maxspeed", maxspeed_settings),
    {.name = "maxspeed-values", .kind = SECTION_ZONES},
    SETTINGS("access", access_settings),
    SETTINGS("fallback", fallback_settings),
    TABLE("fallback-speed", TABLE_FALLBACK_SPEED, EFFECT_DIRECTIONS, NULL, 0.1,
          1000),
    TABLE("oneway", TABLE_ONEWAY, EFFECT_ONE, oneways, 0, 0),
    TABLE("oneway-against", TABLE_ONEWAY_AGAINST, EFFECT_NONE, NULL, 0, 0),
    TABLE("modes", TABLE_MODE, EFFECT_DIRECTIONS, modes, 0, 0),
    SETTINGS("duration", duration_settings),
    TABLE("weight-factor", TABLE_WEIGHT_FACTOR, EFFECT_DIRECTIONS, NULL, 0,
          1000),
    SETTINGS("restricted", restricted_settings),
    {.name = "classes", .kind = SECTION_CLASSES},
    SETTINGS("exclude", exclude_settings),
    TABLE("rank", TABLE_RANK, EFFECT_ONE, NULL, 0, RANK_UNSAID),
    TABLE("road-class", TABLE_ROAD_CLASS, EFFECT_ONE, road_classes, 0, 0),
    SETTINGS("flags", flag_settings),
    SETTINGS("names", name_settings),
    TABLE("barriers", TABLE_BARRIER, EFFECT_ONE, accesses, 0, 0),
    TABLE("penalties", TABLE_PENALTY, EFFECT_DURATION_WEIGHT, NULL, 0, 86400),
    TABLE("penalty-side", TABLE_PENALTY_SIDE, EFFECT_ONE, penalty_sides, 0, 0),
    SETTINGS("turns", turn_settings),
    SETTINGS("rail-turns", rail_settings),
    SETTINGS("restrictions", restriction_settings),
    SETTINGS("transfers", transfer_settings),
};
const size_t profile_section_count = COUNT_OF(profile_sections);

const struct section *section_find(const char *name)
{
    for (size_t i = 0; i < profile_section_count; i++) {
        if (!strcmp(profile_sections[i].name, name))
            return &profile_sections[i];
    }
    return NULL;
}

void section_list_names(char *list, size_t size)
{
    list[0] = '\0';
    for (size_t i = 0; i < profile_section_count; i++)
        text_list_add(list, size, profile_sections[i].name);
}

void section_list_keys(const struct section *section, char *list, size_t size)
{
    list[0] = '\0';
    for (size_t i = 0; i < section->setting_count; i++)
        text_list_add(list, size, section->settings[i].key);
}

/* How many letters must change to make one of the other (Levenshtein). */
static unsigned letters_apart(const char *a, const char *b)
{
    enum { LENGTH_MAX = 40 };
    unsigned row[LENGTH_MAX + 1];
    size_t width = strlen(b);

    if (strlen(a) > LENGTH_MAX || width > LENGTH_MAX)
        return LENGTH_MAX;
    for (unsigned j = 0; j <= width; j++)
        row[j] = j;
    for (; *a; a++) {
        unsigned diagonal = row[0]++;

        for (size_t j = 1; j <= width; j++) {
            unsigned best = diagonal + (*a != b[j - 1]);

            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[width];
}

enum { NEAR_MOST = 2 };

/* Takes a name that is nearer than the last. */
static void take_near(const char *wanted, const char *name, unsigned *most,
                      const char **near)
{
    unsigned apart = letters_apart(wanted, name);

    if (apart > *most || (*near && apart == *most))
        return;
    *most = apart;
    *near = name;
}

const char *section_near(const char *name)
{
    unsigned most = NEAR_MOST;
    const char *near = NULL;

    for (size_t i = 0; i < profile_section_count; i++)
        take_near(name, profile_sections[i].name, &most, &near);
    return near;
}

const char *section_key_near(const struct section *section, const char *key)
{
    unsigned most = NEAR_MOST;
    const char *near = NULL;

    for (size_t i = 0; i < section->setting_count; i++)
        take_near(key, section->settings[i].key, &most, &near);
    return near;
}
