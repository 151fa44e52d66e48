/* Value noise and its hash. */
#include "lab/generate/noise.h"

#include <math.h>

uint64_t noise_hash(uint64_t seed, uint64_t value)
{
    uint64_t z = seed + (value + 1) * 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double noise_unit(uint64_t seed, uint64_t value)
{
    return (double)(noise_hash(seed, value) >> 11) * 0x1p-53;
}

static double corner(uint64_t seed, int64_t x, int64_t y)
{
    return 2 * noise_unit(noise_hash(seed, (uint64_t)x), (uint64_t)y) - 1;
}

static double smooth(double t)
{
    return t * t * (3 - 2 * t);
}

double noise_at(uint64_t seed, double x, double y)
{
    int64_t column = (int64_t)floor(x);
    int64_t row = (int64_t)floor(y);
    double right = smooth(x - (double)column);
    double up = smooth(y - (double)row);

    return noise_blend(noise_blend(corner(seed, column, row),
                                   corner(seed, column + 1, row), right),
                       noise_blend(corner(seed, column, row + 1),
                                   corner(seed, column + 1, row + 1), right),
                       up);
}

double noise_rough(uint64_t seed, double x, double y)
{
    double sum = 0;
    double part = 4.0 / 7;

    for (uint64_t octave = 0; octave < 3; octave++) {
        sum += part * noise_at(seed + octave, x, y);
        part /= 2;
        x *= 2;
        y *= 2;
    }
    return sum;
}
