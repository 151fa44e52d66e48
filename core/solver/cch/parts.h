/* parts: what an entry of a basic panel is made of.
 *
 * An arc of its weight, or two pieces over a middle that is lower than both its
 * ends, from the tail down to it and from it up to the head; a piece is an
 * entry, or at once the arc that makes it up. Entries are words of the panels
 * of all supernodes, as in hierarchy.h.
 *
 * Looking for them goes to an arc, to pivots of the same supernode, or to one
 * of a supernode below it that has both ends among its uppers: a dozen places
 * and more, far apart in memory. What was found is therefore left as a hint
 * (hints.h) for whoever unpacks the entry again. It says what the entry may
 * be made of, whatever the weights: the pieces lead from its tail to its head
 * over a lower middle. Whether it is made of them, for the weights at hand, is
 * seen from the sum, of one hint or of all arcs that hints led to. So hints of
 * one thread serve all, those of old weights the new, and none is ever wrong.
 *
 * Dibbelt, Strasser and Wagner 2016, section 7. */
#ifndef RELAXD_SOLVER_CCH_PARTS_H
#define RELAXD_SOLVER_CCH_PARTS_H

#include <stdint.h>

#include "core/graph/cost.h"
#include "core/solver/cch/cch.h"
#include "core/solver/cch/hints.h"

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
