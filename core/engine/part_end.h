/* part_end: how a part of a job ends, and with the last part the job. */
#ifndef RELAXD_ENGINE_PART_END_H
#define RELAXD_ENGINE_PART_END_H

#include "core/engine/crew.h"

struct part_end {
    enum job_status status;
    uint64_t solve_us;
    const struct error *error; /* JOB_FAILED, JOB_REFUSED */
};

/* What a part that was solved ends as. */
enum job_status part_solved_status(const struct part *part);

/* Only the worker that took the part. The first part that went wrong decides
 * how the job ended; the last one to end calls done(), after which the job is
 * not the engine's. */
void part_end(struct crew *crew, const struct part *part,
              const struct part_end *end);

/* For a part that is not worth solving. */
void part_end_idle(struct crew *crew, const struct part *part);

#endif
