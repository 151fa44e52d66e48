/* strip: some columns of a closed panel, led on PIVOTS vertices at a time.
 *
 * For strips.cu, whose head has the idea. */
#ifndef RELAXD_GPU_CCH_STRIP_CUH
#define RELAXD_GPU_CCH_STRIP_CUH

#include "gpu/cch/blocked.cuh"

enum {
    STRIP_THREADS = PIVOTS * PIVOTS,
    STRIP_WARPS = STRIP_THREADS / 32,
    LINES = 32,
    SLAB = 128, /* rows whose steps are in shared memory */
    SLAB_PITCH = PIVOTS + 4,
    SLAB_WORDS = SLAB * SLAB_PITCH,
    HELD = SLAB * PIVOTS / STRIP_THREADS,
    ROWS_AT_ONCE = 4,
    FIXED_WORDS = PIVOTS * PIVOTS + 2 * SLAB_WORDS,
};

enum way { ASCENDING, DESCENDING };

struct strip {
    const uint32_t *square; /* basic words within the supernode */
    bool mirrored;          /* steps are the square's columns */
    bool within;            /* columns of the square */
    uint32_t size;          /* s */
    uint32_t front;         /* f */
    uint32_t line;          /* the first, of the square's */
    uint32_t lines;
    uint64_t place; /* words before the strip in both kinds of panels */
    uint32_t by;    /* from row to row of it */
    uint32_t *word; /* [size][pitch] */
    uint32_t pitch;
    uint32_t *pivots; /* [PIVOTS][PIVOTS] shared */
    uint32_t *slab;   /* [2][SLAB][SLAB_PITCH] shared */

    __device__ __forceinline__ uint32_t *at(uint32_t row) const
    {
        return word + (size_t)row * pitch + threadIdx.x % 32;
    }
    __device__ __forceinline__ bool has_line() const
    {
        return threadIdx.x % 32 < lines;
    }
    /* From row to the vertex m. */
    __device__ __forceinline__ uint32_t step(uint32_t row, uint32_t m) const
    {
        if (row >= size || m >= size)
            return COST_INFINITY;
        return __ldg(&square[mirrored ? (size_t)m * front + row
                                      : (size_t)row * front + m]);
    }
};

/* Rows [begin, end) that fall by the pivots from `first` on. */
struct turn {
    uint32_t first;
    uint32_t begin;
    uint32_t end;
};

/* Row and pivot of the thread's r-th step of a slab, the way memory lies. */
static __device__ __forceinline__ uint32_t slab_row(const struct strip &strip,
                                                    uint32_t r)
{
    uint32_t t = threadIdx.x + r * STRIP_THREADS;

    return strip.mirrored ? t % SLAB : t / PIVOTS;
}

static __device__ __forceinline__ uint32_t slab_pivot(const struct strip &strip,
                                                      uint32_t r)
{
    uint32_t t = threadIdx.x + r * STRIP_THREADS;

    return strip.mirrored ? t / SLAB : t % PIVOTS;
}

static __device__ __forceinline__ void fetch_slab(const struct strip &strip,
                                                  const struct turn &turn,
                                                  uint32_t begin,
                                                  uint32_t held[HELD])
{
#pragma unroll
    for (uint32_t r = 0; r < HELD; r++) {
        uint32_t row = begin + slab_row(strip, r);

        held[r] = row < turn.end
                      ? strip.step(row, turn.first + slab_pivot(strip, r))
                      : COST_INFINITY;
    }
}

template <enum cch_sums SUMS>
static __device__ __forceinline__ void put_slab(const struct strip &strip,
                                                const uint32_t held[HELD],
                                                uint32_t *slab, bool *is_long)
{
#pragma unroll
    for (uint32_t r = 0; r < HELD; r++)
        slab[slab_row(strip, r) * SLAB_PITCH + slab_pivot(strip, r)] =
            take<SUMS>(held[r], is_long);
}

template <enum cch_sums SUMS>
static __device__ __forceinline__ uint32_t over(uint32_t word,
                                                const uint4 *step,
                                                const uint32_t column[PIVOTS])
{
#pragma unroll
    for (uint32_t c = 0; c < PIVOTS / 4; c++) {
        uint4 four = step[c];

        word = sums<SUMS>::least(word, four.x, column[4 * c]);
        word = sums<SUMS>::least(word, four.y, column[4 * c + 1]);
        word = sums<SUMS>::least(word, four.z, column[4 * c + 2]);
        word = sums<SUMS>::least(word, four.w, column[4 * c + 3]);
    }
    return word;
}

/* A slab's rows, from `begin` on. */
template <enum cch_sums SUMS>
static __device__ __forceinline__ void
lower_slab(const struct strip &strip, uint32_t begin, uint32_t end,
           uint32_t *slab, const uint32_t column[PIVOTS])
{
    for (uint32_t i = threadIdx.x / 32; i < SLAB && begin + i < end;
         i += STRIP_WARPS * ROWS_AT_ONCE) {
        uint32_t word[ROWS_AT_ONCE];

#pragma unroll
        for (uint32_t r = 0; r < ROWS_AT_ONCE; r++) {
            uint32_t row = begin + i + r * STRIP_WARPS;

            word[r] = row < end && strip.has_line() ? *strip.at(row)
                                                    : sums<SUMS>::infinity;
        }
#pragma unroll
        for (uint32_t r = 0; r < ROWS_AT_ONCE; r++)
            word[r] = over<SUMS>(
                word[r], four(slab + (i + r * STRIP_WARPS) * SLAB_PITCH),
                column);
#pragma unroll
        for (uint32_t r = 0; r < ROWS_AT_ONCE; r++) {
            uint32_t row = begin + i + r * STRIP_WARPS;

            if (row < end && strip.has_line())
                *strip.at(row) = word[r];
        }
    }
}

/* The lane's column through the pivots' own square. */
template <enum cch_sums SUMS, enum way WAY>
static __device__ __forceinline__ void lower_column(uint32_t column[PIVOTS],
                                                    const uint32_t *pivots)
{
#pragma unroll
    for (uint32_t n = 1; n < PIVOTS; n++) {
        uint32_t k = WAY == DESCENDING ? n : PIVOTS - 1 - n;

#pragma unroll
        for (uint32_t l = 0; l < n; l++) {
            uint32_t m = WAY == DESCENDING ? l : PIVOTS - 1 - l;

            column[k] =
                sums<SUMS>::least(column[k], pivots[k * PIVOTS + m], column[m]);
        }
    }
}

template <enum cch_sums SUMS>
static __device__ __forceinline__ void
load_column(const struct strip &strip, uint32_t first, uint32_t column[PIVOTS])
{
#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++)
        column[k] = first + k < strip.size && strip.has_line()
                        ? *strip.at(first + k)
                        : sums<SUMS>::infinity;
}

static __device__ __forceinline__ void
store_column(const struct strip &strip, uint32_t first,
             const uint32_t column[PIVOTS])
{
#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++)
        if (first + k < strip.size && strip.has_line())
            *strip.at(first + k) = column[k];
}

/* All meet before and after. */
template <enum cch_sums SUMS, enum way WAY>
static __device__ void take_turn(const struct strip &strip,
                                 const struct turn &turn, bool *is_long)
{
    uint32_t held[HELD];
    uint32_t column[PIVOTS];
    uint32_t *slab = strip.slab;
    uint32_t *next = strip.slab + SLAB_WORDS;

    strip.pivots[threadIdx.x] =
        take<SUMS>(strip.step(turn.first + threadIdx.x / PIVOTS,
                              turn.first + threadIdx.x % PIVOTS),
                   is_long);
    fetch_slab(strip, turn, turn.begin, held);
    __syncthreads();
    load_column<SUMS>(strip, turn.first, column);
    lower_column<SUMS, WAY>(column, strip.pivots);
    put_slab<SUMS>(strip, held, slab, is_long);
    __syncthreads();
    if (threadIdx.x < 32)
        store_column(strip, turn.first, column);
    for (uint32_t begin = turn.begin; begin < turn.end; begin += SLAB) {
        uint32_t *empty = slab;

        fetch_slab(strip, turn, begin + SLAB, held);
        lower_slab<SUMS>(strip, begin, turn.end, slab, column);
        put_slab<SUMS>(strip, held, next, is_long);
        slab = next;
        next = empty;
        __syncthreads();
    }
}

#endif
