/* free_memory: what a device has free, as its worker saw it last.
 *
 * Asking takes the driver's locks and may wait for the device, so its worker
 * alone asks, between batches, and everybody else reads what it was told. */
#ifndef RELAXD_ENGINE_FREE_MEMORY_H
#define RELAXD_ENGINE_FREE_MEMORY_H

#include <stdatomic.h>
#include <stdint.h>

#include "core/solver/device.h"

struct free_memory {
    atomic_uint_fast64_t bytes; /* ENGINE_BYTES_UNKNOWN: nobody could say */
    uint64_t look_us;           /* when to ask again; the worker's own */
};

void free_memory_init(struct free_memory *memory);

/* Asks the device, where it can say and FREE_MEMORY_EVERY_US have passed since
 * it was asked. Only for crews of one worker, and called by it. `now_us`: by
 * clock_now_us(). */
enum { FREE_MEMORY_EVERY_US = 1000000 };
void free_memory_look(struct free_memory *memory, const struct device *device,
                      uint64_t now_us);

/* In bytes, or ENGINE_BYTES_UNKNOWN. Any thread, never blocks. */
uint64_t free_memory_read(const struct free_memory *memory);

#endif
