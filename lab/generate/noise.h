/* noise: smooth random fields over the plane, and hashing.
 *
 * Value noise: random numbers at integer points, blended between them. */
#ifndef RELAXD_LAB_GENERATE_NOISE_H
#define RELAXD_LAB_GENERATE_NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/random.h"

/* A well-mixed number from two (the finisher of splitmix64). */
uint64_t noise_hash(uint64_t seed, uint64_t value);

/* The same, as a number uniform in [0, 1). */
double noise_unit(uint64_t seed, uint64_t value);

/* From a at t = 0 to b at t = 1. */
static inline double noise_blend(double a, double b, double t)
{
    return a + (b - a) * t;
}

/* In [-1, 1], smooth; features are about one unit wide. */
double noise_at(uint64_t seed, double x, double y);

/* Three octaves of it, in [-1, 1], features from 1 down to a quarter wide. */
double noise_rough(uint64_t seed, double x, double y);

/* Samples exactly a given number of items, each with the same chance.
 *
 * D. E. Knuth, "The Art of Computer Programming" volume 2, 3.4.2, algorithm S:
 * call it once for each item in turn. */

struct sample {
    uint32_t wanted; /* items still to take */
    uint32_t left;   /* items still to ask about */
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
