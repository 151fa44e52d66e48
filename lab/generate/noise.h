/* noise: smooth random fields over the plane, and hashing.
 *
 * Value noise: random numbers at integer points, blended between them. */
#ifndef RELAXD_GRAPH_GENERATE_NOISE_H
#define RELAXD_GRAPH_GENERATE_NOISE_H

#include <stdint.h>

/* A well-mixed number from two (the finisher of splitmix64). */
uint64_t noise_hash(uint64_t seed, uint64_t value);

/* The same as a number uniform in [0, 1). */
double noise_unit(uint64_t seed, uint64_t value);

/* In [-1, 1], smooth; features are about one unit wide. */
double noise_at(uint64_t seed, double x, double y);

/* Three octaves of it, in [-1, 1], features from 1 down to a quarter wide. */
double noise_rough(uint64_t seed, double x, double y);

#endif
