/* perfect: exact distances within fronts, from those of the fronts above.
 *
 * The products of perfect_kernels.h, sums saturating. A step is all fronts
 * of a level and a team; levels are queued from the roots down, so that what a
 * parent wrote is there, and no front waits inside a kernel.
 *
 * Most fronts have a few vertices: a group of 8 lanes or a warp keeps P(N, N)
 * in shared memory and takes the words of a product in turn. Large ones:
 * perfect_tiles.cu.
 *
 * Bytes: the closed panels read, panels and Schur complements written and read
 * again by children, mostly from L2. */
#include "gpu/block.cuh"
#include "gpu/cch/perfect_front.cuh"

enum { GROUP_BLOCK = 128, LOADS = 4, COUNT_BLOCKS = 1024 };

/* LANES lanes side by side that take a front of at most as many vertices. */
template <uint32_t LANES> struct group {
    static const uint32_t pitch = LANES + 1;

    static __device__ __forceinline__ uint32_t lane()
    {
        return threadIdx.x % LANES;
    }
    static __device__ __forceinline__ void meet()
    {
        uint32_t lanes = (uint32_t)((1ull << LANES) - 1);

        __syncwarp(lanes << (threadIdx.x % 32 / LANES * LANES));
    }
};

/* Several loads are under way at once: each takes as long as a hundred sums. */
template <uint32_t LANES>
static __device__ void take_uppers(const struct front_words &at,
                                   uint32_t *uppers)
{
    uint32_t count = at.n * at.n;

    for (uint32_t first = group<LANES>::lane(); first < count;
         first += LOADS * LANES) {
        uint32_t word[LOADS];

#pragma unroll
        for (uint32_t r = 0; r < LOADS; r++) {
            uint32_t t = min(first + r * LANES, count - 1);

            word[r] = between(at, t / at.n, t % at.n);
        }
#pragma unroll
        for (uint32_t r = 0; r < LOADS; r++) {
            uint32_t t = min(first + r * LANES, count - 1);

            uppers[t / at.n * group<LANES>::pitch + t % at.n] = word[r];
            at.upper[t] = word[r];
        }
    }
}

/* From vertex i to upper j, and back. */
template <uint32_t LANES>
static __device__ void take_sides(const struct front_words &at,
                                  const uint32_t *uppers)
{
    const uint32_t pitch = group<LANES>::pitch;
    uint32_t f = at.s + at.n;

    for (uint32_t t = group<LANES>::lane(); t < at.s * at.n; t += LANES) {
        uint32_t i = t / at.n;
        uint32_t j = t % at.n;
        const uint32_t *closed_out = at.closed + i * f + at.s;
        const uint32_t *closed_in = at.closed + at.s * f + i * at.n;
        uint32_t out = COST_INFINITY;
        uint32_t in = COST_INFINITY;

        for (uint32_t k = 0; k < at.n; k++) {
            out = least(out, closed_out[k], uppers[k * pitch + j]);
            in = least(in, closed_in[k], uppers[j * pitch + k]);
        }
        at.panel[i * f + at.s + j] = out;
        at.panel[at.s * f + t] = in;
    }
}

template <uint32_t LANES>
static __device__ void take_square(const struct front_words &at)
{
    uint32_t f = at.s + at.n;

    for (uint32_t t = group<LANES>::lane(); t < at.s * at.s; t += LANES) {
        uint32_t i = t / at.s;
        uint32_t j = t % at.s;
        const uint32_t *closed_in = at.closed + at.s * f + j * at.n;
        const uint32_t *out = at.panel + i * f + at.s;
        uint32_t word = at.closed[i * f + j];

        for (uint32_t k = 0; k < at.n; k++)
            word = least(word, out[k], closed_in[k]);
        at.panel[i * f + j] = word;
    }
}

template <uint32_t LANES>
static __global__ void __launch_bounds__(GROUP_BLOCK)
    groups_kernel(struct cch_perfect_work work, uint32_t first, uint32_t count)
{
    const uint32_t words = GROUP_BLOCK * group<LANES>::pitch;
    __shared__ uint32_t uppers[words];
    uint32_t *mine = uppers + threadIdx.x / LANES * LANES * group<LANES>::pitch;
    uint32_t i = blockIdx.x * (GROUP_BLOCK / LANES) + threadIdx.x / LANES;

    if (i < count) {
        struct front_words at = words_of(work, work.fronts[first + i]);

        take_uppers<LANES>(at, mine);
        group<LANES>::meet();
        take_sides<LANES>(at, mine);
        group<LANES>::meet();
        take_square<LANES>(at);
    }
}

template <uint32_t LANES>
static cudaError_t launch_groups(const struct cch_perfect_work *work,
                                 const struct cch_perfect_step *step,
                                 cudaStream_t stream)
{
    unsigned blocks = grid_for(step->count, GROUP_BLOCK / LANES);

    groups_kernel<LANES>
        <<<blocks, GROUP_BLOCK, 0, stream>>>(*work, step->first, step->count);
    return cudaGetLastError();
}

cudaError_t launch_cch_perfect(const struct cch_perfect_work *work,
                               const struct cch_perfect_step *step,
                               cudaStream_t stream)
{
    if (step->team == CCH_PERFECT_TILES)
        return launch_cch_perfect_tiles(work, step, stream);
    return step->team == CCH_PERFECT_WARP
               ? launch_groups<CCH_PERFECT_WARP_FRONT>(work, step, stream)
               : launch_groups<CCH_PERFECT_LANES_FRONT>(work, step, stream);
}

static __device__ __forceinline__ void add_sum(unsigned long long *sum,
                                               uint32_t mine)
{
    for (uint32_t by = 16; by > 0; by /= 2)
        mine += __shfl_down_sync(~0u, mine, by);
    if (threadIdx.x % 32 == 0 && mine)
        atomicAdd(sum, (unsigned long long)mine);
}

static __global__ void count_kernel(const uint32_t *basic,
                                    const uint32_t *panel, uint64_t words,
                                    struct cch_perfect_tally *tally)
{
    uint32_t infinite = 0;
    uint32_t pruned = 0;

    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
         i < words; i += (uint64_t)gridDim.x * blockDim.x) {
        infinite += basic[i] == COST_INFINITY;
        pruned += basic[i] != COST_INFINITY && basic[i] > panel[i];
    }
    add_sum(&tally->infinite, infinite);
    add_sum(&tally->pruned, pruned);
}

cudaError_t launch_cch_perfect_count(const uint32_t *basic,
                                     const uint32_t *panel, uint64_t words,
                                     struct cch_perfect_tally *tally,
                                     cudaStream_t stream)
{
    uint64_t wanted = words / MAP_BLOCK + 1;
    unsigned blocks =
        wanted < COUNT_BLOCKS ? (unsigned)wanted : (unsigned)COUNT_BLOCKS;

    count_kernel<<<blocks, MAP_BLOCK, 0, stream>>>(basic, panel, words, tally);
    return cudaGetLastError();
}
