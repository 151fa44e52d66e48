/* strips: closed panels of the largest fronts, LINES columns by a block.
 *
 * A closed column is the basic one led on within the supernode: from the
 * highest vertex down, closed (k, j) is the least of basic (k, j) and basic
 * (k, m) + closed (m, j) for m above k: back substitution. What it needs of
 * others is basic words of the square alone, so that columns do not wait for
 * each other. Columns of the in part are the same with the square mirrored. A
 * column of the square begins with what lies above j: ways that only descend to
 * j, by forward substitution; ways that ascend and then descend are all there
 * are, as of every elimination.
 *
 * PIVOTS vertices at a time: every warp leads its lanes' columns through their
 * square, then all rows that are left fall by the PIVOTS rows, which each lane
 * holds in registers, and steps that lie in shared memory as the next ones are
 * under way.
 *
 * Long words (sums.cuh) make a strip be done again: steps are looked at as they
 * are loaded, the strip at the end. Words that were long between the two
 * substitutions and then fell belong to no least way.
 *
 * Launch: a block for each strip, shared memory for the strip where there is
 * enough, else it lies where the closed panel does. */
#include "gpu/cch/strip.cuh"

template <enum cch_sums SUMS>
static __device__ void begin_strip(const struct strip &strip,
                                   const uint32_t *basic, bool *is_long)
{
    uint32_t lane = threadIdx.x % 32;

    for (uint32_t i = threadIdx.x / 32; i < strip.size; i += STRIP_WARPS) {
        uint32_t word = i == strip.line + lane ? 0 : COST_INFINITY;

        if (!strip.has_line())
            continue;
        if (!strip.within)
            word = basic[strip.place + (size_t)i * strip.by + lane];
        *strip.at(i) = take<SUMS>(word, is_long);
    }
    __syncthreads();
}

/* False: words were too long. */
template <enum cch_sums SUMS>
static __device__ bool end_strip(const struct strip &strip, uint32_t *closed,
                                 bool is_long)
{
    uint32_t lane = threadIdx.x % 32;

    for (uint32_t i = threadIdx.x / 32; i < strip.size; i += STRIP_WARPS)
        is_long |= strip.has_line() &&
                   sums<SUMS>::is_long(sums<SUMS>::to(*strip.at(i)));
    if (__syncthreads_or(is_long))
        return false;
    for (uint32_t i = threadIdx.x / 32; i < strip.size; i += STRIP_WARPS)
        if (strip.has_line())
            closed[strip.place + (size_t)i * strip.by + lane] =
                sums<SUMS>::to(*strip.at(i));
    return true;
}

template <enum cch_sums SUMS>
static __device__ bool close_strip(const struct strip &strip,
                                   const struct cch_panels &panels)
{
    uint32_t turns = (strip.size + PIVOTS - 1) / PIVOTS;
    bool is_long = false;

    begin_strip<SUMS>(strip, panels.basic, &is_long);
    if (strip.within)
        for (uint32_t t = strip.line / PIVOTS; t < turns; t++)
            take_turn<SUMS, DESCENDING>(
                strip, {t * PIVOTS, (t + 1) * PIVOTS, strip.size}, &is_long);
    for (uint32_t t = turns; t-- > 0;)
        take_turn<SUMS, ASCENDING>(strip, {t * PIVOTS, 0, t * PIVOTS},
                                   &is_long);
    return end_strip<SUMS>(strip, panels.closed, is_long);
}

static __host__ __device__ uint32_t strips_of(uint32_t lines)
{
    return (lines + LINES - 1) / LINES;
}

/* The index-th: of the square, the rest of the out part, the in part. False:
 * there are not as many. */
static __device__ bool find_strip(const struct cch_front &front, uint32_t index,
                                  struct strip *strip)
{
    uint32_t within = strips_of(front.size);
    uint32_t beside = strips_of(front.uppers);
    uint32_t f = front.size + front.uppers;
    uint32_t line;

    strip->within = index < within;
    strip->mirrored = index >= within + beside;
    index -= strip->within ? 0 : strip->mirrored ? within + beside : within;
    if (strip->mirrored && index >= beside)
        return false;
    line = index * LINES;
    strip->line = line;
    strip->lines = min((strip->within ? front.size : front.uppers) - line,
                       (uint32_t)LINES);
    strip->by = strip->mirrored ? front.uppers : f;
    strip->place = front.panel + line +
                   (strip->mirrored ? (uint64_t)front.size * f
                    : strip->within ? 0
                                    : front.size);
    strip->size = front.size;
    strip->front = f;
    return true;
}

static __global__ void __launch_bounds__(STRIP_THREADS, 2)
    strips_kernel(struct cch_work work, uint32_t rows_max)
{
    extern __shared__ uint4 strip_words[];
    uint32_t *shared =
        reinterpret_cast<uint32_t *>(static_cast<uint4 *>(strip_words));
    struct strip strip;

    strip.pivots = shared;
    strip.slab = shared + PIVOTS * PIVOTS;
    for (uint32_t i = blockIdx.y; i < work.flow.count; i += gridDim.y) {
        uint32_t at = work.flow.count - 1 - i; /* the largest first */
        uint32_t listed =
            work.flow.list ? work.flow.list[at] : work.flow.first + at;
        struct cch_front front = work.fronts.fronts[listed & ~CCH_SEEDED];

        if (!find_strip(front, blockIdx.x, &strip))
            continue;
        strip.square = work.panels.basic + front.panel;
        strip.word = front.size <= rows_max ? shared + FIXED_WORDS
                                            : work.panels.closed + strip.place;
        strip.pitch = front.size <= rows_max ? (uint32_t)LINES : strip.by;
        if (!close_strip<SUMS_SHORT>(strip, work.panels))
            close_strip<SUMS_EXACT>(strip, work.panels);
        __syncthreads();
    }
}

enum { GRID_Y_MAX = 65535 };

cudaError_t launch_cch_strips(const struct cch_work *work, cudaStream_t stream)
{
    uint32_t f = work->flow.front_max;
    uint32_t most = 0;
    uint32_t rows_max;
    cudaError_t status = cch_shared_bytes(&most);

    if (status != cudaSuccess || !work->flow.count)
        return status;
    status = cudaFuncSetAttribute(
        strips_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most);
    if (status != cudaSuccess)
        return status;
    rows_max =
        min((most / (uint32_t)sizeof(uint32_t) - FIXED_WORDS) / LINES, f);
    strips_kernel<<<dim3(strips_of(f) + 2 + strips_of(f),
                         min(work->flow.count, (uint32_t)GRID_Y_MAX)),
                    STRIP_THREADS,
                    (FIXED_WORDS + (size_t)rows_max * LINES) * sizeof(uint32_t),
                    stream>>>(*work, rows_max);
    return cudaGetLastError();
}
