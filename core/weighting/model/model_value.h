/* model_value: what the conditions and values of a model may name: facts of
 * ways, limits, and what the profile makes of a road. The names are those of
 * GraphHopper's encoded values.
 *
 * Pure functions, for any thread. */
#ifndef RELAXD_WEIGHTING_MODEL_MODEL_VALUE_H
#define RELAXD_WEIGHTING_MODEL_MODEL_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/roads/roads.h"
#include "core/weighting/model/model_place.h"

/* What a value is made of. */
enum value_need {
    NEEDS_FACTS = 1 << 0,
    NEEDS_ATTRIBUTES = 1 << 1, /* of pieces */
    NEEDS_SPEED = 1 << 2,      /* which varies along a stretch */
    NEEDS_SHAPE = 1 << 3,      /* of the piece */
};

enum model_type { MODEL_TRUTH, MODEL_NUMBER, MODEL_WORD };

struct model_value {
    const char *name;
    enum model_type type;
    enum word_fact fact; /* of a MODEL_WORD */
    /* Of the others; a truth is 0 or 1. */
    double (*get)(const struct model_place *place);
    unsigned needs; /* enum value_need */
};

/* The value of a name, which need not end with a NUL; NULL with words in
 * `error`: none, and which are near, or why relaxd has no such value. */
const struct model_value *model_value_find(const char *name, size_t length,
                                           struct error *error);

/* All of them, NULL after the last one's name. */
extern const struct model_value model_values[];

#endif
