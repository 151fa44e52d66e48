/* hierarchy_size: the size of a hierarchy in memory, before it is built, and
 * the size from which it does not pay. */
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
 * eighth of a word and more of hints for each of their entries, and, until all
 * are customized, Schur complements. */
static inline double hierarchy_size_bytes(const struct hierarchy_size *size)
{
    return sizeof(uint32_t) * (2.125 * size->panel_words + size->schur_words);
}

/* The size of a built hierarchy; zeros if there is none. */
struct hierarchy_size hierarchy_size_held(const struct hierarchy *hierarchy);

/* A larger hierarchy is slow to make and answers no faster than none: 512 MiB,
 * or 1.5 KiB a vertex if that is more. */
double hierarchy_bytes_max(uint32_t vertex_count);

/* The explanation for a larger one. */
#define HIERARCHY_TOO_LARGE                                                    \
    "more than 512 MiB and 1.5 KiB a vertex, where roads take 90 to 220 "      \
    "bytes, 130 to 600 with their turns"

enum { HIERARCHY_SIZE_WORDS = 64 };

/* "65.7 MiB in memory, 260.6 bytes a vertex" */
void hierarchy_size_words(double bytes, uint32_t vertex_count,
                          char words[static HIERARCHY_SIZE_WORDS]);

/* A few numbers for people. */
struct hierarchy_statistics {
    uint64_t arcs;        /* the map's, without loops and duplicates */
    uint64_t joined;      /* arcs after elimination: one each way between any
                             two vertices that share a front */
    double fill;          /* joined / arcs; 0 on a map without arcs */
    uint64_t shortcuts;   /* arcs after elimination that the map lacks */
    uint64_t triangles;   /* a vertex and two vertices of its front above it */
    uint64_t panel_words; /* of 4 bytes */
    uint64_t schur_words;
    double bytes;            /* hierarchy_size_bytes() */
    double bytes_per_vertex; /* the same per vertex */
};

/* For an ordered map, in linear time. */
void hierarchy_statistics_take(const struct hierarchy *hierarchy,
                               const struct topology *topology,
                               struct hierarchy_statistics *ret_statistics);

#endif
