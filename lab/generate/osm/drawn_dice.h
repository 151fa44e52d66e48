/* drawn_dice: what is drawn for what, so that no two draws are the same. */
#ifndef RELAXD_GRAPH_GENERATE_OSM_DRAWN_DICE_H
#define RELAXD_GRAPH_GENERATE_OSM_DRAWN_DICE_H

#include <stdbool.h>
#include <stdint.h>

#include "lab/generate/noise.h"

enum drawn_die {
    DIE_KIND = 1000,
    DIE_DUAL,
    DIE_RING,
    DIE_RESTRICTED,
    DIE_SIGNALS,
    DIE_VIA,
    DIE_BEND,
    DIE_SWAY,
    DIE_JITTER,
    DIE_NAME,
    DIE_REF,
    DIE_PLACE,
    DIE_SIGN,
    DIE_SPEED,
    DIE_SURFACE,
    DIE_ACCESS,
    DIE_BRIDGE,
    DIE_TOLL,
    DIE_BACKWARD,
    DIE_LENGTH,
    DIE_BARRIER,
    DIE_CROSSING,
    DIE_END,
    DIE_RULE,
    DIE_PAIR,
    DIE_EXCEPT,
};

static inline uint64_t dice_of(uint64_t seed, enum drawn_die die, uint64_t of)
{
    return noise_hash(noise_hash(seed, die), of);
}

/* Uniform in [0, 1). */
static inline double dice_unit(uint64_t seed, enum drawn_die die, uint64_t of)
{
    return noise_unit(noise_hash(seed, die), of);
}

static inline bool dice_say(uint64_t seed, enum drawn_die die, uint64_t of,
                            double share)
{
    return dice_unit(seed, die, of) < share;
}

#endif
