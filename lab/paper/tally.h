/* tally: what a solver's phases came to, over some queries. */
#ifndef RELAXD_LAB_PAPER_TALLY_H
#define RELAXD_LAB_PAPER_TALLY_H

#include "clients/relaxctl/runner.h"

struct tally {
    struct phase_observer base;
    uint64_t phases;
    uint64_t updated;       /* labels that fell, all queries */
    uint64_t launches;      /* of kernels, all queries */
    uint64_t launches_most; /* of a query */
    uint64_t host_words;
};

/* One vertex to all, from each of them, watched. The runner's solver has
 * SOLVER_TRACES. */
int tally_take(struct tally *tally, struct runner *runner,
               const uint32_t *sources, uint32_t source_count,
               struct error *error);

#endif
