/* batch_sizer: how many queries of a job a worker solves at once, so that other
 * jobs' queries do not wait long. */
#ifndef RELAXD_ENGINE_BATCH_SIZER_H
#define RELAXD_ENGINE_BATCH_SIZER_H

#include <stddef.h>

#include "core/engine/engine.h"

/* How long batches of one job take, learned from those solved so far.
 *
 * A batch has a fixed cost in addition to that of its queries if the solver
 * shares work among them. So the sizer fits a line through batches of several
 * sizes, weighting recent ones most. It drops the first batch once there is a
 * second: the first also prepares what later batches reuse.
 *
 * Zero bytes: nothing is known. One thread. */
struct batch_sizer {
    size_t batches;    /* noted so far */
    size_t last_count; /* queries in the last one */

    /* Weighted sums over batches: of 1, queries, time, and products. */
    double weight;
    double count;
    double us;
    double count_count;
    double count_us;
};

/* A batch of `count` queries, at least 1, took `us`. */
void batch_sizer_note(struct batch_sizer *sizer, size_t count, double us);

/* How many queries to take next, in [1, most], for a batch of `wanted_us`, or
 * of twice the batch's fixed cost if that is more, so that half of the time
 * goes to queries. At most four times the last batch; every other time half as
 * many, to learn from, or twice the last if all sizes were alike. Needs a
 * batch. */
size_t batch_sizer_next(const struct batch_sizer *sizer, double wanted_us,
                        size_t most);

/* Batches of this size pay off for every kind of query. */
enum { BATCH_COMMON = 1024 };

/* On the CPU, as many queries as take about 20 ms, at least 1. The estimate
 * comes from the job's sizer or, if that is NULL, from the solver's known speed
 * on the map; trees are not estimated, since each is a job of one query.
 * BATCH_COMMON on a GPU, which is fastest with many, and if no speed is known;
 * more on a GPU for costs of pairs, while they fit into 20 ms. At most
 * `most`. */
size_t batch_limit(const struct job *job, const struct batch_sizer *sizer,
                   size_t most);

#endif
