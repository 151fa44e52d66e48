/* batch_limit: how many of a job's queries a worker may solve at once, so that
 * those of others need not wait long for it. */
#ifndef RELAXD_ENGINE_BATCH_LIMIT_H
#define RELAXD_ENGINE_BATCH_LIMIT_H

#include <stddef.h>

#include "core/engine/engine.h"
#include "core/engine/part_pace.h"

/* So many gain by being together, whatever is asked. */
enum { BATCH_COMMON = 1024 };

/* On the CPU as many as take about 20 ms, at least 1: by the pace of the job's
 * parts, or where that is NULL by what is known of the solver's speed on the
 * map; more where a part's own time is long (part_pace.h); not of trees, which
 * are jobs of one query. On a GPU, which is quickest with many, and where no
 * speed is known, BATCH_COMMON; more on a GPU of costs of pairs, where 20 ms
 * are enough for them. At most `most`. */
size_t batch_limit(const struct job *job, const struct part_pace *pace,
                   size_t most);

#endif
