/* random: a small seeded generator, the same numbers on every machine.
 *
 * xoshiro256++ seeded by splitmix64 (Blackman and Vigna, "Scrambled linear
 * pseudorandom number generators", 2021). Not for secrets. */
#ifndef RELAXD_BASE_RANDOM_H
#define RELAXD_BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state[4];
};

void random_seed(struct random *random, uint64_t seed);
uint64_t random_u64(struct random *random);

/* Uniform in [0, bound); bound > 0. */
uint32_t random_below(struct random *random, uint32_t bound);

/* Uniform in [0, 1). */
double random_unit(struct random *random);

#endif
