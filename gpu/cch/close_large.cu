/* close_large: closed panels of the largest fronts, LINES columns per block.
 *
 * Back substitution within the supernode turns a basic column into a closed
 * one: from the highest vertex down, closed (k, j) is the least of basic (k, j)
 * and basic (k, m) + closed (m, j) for m above k. It reads only basic words of
 * the square besides its own column, so columns do not wait for each other.
 * Columns of the in part use the mirrored square. A column of the square begins
 * with the words above j, by forward substitution: paths that only descend to
 * j. Paths that ascend and then descend are all paths, as after every
 * elimination.
 *
 * PIVOTS vertices at a time: every warp takes its lanes' columns through the
 * pivots' square, then lowers all remaining rows over the PIVOTS rows, which
 * each lane holds in registers, and over steps in shared memory; the next steps
 * load meanwhile.
 *
 * A slice with long words (front.cuh) is computed again: steps are checked as
 * they are loaded, the slice at the end. Words that were long between the two
 * substitutions and then fell belong to no shortest path.
 *
 * Launch: a block for each slice, with the slice in shared memory where it
 * fits, else in place of the closed panel. */
#include "gpu/cch/blocked.cuh"

/* ---- Closing a slice ---- */

/* Some columns of a closed panel, PIVOTS vertices at a time.
 *
 * The head explains the method. */

enum {
    SLICE_THREADS = PIVOTS * PIVOTS,
    SLICE_WARPS = SLICE_THREADS / 32,
    LINES = 32,
    SLAB = 128, /* rows whose steps are in shared memory */
    SLAB_PITCH = PIVOTS + 4,
    SLAB_WORDS = SLAB * SLAB_PITCH,
    HELD = SLAB * PIVOTS / SLICE_THREADS,
    ROWS_AT_ONCE = 4,
    FIXED_WORDS = PIVOTS * PIVOTS + 2 * SLAB_WORDS,
};

enum direction { ASCENDING, DESCENDING };

struct slice {
    const uint32_t *square; /* basic words within the supernode */
    bool mirrored;          /* steps are columns of the square */
    bool within;            /* the slice is part of the square */
    uint32_t size;          /* s */
    uint32_t front;         /* f */
    uint32_t line;          /* first line, counted from the square's */
    uint32_t lines;
    uint64_t place; /* words before the slice in both kinds of panels */
    uint32_t by;    /* words from row to row */
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
    /* The step from `row` to the vertex m. */
    __device__ __forceinline__ uint32_t step(uint32_t row, uint32_t m) const
    {
        if (row >= size || m >= size)
            return COST_INFINITY;
        return __ldg(&square[mirrored ? (size_t)m * front + row
                                      : (size_t)row * front + m]);
    }
};

/* Rows [begin, end) that the pivots from `first` on lower. */
struct turn {
    uint32_t first;
    uint32_t begin;
    uint32_t end;
};

/* Row and pivot of the thread's r-th step of a slab, in memory order. */
static __device__ __forceinline__ uint32_t slab_row(const struct slice &slice,
                                                    uint32_t r)
{
    uint32_t t = threadIdx.x + r * SLICE_THREADS;

    return slice.mirrored ? t % SLAB : t / PIVOTS;
}

static __device__ __forceinline__ uint32_t slab_pivot(const struct slice &slice,
                                                      uint32_t r)
{
    uint32_t t = threadIdx.x + r * SLICE_THREADS;

    return slice.mirrored ? t / SLAB : t % PIVOTS;
}

static __device__ __forceinline__ void fetch_slab(const struct slice &slice,
                                                  const struct turn &turn,
                                                  uint32_t begin,
                                                  uint32_t held[HELD])
{
#pragma unroll
    for (uint32_t r = 0; r < HELD; r++) {
        uint32_t row = begin + slab_row(slice, r);

        held[r] = row < turn.end
                      ? slice.step(row, turn.first + slab_pivot(slice, r))
                      : COST_INFINITY;
    }
}

template <enum cch_addition ADD>
static __device__ __forceinline__ void put_slab(const struct slice &slice,
                                                const uint32_t held[HELD],
                                                uint32_t *slab, bool *is_long)
{
#pragma unroll
    for (uint32_t r = 0; r < HELD; r++)
        slab[slab_row(slice, r) * SLAB_PITCH + slab_pivot(slice, r)] =
            take<ADD>(held[r], is_long);
}

template <enum cch_addition ADD>
static __device__ __forceinline__ uint32_t over(uint32_t word,
                                                const uint4 *step,
                                                const uint32_t column[PIVOTS])
{
#pragma unroll
    for (uint32_t c = 0; c < PIVOTS / 4; c++) {
        uint4 four = step[c];

        word = addition<ADD>::least(word, four.x, column[4 * c]);
        word = addition<ADD>::least(word, four.y, column[4 * c + 1]);
        word = addition<ADD>::least(word, four.z, column[4 * c + 2]);
        word = addition<ADD>::least(word, four.w, column[4 * c + 3]);
    }
    return word;
}

/* Lowers a slab's rows, from `begin` on. */
template <enum cch_addition ADD>
static __device__ __forceinline__ void
lower_slab(const struct slice &slice, uint32_t begin, uint32_t end,
           uint32_t *slab, const uint32_t column[PIVOTS])
{
    for (uint32_t i = threadIdx.x / 32; i < SLAB && begin + i < end;
         i += SLICE_WARPS * ROWS_AT_ONCE) {
        uint32_t word[ROWS_AT_ONCE];

#pragma unroll
        for (uint32_t r = 0; r < ROWS_AT_ONCE; r++) {
            uint32_t row = begin + i + r * SLICE_WARPS;

            word[r] = row < end && slice.has_line() ? *slice.at(row)
                                                    : addition<ADD>::infinity;
        }
#pragma unroll
        for (uint32_t r = 0; r < ROWS_AT_ONCE; r++)
            word[r] = over<ADD>(word[r],
                                four(slab + (i + r * SLICE_WARPS) * SLAB_PITCH),
                                column);
#pragma unroll
        for (uint32_t r = 0; r < ROWS_AT_ONCE; r++) {
            uint32_t row = begin + i + r * SLICE_WARPS;

            if (row < end && slice.has_line())
                *slice.at(row) = word[r];
        }
    }
}

/* Takes the lane's column through the pivots' square. */
template <enum cch_addition ADD, enum direction DIRECTION>
static __device__ __forceinline__ void lower_column(uint32_t column[PIVOTS],
                                                    const uint32_t *pivots)
{
#pragma unroll
    for (uint32_t n = 1; n < PIVOTS; n++) {
        uint32_t k = DIRECTION == DESCENDING ? n : PIVOTS - 1 - n;

#pragma unroll
        for (uint32_t l = 0; l < n; l++) {
            uint32_t m = DIRECTION == DESCENDING ? l : PIVOTS - 1 - l;

            column[k] = addition<ADD>::least(column[k], pivots[k * PIVOTS + m],
                                             column[m]);
        }
    }
}

template <enum cch_addition ADD>
static __device__ __forceinline__ void
load_column(const struct slice &slice, uint32_t first, uint32_t column[PIVOTS])
{
#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++)
        column[k] = first + k < slice.size && slice.has_line()
                        ? *slice.at(first + k)
                        : addition<ADD>::infinity;
}

static __device__ __forceinline__ void
store_column(const struct slice &slice, uint32_t first,
             const uint32_t column[PIVOTS])
{
#pragma unroll
    for (uint32_t k = 0; k < PIVOTS; k++)
        if (first + k < slice.size && slice.has_line())
            *slice.at(first + k) = column[k];
}

/* All threads meet before and after. */
template <enum cch_addition ADD, enum direction DIRECTION>
static __device__ void take_turn(const struct slice &slice,
                                 const struct turn &turn, bool *is_long)
{
    uint32_t held[HELD];
    uint32_t column[PIVOTS];
    uint32_t *slab = slice.slab;
    uint32_t *next = slice.slab + SLAB_WORDS;

    slice.pivots[threadIdx.x] =
        take<ADD>(slice.step(turn.first + threadIdx.x / PIVOTS,
                             turn.first + threadIdx.x % PIVOTS),
                  is_long);
    fetch_slab(slice, turn, turn.begin, held);
    __syncthreads();
    load_column<ADD>(slice, turn.first, column);
    lower_column<ADD, DIRECTION>(column, slice.pivots);
    put_slab<ADD>(slice, held, slab, is_long);
    __syncthreads();
    if (threadIdx.x < 32)
        store_column(slice, turn.first, column);
    if (turn.begin >= turn.end)
        __syncthreads();
    for (uint32_t begin = turn.begin; begin < turn.end; begin += SLAB) {
        uint32_t *empty = slab;

        fetch_slab(slice, turn, begin + SLAB, held);
        lower_slab<ADD>(slice, begin, turn.end, slab, column);
        put_slab<ADD>(slice, held, next, is_long);
        slab = next;
        next = empty;
        __syncthreads();
    }
}

/* ---- All slices ---- */

template <enum cch_addition ADD>
static __device__ void begin_slice(const struct slice &slice,
                                   const uint32_t *basic, bool *is_long)
{
    uint32_t lane = threadIdx.x % 32;

    for (uint32_t i = threadIdx.x / 32; i < slice.size; i += SLICE_WARPS) {
        uint32_t word = i == slice.line + lane ? 0 : COST_INFINITY;

        if (!slice.has_line())
            continue;
        if (!slice.within)
            word = basic[slice.place + (size_t)i * slice.by + lane];
        *slice.at(i) = take<ADD>(word, is_long);
    }
    __syncthreads();
}

/* False: words were too long. */
template <enum cch_addition ADD>
static __device__ bool end_slice(const struct slice &slice, uint32_t *closed,
                                 bool is_long)
{
    uint32_t lane = threadIdx.x % 32;

    for (uint32_t i = threadIdx.x / 32; i < slice.size; i += SLICE_WARPS)
        is_long |= slice.has_line() &&
                   addition<ADD>::is_long(addition<ADD>::to(*slice.at(i)));
    if (__syncthreads_or(is_long))
        return false;
    for (uint32_t i = threadIdx.x / 32; i < slice.size; i += SLICE_WARPS)
        if (slice.has_line())
            closed[slice.place + (size_t)i * slice.by + lane] =
                addition<ADD>::to(*slice.at(i));
    return true;
}

template <enum cch_addition ADD>
static __device__ bool close_slice(const struct slice &slice,
                                   const struct cch_panels &panels)
{
    uint32_t turns = (slice.size + PIVOTS - 1) / PIVOTS;
    bool is_long = false;

    begin_slice<ADD>(slice, panels.basic, &is_long);
    if (slice.within)
        for (uint32_t t = slice.line / PIVOTS; t < turns; t++)
            take_turn<ADD, DESCENDING>(
                slice, {t * PIVOTS, (t + 1) * PIVOTS, slice.size}, &is_long);
    for (uint32_t t = turns; t-- > 0;)
        take_turn<ADD, ASCENDING>(slice, {t * PIVOTS, 0, t * PIVOTS}, &is_long);
    return end_slice<ADD>(slice, panels.closed, is_long);
}

static __host__ __device__ uint32_t slices_of(uint32_t lines)
{
    return (lines + LINES - 1) / LINES;
}

/* Slice `index`: of the square, then the rest of the out part, then the in
 * part. False: there are fewer. */
static __device__ bool find_slice(const struct cch_front &front, uint32_t index,
                                  struct slice *slice)
{
    uint32_t within = slices_of(front.size);
    uint32_t beside = slices_of(front.upward);
    uint32_t f = front.size + front.upward;
    uint32_t line;

    slice->within = index < within;
    slice->mirrored = index >= within + beside;
    index -= slice->within ? 0 : slice->mirrored ? within + beside : within;
    if (slice->mirrored && index >= beside)
        return false;
    line = index * LINES;
    slice->line = line;
    slice->lines = min((slice->within ? front.size : front.upward) - line,
                       (uint32_t)LINES);
    slice->by = slice->mirrored ? front.upward : f;
    slice->place = front.panel + line +
                   (slice->mirrored ? (uint64_t)front.size * f
                    : slice->within ? 0
                                    : front.size);
    slice->size = front.size;
    slice->front = f;
    return true;
}

static __global__ void __launch_bounds__(SLICE_THREADS, 2)
    slices_kernel(struct cch_work work, uint32_t rows_max)
{
    extern __shared__ uint4 slice_words[];
    uint32_t *shared =
        reinterpret_cast<uint32_t *>(static_cast<uint4 *>(slice_words));
    struct slice slice;

    slice.pivots = shared;
    slice.slab = shared + PIVOTS * PIVOTS;
    for (uint32_t i = blockIdx.y; i < work.count; i += gridDim.y) {
        uint32_t at = work.count - 1 - i; /* the largest first */
        uint32_t listed = work.list ? work.list[at] : work.first + at;
        struct cch_front front = work.arrays.fronts[listed & ~CCH_SEEDED];

        if ((work.list && !(listed & CCH_SEEDED)) ||
            !find_slice(front, blockIdx.x, &slice))
            continue;
        slice.square = work.panels.basic + front.panel;
        slice.word = front.size <= rows_max ? shared + FIXED_WORDS
                                            : work.panels.closed + slice.place;
        slice.pitch = front.size <= rows_max ? (uint32_t)LINES : slice.by;
        if (!close_slice<ADD_SHORT>(slice, work.panels))
            close_slice<ADD_EXACT>(slice, work.panels);
        __syncthreads();
    }
}

enum { GRID_Y_MAX = 65535 };

cudaError_t launch_cch_close_large(const struct cch_work *work,
                                   cudaStream_t stream)
{
    uint32_t f = work->front_max;
    uint32_t most = 0;
    uint32_t rows_max;
    cudaError_t status = cch_shared_bytes(&most);

    if (status != cudaSuccess || !work->count)
        return status;
    status = cudaFuncSetAttribute(
        slices_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most);
    if (status != cudaSuccess)
        return status;
    rows_max =
        min((most / (uint32_t)sizeof(uint32_t) - FIXED_WORDS) / LINES, f);
    slices_kernel<<<dim3(slices_of(f) + 2 + slices_of(f),
                         min(work->count, (uint32_t)GRID_Y_MAX)),
                    SLICE_THREADS,
                    (FIXED_WORDS + (size_t)rows_max * LINES) * sizeof(uint32_t),
                    stream>>>(*work, rows_max);
    return cudaGetLastError();
}
