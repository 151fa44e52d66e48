/* ordering: a map gets its hierarchy before it is written to a file. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ORDERING_H
#define RELAXD_CLIENTS_RELAXCTL_ORDERING_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"

/* map_order(), with a word on stderr where it takes more than a moment: no
 * progress can be told of it. `order` may be NULL. */
int ordering_run(const struct map *map, const uint32_t *order,
                 struct map **ret_map, uint64_t *ret_took_us,
                 struct error *error);

/* A line on stdout about what came of it. */
void ordering_summarize(const struct map *map, uint64_t took_us);

/* What --no-order costs and saves, for the help of commands that have it. */
#define ORDERING_HELP                                                          \
    "  --no-order            do not order the map. Ordering takes about 1 s "  \
    "for\n"                                                                    \
    "                        New York's 264,346 vertices, 8 s for 1.5 "        \
    "million,\n"                                                               \
    "                        a minute for 6 million, and triples the file.\n"  \
    "                        Without it the solvers that need a hierarchy\n"   \
    "                        refuse the map ('relaxctl order' makes it "       \
    "later),\n"                                                                \
    "                        and vertices stay numbered as they came\n"

#endif
