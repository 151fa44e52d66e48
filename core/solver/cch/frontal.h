/* frontal: the matrix in which one supernode is eliminated.
 *
 * A row and a column for every vertex of the front (hierarchy.h), f of each:
 * word[i * stride + j] is the least weight known from vertex i of it to vertex
 * j. Rows are padded to whole groups of FRONTAL_LANES with COST_INFINITY, so
 * that loops over them have no rests; a row more is room for the kernels.
 *
 * Used by one thread: fill with arcs and children's Schur complements,
 * eliminate, take out basic panel and Schur complement, close, take out the
 * closed panel. The multifrontal method: Duff and Reid 1983. */
#ifndef RELAXD_SOLVER_CCH_FRONTAL_H
#define RELAXD_SOLVER_CCH_FRONTAL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/hierarchy/hierarchy.h"

enum {
    FRONTAL_LANES = 16,
    /* So that a word's index fits 32 bits. */
    FRONTAL_MAX = UINT16_MAX - FRONTAL_LANES,
};

struct frontal {
    uint32_t *word;
    uint32_t size;  /* s, vertices of the supernode */
    uint32_t front; /* f */
    uint32_t stride;
};

static inline uint32_t frontal_stride(uint32_t front)
{
    return (front + FRONTAL_LANES - 1) / FRONTAL_LANES * FRONTAL_LANES;
}

/* Room for fronts up to `front_max` <= FRONTAL_MAX. 0 or -ENOMEM. finish() is
 * fine after either and on zero bytes. */
int frontal_init(struct frontal *frontal, uint32_t front_max);
void frontal_finish(struct frontal *frontal);

/* Makes it the matrix of a supernode: nothing known, 0 from each vertex to
 * itself. */
void frontal_clear(struct frontal *frontal, const struct hierarchy *hierarchy,
                   uint32_t supernode);

static inline void frontal_lower(struct frontal *frontal, uint32_t word,
                                 uint32_t weight)
{
    if (weight < frontal->word[word])
        frontal->word[word] = weight;
}

/* Takes over the Schur complement of a child, `schur` [n][n]. */
void frontal_take_child(struct frontal *frontal,
                        const struct hierarchy *hierarchy, uint32_t child,
                        const uint32_t *schur);

/* Writes the panel, or the Schur complement; returns whether any word of what
 * was there differed. */
bool frontal_store_panel(const struct frontal *frontal, uint32_t *panel);
bool frontal_store_schur(const struct frontal *frontal, uint32_t *schur);

#endif
