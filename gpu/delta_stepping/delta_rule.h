/* delta_rule: the width of delta-stepping's buckets, by a map's weights or by
 * measuring. Any thread. */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_RULE_H
#define RELAXD_GPU_DELTA_STEPPING_DELTA_RULE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"

/* ---- By weights ---- */

/* The width of delta-stepping's buckets, by a map's weights.
 *
 * The rules of the paper that delta_stepping.cu names, section 5.6. Closed arcs
 * do not count. Linear in arcs. */

enum delta_rule {
    DELTA_MEDIAN, /* the least weight that at least half of the arcs do not
                     exceed */
    DELTA_MEAN,
    DELTA_MEAN_OVER_VERTICES, /* the mean as the paper prints it: sum of weights
                                 over the number of vertices */
    DELTA_MAX_OVER_DEGREE,    /* largest weight over largest out-degree; Meyer
                                 and Sanders */
    DELTA_RULES,
};

/* The names that options use. */
extern const char *const delta_rule_names[DELTA_RULES];

/* In the map's unit, rounded down; at least 1 and at most WEIGHT_MAX. */
uint32_t delta_by_rule(enum delta_rule rule, const struct topology *topology,
                       const struct weights *weights);

/* ---- By measuring ---- */

/* The fastest width of a bucket, by measuring.
 *
 * Time over the logarithm of the width is a valley: too many rounds on the
 * narrow side, wasted work on the wide one. The search walks down from the
 * narrow end in large steps until time plainly rises, then searches in smaller
 * steps around the lowest point. Some dozen measurements, none below `first`.
 */

struct delta_search {
    /* 0 or a code, which ends the search. */
    int (*measure)(void *context, uint32_t delta, double *ret_us,
                   struct error *error);
    void *context;
};

/* The most measurements. */
enum { DELTA_SEARCH_MEASUREMENTS = 24 };

/* The best width measured, from `first` to WEIGHT_MAX. */
int delta_search_run(const struct delta_search *search, uint32_t first,
                     uint32_t *ret_delta, double *ret_us, struct error *error);

#endif
