/* delta_search: the width of a bucket that takes least time, by measuring.
 *
 * Time over the logarithm of the width is a valley: rounds on the narrow side,
 * work in vain on the wide one. It is walked down from its narrow end in large
 * steps until it plainly rises, then searched in smaller ones round the lowest
 * point. Some dozen measurements, none below `first`. */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_SEARCH_H
#define RELAXD_GPU_DELTA_STEPPING_DELTA_SEARCH_H

#include <stdint.h>

#include "core/base/error.h"

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
