/* model_explain: which rules of a model apply to a segment. One thread at a
 * time. */
#ifndef RELAXD_WEIGHTING_MODEL_MODEL_EXPLAIN_H
#define RELAXD_WEIGHTING_MODEL_MODEL_EXPLAIN_H

#include "core/graph/map.h"
#include "core/weighting/model/model.h"
#include "core/weighting/weighting.h"

/* Map, weighting and model outlive it. */
struct model_explainer {
    const struct map *map;
    const struct weighting *over; /* what the model lies over */
    const struct model *model;
    struct covered_segment *covered; /* [covered_count] owned */
    size_t covered_count;
    struct model_step *step[MODEL_LISTS]; /* [count] of the last segment,
                                             owned */
    size_t count[MODEL_LISTS];
    bool opens; /* its vehicle opens the last segment's road */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int model_explainer_init(struct model_explainer *explainer,
                         const struct map *map, const struct weighting *over,
                         const struct model *model);
void model_explainer_finish(struct model_explainer *explainer);

/* Finds the steps of a segment in a direction, an item of weight_arrays, that
 * is open under the model. */
void model_explain(struct model_explainer *explainer, uint32_t item);

/* The label of a step's rule. */
static inline const char *
model_explained_rule(const struct model_explainer *explainer,
                     enum model_list list, size_t i)
{
    return explainer->model->list[list]
        .rule[explainer->step[list][i].rule]
        .label;
}

#endif
