#include "core/base/local_time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* What local time is ahead of UTC by, from a moment on. */
struct shift {
    int64_t from;
    int64_t ahead_s;
};

struct zone_times {
    char *name;          /* owned */
    struct shift *shift; /* [count] by ascending moment, owned */
    size_t count;
    size_t capacity;
};

/* The C library takes any other name for UTC. */
static bool is_known(const char *name)
{
    const char *directory = getenv("TZDIR");
    char *path = NULL;
    char magic[4];
    FILE *file;
    bool known;

    if (!*name || *name == '/' || strstr(name, ".."))
        return false;
    if (asprintf(&path, "%s/%s", directory ? directory : "/usr/share/zoneinfo",
                 name) < 0)
        return false;
    file = fopen(path, "re");
    free(path);
    if (!file)
        return false;
    known = fread(magic, sizeof(magic), 1, file) == 1 &&
            !memcmp(magic, "TZif", sizeof(magic));
    fclose(file);
    return known;
}

/* ---- Sampling ------------------------------------------------------------ */

enum { DAY_S = 86400, SAMPLE_S = 10 * DAY_S };

/* In these 28 years each date is each day of the week. */
enum { RULES_FIRST = 2101, RULES_LAST = 2128 };

#define TIMES_END INT64_C(5017593600) /* 2129-01-01 */

static int64_t ahead_of_utc(int64_t moment)
{
    time_t seconds = (time_t)moment;
    struct tm local;

    return localtime_r(&seconds, &local) ? local.tm_gmtoff : 0;
}

static int add_shift(struct zone_times *zone, int64_t from, int64_t ahead_s)
{
    const struct shift shift = {from, ahead_s};

    return array_append(&zone->shift, &zone->count, &zone->capacity, &shift,
                        sizeof(shift));
}

/* Finds all changes of TZ from 1970 to 2128, of which no two are within ten
 * days. */
static int sample_shifts(struct zone_times *zone)
{
    int64_t ahead_s = ahead_of_utc(0);
    int r = add_shift(zone, 0, ahead_s);

    for (int64_t at = 0; at < TIMES_END && !r; at += SAMPLE_S) {
        int64_t before = at;
        int64_t after = at + SAMPLE_S;

        if (ahead_of_utc(after) == ahead_s)
            continue;
        while (after - before > 1) {
            int64_t middle = before + (after - before) / 2;

            if (ahead_of_utc(middle) == ahead_s)
                before = middle;
            else
                after = middle;
        }
        ahead_s = ahead_of_utc(after);
        r = add_shift(zone, after, ahead_s);
    }
    return r;
}

static int sample(struct zone_times *zone)
{
    const char *now = getenv("TZ");
    char *before = now ? strdup(now) : NULL;
    int r;

    if ((now && !before) || setenv("TZ", zone->name, 1)) {
        free(before);
        return -ENOMEM;
    }
    tzset();
    r = sample_shifts(zone);
    if (before ? setenv("TZ", before, 1) : unsetenv("TZ"))
        r = -ENOMEM;
    tzset();
    free(before);
    return r;
}

/* ---- Zones --------------------------------------------------------------- */

static void finish(struct zone_times *zone)
{
    free(zone->name);
    free(zone->shift);
}

int local_times_add(struct local_times *times, const char *name,
                    size_t *ret_zone)
{
    struct zone_times zone = {NULL};
    bool is_utc = !strcmp(name, "UTC");
    int r;

    for (*ret_zone = 0; *ret_zone < times->count; ++*ret_zone) {
        if (!strcmp(times->zone[*ret_zone].name, name))
            return 0;
    }
    if (!is_utc && !is_known(name))
        return -ENOENT;
    zone.name = strdup(name);
    if (!zone.name)
        return -ENOMEM;
    r = is_utc ? add_shift(&zone, 0, 0) : sample(&zone);
    if (!r)
        r = array_append(&times->zone, &times->count, &times->capacity, &zone,
                         sizeof(zone));
    if (r)
        finish(&zone);
    return r;
}

void local_times_finish(struct local_times *times)
{
    for (size_t i = 0; i < times->count; i++)
        finish(&times->zone[i]);
    free(times->zone);
    *times = (struct local_times){0};
}

static int64_t ahead_at(const struct zone_times *zone, int64_t moment)
{
    size_t i = zone->count - 1;

    while (i > 0 && zone->shift[i].from > moment)
        i--;
    return zone->shift[i].ahead_s;
}

/* Rules say where a year changes by dates and days of the week, so a later
 * moment has the time of one whose date is the same day. */
static int64_t within_times(int64_t moment)
{
    time_t seconds = (time_t)moment;
    time_t found = seconds;
    struct tm utc, same;

    if (moment < TIMES_END || !gmtime_r(&seconds, &utc))
        return moment;
    for (int year = RULES_LAST; year >= RULES_FIRST; year--) {
        same = utc;
        same.tm_year = year - 1900;
        found = timegm(&same);
        if (same.tm_wday == utc.tm_wday && same.tm_mday == utc.tm_mday)
            break;
    }
    return found;
}

bool local_times_tell(const struct local_times *times, size_t zone,
                      int64_t moment, struct tm *ret_local)
{
    int64_t ahead_s = ahead_at(&times->zone[zone], within_times(moment));
    time_t seconds = (time_t)(moment + ahead_s);

    return gmtime_r(&seconds, ret_local);
}
