/* road_label: what roads are called: whether a change of that is worth telling,
 * and the few names that a leg goes by.
 *
 * A road that loses its name goes on being the one it was; one that gets a name
 * is another. Names of which one begins with the other, or that differ by a
 * word for a direction ("North Main Street"), are one; so are refs of which one
 * has the other. */
#ifndef RELAXD_SERVICE_GUIDANCE_ROAD_LABEL_H
#define RELAXD_SERVICE_GUIDANCE_ROAD_LABEL_H

#include "core/graph/roads/roads.h"
#include "core/service/guidance/guidance.h"

/* Offsets into roads.text. */
struct road_label {
    uint32_t name;
    uint32_t ref;
    uint32_t pronunciation;
    uint32_t exits;
};

static inline struct road_label
road_label_of(const struct road_attributes *attributes)
{
    return (struct road_label){attributes->name, attributes->ref,
                               attributes->pronunciation, attributes->exits};
}

/* Whether it has neither name nor ref. */
static inline bool road_label_empty(const struct road_label *label)
{
    return !label->name && !label->ref;
}

/* Whether people have to be told when they come from one to the other. */
bool road_label_changes(const struct roads *roads,
                        const struct road_label *from,
                        const struct road_label *to);

/* Whether both are called something, and the same. */
bool road_label_same(const struct roads *roads, const struct road_label *from,
                     const struct road_label *to);

/* One of the roads of a leg that follow each other. */
struct summary_road {
    uint32_t name; /* offsets into roads.text */
    uint32_t ref;
    uint64_t duration_ms;
    uint32_t order; /* along the leg */
};

/* The names on which most time is spent, in the order in which one comes to
 * them; roads of one name count together, wherever they are. Sorts `roads`.
 */
void summary_of(struct summary_road *roads, size_t count,
                uint32_t ret_names[SUMMARY_NAMES]);

#endif
