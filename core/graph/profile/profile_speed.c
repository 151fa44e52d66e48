/* profile_speed: what limits, surfaces and the like make of a speed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/graph/profile/osm_value.h"
#include "core/graph/profile/profile_data.h"

/* Of tags that are jokes, so that durations stay numbers. */
static const double speed_least_kmh = 0.1;

/* What "DE:urban" says where "*:urban" alone is known. */
static double zone_of(const struct profile *profile, const char *text)
{
    const char *colon = strchr(text, ':');
    char zone[64];

    if (!colon)
        return NAN;
    snprintf(zone, sizeof(zone), "*%s", colon);
    return profile_code(profile, SPACE_ZONE, zone);
}

/* A zone's speed, "walk", or a number; NAN for nothing that is known. */
static double limit_of(const struct profile *profile, const char *text)
{
    double kmh = profile_code(profile, SPACE_ZONE, text);

    if (isnan(kmh))
        kmh = zone_of(profile, text);
    if (isnan(kmh))
        osm_speed(text, &kmh);
    return kmh;
}

/* The first key that has a limit; `*ret_directed`: it is one of this direction
 * alone. */
static double find_limit(const struct profile *profile, const struct seen *seen,
                         const struct key_list *keys, int direction,
                         bool *ret_directed)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        const char *directed = seen->text[keys->variant[direction][i]];
        const char *both = seen->text[keys->key[i]];
        double kmh = directed ? limit_of(profile, directed) : NAN;

        *ret_directed = !isnan(kmh);
        if (isnan(kmh) && both)
            kmh = limit_of(profile, both);
        if (!isnan(kmh))
            return kmh;
    }
    return NAN;
}

static double use_limit(const struct profile *profile, const struct seen *seen,
                        double class_kmh, int direction)
{
    const struct maxspeed_settings *maxspeed = &profile->maxspeed;
    bool directed = false;
    double kmh =
        find_limit(profile, seen, &maxspeed->keys, direction, &directed) *
        maxspeed->factor;
    uint32_t use = directed ? maxspeed->one_way : maxspeed->both_ways;

    if (isnan(kmh) || use == LIMIT_IGNORED)
        return class_kmh;
    return use == LIMIT_SETS ? kmh : fmin(class_kmh, kmh);
}

double profile_speed(const struct profile *profile, const struct seen *seen,
                     double class_kmh, int direction)
{
    double kmh = use_limit(profile, seen, class_kmh, direction);
    bool directed;

    /* fmin() leaves out what is NAN. */
    kmh = fmin(kmh, find_limit(profile, seen, &profile->maxspeed.advisory,
                               direction, &directed));
    for (uint32_t i = 0; i < profile->rows[TABLE_SPEED_CAP].count; i++) {
        const struct cell *cap = profile_row(profile, seen, TABLE_SPEED_CAP, i);

        if (cap)
            kmh = fmin(kmh, cap->number[direction]);
    }
    return fmax(fmin(kmh, profile->maxspeed.highest_kmh), speed_least_kmh);
}
