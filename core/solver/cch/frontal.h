/* frontal: the matrix in which one supernode is eliminated.
 *
 * A row and a column for each of the f vertices of the front (hierarchy.h):
 * word[i * stride + j] is the least weight known from vertex i to vertex j.
 * Rows are padded to whole groups of FRONTAL_LANES with COST_INFINITY, so that
 * loops have no remainders; one more row is scratch space for the kernels. The
 * allocation grows with the fronts.
 *
 * Used by one thread: fill with arcs and children's Schur complements,
 * eliminate, store basic panel and Schur complement, close, store the closed
 * panel. The multifrontal method: Duff and Reid 1983. */
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

/* Turns it, zero bytes at first, into the matrix of a supernode with a front of
 * at most FRONTAL_MAX: 0 from each vertex to itself, else COST_INFINITY. 0 or
 * -ENOMEM. finish() is fine after either and on zero bytes. */
int frontal_start(struct frontal *frontal, const struct hierarchy *hierarchy,
                  uint32_t supernode);
void frontal_finish(struct frontal *frontal);

static inline void frontal_lower(struct frontal *frontal, uint32_t word,
                                 uint32_t weight)
{
    uint32_t old = frontal->word[word];

    frontal->word[word] = weight < old ? weight : old;
}

/* Merges a child's Schur complement, `schur` [n][n]. */
void frontal_take_child(struct frontal *frontal,
                        const struct hierarchy *hierarchy, uint32_t child,
                        const uint32_t *schur);

/* Loads what frontal_store_panel() writes. */
void frontal_load_panel(struct frontal *frontal, const uint32_t *panel);

void frontal_store_panel(const struct frontal *frontal, uint32_t *panel);
void frontal_store_schur(const struct frontal *frontal, uint32_t *schur);

/* Whether storing would change the array. */
bool frontal_changes_panel(const struct frontal *frontal,
                           const uint32_t *panel);
bool frontal_changes_schur(const struct frontal *frontal,
                           const uint32_t *schur);

/* ---- Elimination, by blocks ---- */

/* Eliminates a front's pivots by blocks, on one thread or several.
 *
 * For each block of ELIMINATION_BLOCK pivots, first the rows of the pivots
 * themselves; then the other rows take the block independently of each other,
 * so threads can share them. Waking a thread costs 10 us and more, for each
 * block: it has to have ELIMINATION_SHARE sums, a quarter of a millisecond,
 * which road maps reach at millions of vertices, rasters earlier. The same bits
 * for any number of threads. */

enum { ELIMINATION_BLOCK = 64, ELIMINATION_SHARE = 4000000 };

/* Pivots 0 .. s - 1 in order: afterwards entry (i, j) covers all paths over
 * pivots lower than both. */
void frontal_eliminate(struct frontal *frontal,
                       const struct frontal_kernels *kernels, unsigned threads);

/* Call after that: entries from or to a vertex of the supernode then cover all
 * paths over vertices of the supernode. Destroys the other entries. */
void frontal_close(struct frontal *frontal,
                   const struct frontal_kernels *kernels, unsigned threads);

/* How many threads pay off for this front. */
static inline unsigned frontal_threads(const struct frontal *frontal,
                                       unsigned threads)
{
    uint64_t f = frontal->front;
    uint64_t worth = frontal->size * f * f / ELIMINATION_SHARE;

    return worth < 2 ? 1 : worth < threads ? (unsigned)worth : threads;
}

#endif
