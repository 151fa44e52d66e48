/* profile_complete: what follows from all lines of a profile. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "core/graph/profile/profile_draft.h"

static void want_values(struct profile *profile)
{
    for (size_t i = 0; i < profile->values.count; i++) {
        struct value_rule *rule = &profile->rules[i];

        rule->wanted = cell_is_said(&rule->cell[TABLE_SPEED]) ||
                       cell_is_said(&rule->cell[TABLE_ALLOWED_SPEED]) ||
                       cell_is_said(&rule->cell[TABLE_FALLBACK_SPEED]);
    }
}

/* Ways that are not there yet are counted, so they are wanted. */
static void want_pattern(struct profile *profile, const struct pattern *pattern)
{
    if (pattern->kind != PATTERN_TAG || pattern->negated)
        return;
    for (uint32_t i = 0; i < pattern->value_count; i++)
        profile->rules[pattern->value[i]].wanted = true;
}

static bool cells_are(const struct profile *profile, enum table table,
                      double number)
{
    for (size_t i = 0; i < profile->values.count; i++) {
        const struct cell *cell = &profile->rules[i].cell[table];

        if (cell_is_said(cell) &&
            (cell->number[0] != number || cell->number[1] != number))
            return false;
    }
    return true;
}

static bool penalties_are_even(const struct profile *profile)
{
    for (size_t i = 0; i < profile->values.count; i++) {
        const struct cell *cell = &profile->rules[i].cell[TABLE_PENALTY];

        if (cell_is_said(cell) && cell->number[0] != cell->number[1])
            return false;
    }
    return true;
}

static bool weight_is_duration(const struct profile *profile)
{
    const struct restricted_settings *restricted = &profile->restricted;

    return profile->weight == WEIGHT_DURATION &&
           cells_are(profile, TABLE_WEIGHT_FACTOR, 1) &&
           penalties_are_even(profile) && profile->fallback.factor == 1 &&
           restricted->factor == 1 && restricted->enter_s <= 0 &&
           restricted->barrier_s <= 0;
}

static int check(const struct profile *profile, struct error *error)
{
    if (!*profile->general.name)
        return error_set(error, -EINVAL,
                         "the profile has no name: write name "
                         "= NAME in [profile]");
    if (!profile->rows[TABLE_SPEED].count && !cell_is_said(&profile->any_way))
        return error_set(error, -EINVAL,
                         "no way has a speed: write some in [speed]");
    if (profile->rows[TABLE_FALLBACK_SPEED].count && !profile->fallback.mode)
        return error_set(error, -EINVAL,
                         "[fallback-speed] needs a mode in [fallback]");
    if (profile->transfers.stations.count &&
        profile->transfers.rules.radius_m <= 0)
        return error_set(error, -EINVAL,
                         "[transfers] has stations, but no radius");
    return 0;
}

static void fill_general(struct profile *profile)
{
    struct road_profile *general = &profile->general;

    if (!*general->weight_name)
        snprintf(general->weight_name, sizeof(general->weight_name), "%s",
                 profile->weight == WEIGHT_DISTANCE ? "distance" : "duration");
    general->continue_straight = profile->continue_straight;
    general->drives_left = profile->drives_left;
    general->weight_is_duration = weight_is_duration(profile);
    general->grid_e7 = (uint32_t)lround(profile->grid_deg * 1e7);
    general->step_ms = (uint32_t)lround(profile->step_s * 1000);
    general->weighs_distance = profile->weight == WEIGHT_DISTANCE;
    profile->transfers.rules.links_max = (uint32_t)profile->transfers.links_max;
}

int draft_complete(struct draft *draft, struct error *error)
{
    struct profile *profile = draft->profile;
    int result = check(profile, error);

    if (result)
        return result;
    want_values(profile);
    for (size_t i = 0; i < profile->ways.construction.count; i++)
        want_pattern(profile, &profile->ways.construction.pattern[i]);
    fill_general(profile);
    profile->checksum = draft->sum;
    return 0;
}
