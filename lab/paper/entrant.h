/* entrant: a solver with some of its options switched on, as a contest's
 * tables name it. */
#ifndef RELAXD_LAB_PAPER_ENTRANT_H
#define RELAXD_LAB_PAPER_ENTRANT_H

#include "lab/paper/contest.h"

enum { ENTRANT_OPTIONS_MAX = 2 };

#define ENTRANT_NONE SIZE_MAX

struct entrant {
    const char *name;                             /* in tables and charts */
    const char *solver;                           /* as the catalog calls it */
    const char *switched_on[ENTRANT_OPTIONS_MAX]; /* options with their solver,
                                                     set to 1; or NULL */
};

/* Whether the solver is in this build with these options, and has a device.
 * Where not the report says so, once for all CUDA solvers where there is no
 * CUDA: `told` remembers. */
bool entrant_is_there(const struct entrant *entrant, const struct study *study,
                      struct report *report, bool *told);

/* Adds it with `more` (may be NULL) set too; ENTRANT_NONE where it
 * refuses the map, which the report has as missing. */
int entrant_add(const struct entrant *entrant, struct contest *contest,
                const struct arguments_settings *more, const char *map_name,
                struct report *report, size_t *ret_index, struct error *error);

#endif
