/* scheduler: runs the threads of a grid on fibers. */
#include "tests/emulator/scheduler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "tests/emulator/chance.h"

uint3 threadIdx;
uint3 blockIdx;
dim3 blockDim;
dim3 gridDim;

namespace emulator
{

enum {
    IN_FLIGHT_MAX = 32,  /* blocks */
    IN_FLIGHT_DRAWN = 4, /* without need, with a seed */
    PATIENCE = 4096,     /* without a seed: only who spins gives way */
    PATIENCE_DRAWN = 24, /* with one: at most */
    READY_GONE_MAX = 4096,
};

int patience = PATIENCE;

static struct {
    const struct grid *grid;
    bool drawn; /* there is a seed */
    unsigned block_threads;
    uint64_t block_count;
    uint64_t begun; /* blocks */
    uint64_t ended;
    std::vector<uint32_t> order; /* of blocks; empty: ascending */
    std::vector<block *> in_flight;
    std::vector<block *> spare_blocks;
    std::vector<fiber *> ready; /* from ready_first on, as they came */
    size_t ready_first;
    std::vector<fiber *> idle;
    std::vector<std::unique_ptr<fiber>> fibers;
    fiber *running;
    context host;
    std::vector<std::unique_ptr<block>> blocks;
} scheduler;

fiber *running()
{
    return scheduler.running;
}

const char *kernel_name()
{
    return scheduler.grid->name;
}

static void draw_patience()
{
    patience = scheduler.drawn ? (int)chance_below(PATIENCE_DRAWN) : PATIENCE;
}

/* The end of every complaint. */
[[noreturn]] static void give_up()
{
    fflush(stdout);
    fflush(stderr);
    abort();
}

void complain(const site &site, const char *words)
{
    fprintf(stderr,
            "emulator: kernel %s, block (%u, %u, %u), thread (%u, %u, %u), "
            "%s:%d: %s %s\n",
            scheduler.grid->name, blockIdx.x, blockIdx.y, blockIdx.z,
            threadIdx.x, threadIdx.y, threadIdx.z, site.file, site.line,
            site.what, words);
    give_up();
}

[[noreturn]] static void complain_of_deadlock()
{
    std::map<std::string, unsigned> waiting;

    for (const auto &fiber : scheduler.fibers) {
        if (fiber->block && fiber->waits_at)
            waiting["block " + std::to_string(fiber->block->index.x) + ", " +
                    fiber->waits_at->file + ":" +
                    std::to_string(fiber->waits_at->line) + ", " +
                    fiber->waits_at->what]++;
    }
    fprintf(stderr, "emulator: kernel %s: all threads wait, for ever:\n",
            scheduler.grid->name);
    for (const auto &entry : waiting)
        fprintf(stderr, "    %u threads: %s\n", entry.second,
                entry.first.c_str());
    give_up();
}

static uint3 block_index(uint64_t number)
{
    const dim3 &blocks = scheduler.grid->blocks;

    return {(unsigned)(number % blocks.x),
            (unsigned)(number / blocks.x % blocks.y),
            (unsigned)(number / blocks.x / blocks.y)};
}

static block *spare_block()
{
    block *block;

    if (scheduler.spare_blocks.empty()) {
        scheduler.blocks.push_back(std::make_unique<struct block>());
        return scheduler.blocks.back().get();
    }
    block = scheduler.spare_blocks.back();
    scheduler.spare_blocks.pop_back();
    return block;
}

static bool may_begin_block()
{
    return scheduler.begun < scheduler.block_count &&
           scheduler.in_flight.size() < IN_FLIGHT_MAX;
}

static void begin_block()
{
    uint64_t number = scheduler.begun++;
    block *block = spare_block();

    if (!scheduler.order.empty())
        number = scheduler.order[number];
    block_begin(block, block_index(number), scheduler.block_threads);
    scheduler.in_flight.push_back(block);
}

/* Of several any, of those with threads to start. NULL: none. */
static block *block_to_start()
{
    size_t count = scheduler.in_flight.size();
    size_t first = scheduler.drawn && count ? chance_below((uint32_t)count) : 0;

    if (count == 1) {
        block *only = scheduler.in_flight[0];

        return only->started < only->thread_count ? only : nullptr;
    }
    for (size_t i = 0; i < count; i++) {
        block *block = scheduler.in_flight[(first + i) % count];

        if (block->started < block->thread_count)
            return block;
    }
    return nullptr;
}

static void put_on(fiber *fiber, block *block)
{
    fiber->block = block;
    fiber->thread = block_next_thread(block);
}

/* What the fiber that runs shows in threadIdx and blockIdx. */
static void show(const fiber *fiber)
{
    unsigned thread = fiber->thread;

    if (thread < blockDim.x)
        threadIdx = {thread, 0, 0};
    else
        threadIdx = {thread % blockDim.x, thread / blockDim.x % blockDim.y,
                     thread / blockDim.x / blockDim.y};
    blockIdx = fiber->block->index;
}

static void fiber_main();

static fiber *idle_fiber()
{
    fiber *fiber;

    if (scheduler.idle.empty()) {
        scheduler.fibers.push_back(std::make_unique<struct fiber>());
        fiber = scheduler.fibers.back().get();
        context_create(&fiber->context, fiber_main);
        return fiber;
    }
    fiber = scheduler.idle.back();
    scheduler.idle.pop_back();
    return fiber;
}

static bool is_ready()
{
    return scheduler.ready_first < scheduler.ready.size();
}

static fiber *take_ready()
{
    std::vector<fiber *> &ready = scheduler.ready;
    size_t first = scheduler.ready_first++;
    fiber *fiber;

    if (scheduler.drawn)
        std::swap(
            ready[first],
            ready[first + chance_below((uint32_t)(ready.size() - first))]);
    fiber = ready[first];
    if (scheduler.ready_first == ready.size()) {
        ready.clear();
        scheduler.ready_first = 0;
    } else if (scheduler.ready_first == READY_GONE_MAX) {
        ready.erase(ready.begin(), ready.begin() + READY_GONE_MAX);
        scheduler.ready_first = 0;
    }
    return fiber;
}

/* Whether a thread is to be started, and its block; else somebody is ready, or
 * ret_block is NULL and nobody can go on. */
static bool shall_start(block **ret_block)
{
    bool ready = is_ready();

    if (scheduler.drawn && may_begin_block() &&
        scheduler.in_flight.size() < IN_FLIGHT_DRAWN && chance_below(64) == 0)
        begin_block();
    *ret_block = block_to_start();
    if (!*ret_block && !ready && may_begin_block()) {
        begin_block();
        *ret_block = scheduler.in_flight.back();
    }
    return *ret_block && !(scheduler.drawn && ready && chance_below(2));
}

/* Changes to `fiber`; NULL: to the host. */
static inline void change_to(fiber *fiber)
{
    struct fiber *self = scheduler.running;

    if (fiber == self)
        return;
    scheduler.running = fiber;
    context_change(&self->context, fiber ? &fiber->context : &scheduler.host);
}

/* Goes on with some other thread while this one waits. */
static inline __attribute__((always_inline)) void run_another()
{
    fiber *self = scheduler.running;
    block *block;

    if (shall_start(&block)) {
        fiber *fiber = idle_fiber();

        put_on(fiber, block);
        change_to(fiber);
    } else if (is_ready()) {
        change_to(take_ready());
    } else {
        complain_of_deadlock();
    }
    show(self);
}

void wait(const site &site)
{
    fiber *self = scheduler.running;

    self->waits_at = &site;
    run_another();
}

void release(fiber *fiber)
{
    fiber->waits_at = nullptr;
    scheduler.ready.push_back(fiber);
}

void give_way(const site &site)
{
    block *block = block_to_start();

    static_cast<void>(site);
    draw_patience();
    if (!block && may_begin_block()) {
        begin_block();
        block = scheduler.in_flight.back();
    }
    if (!block && !is_ready())
        return;
    scheduler.ready.push_back(scheduler.running);
    run_another();
}

static void end_block(block *block)
{
    for (auto &entry : scheduler.in_flight) {
        if (entry == block) {
            entry = scheduler.in_flight.back();
            break;
        }
    }
    scheduler.in_flight.pop_back();
    scheduler.spare_blocks.push_back(block);
    scheduler.ended++;
}

static void end_thread(fiber *self)
{
    block *block = self->block;
    warp *warp = &block->warp[self->thread / WARP];

    warp->live &= ~(1u << self->thread % WARP);
    if (warp->open)
        leave_warp(warp);
    block->ended++;
    if (!block->crowd.waiting.empty())
        leave_crowd(block);
    self->block = nullptr;
    if (block->ended == block->thread_count)
        end_block(block);
}

/* A thread for this fiber, or NULL once another fiber must go on, and who. */
static block *next_for(fiber *self, fiber **ret_next)
{
    block *block;

    *ret_next = nullptr;
    if (shall_start(&block))
        return block;
    if (is_ready())
        *ret_next = take_ready();
    else if (scheduler.ended < scheduler.block_count)
        complain_of_deadlock();
    scheduler.idle.push_back(self);
    return nullptr;
}

/* Whoever changes to an idle fiber has put a thread on it. */
static void fiber_main()
{
    fiber *self = scheduler.running;

    context_entered(&self->context);
    for (;;) {
        fiber *next;
        block *block;

        show(self);
        scheduler.grid->thread();
        end_thread(self);
        block = next_for(self, &next);
        if (block)
            put_on(self, block);
        else
            change_to(next);
    }
}

static void draw_block_order()
{
    auto &order = scheduler.order;

    order.resize(scheduler.block_count);
    std::iota(order.begin(), order.end(), 0u);
    for (size_t i = order.size(); i > 1; i--)
        std::swap(order[i - 1], order[chance_below((uint32_t)i)]);
}

void run(const grid &grid)
{
    fiber *first;

    scheduler.grid = &grid;
    scheduler.drawn = chance();
    blockDim = grid.threads;
    gridDim = grid.blocks;
    scheduler.block_threads = grid.threads.x * grid.threads.y * grid.threads.z;
    scheduler.block_count =
        (uint64_t)grid.blocks.x * grid.blocks.y * grid.blocks.z;
    scheduler.begun = 0;
    scheduler.ended = 0;
    scheduler.order.clear();
    if (scheduler.drawn)
        draw_block_order();
    draw_patience();
    begin_block();
    first = idle_fiber();
    put_on(first, scheduler.in_flight.back());
    scheduler.running = first;
    context_change(&scheduler.host, &first->context);
    for (auto &block : scheduler.blocks)
        block_free_shared(block.get());
}

static const char dynamic_key = 0;

void *dynamic_shared_memory()
{
    return shared_memory(&dynamic_key, scheduler.grid->shared_bytes, 128);
}

} // namespace emulator
