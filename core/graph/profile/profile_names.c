/* profile_names: what a way is called, and what kind of road it is. */
#include "core/graph/profile/profile_data.h"

/* Lanes are told for one direction; those of a way that says no direction are
 * of the one that is open alone. */
static const char *find_lanes(const struct name_settings *names,
                              const struct seen *seen, int direction,
                              bool one_way)
{
    for (uint32_t i = 0; i < names->lanes.count; i++) {
        const char *text = seen->text[names->lanes.variant[direction][i]];

        if (!text && one_way)
            text = seen->text[names->lanes.key[i]];
        if (text)
            return text;
    }
    return NULL;
}

void profile_names_fill(const struct profile *profile, const struct seen *seen,
                        struct way_rules *rules)
{
    const struct name_settings *names = &profile->names;

    rules->name = seen_first(seen, &names->name);
    rules->ref = seen_first(seen, &names->ref);
    rules->destinations = seen_first(seen, &names->destinations);
    rules->exits = seen_first(seen, &names->exits);
    rules->pronunciation = seen_first(seen, &names->pronunciation);
    for (int d = 0; d < DIRECTIONS; d++)
        rules->lanes[d] = rules->open[d]
                              ? find_lanes(names, seen, d, !rules->open[!d])
                              : NULL;
}

static bool drives_left(const struct profile *profile, const struct seen *seen)
{
    const struct flag_settings *flags = &profile->flags;

    if (conditions_hold(&flags->drives_left, seen, false))
        return true;
    return profile->drives_left &&
           !conditions_hold(&flags->drives_right, seen, false);
}

uint8_t profile_flags(const struct profile *profile, const struct seen *seen)
{
    const struct flag_settings *flags = &profile->flags;
    unsigned bits = 0;

    if (conditions_hold(&flags->roundabout, seen, false))
        bits |= ROAD_ROUNDABOUT;
    if (conditions_hold(&flags->circular, seen, false))
        bits |= ROAD_CIRCULAR;
    if (conditions_hold(&flags->link, seen, false))
        bits |= ROAD_LINK;
    if (conditions_hold(&flags->low_priority, seen, false))
        bits |= ROAD_LOW_PRIORITY;
    if (drives_left(profile, seen))
        bits |= ROAD_DRIVES_LEFT;
    return (uint8_t)bits;
}
