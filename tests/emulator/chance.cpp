/* chance: the seed, and numbers drawn from it. */
#include "tests/emulator/chance.h"

#include <stdlib.h>

namespace emulator
{

struct draw {
    bool seeded;
    uint64_t state;
};

static draw from_environment()
{
    const char *text = getenv("RELAXD_EMULATOR_SEED");
    uint64_t seed = text ? strtoull(text, nullptr, 10) : 0;

    return {seed != 0, seed};
}

static draw &the_draw()
{
    static draw draw = from_environment();

    return draw;
}

bool chance()
{
    return the_draw().seeded;
}

/* G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014. */
static uint64_t next()
{
    uint64_t x = the_draw().state += 0x9e3779b97f4a7c15;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

uint32_t chance_below(uint32_t end)
{
    return (uint32_t)((next() >> 32) * end >> 32);
}

} // namespace emulator

void chance_seed(uint64_t seed)
{
    emulator::the_draw() = {seed != 0, seed};
}
