/* price: weights of streets from their lengths. */
#include "lab/generate/price.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/map.h"
#include "lab/generate/noise.h"

enum {
    SPREAD_STEPS = 14, /* halvings of [0, SPREAD_MOST] */
    SCALE_STEPS = 3,   /* cutting off at the ends moves the mean only little */
    FIT_STREETS = 400000, /* a sample large enough for 0.5 % */
    ROUGH_SUM = 6,        /* uniform numbers to a nearly normal one */
};

#define SPREAD_MOST 4.0

/* 2^x by operations that round the same everywhere: the fraction by the series
 * of e^(x ln 2) around 1/2. */
static double power_of_two(double x)
{
    double whole = floor(x);
    double t = (x - whole - 0.5) * 0.69314718055994531;
    double series =
        1 +
        t * (1 + t / 2 * (1 + t / 3 * (1 + t / 4 * (1 + t / 5 * (1 + t / 6)))));

    return ldexp(1.4142135623730951 * series, (int)whole);
}

/* The mean of `ROUGH_SUM` uniform numbers has the deviation
 * sqrt(1 / (12 ROUGH_SUM)). */
static float draw_roughness(uint64_t seed, uint32_t street)
{
    double sum = 0;

    for (uint64_t i = 0; i < ROUGH_SUM; i++)
        sum += noise_unit(noise_hash(seed, street), i) - 0.5;
    return (float)(sum * sqrt(12.0 / ROUGH_SUM));
}

static double exact_weight(const struct prices *prices, uint32_t street)
{
    double weight = prices->scale * (double)prices->length[street];

    if (prices->roughness)
        weight *=
            power_of_two(prices->spread * (double)prices->roughness[street]);
    return fmin(fmax(weight, prices->model->weight_least),
                prices->model->weight_most);
}

uint32_t prices_weight(const struct prices *prices, uint32_t street)
{
    return (uint32_t)(exact_weight(prices, street) + 0.5);
}

struct moments {
    double mean;
    double deviation;
};

/* Over arcs: a two-way street counts twice. Looks at every `stride`-th street.
 */
static struct moments measure(const struct prices *prices,
                              const struct streets *streets, uint32_t stride)
{
    double arcs = 0;
    double sum = 0;
    double squares = 0;
    double mean;

    for (uint32_t i = 0; i < streets->count; i += stride) {
        double times = streets->street[i].one_way ? 1 : 2;
        double weight = exact_weight(prices, i);

        arcs += times;
        sum += times * weight;
        squares += times * weight * weight;
    }
    mean = sum / arcs;
    return (struct moments){mean, sqrt(fmax(squares / arcs - mean * mean, 0))};
}

static struct moments scale_to_mean(struct prices *prices,
                                    const struct streets *streets,
                                    uint32_t stride)
{
    struct moments moments = measure(prices, streets, stride);

    for (int i = 0; i < SCALE_STEPS; i++) {
        prices->scale *= prices->model->weight_mean / moments.mean;
        moments = measure(prices, streets, stride);
    }
    return moments;
}

static void fit_spread(struct prices *prices, const struct streets *streets)
{
    double low = 0;
    double high = SPREAD_MOST;
    uint32_t stride = streets->count / FIT_STREETS + 1;

    for (int i = 0; i < SPREAD_STEPS; i++) {
        prices->spread = (low + high) / 2;
        if (scale_to_mean(prices, streets, stride).deviation <
            prices->model->weight_deviation)
            low = prices->spread;
        else
            high = prices->spread;
    }
}

static void measure_lengths(struct prices *prices,
                            const struct streets *streets,
                            const struct point *site, uint64_t seed)
{
    for (uint32_t i = 0; i < streets->count; i++) {
        const struct street *street = &streets->street[i];
        double length = street_length(street, site);
        bool rail = street->road_class == ROAD_RAIL;

        if (rail)
            length /= prices->model->rail_speed;
        prices->length[i] = (float)length;
        if (prices->roughness)
            prices->roughness[i] = rail ? 0 : draw_roughness(seed, i);
    }
}

int prices_init(struct prices *prices, const struct streets *streets,
                const struct point *site, const struct model *model,
                uint64_t seed)
{
    *prices = (struct prices){
        .length = array_alloc(streets->count, sizeof(*prices->length)),
        .model = model,
        .scale = model->weight_most,
    };
    if (model->rough)
        prices->roughness =
            array_alloc(streets->count, sizeof(*prices->roughness));
    if (!prices->length || (model->rough && !prices->roughness))
        return -ENOMEM;
    if (streets->count == 0)
        return 0;
    measure_lengths(prices, streets, site, seed);
    if (model->rough)
        fit_spread(prices, streets);
    scale_to_mean(prices, streets, 1);
    return 0;
}

void prices_finish(struct prices *prices)
{
    free(prices->length);
    free(prices->roughness);
    *prices = (struct prices){0};
}
