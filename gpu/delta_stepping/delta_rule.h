/* delta_rule: how wide the buckets of delta-stepping are: by a map's weights,
 * or by measuring. Any thread. */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_RULE_H
#define RELAXD_GPU_DELTA_STEPPING_DELTA_RULE_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"

/* ---- By weights ---- */

/* How wide the buckets of delta-stepping are, by a map's weights.
 *
 * The rules of the paper that delta_stepping.cu names, section 5.6. Closed arcs
 * do not count. Any thread; linear in arcs. */

enum delta_rule {
    DELTA_MEDIAN, /* the least weight that half of the arcs do not exceed */
    DELTA_MEAN,
    DELTA_MEAN_OVER_VERTICES, /* as the paper prints the mean: sum of weights
                                 over the number of vertices */
    DELTA_MAX_OVER_DEGREE,    /* largest weight over largest out-degree; Meyer
                                 and Sanders */
    DELTA_RULES,
};

/* As options call them. */
extern const char *const delta_rule_names[DELTA_RULES];

/* In the map's unit, rounded down; at least 1 and at most WEIGHT_MAX. */
uint32_t delta_by_rule(enum delta_rule rule, const struct topology *topology,
                       const struct weights *weights);

/* ---- By measuring ---- */

/* The width of a bucket that takes least time, by measuring.
 *
 * Time over the logarithm of the width is a valley: rounds on the narrow side,
 * work in vain on the wide one. It is walked down from its narrow end in large
 * steps until it plainly rises, then searched in smaller ones round the lowest
 * point. Some dozen measurements, none below `first`. */

struct delta_search {
    /* 0 or a code, which ends the search. */
    int (*measure)(void *context, uint32_t delta, double *ret_us,
                   struct error *error);
    void *context;
};

/* At most this often. */
enum { DELTA_SEARCH_MEASUREMENTS = 24 };

/* The best of those measured, at least `first` and at most WEIGHT_MAX. */
int delta_search_run(const struct delta_search *search, uint32_t first,
                     uint32_t *ret_delta, double *ret_us, struct error *error);

#endif
