/* model_draft: a model as the texts of its rules and the rings of its areas,
 * from which relaxd makes a model and model_oracle.h says what it means. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_MODEL_DRAFT_H
#define RELAXD_TESTS_UNIT_WEIGHTING_MODEL_DRAFT_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/position.h"
#include "core/weighting/model/model.h"

enum {
    DRAFT_RULES = 32,
    DRAFT_AREAS = 8,
    DRAFT_RINGS = 4,
    DRAFT_POINTS = 10,
    DRAFT_IDS = 4,
    DRAFT_PARAMETERS = 3,
};

struct draft_rule {
    enum model_when when;
    const char *condition; /* NULL: of an else */
    enum model_act act;
    const char *amount; /* NULL: of a block */
    size_t inner;       /* of a block: so many rules after it are in it */
};

/* The last point is the first again. */
struct draft_ring {
    struct position point[DRAFT_POINTS];
    size_t count;
    bool is_hole; /* of the polygon that the rings before it make */
};

struct draft_area {
    const char *name;
    struct draft_ring ring[DRAFT_RINGS];
    size_t ring_count;
    int64_t way[DRAFT_IDS];
    size_t way_count;
    int64_t node[DRAFT_IDS];
    size_t node_count;
};

/* Zero bytes change nothing. Texts are the caller's. */
struct model_draft {
    struct draft_rule rule[MODEL_LISTS][DRAFT_RULES];
    size_t rule_count[MODEL_LISTS];
    double distance_influence;
    double vehicle_size[ROAD_LIMIT_COUNT]; /* 0: not said */
    struct draft_area area[DRAFT_AREAS];
    size_t area_count;
    const char *parameter[DRAFT_PARAMETERS];
    double parameter_value[DRAFT_PARAMETERS];
    size_t parameter_count;
};

/* Adds a rule that is no block; `condition` NULL: of an else. */
void model_draft_if(struct model_draft *draft, enum model_list list,
                    const char *condition, enum model_act act,
                    const char *amount);
void model_draft_add(struct model_draft *draft, enum model_list list,
                     struct draft_rule rule);

/* Adds an area of one rectangle, and returns it. */
struct draft_area *model_draft_box(struct model_draft *draft, const char *name,
                                   struct position low, struct position high);

/* The caller's model; errors as those of model.h. */
int model_draft_make(const struct model_draft *draft, struct model **ret_model,
                     struct error *error);

#endif
