/* profile_lanes: the marked lanes of a road that a vehicle may not use. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/profile/profile_data.h"
#include "core/graph/roads/roads.h"

enum { VALUE_SIZE = 64 };

static unsigned count_lanes(const char *text)
{
    unsigned count = 1;

    while ((text = strchr(text, '|'))) {
        text++;
        count++;
    }
    return count;
}

/* The value of one lane; those for other vehicles have a word of their own. */
static bool is_closed(const struct profile *profile, const char *value,
                      size_t length)
{
    char word[VALUE_SIZE];

    if (length >= sizeof(word))
        return false;
    memcpy(word, value, length);
    word[length] = 0;
    return profile_outcome(profile, word) >= ACCESS_FALLBACK;
}

/* "yes|no|yes", a value for each lane. Lanes beyond LANES_MAX are open. */
static uint16_t closed_by_access(const struct profile *profile,
                                 const char *access)
{
    uint16_t closed = 0;

    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        size_t length = strcspn(access, "|");

        if (is_closed(profile, access, length))
            closed |= (uint16_t)(1u << lane);
        if (!access[length])
            break;
        access += length + 1;
    }
    return closed;
}

/* The outer lanes on the side that traffic keeps to, if none has an arrow. */
static uint16_t closed_by_number(const char *arrows, unsigned lanes,
                                 const char *number, bool drives_left)
{
    unsigned long count = strtoul(number, NULL, 10);
    const char *end = arrows + strlen(arrows);

    if (!count || count >= lanes || lanes > LANES_MAX)
        return 0;
    for (unsigned long i = 0; i < count; i++) {
        if ((drives_left ? arrows[i] : end[-1 - (long)i]) != '|')
            return 0;
    }
    return (uint16_t)(((1u << count) - 1) << (drives_left ? 0 : lanes - count));
}

uint16_t profile_closed_lanes(const struct profile *profile, const char *arrows,
                              const char *access, const char *reserved,
                              bool drives_left)
{
    unsigned lanes = count_lanes(arrows);

    if (access)
        return count_lanes(access) == lanes ? closed_by_access(profile, access)
                                            : 0;
    return reserved ? closed_by_number(arrows, lanes, reserved, drives_left)
                    : 0;
}
