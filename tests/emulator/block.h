/* block: a running block of threads. */
#ifndef RELAXD_TESTS_EMULATOR_BLOCK_H
#define RELAXD_TESTS_EMULATOR_BLOCK_H

#include <stdint.h>

#include <vector>

#include "tests/emulator/fiber.h"
#include "tests/emulator/warp.h"

namespace emulator
{

struct block;

/* A stack and the thread that runs on it. */
struct fiber {
    struct context context;
    struct block *block;  /* NULL: idle */
    unsigned thread;      /* of the block */
    const site *waits_at; /* NULL: does not wait */
    votes result;         /* of the barrier where it waited */
};

struct warp {
    uint32_t live; /* lanes that have not ended, started or not */
    meeting *open; /* with at least one participant */
};

/* Threads at __syncthreads(). */
struct crowd {
    const struct site *site;
    struct votes votes;
    std::vector<fiber *> waiting;
};

/* A __shared__ variable. */
struct shared_variable {
    const void *key;
    void *memory;
    size_t size;
    bool begun; /* by this block */
};

struct block {
    uint3 index;
    unsigned thread_count;
    unsigned started;
    unsigned ended;
    std::vector<uint16_t> order; /* of starting; empty: ascending */
    struct warp warp[BLOCK_MAX / WARP];
    struct crowd crowd;
    std::vector<shared_variable> shared;
};

void block_begin(block *block, uint3 index, unsigned thread_count);
void block_free_shared(block *block); /* between two kernels */

/* The next thread in block to start. */
unsigned block_next_thread(block *block);

} // namespace emulator

#endif
