/* safari: the paper's best settings of the solver locality.
 *
 * Its N, the launches without contact to the host, is the least number of
 * iterations that harish needs from any of some sources, over k (section
 * 3.2). */
#ifndef RELAXD_LAB_PAPER_SAFARI_H
#define RELAXD_LAB_PAPER_SAFARI_H

#include "lab/paper/contest.h"

enum { SAFARI_K = 4, SAFARI_AFFINITY = 2, SAFARI_SOURCES = 100 };

/* Counts phases of a query as updates_count(), from as many sources as the
 * study's or the paper's. */
int safari_count_phases(struct report *report, const struct map *map,
                        struct phase_counts *ret_counts, struct error *error);

/* k, affinity and N of locality, for contest_add(). */
const char *safari_settings(struct report *report, unsigned k,
                            unsigned affinity, unsigned launches);

#endif
