/* kernel: functions that translated kernels call: launches, a thread's index in
 * its grid, barriers, shared memory. Start reading tests/emulator here.
 *
 * The emulator runs gpu/ without a GPU or CUDA, for tests. The script translate
 * turns each .cu file into C++: a launch becomes launch() with a lambda that
 * calls the kernel, a __shared__ variable a reference into the block's own
 * memory. The headers in include/, which replace CUDA's, do the rest.
 * scheduler.h runs the threads of a grid, warp.h synchronizes lanes, runtime.h
 * is the device behind CUDA's C functions.
 *
 * What CUDA leaves undefined yields garbage (new memory, lanes that did not
 * come) or ends the process with a message (masks that differ, barriers that
 * not all reach). RELAXD_EMULATOR_SEED=N repeats order N of those in which a
 * device may run its work (scheduler.h, streams.cpp).
 *
 * One thread of the host runs kernels at a time, so the state of the running
 * kernel is global, as it is in CUDA C++. */
#ifndef RELAXD_TESTS_EMULATOR_KERNEL_H
#define RELAXD_TESTS_EMULATOR_KERNEL_H

#include <functional>
#include <tuple>
#include <utility>

#include <cuda_runtime_api.h>

#include "tests/emulator/include/vector_types.h"

extern uint3 threadIdx;
extern uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
static const int warpSize = 32;

namespace emulator
{

enum {
    BLOCK_MAX = 1024,
    WARP = 32,
    MULTIPROCESSORS = 4,
    BLOCKS_PER_MULTIPROCESSOR = 4,
    SHARED_BYTES_MAX = 48 << 10, /* of a block, without requesting more */
    SHARED_BYTES_OPTIN = 227 << 10,
};

/* Where threads meet or yield, for error messages. */
struct site {
    const char *what;
    const char *file;
    int line;
};

#define EMULATOR_SITE(WHAT)                                                    \
    ([]() -> const emulator::site & {                                          \
        static constexpr emulator::site site = {WHAT, __FILE__, __LINE__};     \
        return site;                                                           \
    }())

/* A launch. */
struct grid {
    dim3 blocks;
    dim3 threads;
    size_t shared_bytes;
    cudaStream_t stream;
    const char *name;
    std::function<void()> thread; /* the code of each thread */
};

inline grid grid_of(dim3 blocks, dim3 threads, size_t shared_bytes = 0,
                    cudaStream_t stream = nullptr)
{
    return {blocks, threads, shared_bytes, stream, "", nullptr};
}

/* Queues the grid, or sets the thread's last error. */
void launch(grid grid);

/* Called before a call of which only the C++ half is emulated, or a launch of
 * that kernel: cudaSuccess, or a code that becomes the thread's last error. In
 * C, so that a test can replace it. */
extern "C" cudaError_t emulated_call(const char *call);

/* The translation of a launch; `call` calls the kernel. Copies the arguments at
 * once. */
template <typename Call, typename... Arguments>
void launch(grid grid, const char *name, Call call, Arguments... arguments)
{
    if (emulated_call(name) != cudaSuccess)
        return;
    grid.name = name;
    grid.thread = [call, kept = std::make_tuple(arguments...)] {
        std::apply(call, kept);
    };
    launch(std::move(grid));
}

/* Results of __syncthreads() and its variants. */
struct votes {
    unsigned count; /* threads whose predicate was true */
    unsigned all;   /* threads that came */
};
votes barrier(const site &site, bool predicate);

/* Lets others run for a while, also of other blocks. */
void give_way(const site &site);

/* Counts down to the next thread that must yield; see scheduler.h. */
extern int patience;

/* Call before anything that other threads may see or change. */
inline void touch(const site &site)
{
    if (--patience < 0)
        give_way(site);
}

[[noreturn]] void complain(const site &site, const char *words);

/* The block's own memory for a variable; `key` names the variable. Contains
 * garbage when the block begins. */
void *shared_memory(const void *key, size_t size, size_t alignment);
void *dynamic_shared_memory();

template <typename T> T &shared(const void *key)
{
    return *static_cast<T *>(shared_memory(key, sizeof(T), alignof(T)));
}

/* extern __shared__ T name[], at file scope. */
template <typename T> struct dynamic_array {
    operator T *() const
    {
        return static_cast<T *>(dynamic_shared_memory());
    }
};

} // namespace emulator

#define __syncthreads()                                                        \
    static_cast<void>(emulator::barrier(EMULATOR_SITE("__syncthreads"), false))
#define __syncthreads_count(...)                                               \
    EMULATOR_VOTE(count_of, "__syncthreads_count", __VA_ARGS__)
#define __syncthreads_or(...)                                                  \
    EMULATOR_VOTE(any_of, "__syncthreads_or", __VA_ARGS__)
#define __syncthreads_and(...)                                                 \
    EMULATOR_VOTE(all_of, "__syncthreads_and", __VA_ARGS__)
#define EMULATOR_VOTE(RESULT, NAME, ...)                                       \
    emulator::RESULT(emulator::barrier(EMULATOR_SITE(NAME), (__VA_ARGS__) != 0))

namespace emulator
{
inline int count_of(votes votes)
{
    return (int)votes.count;
}

inline int any_of(votes votes)
{
    return votes.count != 0;
}

inline int all_of(votes votes)
{
    return votes.count == votes.all;
}
} // namespace emulator

#endif
