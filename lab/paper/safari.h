/* safari: the paper's best settings of the solver locality.
 *
 * Its N, the launches without contact to the host, is the least number of
 * iterations that harish needs from any of some sources, over k (section
 * 3.2). */
#ifndef RELAXD_LAB_PAPER_SAFARI_H
#define RELAXD_LAB_PAPER_SAFARI_H

#include "lab/paper/paper.h"

enum { SAFARI_K = 4, SAFARI_AFFINITY = 2, SAFARI_SOURCES = 100 };

/* The fewest and the most phases of a query. */
struct safari_phases {
    uint32_t least;
    uint32_t most;
    double mean;
};

/* Counts phases of harish, or rounds if there is no CUDA device, from `sources`
 * vertices drawn from the study's seed. */
int safari_count_phases(struct report *report, const struct map *map,
                        uint32_t sources, struct safari_phases *ret_phases,
                        struct error *error);

/* k, affinity and N of locality, for contest_add(). */
const char *safari_settings(struct report *report, unsigned k,
                            unsigned affinity, unsigned launches);

#endif
