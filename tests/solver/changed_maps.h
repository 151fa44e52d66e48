/* changed_maps: solvers on maps of roads, in full size, whose weights change
 * repeatedly: what table.h checks on small ones, against dijkstra.
 *
 * The body of a program:
 *
 *     [-c CHANGES] [-b BATCHES] [-q QUERIES] [MAP...]
 *
 * MAP is an .rlx file, a DIMACS graph, or the number of vertices of a generated
 * map; the default is the program's own. Orders maps where needed. Of the two
 * sets of weights one changes, CHANGES times in all, by an arc, some, half or
 * all of them, in full or in part, with closures, reopened arcs and weights of
 * 0; after each come BATCHES batches, of 1 to QUERIES, for costs, paths, lists
 * or trees. */
#ifndef RELAXD_TESTS_SOLVER_CHANGED_MAPS_H
#define RELAXD_TESTS_SOLVER_CHANGED_MAPS_H

#include <stddef.h>

#include "core/solver/catalog.h"

struct changed_maps {
    const struct catalog *catalog;
    const char *const *solvers; /* [solver_count] names */
    size_t solver_count;
    const struct device *device;
    const char *own; /* default map */
};

/* Returns main()'s exit status: success, failure with a message on stderr, or,
 * where none of the maps exists, 77 with a message. */
int changed_maps_main(const struct changed_maps *changed, int argc,
                      char **argv);

#endif
