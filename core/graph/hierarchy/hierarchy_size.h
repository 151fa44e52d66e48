/* hierarchy_size: how large the weights of a hierarchy are, known before it is
 * built. */
#ifndef RELAXD_GRAPH_HIERARCHY_HIERARCHY_SIZE_H
#define RELAXD_GRAPH_HIERARCHY_HIERARCHY_SIZE_H

#include <stdint.h>

#include "core/graph/hierarchy/elimination_tree.h"
#include "core/graph/hierarchy/supernodes.h"

/* Whole numbers, exact below 2^53. */
struct hierarchy_size {
    double panel_words; /* of 4 bytes */
    double schur_words;
};

/* What one set of weights takes: panels twice, basic and closed, and Schur
 * complements. */
static inline double hierarchy_size_bytes(const struct hierarchy_size *size)
{
    return sizeof(uint32_t) * (2 * size->panel_words + size->schur_words);
}

/* In time by supernodes. */
struct hierarchy_size hierarchy_size_of(const struct supernodes *supernodes,
                                        const struct elimination_tree *tree);

#endif
