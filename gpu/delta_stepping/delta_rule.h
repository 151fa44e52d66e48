/* delta_rule: how wide the buckets of delta-stepping are, by a map's weights.
 *
 * The rules of the paper that delta_stepping.cu names, section 5.6. Closed arcs
 * do not count. Any thread; linear in arcs. */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_RULE_H
#define RELAXD_GPU_DELTA_STEPPING_DELTA_RULE_H

#include "core/graph/topology.h"
#include "core/graph/weights.h"

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

#endif
