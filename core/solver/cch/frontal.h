/* frontal: the matrix in which one supernode is eliminated.
 *
 * A row and a column for every vertex of the front (hierarchy.h), f of each:
 * word[i * stride + j] is the least weight known from vertex i of it to vertex
 * j. Rows are padded to whole groups of FRONTAL_LANES with COST_INFINITY, so
 * that loops over them have no rests; a row more is room for the kernels. Grows
 * as fronts do.
 *
 * Used by one thread: fill with arcs and children's Schur complements,
 * eliminate, take out basic panel and Schur complement, close, take out the
 * closed panel. The multifrontal method: Duff and Reid 1983. */
#ifndef RELAXD_SOLVER_CCH_FRONTAL_H
#define RELAXD_SOLVER_CCH_FRONTAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/hierarchy/hierarchy.h"

enum {
    FRONTAL_LANES = 16,
    /* So that a word's index fits 32 bits. */
    FRONTAL_MAX = UINT16_MAX - FRONTAL_LANES,
};

struct frontal_kernels; /* kernels.h */

struct frontal {
    uint32_t *word;
    uint32_t size;  /* s, vertices of the supernode */
    uint32_t front; /* f */
    uint32_t stride;
    size_t capacity; /* words */
};

static inline uint32_t frontal_stride(uint32_t front)
{
    return (front + FRONTAL_LANES - 1) / FRONTAL_LANES * FRONTAL_LANES;
}

/* Makes it, first zero bytes, the matrix of a supernode with a front of at most
 * FRONTAL_MAX: nothing known, 0 from each vertex to itself. 0 or -ENOMEM.
 * finish() is fine after either and on zero bytes. */
int frontal_start(struct frontal *frontal, const struct hierarchy *hierarchy,
                  uint32_t supernode);
void frontal_finish(struct frontal *frontal);

static inline void frontal_lower(struct frontal *frontal, uint32_t word,
                                 uint32_t weight)
{
    uint32_t old = frontal->word[word];

    frontal->word[word] = weight < old ? weight : old;
}

/* Takes over the Schur complement of a child, `schur` [n][n]. */
void frontal_take_child(struct frontal *frontal,
                        const struct hierarchy *hierarchy, uint32_t child,
                        const uint32_t *schur);

/* The reverse, `schur` [n][n]. */
void frontal_give_child(const struct frontal *frontal,
                        const struct hierarchy *hierarchy, uint32_t child,
                        uint32_t *schur);

/* Reads what frontal_store_panel() and frontal_store_schur() write. */
void frontal_load_panel(struct frontal *frontal, const uint32_t *panel);
void frontal_load_schur(struct frontal *frontal, const uint32_t *schur);

void frontal_store_panel(const struct frontal *frontal, uint32_t *panel);
void frontal_store_schur(const struct frontal *frontal, uint32_t *schur);

/* Whether what they would write differs from what is there. */
bool frontal_changes_panel(const struct frontal *frontal,
                           const uint32_t *panel);
bool frontal_changes_schur(const struct frontal *frontal,
                           const uint32_t *schur);

/* ---- Elimination, by blocks ---- */

/* A front's pivots, by blocks, on one thread or several.
 *
 * Of ELIMINATION_BLOCK pivots those rows come first that are pivots themselves;
 * then every other row takes the block for itself, so that rows can be shared
 * out. Threads cost 10 us each to start: worth it from ELIMINATION_SPLIT sums
 * on, some milliseconds, which road maps reach at millions of vertices, rasters
 * earlier. The same bits on any number of threads. */

enum { ELIMINATION_BLOCK = 64, ELIMINATION_SPLIT = 50000000 };

/* Pivots 0 .. s - 1 in their order: afterwards the entry from i to j holds all
 * paths over pivots lower than both. */
void frontal_eliminate(struct frontal *frontal,
                       const struct frontal_kernels *kernels, unsigned threads);

/* After that: from or to a vertex of the supernode, the entry holds all paths
 * over vertices of the supernode. The rest is undone for nothing. */
void frontal_close(struct frontal *frontal,
                   const struct frontal_kernels *kernels, unsigned threads);

/* How many threads are worth it for this front. */
static inline unsigned frontal_threads(const struct frontal *frontal,
                                       unsigned threads)
{
    uint64_t f = frontal->front;

    return frontal->size * f * f < ELIMINATION_SPLIT ? 1 : threads;
}

#endif
