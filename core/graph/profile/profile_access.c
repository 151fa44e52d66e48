/* profile_access: who may pass, by the tags that say so. */
#include <math.h>

#include "core/graph/profile/profile_data.h"

static enum access_outcome outcome_of(const struct profile *profile,
                                      const char *text)
{
    double code = text ? profile_code(profile, SPACE_ACCESS, text) : NAN;

    return isnan(code) ? ACCESS_UNSAID : (enum access_outcome)code;
}

static bool list_has(const struct key_list *keys, uint16_t key)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        if (keys->key[i] == key)
            return true;
    }
    return false;
}

/* What key number i of the list says; its variant of a direction first. */
static enum access_outcome key_outcome(const struct profile *profile,
                                       const struct seen *seen,
                                       const struct key_list *keys, uint32_t i,
                                       int direction)
{
    enum access_outcome outcome = ACCESS_UNSAID;

    if (direction < DIRECTIONS)
        outcome = outcome_of(profile, seen->text[keys->variant[direction][i]]);
    if (outcome == ACCESS_UNSAID)
        outcome = outcome_of(profile, seen->text[keys->key[i]]);
    return outcome;
}

struct access profile_access(const struct profile *profile,
                             const struct seen *seen,
                             const struct key_list *keys, int direction)
{
    for (uint32_t i = 0; i < keys->count; i++) {
        enum access_outcome outcome =
            key_outcome(profile, seen, keys, i, direction);

        if (outcome != ACCESS_UNSAID)
            return (struct access){
                outcome, list_has(&profile->access.specific, keys->key[i])};
    }
    return (struct access){ACCESS_UNSAID, false};
}
