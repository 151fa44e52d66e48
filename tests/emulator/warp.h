/* warp: operations of a warp's lanes together.
 *
 * Lanes meet: all of `mask` that have not ended reach the same function before
 * one continues. What CUDA leaves undefined yields garbage or an error message.
 */
#ifndef RELAXD_TESTS_EMULATOR_WARP_H
#define RELAXD_TESTS_EMULATOR_WARP_H

#include <stdint.h>
#include <string.h>

#include "tests/emulator/kernel.h"

namespace emulator
{

/* Lanes that met. */
struct meeting {
    meeting *next; /* of the warp */
    const struct site *site;
    uint32_t mask;
    uint32_t came;
    uint32_t stay; /* came and have not left */
    bool complete;
    uint64_t value[WARP]; /* the value of each lane */
    struct fiber *waiting[WARP];
};

/* Each lane that meets must part. */
meeting *meet(const site &site, uint32_t mask, uint64_t value);
void part(meeting *meeting);

inline unsigned thread_in_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

inline unsigned lane()
{
    return thread_in_block() % WARP;
}

template <typename T> uint64_t to_word(T value)
{
    uint64_t word = 0;

    static_assert(sizeof(T) <= sizeof(word), "at most 8 bytes");
    memcpy(&word, &value, sizeof(value));
    return word;
}

template <typename T> T from_word(uint64_t word)
{
    T value;

    memcpy(&value, &word, sizeof(value));
    return value;
}

static const uint64_t rubbish = 0xdeadbeefdeadbeef;

/* The value of lane `from`; garbage if it did not come. */
template <typename T>
T shuffle(const site &site, uint32_t mask, T value, unsigned from)
{
    meeting *meeting = meet(site, mask, to_word(value));
    T result = from_word<T>(meeting->came >> from & 1 ? meeting->value[from]
                                                      : rubbish);

    part(meeting);
    return result;
}

inline unsigned first_of_segment(int width)
{
    return lane() & ~(unsigned)(width - 1);
}

template <typename T>
T shuffle_index(const site &site, uint32_t mask, T value, int from,
                int width = WARP)
{
    return shuffle(site, mask, value,
                   first_of_segment(width) + (from & (width - 1)));
}

template <typename T>
T shuffle_up(const site &site, uint32_t mask, T value, unsigned delta,
             int width = WARP)
{
    unsigned in_segment = lane() - first_of_segment(width);

    return shuffle(site, mask, value,
                   in_segment < delta ? lane() : lane() - delta);
}

template <typename T>
T shuffle_down(const site &site, uint32_t mask, T value, unsigned delta,
               int width = WARP)
{
    unsigned in_segment = lane() - first_of_segment(width);

    return shuffle(site, mask, value,
                   in_segment + delta >= (unsigned)width ? lane()
                                                         : lane() + delta);
}

template <typename T>
T shuffle_xor(const site &site, uint32_t mask, T value, unsigned bits,
              int width = WARP)
{
    unsigned end = first_of_segment(width) + width;
    unsigned from = lane() ^ bits;

    return shuffle(site, mask, value, from >= end ? lane() : from);
}

/* The lanes whose predicate is true; ret_came: the lanes that came. */
uint32_t ballot(const site &site, uint32_t mask, bool predicate,
                uint32_t *ret_came);
uint32_t match(const site &site, uint32_t mask, uint64_t value);

inline int any(const site &site, uint32_t mask, bool predicate)
{
    uint32_t came;

    return ballot(site, mask, predicate, &came) != 0;
}

inline int all(const site &site, uint32_t mask, bool predicate)
{
    uint32_t came;
    uint32_t held = ballot(site, mask, predicate, &came);

    return held == came;
}

template <typename T, typename Combine>
T reduce(const site &site, uint32_t mask, T value, Combine combine)
{
    meeting *meeting = meet(site, mask, to_word(value));
    T result = value;

    for (unsigned i = 0; i < WARP; i++) {
        if (meeting->came >> i & 1 && i != lane())
            result = combine(result, from_word<T>(meeting->value[i]));
    }
    part(meeting);
    return result;
}

inline void sync_warp(const site &site, uint32_t mask = ~0u)
{
    part(meet(site, mask, 0));
}

inline uint32_t ballot(const site &site, uint32_t mask, bool predicate)
{
    uint32_t came;

    return ballot(site, mask, predicate, &came);
}

} // namespace emulator

#define EMULATOR_MEET(FUNCTION, NAME, ...)                                     \
    emulator::FUNCTION(EMULATOR_SITE(NAME), __VA_ARGS__)
#define EMULATOR_REDUCE(NAME, COMBINE, ...)                                    \
    emulator::reduce(EMULATOR_SITE(NAME), __VA_ARGS__,                         \
                     [](auto a, auto b) { return COMBINE; })

#define __syncwarp(...)                                                        \
    emulator::sync_warp(EMULATOR_SITE("__syncwarp"), ##__VA_ARGS__)
#define __shfl_sync(...)                                                       \
    EMULATOR_MEET(shuffle_index, "__shfl_sync", __VA_ARGS__)
#define __shfl_up_sync(...)                                                    \
    EMULATOR_MEET(shuffle_up, "__shfl_up_sync", __VA_ARGS__)
#define __shfl_down_sync(...)                                                  \
    EMULATOR_MEET(shuffle_down, "__shfl_down_sync", __VA_ARGS__)
#define __shfl_xor_sync(...)                                                   \
    EMULATOR_MEET(shuffle_xor, "__shfl_xor_sync", __VA_ARGS__)
#define __ballot_sync(...) EMULATOR_MEET(ballot, "__ballot_sync", __VA_ARGS__)
#define __any_sync(...)    EMULATOR_MEET(any, "__any_sync", __VA_ARGS__)
#define __all_sync(...)    EMULATOR_MEET(all, "__all_sync", __VA_ARGS__)
#define __match_any_sync(MASK, ...)                                            \
    emulator::match(EMULATOR_SITE("__match_any_sync"), MASK,                   \
                    emulator::to_word(__VA_ARGS__))
#define __reduce_add_sync(...)                                                 \
    EMULATOR_REDUCE("__reduce_add_sync", a + b, __VA_ARGS__)
#define __reduce_min_sync(...)                                                 \
    EMULATOR_REDUCE("__reduce_min_sync", a < b ? a : b, __VA_ARGS__)
#define __reduce_max_sync(...)                                                 \
    EMULATOR_REDUCE("__reduce_max_sync", a > b ? a : b, __VA_ARGS__)
#define __reduce_and_sync(...)                                                 \
    EMULATOR_REDUCE("__reduce_and_sync", a &b, __VA_ARGS__)
#define __reduce_or_sync(...)                                                  \
    EMULATOR_REDUCE("__reduce_or_sync", a | b, __VA_ARGS__)
#define __reduce_xor_sync(...)                                                 \
    EMULATOR_REDUCE("__reduce_xor_sync", a ^ b, __VA_ARGS__)

/* Lanes run one by one here, which CUDA allows. */
#define __activemask() (1u << emulator::lane())

#endif
