/* choose: which solver on which device answers a job. */
#ifndef RELAXD_ENGINE_CHOOSE_H
#define RELAXD_ENGINE_CHOOSE_H

#include "core/engine/roster.h"

/* Fills the choice, and job->note where another device or solver answers than
 * was asked for. ENGINE_CANNOT: the job's solver cannot answer such queries.
 * -ENOENT: nothing prepared for this map can. Where nothing finds
 * alternatives, who answers without is chosen: job->plain. */
int choose(struct roster *roster, struct job *job, struct choice *ret_choice,
           struct error *error);

/* The best that the CPU has for the job, without alternatives if need be; false
 * where nothing was prepared. */
bool choose_on_cpu(const struct roster *roster, struct job *job,
                   struct choice *ret_choice);

/* Writes job->note: the reason, then who answers instead. */
void choose_note(struct job *job, const struct choice *choice,
                 const char *device, const char *reason);

#endif
