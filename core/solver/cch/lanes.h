/* lanes: 16 words of 32 bits at once, in vectors of the build's instruction
 * set.
 *
 * lanes_least() is the least of the 16 words. Comparisons give a lane_mask, the
 * lanes where they hold; lanes_pick() takes those of `a` there, else of `b`.
 * Intrinsics for x86-64, since compilers vectorize plain loops unreliably;
 * elsewhere GNU C's vectors. */
#ifndef RELAXD_SOLVER_CCH_LANES_H
#define RELAXD_SOLVER_CCH_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/graph/cost.h"

enum { LANES = 16 };

#if defined(__AVX512F__)

#include <immintrin.h>

typedef __m512i lanes;

static inline lanes lanes_load(const uint32_t *from)
{
    return _mm512_loadu_si512(from);
}

static inline void lanes_store(uint32_t *to, lanes a)
{
    _mm512_storeu_si512(to, a);
}

static inline lanes lanes_all(uint32_t word)
{
    return _mm512_set1_epi32((int)word);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return _mm512_add_epi32(a, b);
}

static inline lanes lanes_sub(lanes a, lanes b)
{
    return _mm512_sub_epi32(a, b);
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return _mm512_min_epu32(a, b);
}

static inline uint32_t lanes_least(lanes a)
{
    return _mm512_reduce_min_epu32(a);
}

static inline lanes lanes_max(lanes a, lanes b)
{
    return _mm512_max_epu32(a, b);
}

typedef __mmask16 lane_mask;

static inline lane_mask lanes_equal(lanes a, lanes b)
{
    return _mm512_cmpeq_epu32_mask(a, b);
}

static inline lane_mask lanes_less(lanes a, lanes b)
{
    return _mm512_cmplt_epu32_mask(a, b);
}

static inline lane_mask masks_and(lane_mask a, lane_mask b)
{
    return a & b;
}

static inline lane_mask masks_or(lane_mask a, lane_mask b)
{
    return a | b;
}

static inline bool mask_any(lane_mask a)
{
    return a != 0;
}

static inline lanes lanes_pick(lane_mask mask, lanes a, lanes b)
{
    return _mm512_mask_mov_epi32(b, mask, a);
}

#elif defined(__AVX2__)

#include <immintrin.h>

typedef struct {
    __m256i low;
    __m256i high;
} lanes;

static inline lanes lanes_load(const uint32_t *from)
{
    return (lanes){_mm256_loadu_si256((const __m256i *)from),
                   _mm256_loadu_si256((const __m256i *)(from + 8))};
}

static inline void lanes_store(uint32_t *to, lanes a)
{
    _mm256_storeu_si256((__m256i *)to, a.low);
    _mm256_storeu_si256((__m256i *)(to + 8), a.high);
}

static inline lanes lanes_all(uint32_t word)
{
    __m256i all = _mm256_set1_epi32((int)word);

    return (lanes){all, all};
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return (lanes){_mm256_add_epi32(a.low, b.low),
                   _mm256_add_epi32(a.high, b.high)};
}

static inline lanes lanes_sub(lanes a, lanes b)
{
    return (lanes){_mm256_sub_epi32(a.low, b.low),
                   _mm256_sub_epi32(a.high, b.high)};
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return (lanes){_mm256_min_epu32(a.low, b.low),
                   _mm256_min_epu32(a.high, b.high)};
}

static inline uint32_t lanes_least(lanes a)
{
    __m256i eight = _mm256_min_epu32(a.low, a.high);
    __m128i four = _mm_min_epu32(_mm256_castsi256_si128(eight),
                                 _mm256_extracti128_si256(eight, 1));
    __m128i two = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0x4e));

    return (uint32_t)_mm_cvtsi128_si32(
        _mm_min_epu32(two, _mm_shuffle_epi32(two, 0xb1)));
}

static inline lanes lanes_max(lanes a, lanes b)
{
    return (lanes){_mm256_max_epu32(a.low, b.low),
                   _mm256_max_epu32(a.high, b.high)};
}

/* All bits of a word, or none. */
typedef lanes lane_mask;

static inline lane_mask lanes_equal(lanes a, lanes b)
{
    return (lanes){_mm256_cmpeq_epi32(a.low, b.low),
                   _mm256_cmpeq_epi32(a.high, b.high)};
}

static inline lane_mask lanes_less(lanes a, lanes b)
{
    lane_mask not = lanes_equal(lanes_max(a, b), a);
    __m256i ones = _mm256_set1_epi32(-1);

    return (lanes){_mm256_xor_si256(not .low, ones),
                   _mm256_xor_si256(not .high, ones)};
}

static inline lane_mask masks_and(lane_mask a, lane_mask b)
{
    return (lanes){_mm256_and_si256(a.low, b.low),
                   _mm256_and_si256(a.high, b.high)};
}

static inline lane_mask masks_or(lane_mask a, lane_mask b)
{
    return (lanes){_mm256_or_si256(a.low, b.low),
                   _mm256_or_si256(a.high, b.high)};
}

static inline bool mask_any(lane_mask a)
{
    __m256i any = _mm256_or_si256(a.low, a.high);

    return !_mm256_testz_si256(any, any);
}

static inline lanes lanes_pick(lane_mask mask, lanes a, lanes b)
{
    return (lanes){_mm256_blendv_epi8(b.low, a.low, mask.low),
                   _mm256_blendv_epi8(b.high, a.high, mask.high)};
}

#else

/* Quarters, as most machines have vectors of 16 bytes. */
typedef uint32_t lanes_quarter __attribute__((vector_size(16)));

typedef struct {
    lanes_quarter part[4];
} lanes;

static inline lanes lanes_load(const uint32_t *from)
{
    lanes a;

    memcpy(&a, from, sizeof(a));
    return a;
}

static inline void lanes_store(uint32_t *to, lanes a)
{
    memcpy(to, &a, sizeof(a));
}

static inline lanes lanes_all(uint32_t word)
{
    lanes_quarter all = {word, word, word, word};

    return (lanes){{all, all, all, all}};
}

static inline lanes lanes_add(lanes a, lanes b)
{
    for (int i = 0; i < 4; i++)
        a.part[i] += b.part[i];
    return a;
}

static inline lanes lanes_sub(lanes a, lanes b)
{
    for (int i = 0; i < 4; i++)
        a.part[i] -= b.part[i];
    return a;
}

static inline lanes lanes_min(lanes a, lanes b)
{
    for (int i = 0; i < 4; i++) {
        lanes_quarter less = (lanes_quarter)(a.part[i] < b.part[i]);

        a.part[i] = (a.part[i] & less) | (b.part[i] & ~less);
    }
    return a;
}

static inline lanes lanes_max(lanes a, lanes b)
{
    for (int i = 0; i < 4; i++) {
        lanes_quarter less = (lanes_quarter)(a.part[i] < b.part[i]);

        a.part[i] = (b.part[i] & less) | (a.part[i] & ~less);
    }
    return a;
}

static inline uint32_t lanes_least(lanes a)
{
    uint32_t word[LANES];
    uint32_t least;

    memcpy(word, &a, sizeof(word));
    least = word[0];
    for (int i = 1; i < LANES; i++)
        least = word[i] < least ? word[i] : least;
    return least;
}

/* All bits of a word, or none. */
typedef lanes lane_mask;

static inline lane_mask lanes_equal(lanes a, lanes b)
{
    for (int i = 0; i < 4; i++)
        a.part[i] = (lanes_quarter)(a.part[i] == b.part[i]);
    return a;
}

static inline lane_mask lanes_less(lanes a, lanes b)
{
    for (int i = 0; i < 4; i++)
        a.part[i] = (lanes_quarter)(a.part[i] < b.part[i]);
    return a;
}

static inline lane_mask masks_and(lane_mask a, lane_mask b)
{
    for (int i = 0; i < 4; i++)
        a.part[i] &= b.part[i];
    return a;
}

static inline lane_mask masks_or(lane_mask a, lane_mask b)
{
    for (int i = 0; i < 4; i++)
        a.part[i] |= b.part[i];
    return a;
}

static inline bool mask_any(lane_mask a)
{
    lanes_quarter any = a.part[0] | a.part[1] | a.part[2] | a.part[3];

    return any[0] | any[1] | any[2] | any[3];
}

static inline lanes lanes_pick(lane_mask mask, lanes a, lanes b)
{
    for (int i = 0; i < 4; i++)
        a.part[i] = (a.part[i] & mask.part[i]) | (b.part[i] & ~mask.part[i]);
    return a;
}

#endif

/* ---- Sums ---- */

/* cost_add() and the minimum of sums, in lanes.
 *
 * min(c, cost_add(x, y)) is the whole arithmetic. With cap(x) = COST_OVERFLOW -
 * x, or 0 for x = COST_INFINITY,
 *
 *     cost_add(x, y) = max(min(y, cap(x)) + x, y)
 *
 * in unsigned 32-bit words without wrapping: three vector operations. For x =
 * COST_INFINITY: min is 0, the sum x, the maximum COST_INFINITY. Else min(y,
 * cap(x)) + x <= COST_OVERFLOW: no wrapping. For y < COST_INFINITY it is the
 * exact sum if that is below COST_OVERFLOW, else COST_OVERFLOW, and not less
 * than y as y <= COST_OVERFLOW. For y = COST_INFINITY the maximum is y. */

/* One summand, x. */
struct factor {
    lanes cost;
    lanes cap;
};

/* The same in all lanes. */
static inline struct factor factor_of(uint32_t cost)
{
    uint32_t cap = cost < COST_OVERFLOW ? COST_OVERFLOW - cost : 0;

    return (struct factor){lanes_all(cost), lanes_all(cap)};
}

/* COST_OVERFLOW - x if that is not below 0: the larger of COST_INFINITY - x and
 * 1, less 1. */
static inline struct factor factor_of_lanes(lanes cost)
{
    lanes room = lanes_sub(lanes_all(COST_INFINITY), cost);
    lanes one = lanes_all(1);

    return (struct factor){cost, lanes_sub(lanes_max(room, one), one)};
}

/* The minimum of `least` and the factor plus weights. */
static inline lanes lower(lanes least, struct factor factor, lanes weight)
{
    lanes sum = lanes_add(lanes_min(weight, factor.cap), factor.cost);

    return lanes_min(lanes_max(sum, weight), least);
}

#endif
