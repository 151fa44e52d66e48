/* columns: a small front in registers, a lane a column.
 *
 * LANES lanes take a front, 32 / LANES fronts a warp. Lane j has column j; a
 * row is the same register in all lanes. All lanes of a warp must come; those
 * of lanes that have no front, 0 vertices. */
#ifndef RELAXD_GPU_CCH_COLUMNS_CUH
#define RELAXD_GPU_CCH_COLUMNS_CUH

#include "gpu/cch/customize.h"
#include "gpu/cch/sums.cuh"

/* A lane's share of a front. */
template <uint32_t LANES> struct columns {
    uint32_t size;
    uint32_t front; /* f; 0: a lane that has none */
    uint32_t lane;
    uint32_t size_max;    /* of the warp's fronts: bounds its loops */
    uint32_t word[LANES]; /* by row */
};

template <uint32_t LANES>
static __device__ __forceinline__ uint32_t from_lane(uint32_t word,
                                                     uint32_t lane)
{
    return __shfl_sync(~0u, word, lane, LANES);
}

/* Word (i, j) of a front lies in the out part if i is below the supernode's
 * end, in the in part if j is. */
template <uint32_t LANES>
static __device__ __forceinline__ uint32_t *
panel_word(const struct columns<LANES> &own, uint32_t i, uint32_t *panel)
{
    uint32_t uppers = own.front - own.size;

    if (i < own.size)
        return panel + i * own.front + own.lane;
    return panel + own.size * own.front + own.lane * uppers + i - own.size;
}

template <uint32_t LANES>
static __device__ __forceinline__ bool
in_panel(const struct columns<LANES> &own, uint32_t i)
{
    return i < own.front && own.lane < own.front &&
           (i < own.size || own.lane < own.size);
}

template <enum cch_sums SUMS, uint32_t LANES>
static __device__ bool load(struct columns<LANES> *own, uint32_t *panel)
{
    bool is_long = false;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t word = i == own->lane ? 0 : COST_INFINITY;

        if (in_panel(*own, i))
            word = *panel_word(*own, i, panel);
        is_long |= sums<SUMS>::is_long(word);
        own->word[i] = sums<SUMS>::from(word);
    }
    return is_long;
}

template <enum cch_sums SUMS, uint32_t LANES>
static __device__ bool is_long(const struct columns<LANES> &own)
{
    bool found = false;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        found |= in_panel(own, i) &&
                 sums<SUMS>::is_long(sums<SUMS>::to(own.word[i]));
    return found;
}

template <enum cch_sums SUMS, uint32_t LANES>
static __device__ void store(const struct columns<LANES> &own, uint32_t *panel)
{
#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        if (in_panel(own, i))
            *panel_word(own, i, panel) = sums<SUMS>::to(own.word[i]);
}

template <enum cch_sums SUMS, uint32_t LANES>
static __device__ void store_schur(const struct columns<LANES> &own,
                                   uint32_t *schur)
{
    uint32_t uppers = own.front - own.size;

#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        if (i >= own.size && own.lane >= own.size && i < own.front &&
            own.lane < own.front)
            schur[(i - own.size) * uppers + own.lane - own.size] =
                sums<SUMS>::to(own.word[i]);
}

template <enum cch_sums SUMS, uint32_t LANES>
static __device__ void eliminate(struct columns<LANES> *own)
{
#pragma unroll
    for (uint32_t k = 0; k < CCH_HALF_SIZE; k++) {
        if (k < own->size_max) {
            bool falls = k < own->size && own->lane > k;
            uint32_t step = falls ? own->word[k] : sums<SUMS>::infinity;

#pragma unroll
            for (uint32_t i = k + 1; i < LANES; i++)
                own->word[i] = sums<SUMS>::least(
                    own->word[i], from_lane<LANES>(own->word[i], k), step);
        }
    }
}

/* As close.cuh, one m after the other. */
template <enum cch_sums SUMS, uint32_t LANES>
static __device__ __forceinline__ void close_over(struct columns<LANES> *own,
                                                  uint32_t k, uint32_t m)
{
    bool over = m < own->size;
    uint32_t to = from_lane<LANES>(own->word[k], m);
    uint32_t step = over && own->lane > k ? own->word[m] : sums<SUMS>::infinity;
    uint32_t into =
        over && own->lane == k ? own->word[m] : sums<SUMS>::infinity;

    /* Row m of lane k is the word (m, k); those of (i, m) are lane m's. */
    own->word[k] = sums<SUMS>::least(own->word[k], to, step);
#pragma unroll
    for (uint32_t i = k + 1; i < LANES; i++)
        own->word[i] = sums<SUMS>::least(
            own->word[i], from_lane<LANES>(own->word[i], m), into);
}

template <enum cch_sums SUMS, uint32_t LANES>
static __device__ void close(struct columns<LANES> *own)
{
#pragma unroll
    for (int k = CCH_HALF_SIZE - 2; k >= 0; k--) {
        if (k + 1 < (int)own->size_max) {
#pragma unroll
            for (int m = k + 1; m < CCH_HALF_SIZE; m++)
                if (m < (int)own->size_max)
                    close_over<SUMS>(own, (uint32_t)k, (uint32_t)m);
        }
    }
}

/* The same words as other sums take them. */
template <enum cch_sums FROM, enum cch_sums TO, uint32_t LANES>
static __device__ void convert(struct columns<LANES> *own)
{
#pragma unroll
    for (uint32_t i = 0; i < LANES; i++)
        own->word[i] = sums<TO>::from(sums<FROM>::to(own->word[i]));
}

template <uint32_t LANES> static __device__ uint32_t most_of_warp(uint32_t size)
{
    for (uint32_t by = LANES; by < 32; by *= 2)
        size = max(size, __shfl_xor_sync(~0u, size, by));
    return size;
}

#endif
