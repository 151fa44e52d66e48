/* scheduler: runs the threads of a grid on fibers. */
#include "tests/emulator/scheduler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tests/emulator/chance.h"
#include "tests/emulator/flight.h"

uint3 threadIdx;
uint3 blockIdx;
dim3 blockDim;
dim3 gridDim;

namespace emulator
{

enum {
    PATIENCE = 4096, /* without a seed: only spinning threads yield */
    READY_GONE_MAX = 4096,
};

/* Which ready thread continues after the next one. */
enum turn { TURN_ANY, TURN_OLDEST, TURN_NEWEST, TURN_COUNT };

int patience = PATIENCE;

static struct {
    const struct grid *grid;
    bool drawn; /* there is a seed */
    int patience_max;
    enum turn turn;
    std::vector<fiber *> ready; /* from ready_first on, in order of arrival */
    size_t ready_first;
    std::vector<fiber *> idle;
    std::vector<std::unique_ptr<fiber>> fibers;
    fiber *running;
    context host;
} scheduler;

fiber *running()
{
    return scheduler.running;
}

const char *kernel_name()
{
    return scheduler.grid->name;
}

/* Draws a launch's policy: how long threads run, and which is next. */
static void draw_manner()
{
    static const int patience_max[] = {4, 24, 200};

    scheduler.drawn = chance();
    if (!scheduler.drawn)
        return;
    scheduler.patience_max = patience_max[chance_below(3)];
    scheduler.turn = (enum turn)chance_below(TURN_COUNT);
}

static void draw_patience()
{
    patience = scheduler.drawn
                   ? (int)chance_below((uint32_t)scheduler.patience_max)
                   : PATIENCE;
}

/* Ends the process after an error message. */
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

static void put_on(fiber *fiber, block *block)
{
    fiber->block = block;
    fiber->thread = flight_start_thread(block);
}

/* Sets threadIdx and blockIdx to the running fiber's. */
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

/* The index in `ready` of the next fiber. */
static size_t next_ready()
{
    size_t first = scheduler.ready_first;
    size_t count = scheduler.ready.size() - first;

    if (!scheduler.drawn || scheduler.turn == TURN_OLDEST)
        return first;
    if (scheduler.turn == TURN_NEWEST && chance_below(16))
        return first + count - 1;
    return first + chance_below((uint32_t)count);
}

/* Moves the next fiber to the front and loads the top of its stack, which is
 * rarely in the cache: that overlaps with the fiber that runs now. */
static void choose_next()
{
    std::vector<fiber *> &ready = scheduler.ready;
    size_t first = scheduler.ready_first;

    std::swap(ready[first], ready[next_ready()]);
    context_prefetch(&ready[first]->context);
    if (first + 1 < ready.size())
        __builtin_prefetch(ready[first + 1]);
}

static fiber *take_ready()
{
    std::vector<fiber *> &ready = scheduler.ready;
    fiber *fiber = ready[scheduler.ready_first++];

    if (scheduler.ready_first == ready.size()) {
        ready.clear();
        scheduler.ready_first = 0;
        return fiber;
    }
    if (scheduler.ready_first == READY_GONE_MAX) {
        ready.erase(ready.begin(), ready.begin() + READY_GONE_MAX);
        scheduler.ready_first = 0;
    }
    choose_next();
    return fiber;
}

/* Whether to start a thread, and of which block. Otherwise a fiber is ready, or
 * ret_block is NULL and none can continue. */
static bool shall_start(block **ret_block)
{
    bool ready = is_ready();

    flight_perhaps_next_block();
    *ret_block = flight_block_to_start();
    if (!*ret_block && !ready)
        *ret_block = flight_next_block();
    return *ret_block && !(scheduler.drawn && ready && chance_below(2));
}

/* Switches to `fiber`; NULL: to the host. */
static inline void change_to(fiber *fiber)
{
    struct fiber *self = scheduler.running;

    if (fiber == self)
        return;
    scheduler.running = fiber;
    context_change(&self->context, fiber ? &fiber->context : &scheduler.host);
}

/* Runs another thread while this one waits. */
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

void give_way(const site &)
{
    block *block = flight_block_to_start();

    draw_patience();
    if (!block)
        block = flight_next_block();
    if (!block && !is_ready())
        return;
    scheduler.ready.push_back(scheduler.running);
    run_another();
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
        flight_end_block(block);
}

/* A thread for this fiber, or NULL once another fiber must continue: ret_next.
 */
static block *next_for(fiber *self, fiber **ret_next)
{
    block *block;

    *ret_next = nullptr;
    if (shall_start(&block))
        return block;
    if (is_ready())
        *ret_next = take_ready();
    else if (!flight_is_over())
        complain_of_deadlock();
    scheduler.idle.push_back(self);
    return nullptr;
}

/* Before a switch to an idle fiber the scheduler has assigned it a thread. */
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

void run(const grid &grid)
{
    fiber *first = idle_fiber();

    scheduler.grid = &grid;
    blockDim = grid.threads;
    gridDim = grid.blocks;
    draw_manner();
    draw_patience();
    flight_begin(grid);
    put_on(first, flight_next_block());
    scheduler.running = first;
    context_change(&scheduler.host, &first->context);
    flight_end();
}

static const char dynamic_key = 0;

void *dynamic_shared_memory()
{
    return shared_memory(&dynamic_key, scheduler.grid->shared_bytes, 128);
}

} // namespace emulator
