/* safari_locality: the solver locality as the paper ran it.
 *
 * Its N, the launches without a word to the host, is the least number of
 * iterations that harish needs from any of some sources, over k (section 3.2).
 */
#ifndef RELAXD_LAB_PAPER_SAFARI_LOCALITY_H
#define RELAXD_LAB_PAPER_SAFARI_LOCALITY_H

#include "clients/relaxctl/runner.h"
#include "lab/paper/paper.h"

/* What the paper found best. */
enum { SAFARI_K = 4, SAFARI_AFFINITY = 2, SAFARI_SOURCES = 100 };

/* The phases of the query that has the fewest, and of that with the most. */
struct safari_phases {
    uint32_t least;
    uint32_t most;
    double mean;
};

/* Of harish, or of rounds where there is no CUDA device, from `sources`
 * vertices drawn from the study's seed. */
int safari_count_phases(const struct study *study, const struct map *map,
                        uint32_t sources, struct safari_phases *ret_phases,
                        struct error *error);

/* locality with k, affinity and N, as settings; the texts are the report's. */
void safari_set(struct arguments_settings *settings, struct report *report,
                unsigned k, unsigned affinity, unsigned launches);

/* What is set of the runner's solver, each option once with the value in force:
 * "k=4 affinity=2"; "defaults" where nothing is. */
const char *safari_settings_words(struct report *report,
                                  const struct runner *runner);

#endif
