/* flight: keeps blocks in flight, and recycles them. */
#include "tests/emulator/flight.h"

#include <memory>
#include <numeric>
#include <utility>

#include "tests/emulator/chance.h"

namespace emulator
{

enum {
    IN_FLIGHT_MAX = 24,  /* the most: a stack takes two of the 65,530 maps that
                            a process may have */
    IN_FLIGHT_DRAWN = 4, /* without need */
    BEGUN_EARLY = 64,    /* one chance in so many */
};

static struct {
    bool drawn; /* there is a seed */
    dim3 blocks;
    unsigned block_threads;
    uint64_t block_count;
    uint64_t begun;
    uint64_t ended;
    uint64_t threads_left;       /* threads still to start, of blocks that have
                                    begun */
    std::vector<uint32_t> order; /* empty: ascending */
    std::vector<block *> blocks_in;
    std::vector<block *> spare;
    std::vector<std::unique_ptr<block>> owned;
} flight;

static void draw_block_order()
{
    std::vector<uint32_t> &order = flight.order;

    order.resize(flight.block_count);
    std::iota(order.begin(), order.end(), 0u);
    for (size_t i = order.size(); i > 1; i--)
        std::swap(order[i - 1], order[chance_below((uint32_t)i)]);
}

void flight_begin(const grid &grid)
{
    flight.drawn = chance();
    flight.blocks = grid.blocks;
    flight.block_threads = grid.threads.x * grid.threads.y * grid.threads.z;
    flight.block_count =
        (uint64_t)grid.blocks.x * grid.blocks.y * grid.blocks.z;
    flight.begun = 0;
    flight.ended = 0;
    flight.threads_left = 0;
    flight.order.clear();
    if (flight.drawn)
        draw_block_order();
}

void flight_end()
{
    for (const auto &block : flight.owned)
        block_free_shared(block.get());
}

bool flight_is_over()
{
    return flight.ended == flight.block_count;
}

block *flight_block_to_start()
{
    size_t count = flight.blocks_in.size();
    size_t at;

    if (flight.threads_left == 0)
        return nullptr;
    at = flight.drawn ? chance_below((uint32_t)count) : 0;
    while (flight.blocks_in[at]->started == flight.blocks_in[at]->thread_count)
        at = at + 1 < count ? at + 1 : 0;
    return flight.blocks_in[at];
}

unsigned flight_start_thread(block *block)
{
    flight.threads_left--;
    return block_next_thread(block);
}

static block *spare_block()
{
    block *block;

    if (flight.spare.empty()) {
        flight.owned.push_back(std::make_unique<struct block>());
        return flight.owned.back().get();
    }
    block = flight.spare.back();
    flight.spare.pop_back();
    return block;
}

static uint3 block_index(uint64_t number)
{
    const dim3 &blocks = flight.blocks;

    return {(unsigned)(number % blocks.x),
            (unsigned)(number / blocks.x % blocks.y),
            (unsigned)(number / blocks.x / blocks.y)};
}

block *flight_next_block()
{
    uint64_t number = flight.begun;
    block *block;

    if (number == flight.block_count ||
        flight.blocks_in.size() == IN_FLIGHT_MAX)
        return nullptr;
    if (flight.drawn)
        number = flight.order[number];
    block = spare_block();
    block_begin(block, block_index(number), flight.block_threads);
    flight.blocks_in.push_back(block);
    flight.threads_left += flight.block_threads;
    flight.begun++;
    return block;
}

void flight_perhaps_next_block()
{
    if (flight.drawn && flight.blocks_in.size() < IN_FLIGHT_DRAWN &&
        chance_below(BEGUN_EARLY) == 0)
        flight_next_block();
}

void flight_end_block(block *block)
{
    for (struct block *&entry : flight.blocks_in) {
        if (entry == block) {
            entry = flight.blocks_in.back();
            break;
        }
    }
    flight.blocks_in.pop_back();
    flight.spare.push_back(block);
    flight.ended++;
}

} // namespace emulator
