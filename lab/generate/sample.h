/* sample: exactly so many of a row of things, each with the same chance.
 *
 * D. E. Knuth, "The Art of Computer Programming" volume 2, 3.4.2, algorithm S:
 * ask once for each thing in turn. */
#ifndef RELAXD_GRAPH_GENERATE_SAMPLE_H
#define RELAXD_GRAPH_GENERATE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/random.h"

struct sample {
    uint32_t wanted; /* still to be taken */
    uint32_t left;   /* things still to be asked for */
    struct random random;
};

static inline struct sample sample_of(uint32_t wanted, uint32_t all,
                                      uint64_t seed)
{
    struct sample sample = {wanted < all ? wanted : all, all, {{0}}};

    random_seed(&sample.random, seed);
    return sample;
}

static inline bool sample_next(struct sample *sample)
{
    bool taken = random_below(&sample->random, sample->left--) < sample->wanted;

    sample->wanted -= taken;
    return taken;
}

#endif
