/* time_zones: zones from GeoJSON, and which of them holds at a place. */
#include "api/form/time_zones.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/geojson.h"
#include "core/base/array.h"
#include "core/base/local_time.h"
#include "core/graph/polygon.h"

struct zone {
    size_t time; /* of the local times */
    struct polygon polygon;
};

struct time_zones {
    struct date_time moment;
    struct zone *zone; /* [count] whose times are known */
    size_t count;
    size_t capacity;
    struct local_times times;
    char *name; /* of the only one, of all places, owned; NULL: of a file */
    char words[1200];
    void (*tell)(const char *words);
};

/* ---- The file ------------------------------------------------------------ */

static int refuse(const char *what, struct error *error)
{
    return error_set(error, -EINVAL, "%s", what);
}

static int read_ring(struct polygon *polygon, const json_t *ring,
                     struct error *error)
{
    size_t count = json_array_size(ring);
    struct position from, to;
    int r = count < 4 ? refuse("a ring has fewer than 4 positions", error) : 0;

    r = r ? r : geojson_position(json_array_get(ring, count - 1), &to, error);
    for (size_t i = 0; i < count && !r; i++) {
        from = to;
        r = geojson_position(json_array_get(ring, i), &to, error);
        if (!r && polygon_add(polygon, from, to))
            r = error_no_memory(error);
    }
    return r;
}

struct reading {
    struct time_zones *zones;
    struct zone zone;
};

static int read_polygon(void *context, const json_t *rings, struct error *error)
{
    const struct reading *reading = context;
    struct time_zones *zones = reading->zones;
    struct zone zone = reading->zone;
    int r = 0;

    for (size_t i = 0; i < json_array_size(rings) && !r; i++)
        r = read_ring(&zone.polygon, json_array_get(rings, i), error);
    if (!r && (polygon_index(&zone.polygon) ||
               array_append(&zones->zone, &zones->count, &zones->capacity,
                            &zone, sizeof(zone))))
        r = error_no_memory(error);
    if (r)
        polygon_finish(&zone.polygon);
    return r;
}

static int read_feature(struct time_zones *zones, const json_t *feature,
                        struct error *error)
{
    const json_t *properties = json_object_get(feature, "properties");
    const char *name = json_string_value(json_object_get(properties, "tzid"));
    struct reading reading = {.zones = zones};
    char words[200];
    int r;

    if (!name)
        name = json_string_value(json_object_get(properties, "TZID"));
    if (!name)
        return refuse("no property 'tzid' with the name of a zone", error);
    r = local_times_add(&zones->times, name, &reading.zone.time);
    if (!r)
        return geojson_polygons(json_object_get(feature, "geometry"),
                                read_polygon, &reading, error);
    if (r != -ENOENT)
        return error_no_memory(error);
    snprintf(words, sizeof(words),
             "time zone '%.100s' is not one of tzdata: no condition of a turn "
             "or road holds there",
             name);
    zones->tell(words);
    return 0;
}

static int read_features(struct time_zones *zones, const json_t *collection,
                         struct error *error)
{
    const char *type = json_string_value(json_object_get(collection, "type"));
    const json_t *features = json_object_get(collection, "features");
    int r = 0;

    if (!type || strcmp(type, "FeatureCollection") != 0 ||
        !json_is_array(features))
        return refuse("not a FeatureCollection with features", error);
    if (!json_array_size(features))
        return refuse("no features, so no place has a time zone", error);
    for (size_t i = 0; i < json_array_size(features) && !r; i++) {
        r = read_feature(zones, json_array_get(features, i), error);
        if (r)
            error_prefix(error, "feature %zu", i);
    }
    return r;
}

/* UTF-8's, which some editors put before a text. Half of one goes back as its
 * first byte, which JSON does not begin with. */
static void skip_byte_order_mark(FILE *file)
{
    int byte = getc(file);

    if (byte != 0xef || getc(file) != 0xbb || getc(file) != 0xbf)
        ungetc(byte, file);
}

static int read_file(struct time_zones *zones, const char *path,
                     struct error *error)
{
    FILE *file = fopen(path, "re");
    json_error_t reason;
    json_t *collection;
    int r;

    if (!file)
        return error_errno(error, "open");
    skip_byte_order_mark(file);
    collection = json_loadf(file, 0, &reason);
    fclose(file);
    if (!collection)
        return error_set(error, -EINVAL, "line %d, column %d: %s", reason.line,
                         reason.column, reason.text);
    r = read_features(zones, collection, error);
    json_decref(collection);
    return r;
}

/* ---- Both ---------------------------------------------------------------- */

static int take_file(struct time_zones *zones, const char *path,
                     struct error *error)
{
    int r = read_file(zones, path, error);

    if (r)
        error_prefix(error, "'%s'", path);
    return r;
}

static int take_zone(struct time_zones *zones, const char *name,
                     struct error *error)
{
    size_t zone;
    int r = local_times_add(&zones->times, name, &zone);

    if (r == -ENOENT)
        return error_set(error, -EINVAL,
                         "'%s' is not one of tzdata; names are like "
                         "Europe/Berlin, case counts, and package tzdata has "
                         "them",
                         name);
    zones->name = r ? NULL : strdup(name);
    return zones->name ? 0 : error_no_memory(error);
}

static void describe(struct time_zones *zones, const char *path)
{
    time_t seconds = (time_t)zones->moment.seconds;
    struct tm utc;
    size_t count = zones->times.count;
    char time[64] = "";

    if (zones->moment.given && gmtime_r(&seconds, &utc))
        strftime(time, sizeof(time), "as of %FT%TZ, ", &utc);
    if (path)
        snprintf(zones->words, sizeof(zones->words), "%sin %zu zone%s of '%s'",
                 time, count, count == 1 ? "" : "s", path);
    else
        snprintf(zones->words, sizeof(zones->words), "%sin time zone %s", time,
                 zones->name);
}

int time_zones_create(const char *path, const char *name, uint64_t moment,
                      void (*tell)(const char *words),
                      struct time_zones **ret_zones, struct error *error)
{
    struct time_zones *zones = calloc(1, sizeof(*zones));
    int r;

    *ret_zones = NULL;
    if (!zones)
        return error_no_memory(error);
    zones->moment.given = moment > 0;
    zones->moment.seconds = (int64_t)moment;
    zones->tell = tell;
    r = path ? take_file(zones, path, error) : take_zone(zones, name, error);
    if (r) {
        time_zones_destroy(zones);
        return r;
    }
    describe(zones, path);
    *ret_zones = zones;
    return 0;
}

void time_zones_destroy(struct time_zones *zones)
{
    if (!zones)
        return;
    local_times_finish(&zones->times);
    for (size_t i = 0; i < zones->count; i++)
        polygon_finish(&zones->zone[i].polygon);
    free(zones->zone);
    free(zones->name);
    free(zones);
}

struct date_time time_zones_moment(const struct time_zones *zones)
{
    return zones->moment;
}

const char *time_zones_words(const struct time_zones *zones)
{
    return zones->words;
}

/* ---- Places -------------------------------------------------------------- */

/* Above the numbers of all zones. */
enum { ZONE_UNKNOWN = INT32_MAX };

static uint32_t find_zone(const void *context, struct position place)
{
    const struct time_zones *zones = context;

    for (size_t i = 0; i < zones->count; i++) {
        if (polygon_has(&zones->zone[i].polygon, place))
            return (uint32_t)zones->zone[i].time;
    }
    return ZONE_UNKNOWN;
}

static bool tell_local(const void *context, uint32_t zone, int64_t moment,
                       struct tm *ret_local)
{
    const struct time_zones *zones = context;

    return zone != ZONE_UNKNOWN &&
           local_times_tell(&zones->times, zone, moment, ret_local);
}

struct local_clock time_zones_clock(const struct time_zones *zones)
{
    return (struct local_clock){
        .zone = zones->name ? NULL : find_zone,
        .at = tell_local,
        .context = zones,
        .name = zones->name,
    };
}
