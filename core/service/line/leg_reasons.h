/* leg_reasons: why a route costs what it does under a model: its stretches, the
 * rules that apply there, and what they change. */
#ifndef RELAXD_SERVICE_LINE_LEG_REASONS_H
#define RELAXD_SERVICE_LINE_LEG_REASONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/service/line/leg_line.h"
#include "core/weighting/model/model_explain.h"

struct cost_sums {
    uint64_t weight; /* without turns */
    uint64_t duration_ms;
};

/* Consecutive segments on one way to which the same rules apply. */
struct leg_reason {
    int64_t way;
    uint64_t length_mm;
    struct cost_sums now;
    struct cost_sums before; /* without the model; of parts of segments in
                                proportion to length, rounded down */
    bool opened;             /* without the model it is closed */
    size_t first_rule;       /* of leg_reasons.rule */
    size_t rule_count;
};

/* Start from zeros. */
struct leg_reasons {
    struct leg_reason *reason; /* [count] owned */
    size_t count;
    size_t capacity;
    const char **rule; /* [rule_count] labels, the model's; owned */
    size_t rule_count;
    size_t rule_capacity;
};

/* Adds those of a leg, given its line. 0 or -ENOMEM. */
int leg_reasons_add(struct leg_reasons *reasons,
                    struct model_explainer *explainer,
                    const struct leg_line *line);
void leg_reasons_finish(struct leg_reasons *reasons);

#endif
