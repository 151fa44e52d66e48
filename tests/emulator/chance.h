/* chance: the seed, and numbers drawn from it.
 *
 * Without RELAXD_EMULATOR_SEED nothing is random: blocks and threads run in
 * order. */
#ifndef RELAXD_TESTS_EMULATOR_CHANCE_H
#define RELAXD_TESTS_EMULATOR_CHANCE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Restarts with a seed; 0: without. */
void chance_seed(uint64_t seed);

#ifdef __cplusplus
}

namespace emulator
{

/* Whether there is a seed. */
bool chance();

/* Below `end`, which is at least 1. */
uint32_t chance_below(uint32_t end);

} // namespace emulator
#endif

#endif
