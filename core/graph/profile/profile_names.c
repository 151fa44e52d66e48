/* profile_names: what a way is called, and what kind of road it is. */
#include "core/graph/profile/profile_data.h"

/* What is told for one direction; where a way says no direction it is of the
 * one that is open alone. */
static const char *find_directed(const struct key_list *keys,
                                 const struct seen *seen, int direction,
                                 bool one_way)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        const char *text = seen->text[keys->variant[direction][i]];

        if (!text && one_way)
            text = seen->text[keys->key[i]];
        if (text)
            return text;
    }
    return NULL;
}

/* Signs say where a road leads to who goes one way; as tagged is as tagged. Who
 * pushes a bicycle against a one-way reads no signs. */
static void fill_destinations(const struct name_settings *names,
                              const struct seen *seen,
                              const bool second_best[DIRECTIONS],
                              struct way_rules *rules)
{
    bool forward = rules->open[FORWARD] && !second_best[FORWARD];
    bool backward = rules->open[BACKWARD] && !second_best[BACKWARD];
    int open = backward ? BACKWARD : FORWARD;

    if (forward == backward) {
        if (!rules->as_signs)
            rules->destinations = seen_first(seen, &names->destinations);
        return;
    }
    rules->destinations = find_directed(&names->destinations, seen, open, true);
    if (rules->as_signs)
        rules->destination_refs =
            find_directed(&names->destination_refs, seen, open, true);
}

void profile_names_fill(const struct profile *profile, const struct seen *seen,
                        const bool second_best[DIRECTIONS],
                        struct way_rules *rules)
{
    const struct name_settings *names = &profile->names;

    rules->name = seen_first(seen, &names->name);
    rules->ref = seen_first(seen, &names->ref);
    rules->exits = seen_first(seen, &names->exits);
    rules->pronunciation = seen_first(seen, &names->pronunciation);
    rules->as_signs = names->written == FORM_AS_SIGNS;
    fill_destinations(names, seen, second_best, rules);
    for (int d = 0; d < DIRECTIONS; d++)
        rules->lanes[d] = rules->open[d] ? find_directed(&names->lanes, seen, d,
                                                         !rules->open[!d])
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
