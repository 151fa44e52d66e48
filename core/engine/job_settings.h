/* job_settings: what a job sets of its solver's options, for batches and
 * workspaces, which are of one set of them each. */
#ifndef RELAXD_ENGINE_JOB_SETTINGS_H
#define RELAXD_ENGINE_JOB_SETTINGS_H

#include "core/engine/engine.h"

/* A copy. */
struct job_settings {
    struct solver_setting item[JOB_SETTINGS_MAX]; /* [count] */
    size_t count;
};

/* Those of the job that are for who solves it: none where another stands in for
 * its solver. */
struct job_settings job_settings_of(const struct job *job);

/* The same settings in the same order. */
bool job_settings_equal(const struct job_settings *a,
                        const struct job_settings *b);

#endif
