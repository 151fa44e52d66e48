/* map_verify: what the checks of an .rlx file's hierarchy share.
 *
 * Private to map_verify*.c. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_VERIFY_H
#define RELAXD_GRAPH_MAP_FILE_MAP_VERIFY_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/topology.h"

struct hierarchy_check {
    const struct topology *topology;
    const struct hierarchy *hierarchy;
    uint64_t child_count; /* elements of `child` */
    uint64_t upper_count; /* elements of `upper` and `place` */
    const void *image;
    unsigned threads;
};

/* Looks at the elements [begin, end). */
typedef int check_range(const struct hierarchy_check *check, uint32_t begin,
                        uint32_t end, struct error *error);

/* Runs `range` over [0, count) in parts, on all threads; what is found first
 * in the order of elements is told. */
int hierarchy_check_all(const struct hierarchy_check *check, uint32_t count,
                        check_range *range, struct error *error);

/* Puts the section and the byte at which `element` lies before the words;
 * gives -EINVAL. */
int hierarchy_blame(const struct hierarchy_check *check, const char *section,
                    const void *element, struct error *error);

/* The parts, in the order in which they may rely on each other: offsets that
 * ascend to their arrays' ends; supernodes by themselves; a supernode and its
 * parent; arcs. */
int hierarchy_check_offsets(const struct hierarchy_check *check,
                            struct error *error);
int hierarchy_check_supernodes(const struct hierarchy_check *check,
                               struct error *error);
int hierarchy_check_forest(const struct hierarchy_check *check,
                           struct error *error);
int hierarchy_check_arcs(const struct hierarchy_check *check,
                         struct error *error);

#endif
