/* ring: roundabouts, as seen at a junction. */
#ifndef RELAXD_SERVICE_GUIDANCE_RING_H
#define RELAXD_SERVICE_GUIDANCE_RING_H

#include "core/service/guidance/instruction.h"

/* The current roundabout; zeroed at first. */
struct ring_memory {
    bool known;
    enum ring_kind kind;
};

/* How people see the roundabout at a junction; NONE: there is none, or an
 * irregular one. */
enum ring_kind ring_kind_at(const struct roads *roads, struct compass *compass,
                            uint32_t junction);

/* False if no roundabout is involved. */
bool instruction_ring(const struct crossing *crossing, struct compass *compass,
                      struct ring_memory *memory,
                      struct instruction *ret_instruction);

#endif
