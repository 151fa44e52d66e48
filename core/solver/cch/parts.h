/* parts: what an entry of a basic panel is made of.
 *
 * An arc of its weight, or two pieces over a middle that is lower than both its
 * ends, from the tail down to it and from it up to the head; a piece is an
 * entry, or at once the arc that makes it up. Entries are words of the panels
 * of all supernodes, as in hierarchy.h.
 *
 * Looking for them goes to an arc, to pivots of the same supernode, or to one
 * of a supernode below it, to which children's Schur complements show the way:
 * a dozen places far apart in memory. What was found is therefore left as a
 * hint for whoever unpacks the same entry again. A hint says what the entry may
 * be made of, whatever the weights: the pieces lead from its tail to its head
 * over a lower middle. Whether it is made of them, for the weights at hand, is
 * seen from the sum, of one hint or of all arcs that hints led to. So hints of
 * one thread serve all, those of old weights the new, and none is ever wrong.
 *
 * Dibbelt, Strasser and Wagner 2016, section 7. */
#ifndef RELAXD_SOLVER_CCH_PARTS_H
#define RELAXD_SOLVER_CCH_PARTS_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/graph/cost.h"
#include "core/solver/cch/cch.h"

/* An entry, or with this bit an arc. */
#define PIECE_ARC (UINT64_C(1) << 63)

/* No piece. */
#define PIECE_NONE UINT64_MAX

struct parts {
    uint64_t first;
    uint64_t second; /* PIECE_NONE: the first is the arc that is all of it */
};

/* A piece in 32 bits, UINT32_MAX where it does not fit. */
static inline uint32_t piece_word(uint64_t piece)
{
    uint64_t number = piece & ~PIECE_ARC;

    if (number >= INT32_MAX)
        return UINT32_MAX;
    return (uint32_t)number | (piece & PIECE_ARC ? UINT32_C(1) << 31 : 0);
}

static inline uint64_t piece_of_word(uint32_t word)
{
    return word >> 31 ? PIECE_ARC | (word & INT32_MAX) : word;
}

/* 0: none. Parts of large numbers have no hints. */
static inline uint64_t parts_hint(struct parts parts)
{
    uint32_t first = piece_word(parts.first);
    uint32_t second = piece_word(parts.second);

    if (first == UINT32_MAX ||
        (second == UINT32_MAX && parts.second != PIECE_NONE))
        return 0;
    return (uint64_t)first << 32 | second;
}

static inline struct parts parts_hinted(uint64_t hint)
{
    uint32_t second = (uint32_t)hint;

    return (struct parts){
        piece_of_word((uint32_t)(hint >> 32)),
        second == UINT32_MAX ? PIECE_NONE : piece_of_word(second),
    };
}

static inline uint32_t piece_weight(const struct cch_metric *metric,
                                    uint64_t piece)
{
    return piece & PIECE_ARC ? metric->weights.weight[piece & ~PIECE_ARC]
                             : metric->basic[piece];
}

static inline uint32_t parts_weight(const struct cch_metric *metric,
                                    struct parts parts)
{
    uint32_t first = piece_weight(metric, parts.first);

    return parts.second == PIECE_NONE
               ? first
               : cost_add(first, piece_weight(metric, parts.second));
}

/* Of an entry of a finite weight. 0, or -EIO where nothing makes it up, which
 * right panels never let happen. Any thread. */
int parts_find(const struct cch_metric *metric, uint64_t entry,
               struct parts *ret_parts);

#endif
