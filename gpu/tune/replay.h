/* replay: the time that adaptive would take, from the times of phases both
 * ways.
 *
 * A phase updates the same vertices whichever way its threads are created. So
 * the times of harish and of selection from one source predict the time with
 * any pair of thresholds, except for the cost of switching, which is small
 * beside a phase of all vertices and left out. Plain arithmetic. */
#ifndef RELAXD_GPU_TUNE_REPLAY_H
#define RELAXD_GPU_TUNE_REPLAY_H

#include <stddef.h>

#include "gpu/relaxation/switching.h"

/* One query's phases, in microseconds. */
struct phase_times {
    double *all_us;      /* [count] */
    double *selected_us; /* [count] */
    size_t count;
};

/* The sum of the times that switching.h's rule would have chosen. */
double replay_us(const struct phase_times *times,
                 struct adaptive_thresholds thresholds);

/* The pair of least sum over all queries, among quantiles of the measured times
 * and the two extremes that never switch. to_selected_us is never the higher
 * one: phases in between would switch to and fro. 0 or -ENOMEM. */
int replay_best(const struct phase_times *queries, size_t query_count,
                struct adaptive_thresholds *ret_thresholds);

/* The two extremes: a selected phase is never, or always, too long. */
struct adaptive_thresholds replay_selected_only(void);
struct adaptive_thresholds replay_all_only(void);

#endif
