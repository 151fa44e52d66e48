/* free_memory: what a device has free, as its worker saw it last. */
#include "core/engine/free_memory.h"

#include "core/engine/engine.h"

void free_memory_init(struct free_memory *memory)
{
    atomic_init(&memory->bytes, ENGINE_BYTES_UNKNOWN);
    memory->look_us = 0;
}

/* A device that fails is told of by the next batch, not here. */
void free_memory_look(struct free_memory *memory, const struct device *device,
                      uint64_t now_us)
{
    uint64_t bytes = ENGINE_BYTES_UNKNOWN;

    if (!device->free_bytes || now_us < memory->look_us)
        return;
    memory->look_us = now_us + FREE_MEMORY_EVERY_US;
    device->free_bytes(device, &bytes, NULL);
    atomic_store_explicit(&memory->bytes, bytes, memory_order_relaxed);
}

uint64_t free_memory_read(const struct free_memory *memory)
{
    return atomic_load_explicit(&memory->bytes, memory_order_relaxed);
}
