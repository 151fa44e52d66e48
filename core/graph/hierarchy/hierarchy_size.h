/* hierarchy_size: how large a hierarchy is in memory, known before it is built,
 * and how large is of no use. */
#ifndef RELAXD_GRAPH_HIERARCHY_HIERARCHY_SIZE_H
#define RELAXD_GRAPH_HIERARCHY_HIERARCHY_SIZE_H

#include <stdint.h>

#include "core/graph/hierarchy/hierarchy.h"

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

/* Of one that is built; zeros where there is none. */
struct hierarchy_size hierarchy_size_held(const struct hierarchy *hierarchy);

/* One that is larger is slow to make, and no quicker to answer from than none:
 * 512 MiB, or 1.5 KiB a vertex where that is more. */
double hierarchy_bytes_max(uint32_t vertex_count);

/* What to say of one that is. */
#define HIERARCHY_TOO_LARGE                                                    \
    "more than 512 MiB and 1.5 KiB a vertex, where roads take 90 to 220 "      \
    "bytes, 130 to 600 with their turns"

enum { HIERARCHY_SIZE_WORDS = 64 };

/* "65.7 MiB in memory, 260.6 bytes a vertex" */
void hierarchy_size_words(double bytes, uint32_t vertex_count,
                          char words[static HIERARCHY_SIZE_WORDS]);

/* In a few numbers for people. */
struct hierarchy_statistics {
    uint64_t arcs;        /* the map's, without loops and repetitions */
    uint64_t joined;      /* the same after elimination: an arc each way between
                             any two vertices that share a front */
    double fill;          /* joined / arcs; 0 on a map without arcs */
    uint64_t shortcuts;   /* those of joined that the map has no arc for */
    uint64_t triangles;   /* a vertex and two of its front above it */
    uint64_t panel_words; /* of 4 bytes */
    uint64_t schur_words;
    double bytes;            /* hierarchy_size_bytes() */
    double bytes_per_vertex; /* the same by vertices */
};

/* Of an ordered map, in linear time. */
void hierarchy_statistics_take(const struct hierarchy *hierarchy,
                               const struct topology *topology,
                               struct hierarchy_statistics *ret_statistics);

#endif
