/* admit: whether a job is worth queueing, or who asks is better told at once.
 *
 * Where more is asked than can be answered, a queue that takes all it can hold
 * makes everybody late: each waits so long that his time is over when his turn
 * comes, and nothing is answered any more. So a job is taken only where its
 * turn comes within half of the time that it has, going by how many are before
 * it and what they took of late. */
#ifndef RELAXD_ENGINE_ADMIT_H
#define RELAXD_ENGINE_ADMIT_H

#include "core/base/error.h"
#include "core/engine/crew.h"

/* 0, or ENGINE_QUEUE_FULL. Takes every job that continues an answer or has no
 * deadline. Any thread. */
int admit_in_time(struct crew *crew, const struct job *job,
                  struct error *error);

/* ENGINE_QUEUE_FULL: as many wait as may. */
int admit_refuse_full(struct crew *crew, struct error *error);

#endif
