/* take_due: until when a worker may be busy with what it took. */
#include "core/engine/take_due.h"

#include <stddef.h>

#include "core/solver/cancel.h"

uint64_t take_due_us(const struct take *take)
{
    uint64_t due_us = 0;

    for (size_t i = 0; i < take->part_count; i++) {
        uint64_t deadline_us = cancel_deadline_us(take->parts[i].job->cancel);

        if (!deadline_us)
            return UINT64_MAX;
        if (deadline_us > due_us)
            due_us = deadline_us;
    }
    return due_us;
}
