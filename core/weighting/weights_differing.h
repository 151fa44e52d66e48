/* weights_differing: which arcs have other weights, for a metric that is
 * derived from another one. Any thread. */
#ifndef RELAXD_WEIGHTING_WEIGHTS_DIFFERING_H
#define RELAXD_WEIGHTING_WEIGHTS_DIFFERING_H

#include <stddef.h>
#include <stdint.h>

#include "core/graph/weights.h"

/* The arcs in which the weights of two weightings of a map differ:
 * [*ret_count], free() them; NULL if they are more than `most`. Uses all cores.
 * 0 or -ENOMEM. */
int weights_differing(const struct weights *a, const struct weights *b,
                      size_t most, uint32_t **ret_arcs, size_t *ret_count);

#endif
