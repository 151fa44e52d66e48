/* road_label: names of roads: whether a change is worth an instruction, and the
 * names that summarize a leg.
 *
 * A road that loses its name counts as the same road; one that gets a name is
 * another. Names count as the same if one begins with the other, or if they
 * differ by a word for a direction ("North Main Street"); so do refs if one
 * contains the other. */
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

/* Whether travellers need to hear of the change. */
bool road_label_changes(const struct roads *roads,
                        const struct road_label *from,
                        const struct road_label *to);

/* Whether both have the same name, or the same number if they have no name. */
bool road_label_same(const struct roads *roads, const struct road_label *from,
                     const struct road_label *to);

/* One of the consecutive roads of a leg. */
struct summary_road {
    uint32_t name; /* offsets into roads.text */
    uint32_t ref;
    uint64_t duration_ms;
    uint32_t order; /* along the leg */
};

/* The names with the most travel time, in order along the leg; all roads of one
 * name count together. Sorts `roads`. */
void summary_of(struct summary_road *roads, size_t count,
                uint32_t ret_names[SUMMARY_NAMES]);

#endif
