/* ring: roundabouts, seen from a junction on them. */
#ifndef RELAXD_SERVICE_GUIDANCE_RING_H
#define RELAXD_SERVICE_GUIDANCE_RING_H

#include "core/service/guidance/instruction.h"

/* What the roundabout is that one is on; zeroed at first. */
struct ring_memory {
    bool known;
    enum ring_kind kind;
};

/* What the roundabout at a junction is for people; NONE: it is none, or not one
 * that can be made sense of. */
enum ring_kind ring_kind_at(const struct roads *roads, struct compass *compass,
                            uint32_t junction);

/* False where this is about no roundabout. */
bool instruction_ring(const struct crossing *crossing, struct compass *compass,
                      struct ring_memory *memory,
                      struct instruction *ret_instruction);

#endif
