/* ordering: gives a map its hierarchy before it is written to a file.
 *
 * A hierarchy helps if separators are small, as in road networks. Otherwise it
 * can be thousands of times larger than the map, and slower than none: commands
 * that order maps in passing (`import`, `generate`) leave those as they are,
 * and say so. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ORDERING_H
#define RELAXD_CLIENTS_RELAXCTL_ORDERING_H

#include <stdint.h>

#include "clients/relaxctl/arguments.h"
#include "core/base/error.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "core/graph/map.h"

enum ordering_outcome { ORDERING_DONE, ORDERING_TOO_LARGE, ORDERING_FAILED };

struct ordering {
    enum ordering_outcome outcome;
    uint64_t took_us;
    struct hierarchy_size size; /* unless it failed */
    struct error error;         /* if it failed */
};

/* map_order(), with a message on stderr if it takes more than a moment, as it
 * cannot report progress, and if the hierarchy will exceed
 * hierarchy_bytes_max(). `order` may be NULL. */
int ordering_run(const struct map *map, const uint32_t *order,
                 struct map **ret_map, struct ordering *ret_ordering,
                 struct error *error);

/* The same within that limit. NULL: the map stays unordered; its info records a
 * hierarchy that would be too large. */
struct map *ordering_try(struct map *map, struct ordering *ret_ordering);

/* Prints the result on stdout; a failure on stderr. `map` is the map in the
 * file. */
void ordering_summarize(const struct ordering *ordering, const struct map *map,
                        const char *path);

/* Prints advice about a map in a file, a line on stdout, if it is not ordered
 * or its hierarchy is too large to serve. */
void ordering_advise(const char *indent, const struct map *map,
                     const char *path);

/* The row of --no-order, for commands that have it. */
#define ORDERING_ARGUMENT(offset_)                                             \
    {                                                                          \
        "no-order", NULL, ARGUMENT_FLAG, offset_,                              \
            .with = "output",                                                  \
            .help =                                                            \
                "do not order the map. Ordering takes about 1 s for New "      \
                "York's 264,346 vertices, 8 s for 1.5 million, a minute for "  \
                "6 million, and triples the file. Without it the solvers "     \
                "that "                                                        \
                "need a hierarchy refuse the map ('relaxctl order' makes it "  \
                "later), and vertices stay numbered as they came. So do, by "  \
                "themselves, maps whose hierarchy would take more than 512 "   \
                "MiB and 1.5 KiB a vertex in memory; roads take 90 to 220 "    \
                "bytes, 130 to 600 with their turns"                           \
    }

#endif
