/* take_due: until when a worker may be busy with what it took. */
#ifndef RELAXD_ENGINE_TAKE_DUE_H
#define RELAXD_ENGINE_TAKE_DUE_H

#include <stdint.h>

#include "core/engine/queue.h"

/* The last deadline of its jobs, by clock_now_us(); UINT64_MAX where one has
 * none. */
uint64_t take_due_us(const struct take *take);

#endif
