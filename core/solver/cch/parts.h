/* parts: what an entry of a basic panel is made of.
 *
 * An arc of its weight, or two entries over a middle that is lower than both
 * its ends, from the tail down to it and from it up to the head. Entries are
 * words of the panels of all supernodes, as in hierarchy.h.
 *
 * Looking for them goes to an arc, to pivots of the same supernode, or to one
 * of a supernode below it, to which children's Schur complements show the way:
 * a dozen places far apart in memory. What was found is therefore left as a
 * hint for whoever unpacks the same entry again. A hint says what the entry may
 * be made of, whatever the weights; whether it is holds for those at hand is
 * seen from the sum. So hints of one thread serve all, those of old weights the
 * new, and none is ever wrong.
 *
 * Dibbelt, Strasser and Wagner 2016, section 7. */
#ifndef RELAXD_SOLVER_CCH_PARTS_H
#define RELAXD_SOLVER_CCH_PARTS_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/graph/cost.h"
#include "core/solver/cch/cch.h"

struct parts {
    uint64_t first;  /* an entry, or the arc */
    uint64_t second; /* the entry after it; ENTRY_NONE: it is an arc */
};

/* Two words of 32 bits; 0: none. Larger entries have no hints. */
static inline uint64_t parts_hint(struct parts parts)
{
    if (parts.second == ENTRY_NONE)
        return (uint64_t)UINT32_MAX << 32 | parts.first;
    if (parts.first >= UINT32_MAX || parts.second >= UINT32_MAX)
        return 0;
    return parts.first << 32 | parts.second;
}

static inline struct parts parts_hinted(uint64_t hint)
{
    uint64_t high = hint >> 32;
    uint64_t low = (uint32_t)hint;

    return high == UINT32_MAX ? (struct parts){low, ENTRY_NONE}
                              : (struct parts){high, low};
}

static inline uint32_t parts_weight(const struct cch_metric *metric,
                                    struct parts parts)
{
    if (parts.second == ENTRY_NONE)
        return metric->weights.weight[parts.first];
    return cost_add(metric->basic[parts.first], metric->basic[parts.second]);
}

/* Of an entry of a finite weight. 0, or -EIO where nothing makes it up, which
 * right panels never let happen. Any thread. */
int parts_find(const struct cch_metric *metric, uint64_t entry,
               struct parts *ret_parts);

#endif
