/* hierarchy_size: how large a hierarchy is in memory, known before it is built,
 * and how large is of no use. */
#ifndef RELAXD_GRAPH_HIERARCHY_HIERARCHY_SIZE_H
#define RELAXD_GRAPH_HIERARCHY_HIERARCHY_SIZE_H

#include <stdint.h>

#include "core/graph/hierarchy/elimination_tree.h"
#include "core/graph/hierarchy/supernodes.h"
#include "core/graph/map.h"

/* Whole numbers, exact below 2^53. */
struct hierarchy_size {
    double panel_words; /* of 4 bytes */
    double schur_words;
};

/* What `cch` takes for one set of weights: panels twice, basic and closed, an
 * eighth of a word and more for each entry of them, of hints, and until all are
 * customized Schur complements. */
static inline double hierarchy_size_bytes(const struct hierarchy_size *size)
{
    return sizeof(uint32_t) * (2.125 * size->panel_words + size->schur_words);
}

/* In time by supernodes. */
struct hierarchy_size hierarchy_size_of(const struct supernodes *supernodes,
                                        const struct elimination_tree *tree);

/* Of one that is built; zeros where there is none. */
struct hierarchy_size hierarchy_size_held(const struct hierarchy *hierarchy);

/* One that is larger is slow to make, and no quicker to answer from than none:
 * 512 MiB, or 1.5 KiB a vertex where that is more. */
double hierarchy_bytes_max(uint32_t vertex_count);

/* What to say of one that is. */
#define HIERARCHY_TOO_LARGE                                                    \
    "more than 512 MiB and 1.5 KiB a vertex, where roads take 90 to 220 "      \
    "bytes, 130 to 600 with their turns"

/* Why a map has none, and what to do. */
const char *hierarchy_lacking(const struct map *map);

enum { HIERARCHY_SIZE_WORDS = 64 };

/* "65.7 MiB in memory, 260.6 bytes a vertex" */
void hierarchy_size_words(double bytes, uint32_t vertex_count,
                          char words[static HIERARCHY_SIZE_WORDS]);

#endif
