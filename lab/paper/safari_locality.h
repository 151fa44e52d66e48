/* safari_locality: the solver locality with the paper's settings.
 *
 * Its N, the launches without contact to the host, is the least number of
 * iterations that harish needs from any of some sources, over k (section
 * 3.2). */
#ifndef RELAXD_LAB_PAPER_SAFARI_LOCALITY_H
#define RELAXD_LAB_PAPER_SAFARI_LOCALITY_H

#include "clients/relaxctl/runner.h"
#include "lab/paper/paper.h"

/* The paper's best values. */
enum { SAFARI_K = 4, SAFARI_AFFINITY = 2, SAFARI_SOURCES = 100 };

/* The fewest and the most phases of a query. */
struct safari_phases {
    uint32_t least;
    uint32_t most;
    double mean;
};

/* Runs harish, or rounds if there is no CUDA device, from `sources` vertices
 * drawn from the study's seed. */
int safari_count_phases(const struct study *study, const struct map *map,
                        uint32_t sources, struct safari_phases *ret_phases,
                        struct error *error);

/* Sets k, affinity and N of locality; the report owns the texts. */
void safari_set(struct arguments_settings *settings, struct report *report,
                unsigned k, unsigned affinity, unsigned launches);

/* The settings of the runner's solver, each option once with the value in
 * force: "k=4 affinity=2"; "defaults" if there are none. */
const char *safari_settings_words(struct report *report,
                                  const struct runner *runner);

#endif
