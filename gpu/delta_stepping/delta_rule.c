/* delta_rule: how wide the buckets of delta-stepping are, by a map's weights.
 */
#include "gpu/delta_stepping/delta_rule.h"

#include "core/graph/cost.h"

const char *const delta_rule_names[DELTA_RULES] = {
    [DELTA_MEDIAN] = "median",
    [DELTA_MEAN] = "mean",
    [DELTA_MEAN_OVER_VERTICES] = "mean-over-vertices",
    [DELTA_MAX_OVER_DEGREE] = "max-weight-over-max-degree",
};

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

struct sum {
    uint64_t weight;
    uint32_t open_arcs;
    uint32_t largest;
};

static struct sum add_up(const struct weights *weights)
{
    struct sum sum = {0};

    for (uint32_t a = 0; a < weights->arc_count; a++) {
        uint32_t weight = weights->weight[a];

        if (weight == WEIGHT_CLOSED)
            continue;
        sum.weight += weight;
        sum.open_arcs++;
        if (weight > sum.largest)
            sum.largest = weight;
    }
    return sum;
}

/* How many open weights that begin with `prefix` have each next digit, which is
 * the one from bit `shift` on. */
static void count_digits(const struct weights *weights, uint32_t prefix,
                         unsigned shift, uint32_t count[DIGITS])
{
    for (unsigned digit = 0; digit < DIGITS; digit++)
        count[digit] = 0;
    for (uint32_t a = 0; a < weights->arc_count; a++) {
        uint32_t weight = weights->weight[a];

        if (weight != WEIGHT_CLOSED &&
            (uint64_t)(weight ^ prefix) >> (shift + DIGIT_BITS) == 0)
            count[weight >> shift & (DIGITS - 1)]++;
    }
}

/* The open weight with `rank` before it, digit by digit; there is one. */
static uint32_t select_weight(const struct weights *weights, uint32_t rank)
{
    uint32_t prefix = 0;

    for (unsigned shift = 32; shift > 0;) {
        uint32_t count[DIGITS];
        uint32_t digit = 0;

        shift -= DIGIT_BITS;
        count_digits(weights, prefix, shift, count);
        while (rank >= count[digit])
            rank -= count[digit++];
        prefix |= digit << shift;
    }
    return prefix;
}

static uint32_t largest_degree(const struct topology *topology)
{
    uint32_t largest = 1;

    for (uint32_t v = 0; v < topology->vertex_count; v++) {
        uint32_t degree = topology->first_out[v + 1] - topology->first_out[v];

        if (degree > largest)
            largest = degree;
    }
    return largest;
}

static uint64_t apply(enum delta_rule rule, const struct topology *topology,
                      const struct weights *weights, const struct sum *sum)
{
    switch (rule) {
    case DELTA_MEDIAN:
        return select_weight(weights, (sum->open_arcs - 1) / 2);
    case DELTA_MEAN:
        return sum->weight / sum->open_arcs;
    case DELTA_MEAN_OVER_VERTICES:
        return sum->weight / topology->vertex_count;
    case DELTA_MAX_OVER_DEGREE:
        return sum->largest / largest_degree(topology);
    case DELTA_RULES:
        break;
    }
    return 1;
}

uint32_t delta_by_rule(enum delta_rule rule, const struct topology *topology,
                       const struct weights *weights)
{
    struct sum sum = add_up(weights);
    uint64_t delta = 1;

    if (sum.open_arcs > 0)
        delta = apply(rule, topology, weights, &sum);
    if (delta < 1)
        return 1;
    return delta < WEIGHT_MAX ? (uint32_t)delta : WEIGHT_MAX;
}
