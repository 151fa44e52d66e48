/* perfect_tiles: exact distances within large fronts, by tiles.
 *
 * What takes most sums is a few large fronts near the roots, of which a level
 * has fewer than a device has multiprocessors. So a block of 256 takes a tile
 * of 32 x 32 words of one product, of whatever size, 32 of its depth staged at
 * a time. It gathers what it needs of P(N, N) itself, so that both products
 * over that and its copy are one launch; P(S, S), over P(S, N), is a second. */
#include "gpu/cch/perfect_front.cuh"

enum {
    SIDE = 32, /* of a tile */
    TILE_BLOCK = 256,
    ROWS = SIDE * SIDE / TILE_BLOCK, /* of a tile's column, a thread's */
    LINES = TILE_BLOCK / SIDE,       /* that a block stages at once */
    TILES_MOST = 4096, /* of a front, that a grid has blocks for */
};

enum product { PRODUCT_OUT, PRODUCT_IN, PRODUCT_SQUARE };

/* A product's words, [s][columns] with n between: from vertex i of the
 * supernode, or, of the in part, to it. */
struct factor {
    const uint32_t *left; /* [s] rows of n words, `left_by` apart */
    size_t left_by;
    uint32_t *to; /* [s] rows of `columns` words, `to_by` apart */
    size_t to_by;
    uint32_t columns;
};

template <enum product PRODUCT>
static __device__ struct factor factor_of(const struct front_words &at)
{
    size_t f = (size_t)at.s + at.n;

    if (PRODUCT == PRODUCT_OUT)
        return {at.closed + at.s, f, at.panel + at.s, f, at.n};
    if (PRODUCT == PRODUCT_IN)
        return {at.closed + in_part(at), at.n, at.panel + in_part(at), at.n,
                at.n};
    return {at.panel + at.s, f, at.panel, f, at.s};
}

/* [depth][row or column], the left one for four rows at a time. */
struct stage {
    uint4 left[SIDE][SIDE / 4 + 1];
    uint32_t right[SIDE][SIDE + 1];
};

static __device__ __forceinline__ uint32_t *left_word(struct stage *stage,
                                                      uint32_t k, uint32_t row)
{
    return reinterpret_cast<uint32_t *>(stage->left[k]) + row;
}

static __device__ void stage_left(const struct factor &factor, uint32_t row,
                                  uint32_t depth, const struct front_words &at,
                                  struct stage *stage)
{
    uint32_t k = threadIdx.x % SIDE;

    for (uint32_t i = threadIdx.x / SIDE; i < SIDE; i += LINES) {
        bool there = row + i < at.s && depth + k < at.n;

        *left_word(stage, k, i) =
            there ? factor.left[(row + i) * factor.left_by + depth + k]
                  : COST_INFINITY;
    }
}

/* Rows of P(N, N) or of the closed in part, which both lie row by row; as they
 * are for the out part, else on their sides. */
template <enum product PRODUCT>
static __device__ void
stage_right(uint32_t column, uint32_t depth, const struct factor &factor,
            const struct front_words &at, struct stage *stage)
{
    const bool is_out = PRODUCT == PRODUCT_OUT;
    uint32_t y = threadIdx.x % SIDE;
    uint32_t first_row = is_out ? depth : column;
    uint32_t first_column = is_out ? column : depth;
    uint32_t rows = is_out ? at.n : factor.columns;

    for (uint32_t x = threadIdx.x / SIDE; x < SIDE; x += LINES) {
        uint32_t i = first_row + x;
        uint32_t j = first_column + y;
        uint32_t word = COST_INFINITY;

        if (i < rows && j < at.n)
            word = PRODUCT == PRODUCT_SQUARE
                       ? at.closed[in_part(at) + (size_t)i * at.n + j]
                       : between(at, i, j);
        stage->right[is_out ? x : y][is_out ? y : x] = word;
    }
}

static __device__ __forceinline__ void
add_depth(const struct stage &stage, uint32_t k, uint32_t word[ROWS])
{
    uint4 left = stage.left[k][threadIdx.x / SIDE];
    uint32_t right = stage.right[k][threadIdx.x % SIDE];

    word[0] = least(word[0], left.x, right);
    word[1] = least(word[1], left.y, right);
    word[2] = least(word[2], left.z, right);
    word[3] = least(word[3], left.w, right);
}

/* The block's tile from word (row, column) on. */
template <enum product PRODUCT>
static __device__ void take_tile(const struct front_words &at, uint32_t row,
                                 uint32_t column, struct stage *stage)
{
    struct factor factor = factor_of<PRODUCT>(at);
    uint32_t j = column + threadIdx.x % SIDE;
    uint32_t i0 = row + threadIdx.x / SIDE * ROWS;
    uint32_t word[ROWS];

    for (uint32_t r = 0; r < ROWS; r++)
        word[r] = PRODUCT == PRODUCT_SQUARE && i0 + r < at.s && j < at.s
                      ? at.closed[(i0 + r) * factor.to_by + j]
                      : COST_INFINITY;
    for (uint32_t depth = 0; depth < at.n; depth += SIDE) {
        __syncthreads();
        stage_left(factor, row, depth, at, stage);
        stage_right<PRODUCT>(column, depth, factor, at, stage);
        __syncthreads();
#pragma unroll 8
        for (uint32_t k = 0; k < SIDE; k++)
            add_depth(*stage, k, word);
    }
    for (uint32_t r = 0; r < ROWS; r++)
        if (i0 + r < at.s && j < factor.columns)
            factor.to[(i0 + r) * factor.to_by + j] = word[r];
}

static __device__ void copy_tile(const struct front_words &at, uint32_t row,
                                 uint32_t column)
{
    uint32_t j = column + threadIdx.x % SIDE;

    for (uint32_t x = threadIdx.x / SIDE; x < SIDE; x += LINES) {
        uint32_t i = row + x;

        if (i < at.n && j < at.n)
            at.upper[(size_t)i * at.n + j] = between(at, i, j);
    }
}

static __host__ __device__ __forceinline__ uint64_t tiles_along(uint32_t words)
{
    return ((uint64_t)words + SIDE - 1) / SIDE;
}

/* Tiles of the out part, of the in part, of what lies between uppers. */
static __global__ void __launch_bounds__(TILE_BLOCK)
    sides_kernel(struct cch_perfect_work work, uint32_t first)
{
    __shared__ struct stage stage;
    struct front_words at = words_of(work, work.fronts[first + blockIdx.x]);
    uint64_t along = tiles_along(at.n);
    uint64_t side = tiles_along(at.s) * along;

    for (uint64_t t = blockIdx.y; t < 2 * side + along * along;
         t += gridDim.y) {
        uint64_t tile = t < side ? t : t < 2 * side ? t - side : t - 2 * side;
        uint32_t row = (uint32_t)(tile / along) * SIDE;
        uint32_t column = (uint32_t)(tile % along) * SIDE;

        if (t < side)
            take_tile<PRODUCT_OUT>(at, row, column, &stage);
        else if (t < 2 * side)
            take_tile<PRODUCT_IN>(at, row, column, &stage);
        else
            copy_tile(at, row, column);
    }
}

static __global__ void __launch_bounds__(TILE_BLOCK)
    square_kernel(struct cch_perfect_work work, uint32_t first)
{
    __shared__ struct stage stage;
    struct front_words at = words_of(work, work.fronts[first + blockIdx.x]);
    uint64_t along = tiles_along(at.s);

    for (uint64_t t = blockIdx.y; t < along * along; t += gridDim.y)
        take_tile<PRODUCT_SQUARE>(at, (uint32_t)(t / along) * SIDE,
                                  (uint32_t)(t % along) * SIDE, &stage);
}

static unsigned blocks_for(uint64_t tiles)
{
    uint64_t most = TILES_MOST;
    uint64_t blocks = tiles < most ? tiles : most;

    return blocks ? (unsigned)blocks : 1;
}

cudaError_t launch_cch_perfect_tiles(const struct cch_perfect_work *work,
                                     const struct cch_perfect_step *step,
                                     cudaStream_t stream)
{
    uint64_t rows = tiles_along(step->size_max);
    uint64_t along = tiles_along(step->uppers_max);
    dim3 sides(step->count, blocks_for(2 * rows * along + along * along));
    dim3 square(step->count, blocks_for(rows * rows));
    cudaError_t status = cudaSuccess;

    if (along) {
        sides_kernel<<<sides, TILE_BLOCK, 0, stream>>>(*work, step->first);
        status = cudaGetLastError();
    }
    if (status != cudaSuccess)
        return status;
    square_kernel<<<square, TILE_BLOCK, 0, stream>>>(*work, step->first);
    return cudaGetLastError();
}
