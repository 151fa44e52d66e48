/* batch_sizer: how many queries of a job a worker solves at once, so that the
 * queries of others need not wait long. */
#ifndef RELAXD_ENGINE_BATCH_SIZER_H
#define RELAXD_ENGINE_BATCH_SIZER_H

#include <stddef.h>

#include "core/engine/engine.h"

/* How long batches of one job take, learned from those solved so far.
 *
 * A batch takes a time of its own beside that of its queries, where the solver
 * shares work among them. So the sizer lays a line through batches of several
 * sizes, the last ones weighing most. It forgets the first batch once there is
 * a second: the first also makes ready what the others find.
 *
 * Zero bytes: nothing is known. One thread. */
struct batch_sizer {
    size_t batches;    /* noted so far */
    size_t last_count; /* queries of the last */

    /* Weighted sums over batches: of 1, queries, time, and products. */
    double weight;
    double count;
    double us;
    double count_count;
    double count_us;
};

/* A batch of `count` queries, at least 1, took so long. */
void batch_sizer_note(struct batch_sizer *sizer, size_t count, double us);

/* How many queries to take next, at least 1 and at most `most`, for a batch of
 * `wanted_us`, or of twice its own time where that is more, so that half of the
 * time goes to queries. No more than four times the last batch; every other
 * time half as many, to learn by, or twice the last where all were alike. Needs
 * a batch. */
size_t batch_sizer_next(const struct batch_sizer *sizer, double wanted_us,
                        size_t most);

/* So many gain by being together, whatever is asked. */
enum { BATCH_COMMON = 1024 };

/* On the CPU as many as take about 20 ms, at least 1: by the sizer of the job,
 * or where that is NULL by the solver's known speed on the map; not of trees,
 * which are jobs of one query. On a GPU, which is quickest with many, and where
 * no speed is known, BATCH_COMMON; more on a GPU of costs of pairs, where 20 ms
 * are enough for them. At most `most`. */
size_t batch_limit(const struct job *job, const struct batch_sizer *sizer,
                   size_t most);

#endif
