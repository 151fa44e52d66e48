/* delta_rule: radix selection of weights, and the walk over widths. */
#include "gpu/delta_stepping/delta_rule.h"

#include <stddef.h>

#include "core/graph/cost.h"

/* ---- By weights ---- */

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

/* For each digit, how many open weights begin with `prefix` and have that digit
 * next, at bit `shift`. */
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

/* The open weight with `rank` weights before it, digit by digit; it must exist.
 */
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

/* ---- By measuring ---- */

/* A width replaces a better known one only below this share of its time, and a
 * walk ends where time has risen by as much: smaller differences are noise. */
static const double worthwhile = 0.99;
static const double plainly = 1.25;

static const double step = 4;
static const double finer_steps[] = {2, 1.4};

struct link_walk {
    const struct delta_search *search;
    uint32_t first;
    uint32_t best;
    double best_us;
    double last_us;
};

/* A width outside the range changes nothing. */
static int try_width(struct link_walk *walk, double delta, struct error *error)
{
    int r;

    if (delta < walk->first || delta > WEIGHT_MAX)
        return 0;
    r = walk->search->measure(walk->search->context, (uint32_t)delta,
                              &walk->last_us, error);
    if (r)
        return r;
    if (walk->best == 0 || walk->last_us < worthwhile * walk->best_us) {
        walk->best = (uint32_t)delta;
        walk->best_us = walk->last_us;
    }
    return 0;
}

static int walk_down(struct link_walk *walk, struct error *error)
{
    double delta = walk->first;
    int r = 0;

    while (!r && delta <= WEIGHT_MAX) {
        r = try_width(walk, delta, error);
        if (walk->last_us > plainly * walk->best_us)
            break;
        delta *= step;
    }
    return r;
}

static int look_around(struct link_walk *walk, double factor,
                       struct error *error)
{
    double centre = walk->best;
    int r = try_width(walk, centre * factor, error);

    return r ? r : try_width(walk, centre / factor, error);
}

int delta_search_run(const struct delta_search *search, uint32_t first,
                     uint32_t *ret_delta, double *ret_us, struct error *error)
{
    struct link_walk walk = {.search = search, .first = first ? first : 1};
    int r = walk_down(&walk, error);

    for (size_t i = 0; i < sizeof(finer_steps) / sizeof(finer_steps[0]) && !r;
         i++)
        r = look_around(&walk, finer_steps[i], error);
    if (r)
        return r;
    *ret_delta = walk.best;
    *ret_us = walk.best_us;
    return 0;
}
