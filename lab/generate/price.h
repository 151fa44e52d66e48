/* price: weights of streets from their lengths.
 *
 * On smooth models a weight is the length, scaled to the model's mean. On rough
 * ones it is the length times 2^(s z), z close to standard normal: hills,
 * stairs, waiting; s is fitted by bisection so that mean and deviation are the
 * model's. Railways are quicker by the model's rail_speed and never rough. */
#ifndef RELAXD_GRAPH_GENERATE_PRICE_H
#define RELAXD_GRAPH_GENERATE_PRICE_H

#include <stdint.h>

#include "lab/generate/streets.h"

struct prices {
    float *length;    /* [streets] in any unit, railways shortened */
    float *roughness; /* [streets] z, or NULL */
    const struct model *model;
    double scale;  /* weight to one of length */
    double spread; /* s */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int prices_init(struct prices *prices, const struct streets *streets,
                const struct point *site, const struct model *model,
                uint64_t seed);
void prices_finish(struct prices *prices);

uint32_t prices_weight(const struct prices *prices, uint32_t street);

#endif
