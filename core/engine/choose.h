/* choose: which solver on which device answers a job. */
#ifndef RELAXD_ENGINE_CHOOSE_H
#define RELAXD_ENGINE_CHOOSE_H

#include "core/engine/crew.h"
#include "core/engine/engine.h"

/* Who can be chosen. Set up before the workers start; but for `last` unchanged
 * after. */
struct roster {
    const struct catalog *catalog;
    const struct solver_ops *preferred; /* NULL: what suits the job */
    struct crew *crews;                 /* [crew_count], the CPU's first */
    size_t crew_count;
    atomic_size_t last; /* the GPU's crew that was chosen last, 0 at first: of
                           equals it comes last */
};

struct choice {
    const struct solver_ops *solver;
    struct crew *crew;
};

/* Fills the choice, and job->note where another device or solver answers than
 * was asked for. ENGINE_CANNOT: the job's solver cannot answer such queries.
 * -ENOENT: nothing prepared for this map can. */
int choose(struct roster *roster, struct job *job, struct choice *ret_choice,
           struct error *error);

/* The best that the CPU has for the job; false where nothing was prepared. */
bool choose_on_cpu(const struct roster *roster, const struct job *job,
                   struct choice *ret_choice);

/* Writes job->note: the reason, then who answers instead. */
void choose_note(struct job *job, const struct choice *choice,
                 const char *device, const char *reason);

#endif
