/* path_sums: time and way of a least path, beside its cost.
 *
 * Of the paths that a cost is of, those count that take least time, and of
 * these the shortest: cost, duration and length in this order make up a label,
 * and labels add up one by one. So the sums of a least path are the same for
 * every solver, whichever of several paths it found. */
#ifndef RELAXD_SOLVER_PATH_SUMS_H
#define RELAXD_SOLVER_PATH_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/arc_sums.h"
#include "core/graph/cost.h"

/* Each is SUM_NONE where it does not fit; the length is, too, where the
 * duration is, and both where there is no cost in 32 bits. Where an adjustment
 * takes the cost or the duration below 0, what follows it is 0 as it is. */
struct path_sums {
    uint32_t duration_ms;
    uint32_t length_mm;
};

/* Added to the sums of a label, as an adjustment is to its cost; each is less
 * than 2^62 either way. */
struct sums_adjustment {
    int64_t duration_ms;
    int64_t length_mm;
};

/* What a query for costs may want beside them. */
struct sums_query {
    const struct arc_sums *arcs; /* outlives what solvers prepared for the map,
                                    which may keep what they made of it */
    const struct path_sums *seeds;                /* [seed_count] so far */
    const struct sums_adjustment *const *targets; /* [target_count], each
                                                     [vertex_count] */
    struct path_sums *sums; /* [target_count], caller's, filled by the solver */
};

struct label {
    uint32_t cost;
    struct path_sums sums;
};

static inline uint32_t sum_add(uint32_t a, uint32_t b)
{
    return b < SUM_NONE - a ? a + b : SUM_NONE;
}

static inline uint32_t sum_adjust(uint32_t sum, int64_t adjustment)
{
    int64_t adjusted = (int64_t)sum + adjustment;

    if (sum == SUM_NONE)
        return SUM_NONE;
    if (adjusted < 0)
        return 0;
    return adjusted < (int64_t)SUM_NONE ? (uint32_t)adjusted : SUM_NONE;
}

static inline bool label_less(struct label a, struct label b)
{
    if (a.cost != b.cost)
        return a.cost < b.cost;
    if (a.sums.duration_ms != b.sums.duration_ms)
        return a.sums.duration_ms < b.sums.duration_ms;
    return a.sums.length_mm < b.sums.length_mm;
}

static inline struct label label_add(struct label a, struct label b)
{
    return (struct label){
        cost_add(a.cost, b.cost),
        {
            sum_add(a.sums.duration_ms, b.sums.duration_ms),
            sum_add(a.sums.length_mm, b.sums.length_mm),
        },
    };
}

static inline struct label label_none(void)
{
    return (struct label){COST_INFINITY, {SUM_NONE, SUM_NONE}};
}

/* A label at a vertex of a target. Once a part has left its range, what follows
 * it does not count any more. */
static inline struct label label_adjust(struct label label, int64_t cost,
                                        struct sums_adjustment adjustment)
{
    struct path_sums sums = {
        sum_adjust(label.sums.duration_ms, adjustment.duration_ms),
        sum_adjust(label.sums.length_mm, adjustment.length_mm),
    };
    uint32_t adjusted = cost_adjust(label.cost, cost);

    if (adjusted > COST_MAX || sums.duration_ms == SUM_NONE)
        sums.length_mm = SUM_NONE;
    else if (label.sums.duration_ms + adjustment.duration_ms < 0)
        sums.length_mm = 0;
    if (adjusted > COST_MAX)
        sums.duration_ms = SUM_NONE;
    else if (label.cost + cost < 0)
        sums = (struct path_sums){0, 0};
    return (struct label){adjusted, sums};
}

#endif
