#include "tests/emulator/block.h"

#include <stdlib.h>
#include <string.h>

#include <numeric>
#include <utility>

#include "tests/emulator/chance.h"
#include "tests/emulator/scheduler.h"

namespace emulator
{

static void draw_order(block *block)
{
    block->order.resize(block->thread_count);
    std::iota(block->order.begin(), block->order.end(), (uint16_t)0);
    for (unsigned i = block->thread_count; i > 1; i--)
        std::swap(block->order[i - 1], block->order[chance_below(i)]);
}

void block_begin(block *block, uint3 index, unsigned thread_count)
{
    block->index = index;
    block->thread_count = thread_count;
    block->started = 0;
    block->ended = 0;
    for (unsigned first = 0; first < thread_count; first += WARP) {
        unsigned lanes = thread_count - first;

        block->warp[first / WARP] = {
            lanes < WARP ? (1u << lanes) - 1 : ~0u,
            nullptr,
        };
    }
    block->crowd.site = nullptr;
    block->crowd.votes = {0, 0};
    for (shared_variable &variable : block->shared)
        variable.begun = false;
    if (chance())
        draw_order(block);
    else
        block->order.clear();
}

unsigned block_next_thread(block *block)
{
    unsigned next = block->started++;

    return block->order.empty() ? next : block->order[next];
}

void block_free_shared(block *block)
{
    for (shared_variable &variable : block->shared)
        free(variable.memory);
    block->shared.clear();
}

static shared_variable *find_shared(block *block, const void *key, size_t size)
{
    for (shared_variable &variable : block->shared) {
        if (variable.key == key)
            return &variable;
    }
    block->shared.push_back({key, nullptr, size, false});
    return &block->shared.back();
}

void *shared_memory(const void *key, size_t size, size_t alignment)
{
    shared_variable *variable = find_shared(running()->block, key, size);

    if (!variable->memory &&
        posix_memalign(&variable->memory, alignment < 16 ? 16 : alignment,
                       size ? size : 1))
        abort();
    if (!variable->begun)
        memset(variable->memory, 0xcd, size);
    variable->begun = true;
    return variable->memory;
}

} // namespace emulator
