/* roster: the solvers and devices that may answer a job. */
#ifndef RELAXD_ENGINE_ROSTER_H
#define RELAXD_ENGINE_ROSTER_H

#include "core/engine/crew.h"
#include "core/engine/engine.h"

/* Who can be chosen. Set up before the workers start; but for the atomics
 * unchanged after. */
struct roster {
    const struct catalog *catalog;
    const struct solver_ops *_Atomic preferred; /* NULL: what suits the job */
    struct crew *crews; /* [crew_count], the CPU's first */
    size_t crew_count;
    atomic_size_t last; /* the GPU's crew that was chosen last, 0 at first: of
                           equals it comes last */
};

struct choice {
    const struct solver_ops *solver;
    struct crew *crew;
};

/* The crew to be looked at i-th: the CPU's, then the GPUs' from the one after
 * `last`. */
struct crew *roster_crew(const struct roster *roster, size_t last, size_t i);

/* Whether the solver can run there: now, and for one that was asked for by name
 * (`named`) also once a form of the map has been prepared for it. */
bool crew_has(const struct crew *crew, const struct solver_ops *solver,
              const struct job *job, bool named);

#endif
