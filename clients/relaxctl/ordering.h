/* ordering: a map gets its hierarchy before it is written to a file.
 *
 * A hierarchy helps where separators are small, as those of roads are. Without
 * such it can be thousands of times the map, and slower than none: who orders
 * maps by the way (`import`, `generate`) leaves those as they came, and says
 * so.
 */
#ifndef RELAXD_CLIENTS_RELAXCTL_ORDERING_H
#define RELAXD_CLIENTS_RELAXCTL_ORDERING_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/map.h"

enum ordering_outcome { ORDERING_DONE, ORDERING_TOO_LARGE, ORDERING_FAILED };

struct ordering {
    enum ordering_outcome outcome;
    uint64_t took_us;
    struct hierarchy_size size; /* but where it failed */
    struct error error;         /* where it failed */
};

/* map_order(), with a word on stderr where it takes more than a moment, as no
 * progress can be told of it, and where the hierarchy will pass
 * hierarchy_bytes_max(). `order` may be NULL. */
int ordering_run(const struct map *map, const uint32_t *order,
                 struct map **ret_map, struct ordering *ret_ordering,
                 struct error *error);

/* The same within that limit. NULL where the map stays as it is, but that its
 * info says so of a hierarchy that would be too large. */
struct map *ordering_try(struct map *map, struct ordering *ret_ordering);

/* Lines about what came of it, on stdout; on stderr where it failed. `map` is
 * what was written to the file. */
void ordering_summarize(const struct ordering *ordering, const struct map *map,
                        const char *path);

/* What to do about a map as it lies in a file, if anything: a line on stdout,
 * where it is not ordered or its hierarchy is too large to serve. */
void ordering_advise(const char *indent, const struct map *map,
                     const char *path);

/* What --no-order costs and saves, for the help of commands that have it. */
#define ORDERING_HELP                                                          \
    "  --no-order            do not order the map. Ordering takes about 1\n"   \
    "                        s for New York's 264,346 vertices, 8 s for\n"     \
    "                        1.5 million, a minute for 6 million, and\n"       \
    "                        triples the file. Without it the solvers\n"       \
    "                        that need a hierarchy refuse the map\n"           \
    "                        ('relaxctl order' makes it later), and\n"         \
    "                        vertices stay numbered as they came. So do,\n"    \
    "                        by themselves, maps whose hierarchy would\n"      \
    "                        take more than 512 MiB and 1.5 KiB a vertex\n"    \
    "                        in memory; roads take 90 to 220 bytes, 130\n"     \
    "                        to 600 with their turns\n"

#endif
