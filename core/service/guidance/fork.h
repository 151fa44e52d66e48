/* fork: roads that part, none of which is the way on. */
#ifndef RELAXD_SERVICE_GUIDANCE_FORK_H
#define RELAXD_SERVICE_GUIDANCE_FORK_H

#include "core/service/guidance/instruction.h"

/* Roads [first, last] of a crossing, two or three; last 0: none part. */
struct fork {
    size_t first;
    size_t last;
};

/* What lies more or less straight on, apart from all else and of one kind. */
struct fork fork_find(const struct crossing *crossing);
bool fork_has(struct fork fork, size_t road);

/* For who goes on by one of its roads. */
struct instruction instruction_at_fork(const struct crossing *crossing,
                                       struct fork fork);

#endif
