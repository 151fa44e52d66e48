/* Each kind of value has a parser for URL text, take_X(), and a reader for
 * JSON, read_X(); the table at the end gives each option its own. */
#include "api/osrm/osrm_options.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm_request.h"
#include "core/base/array.h"

/* ---- Single values ------------------------------------------------------- */

/* One entry per coordinate. */
struct osrm_list {
    bool (*make)(struct osrm_request *request, size_t count); /* makes room */

    /* Fill entry `i` unless it is empty. From text: false if malformed; from
     * JSON: what it must be, or NULL. */
    bool (*take_entry)(struct osrm_text *text, struct osrm_request *request,
                       size_t i);
    const char *(*read_entry)(const json_t *json, struct osrm_request *request,
                              size_t i);
};

struct osrm_option {
    const char *name;
    unsigned services; /* that accept it: bits of enum osrm_service */

    /* Parses the text after the "="; NULL: not in URLs. */
    enum osrm_taken (*take)(const struct osrm_option *option,
                            struct osrm_text *text, void *value);

    /* Reads JSON; NULL: not in bodies. 0, -EINVAL with the problem, -ENOMEM. */
    int (*read)(const struct osrm_option *option, const json_t *json,
                void *value, struct osrm_problem *problem);
    size_t offset;                /* of the value, in the request */
    const char *const *words;     /* allowed words; NULL after the last */
    const struct osrm_list *list; /* for take_list(), read_list() */
};

/* Refuses with "NAME WORDS"; returns -EINVAL. */
static int osrm_option_refuse(const struct osrm_option *option,
                              const char *words, struct osrm_problem *problem)
{
    return osrm_problem_set(problem, "InvalidQuery", "%s %s", option->name,
                            words);
}

static enum osrm_taken taken_if(bool taken)
{
    return taken ? OSRM_TAKEN : OSRM_MALFORMED;
}

/* ---- Flags and numbers. ---- */

static enum osrm_taken take_flag(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    return taken_if(osrm_text_bool(text, value));
}

static int read_flag(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    if (!json_is_boolean(json))
        return osrm_option_refuse(option, "must be a boolean", problem);
    *(bool *)value = json_is_true(json);
    return 0;
}

static enum osrm_taken take_number(const struct osrm_option *option,
                                   struct osrm_text *text, void *value)
{
    return taken_if(osrm_text_decimal(text, value));
}

static int read_number(const struct osrm_option *option, const json_t *json,
                       void *value, struct osrm_problem *problem)
{
    if (!json_is_number(json))
        return osrm_option_refuse(option, "must be a number", problem);
    *(double *)value = json_number_value(json);
    return 0;
}

static enum osrm_taken take_count(const struct osrm_option *option,
                                  struct osrm_text *text, void *value)
{
    return taken_if(osrm_text_u32(text, value));
}

/* ---- Words. ---- */

/* Finds a JSON string among the words. */
static bool osrm_find_word(const json_t *json, const char *const *words,
                           unsigned *ret_index)
{
    for (unsigned i = 0; words[i]; i++) {
        if (strcmp(words[i], json_string_value(json)) != 0)
            continue;
        *ret_index = i;
        return true;
    }
    return false;
}

/* Enums without negative values are unsigned. */
static enum osrm_taken take_word(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    return taken_if(osrm_text_symbol(text, option->words, value));
}

static int read_word(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    if (!json_is_string(json))
        return osrm_option_refuse(option, "must be a string", problem);
    if (osrm_find_word(json, option->words, value))
        return 0;
    return osrm_problem_set(problem, "InvalidQuery", "invalid %s value",
                            option->name);
}

static enum osrm_taken take_second(const struct osrm_option *option,
                                   struct osrm_text *text, void *value)
{
    unsigned index;
    enum osrm_taken taken = take_word(option, text, &index);

    if (taken == OSRM_TAKEN)
        *(bool *)value = index == 1;
    return taken;
}

static int read_second(const struct osrm_option *option, const json_t *json,
                       void *value, struct osrm_problem *problem)
{
    unsigned index = 0;
    int r = read_word(option, json, &index, problem);

    if (!r)
        *(bool *)value = index == 1;
    return r;
}

/* ---- Flags with further values. ---- */

static enum osrm_taken take_alternatives(const struct osrm_option *option,
                                         struct osrm_text *text, void *value)
{
    bool wanted;

    if (osrm_text_u32(text, value))
        return OSRM_TAKEN;
    if (!osrm_text_bool(text, &wanted))
        return OSRM_MALFORMED;
    *(unsigned *)value = wanted ? OSRM_ALTERNATIVES_TRUE : 0;
    return OSRM_TAKEN;
}

static int read_alternatives(const struct osrm_option *option,
                             const json_t *json, void *value,
                             struct osrm_problem *problem)
{
    unsigned *alternatives = value;

    if (json_is_boolean(json))
        *alternatives = json_is_true(json) ? OSRM_ALTERNATIVES_TRUE : 0;
    else if (json_is_integer(json) && json_integer_value(json) >= 0 &&
             json_integer_value(json) <= UINT32_MAX)
        *alternatives = (unsigned)json_integer_value(json);
    else
        return osrm_option_refuse(
            option, "must be a boolean or a non-negative integer", problem);
    return 0;
}

static void set_straight(void *value, bool straight)
{
    *(enum route_straight *)value = straight ? STRAIGHT_YES : STRAIGHT_NO;
}

static enum osrm_taken take_straight(const struct osrm_option *option,
                                     struct osrm_text *text, void *value)
{
    bool straight;

    if (osrm_text_take(text, "default"))
        return OSRM_TAKEN;
    if (!osrm_text_bool(text, &straight))
        return OSRM_MALFORMED;
    set_straight(value, straight);
    return OSRM_TAKEN;
}

static int read_straight(const struct osrm_option *option, const json_t *json,
                         void *value, struct osrm_problem *problem)
{
    if (json_is_string(json) && !strcmp(json_string_value(json), "default"))
        return 0;
    if (!json_is_boolean(json))
        return osrm_option_refuse(option, "must be a boolean or \"default\"",
                                  problem);
    set_straight(value, json_is_true(json));
    return 0;
}

/* ---- Sets of words. ---- */

static unsigned all_of(const char *const *words)
{
    unsigned set = 0;

    for (unsigned i = 0; words[i]; i++)
        set |= 1U << i;
    return set;
}

/* A list: stops before a comma that no known word follows. */
static bool take_words(struct osrm_text *text, const char *const *words,
                       unsigned *set)
{
    unsigned index;

    if (!osrm_text_symbol(text, words, &index))
        return false;
    do {
        *set |= 1U << index;
        if (!osrm_text_take(text, ","))
            return true;
    } while (osrm_text_symbol(text, words, &index));
    text->at--;
    return true;
}

static enum osrm_taken take_set(const struct osrm_option *option,
                                struct osrm_text *text, void *value)
{
    unsigned *set = value;
    bool all;

    if (!osrm_text_bool(text, &all))
        return taken_if(take_words(text, option->words, set));
    if (all)
        *set = all_of(option->words);
    return OSRM_TAKEN;
}

static int read_set(const struct osrm_option *option, const json_t *json,
                    void *value, struct osrm_problem *problem)
{
    unsigned *set = value;

    if (!json_is_boolean(json) && !json_is_array(json))
        return osrm_option_refuse(
            option, "must be a boolean or an array of strings", problem);
    *set = json_is_true(json) ? all_of(option->words) : 0;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *word = json_array_get(json, i);
        unsigned index;

        if (!json_is_string(word))
            return osrm_problem_set(problem, "InvalidQuery",
                                    "annotation entries must be strings");
        if (!osrm_find_word(word, option->words, &index))
            return osrm_problem_set(problem, "InvalidQuery",
                                    "invalid annotation value");
        *set |= 1U << index;
    }
    return 0;
}

static void set_table(void *value, unsigned set)
{
    struct osrm_request *request = value;

    request->table.durations = set & 1;
    request->table.distances = set & 2;
}

static enum osrm_taken take_table_set(const struct osrm_option *option,
                                      struct osrm_text *text, void *value)
{
    unsigned set = 0;

    if (!take_words(text, option->words, &set))
        return OSRM_MALFORMED;
    set_table(value, set);
    return OSRM_TAKEN;
}

static int read_table_set(const struct osrm_option *option, const json_t *json,
                          void *value, struct osrm_problem *problem)
{
    unsigned set;
    int r = read_set(option, json, &set, problem);

    if (!r)
        set_table(value, set);
    return r;
}

/* ---- Lists --------------------------------------------------------------- */

static int refuse(const char *words, struct osrm_problem *problem)
{
    return osrm_problem_set(problem, "InvalidQuery", "%s", words);
}

/* ---- One entry per coordinate, which may be empty. ---- */

static enum osrm_taken take_list(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    size_t i = 0;

    if (!option->list->make(value, osrm_text_entries(text, ';', '&')))
        return OSRM_NO_MEMORY;
    do {
        if (!option->list->take_entry(text, value, i++))
            return OSRM_MALFORMED;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}

static int read_list(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    if (!json_is_array(json))
        return osrm_option_refuse(option, "must be an array", problem);
    if (!option->list->make(value, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *entry = json_array_get(json, i);
        const char *words = json_is_null(entry)
                                ? NULL
                                : option->list->read_entry(entry, value, i);

        if (words)
            return refuse(words, problem);
    }
    return 0;
}

static bool take_bearing(struct osrm_text *text, struct osrm_request *request,
                         size_t i)
{
    int16_t value;
    int16_t range;

    if (!osrm_text_i16(text, &value))
        return true;
    if (!osrm_text_take(text, ",") || !osrm_text_i16(text, &range))
        return false;
    osrm_bearing_set(request, i, value, range);
    return true;
}

static const char *read_bearing(const json_t *json,
                                struct osrm_request *request, size_t i)
{
    const json_t *value = json_array_get(json, 0);
    const json_t *range = json_array_get(json, 1);

    if (json_array_size(json) != 2 || !json_is_integer(value) ||
        !json_is_integer(range))
        return "each bearing must be null or an array of two integers";
    osrm_bearing_set(request, i, json_integer_value(value),
                     json_integer_value(range));
    return NULL;
}

static bool take_radius(struct osrm_text *text, struct osrm_request *request,
                        size_t i)
{
    if (osrm_text_take(text, "unlimited"))
        request->radius_m[i] = INFINITY;
    else if (text->at < text->end && *text->at != '-')
        osrm_text_decimal(text, &request->radius_m[i]);
    return true;
}

static const char *read_radius(const json_t *json, struct osrm_request *request,
                               size_t i)
{
    if (json_is_number(json) && json_number_value(json) >= 0)
        request->radius_m[i] = json_number_value(json);
    else if (json_is_string(json) &&
             !strcmp(json_string_value(json), "unlimited"))
        request->radius_m[i] = INFINITY;
    else
        return "each radius must be null, a number from 0 on or \"unlimited\"";
    return NULL;
}

static const char *const sides[] = {"unrestricted", "curb", "opposite", NULL};

static bool take_approach(struct osrm_text *text, struct osrm_request *request,
                          size_t i)
{
    unsigned index;

    if (osrm_text_symbol(text, sides, &index))
        request->approach[i] = (enum approach)index;
    return true;
}

static const char *read_approach(const json_t *json,
                                 struct osrm_request *request, size_t i)
{
    unsigned index;

    if (!json_is_string(json))
        return "each approach must be null or a string";
    if (!osrm_find_word(json, sides, &index))
        return "invalid approach value";
    request->approach[i] = (enum approach)index;
    return NULL;
}

static bool count_hints(struct osrm_request *request, size_t count)
{
    request->given.hints = count;
    return true;
}

/* Blocks of OSRM's length, one per candidate for the coordinate. */
static bool take_hint(struct osrm_text *text, struct osrm_request *request,
                      size_t i)
{
    size_t length = osrm_text_word(text, "-_=");

    text->at -= length % OSRM_HINT_LENGTH;
    return true;
}

static const char *read_hint(const json_t *json, struct osrm_request *request,
                             size_t i)
{
    return json_is_string(json) ? NULL
                                : "each hint must be null or a base64 string";
}

/* ---- Names. ---- */

static enum osrm_taken take_exclude(const struct osrm_option *option,
                                    struct osrm_text *text, void *value)
{
    struct osrm_request *request = value;
    size_t i = 0;

    if (!osrm_list_excludes(request, osrm_text_entries(text, ',', '&')))
        return OSRM_NO_MEMORY;
    do {
        const char *name = text->at;
        size_t length = osrm_text_word(text, "_-");

        if (!length && !i)
            return OSRM_MALFORMED;
        if (!length) {
            text->at--; /* leaves a trailing comma */
            break;
        }
        osrm_exclude_set(request, i++, name, length);
    } while (osrm_text_take(text, ","));
    request->exclude_count = i;
    return OSRM_TAKEN;
}

/* A scenario's name, cut short if it is longer than any. */
static enum osrm_taken take_name(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    const char *name = text->at;
    size_t length = osrm_text_word(text, "._-");

    snprintf(value, FIELD_NAME_SIZE, "%.*s", (int)size_min(length, 63), name);
    return taken_if(length > 0);
}

static int read_name(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    const char *name = json_string_value(json);

    if (!name || !*name || strlen(name) >= FIELD_NAME_SIZE)
        return osrm_option_refuse(option, "must be a name of 1 to 63 bytes",
                                  problem);
    strcpy(value, name);
    return 0;
}

enum { TIME_SIZE = 40 };

static enum osrm_taken take_time(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    const char *begin = text->at;
    size_t length = osrm_text_word(text, "-:+.");
    char time[TIME_SIZE];

    snprintf(time, sizeof(time), "%.*s", (int)size_min(length, TIME_SIZE - 1),
             begin);
    return taken_if(length < TIME_SIZE && date_time_read(time, value));
}

static int read_time(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    const char *time = json_string_value(json);

    if (!time || !date_time_read(time, value))
        return osrm_option_refuse(
            option, "must be a time as 2026-11-30T07:30 or with a zone",
            problem);
    return 0;
}

/* JSON up to the next option. */
static enum osrm_taken take_json(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    const char *begin = text->at;
    const char *end = memchr(begin, '&', (size_t)(text->end - begin));
    char **json = value;

    text->at = end ? end : text->end;
    if (text->at == begin)
        return OSRM_MALFORMED;
    free(*json);
    *json = strndup(begin, (size_t)(text->at - begin));
    return *json ? OSRM_TAKEN : OSRM_NO_MEMORY;
}

static int read_json(const struct osrm_option *option, const json_t *json,
                     void *value, struct osrm_problem *problem)
{
    char **text = value;

    free(*text);
    *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    return *text ? 0 : -ENOMEM;
}

static enum osrm_taken take_epoch(const struct osrm_option *option,
                                  struct osrm_text *text, void *value)
{
    size_t epoch;
    bool taken = osrm_text_size(text, &epoch);

    if (taken)
        *(uint64_t *)value = epoch;
    return taken_if(taken);
}

static int read_epoch(const struct osrm_option *option, const json_t *json,
                      void *value, struct osrm_problem *problem)
{
    if (!json_is_integer(json) || json_integer_value(json) < 0)
        return osrm_option_refuse(option, "must be a whole number", problem);
    *(uint64_t *)value = (uint64_t)json_integer_value(json);
    return 0;
}

static int read_exclude(const struct osrm_option *option, const json_t *json,
                        void *value, struct osrm_problem *problem)
{
    if (!json_is_array(json))
        return refuse("exclude must be an array of strings", problem);
    if (!osrm_list_excludes(value, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *name = json_array_get(json, i);

        if (!json_is_string(name))
            return refuse("each exclude entry must be a string", problem);
        osrm_exclude_set(value, i, json_string_value(name),
                         json_string_length(name));
    }
    return 0;
}

/* ---- Indices of coordinates. ---- */

static enum osrm_taken take_indices(const struct osrm_option *option,
                                    struct osrm_text *text, void *value)
{
    struct osrm_indices *indices = value;
    size_t i = 0;

    if (!osrm_list_indices(indices, osrm_text_entries(text, ';', '&')))
        return OSRM_NO_MEMORY;
    do {
        if (!osrm_text_size(text, &indices->index[i])) {
            indices->count = i;
            if (!i)
                return OSRM_MALFORMED;
            text->at--;
            return OSRM_TAKEN;
        }
        i++;
    } while (osrm_text_take(text, ";"));
    return OSRM_TAKEN;
}

static enum osrm_taken take_ends(const struct osrm_option *option,
                                 struct osrm_text *text, void *value)
{
    return osrm_text_take(text, "all") ? OSRM_TAKEN
                                       : take_indices(option, text, value);
}

static int read_indices(const struct osrm_option *option, const json_t *json,
                        void *value, struct osrm_problem *problem)
{
    struct osrm_indices *indices = value;

    if (!json_is_array(json))
        return osrm_option_refuse(option, "must be an array of indices",
                                  problem);
    if (!osrm_list_indices(indices, json_array_size(json)))
        return -ENOMEM;
    for (size_t i = 0; i < indices->count; i++) {
        const json_t *index = json_array_get(json, i);

        if (!json_is_integer(index) || json_integer_value(index) < 0)
            return osrm_option_refuse(
                option, "entries must be non-negative integers", problem);
        indices->index[i] = (size_t)json_integer_value(index);
    }
    return 0;
}

/* ---- The table ----------------------------------------------------------- */

static const struct osrm_list bearings = {
    .make = osrm_list_bearings,
    .take_entry = take_bearing,
    .read_entry = read_bearing,
};
static const struct osrm_list radiuses = {
    .make = osrm_list_radiuses,
    .take_entry = take_radius,
    .read_entry = read_radius,
};
static const struct osrm_list hints = {
    .make = count_hints,
    .take_entry = take_hint,
    .read_entry = read_hint,
};
static const struct osrm_list approaches = {
    .make = osrm_list_approaches,
    .take_entry = take_approach,
    .read_entry = read_approach,
};

static const char *const snappings[] = {"default", "any", NULL};
static const char *const formats[] = {"json", "flatbuffers", NULL};
static const char *const geometries[] = {"polyline", "polyline6", "geojson",
                                         NULL};
static const char *const overviews[] = {"simplified", "full", "false",
                                        "by_legs", NULL};
static const char *const annotations[] = {
    "duration", "nodes", "distance", "weight", "datasources", "speed", NULL};
static const char *const table_annotations[] = {"duration", "distance", NULL};
static const char *const fallbacks[] = {"snapped", "input", NULL};

enum {
    ALL = (1 << OSRM_SERVICE_COUNT) - 1,
    ROUTE = 1 << OSRM_ROUTE,
    TABLE = 1 << OSRM_TABLE,
    NEAREST = 1 << OSRM_NEAREST,
};

#define AT(member) offsetof(struct osrm_request, member)

/* Bodies are checked in this order. */
static const struct osrm_option options[] = {
    {"bearings", ALL, take_list, read_list, 0, NULL, &bearings},
    {"radiuses", ALL, take_list, read_list, 0, NULL, &radiuses},
    {"hints", ALL, take_list, read_list, 0, NULL, &hints},
    {"approaches", ALL, take_list, read_list, 0, NULL, &approaches},
    {"exclude", ALL, take_exclude, read_exclude, 0, NULL, NULL},
    {"generate_hints", ALL, take_flag, read_flag, AT(generate_hints), NULL,
     NULL},
    {"skip_waypoints", ALL, take_flag, read_flag, AT(skip_waypoints), NULL,
     NULL},
    {"snapping", ALL, take_second, read_second, AT(snap_any), snappings, NULL},
    {"format", ALL, NULL, read_second, AT(flatbuffers), formats, NULL},
    {"scenario", ROUTE | TABLE, take_name, read_name, AT(options.scenario),
     NULL, NULL},
    {"model", ROUTE | TABLE, take_name, read_name, AT(options.model.name), NULL,
     NULL},
    {"avoid_polygons", ROUTE | TABLE, take_json, read_json, AT(avoid_polygons),
     NULL, NULL},
    {"depart_at", ROUTE | TABLE | NEAREST, take_time, read_time,
     AT(options.depart_at), NULL, NULL},
    {"min_epoch", ROUTE | TABLE, take_epoch, read_epoch, AT(options.min_epoch),
     NULL, NULL},

    {"steps", ROUTE, take_flag, read_flag, AT(route.steps), NULL, NULL},
    {"alternatives", ROUTE, take_alternatives, read_alternatives,
     AT(route.alternatives), NULL, NULL},
    {"continue_straight", ROUTE, take_straight, read_straight,
     AT(route.continue_straight), NULL, NULL},
    {"geometries", ROUTE, take_word, read_word, AT(route.geometries),
     geometries, NULL},
    {"overview", ROUTE, take_word, read_word, AT(route.overview), overviews,
     NULL},
    {"annotations", ROUTE, take_set, read_set, AT(route.annotations),
     annotations, NULL},
    {"waypoints", ROUTE, take_indices, read_indices, AT(route.waypoints), NULL,
     NULL},

    {"sources", TABLE, take_ends, read_indices, AT(table.sources), NULL, NULL},
    {"destinations", TABLE, take_ends, read_indices, AT(table.destinations),
     NULL, NULL},
    {"annotations", TABLE, take_table_set, read_table_set, 0, table_annotations,
     NULL},
    {"fallback_speed", TABLE, take_number, read_number,
     AT(table.fallback_speed), NULL, NULL},
    {"fallback_coordinate", TABLE, take_second, read_second,
     AT(table.fallback_input), fallbacks, NULL},
    {"scale_factor", TABLE, take_number, read_number, AT(table.scale_factor),
     NULL, NULL},

    {"number", NEAREST, take_count, NULL, AT(number), NULL, NULL},
};

static const size_t option_count = sizeof(options) / sizeof(*options);

static bool has(const struct osrm_request *request,
                const struct osrm_option *option)
{
    return option->services & 1U << request->service;
}

static void *value_of(struct osrm_request *request,
                      const struct osrm_option *option)
{
    return (char *)request + option->offset;
}

enum osrm_taken osrm_option_take(struct osrm_text *text,
                                 struct osrm_request *request)
{
    const char *begin = text->at;

    for (size_t i = 0; i < option_count; i++) {
        const struct osrm_option *option = &options[i];

        if (has(request, option) && option->take &&
            osrm_text_take(text, option->name) && osrm_text_take(text, "="))
            return option->take(option, text, value_of(request, option));
        text->at = begin;
    }
    return OSRM_NONE;
}

int osrm_options_read(const json_t *object, struct osrm_request *request,
                      struct osrm_problem *problem)
{
    int r = 0;

    for (size_t i = 0; i < option_count && !r; i++) {
        const struct osrm_option *option = &options[i];
        const json_t *json = json_object_get(object, option->name);

        if (json && has(request, option) && option->read)
            r = option->read(option, json, value_of(request, option), problem);
    }
    return r;
}
