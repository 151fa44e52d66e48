/* tile: a tile of a table's cells, from the labels of its rows' and columns'
 * walks; product.cu says why so. A block of TEAM threads each, PER * PER cells
 * a thread. */
#ifndef RELAXD_GPU_CCH_TILE_CUH
#define RELAXD_GPU_CCH_TILE_CUH

#include "gpu/block.cuh"
#include "gpu/cch/cells.h"

#include "core/graph/cost.h"
#include "core/graph/hierarchy/hierarchy.h"

enum {
    SIDE = 64,   /* cells of a tile in a row and in a column */
    DEPTHS = 16, /* that are staged at a time */
    PER = 4,     /* rows and columns of a thread */
    TEAM = SIDE / PER * SIDE / PER,
    PITCH = SIDE + 4, /* of a staged depth, for fewer conflicts */
};

/* A side's labels and owners, [depth][walk]. */
struct stage {
    uint32_t label[DEPTHS][PITCH];
    uint32_t owner[DEPTHS][PITCH];
};

/* Walks that a tile has on one side. */
struct side {
    struct cch_vectors vectors;
    uint32_t first;
    uint32_t count; /* at most SIDE */
    uint32_t low;   /* the least vertex that one starts at */
    uint32_t high;  /* the greatest */
};

struct tile {
    struct side row;
    struct side column;
    uint32_t shared; /* depths that all its cells share */
    uint32_t depths; /* beyond this no cell shares any */
};

struct walk_at {
    const struct side *side;
    uint32_t walk;
};

static __device__ struct walk_at first_of(const struct side &side)
{
    return {&side, side.first};
}

static __device__ struct walk_at last_of(const struct side &side)
{
    return {&side, side.first + side.count - 1};
}

static __device__ uint32_t length_of(struct walk_at at)
{
    return at.side->vectors.length[at.walk];
}

static __device__ uint32_t owner_at(struct walk_at at, uint32_t depth)
{
    const struct cch_vectors &vectors = at.side->vectors;

    return vectors.owner[(size_t)at.walk * vectors.stride + depth];
}

/* Depths that two walks share; the block together. */
static __device__ uint32_t shared_depths(struct walk_at a, struct walk_at b,
                                         uint32_t *least)
{
    uint32_t length = min(length_of(a), length_of(b));

    __syncthreads();
    if (threadIdx.x == 0)
        *least = length;
    __syncthreads();
    for (uint32_t d = threadIdx.x; d < length; d += TEAM) {
        if (owner_at(a, d) != owner_at(b, d)) {
            atomicMin(least, d);
            break;
        }
    }
    __syncthreads();
    return *least;
}

static __device__ uint32_t longest(const struct side &side)
{
    uint32_t most = 0;

    for (uint32_t i = 0; i < side.count; i++)
        most = max(most, side.vectors.length[side.first + i]);
    return most;
}

/* What the cells share, least and most. */
static __device__ void measure(struct tile *tile, uint32_t *least)
{
    const struct side &row = tile->row;
    const struct side &column = tile->column;

    tile->shared = shared_depths(
        row.low < column.low ? first_of(row) : first_of(column),
        row.high > column.high ? last_of(row) : last_of(column), least);
    if (row.high < column.low)
        tile->depths = shared_depths(last_of(row), first_of(column), least);
    else if (column.high < row.low)
        tile->depths = shared_depths(last_of(column), first_of(row), least);
    else
        tile->depths = min(longest(row), longest(column));
}

/* Labels, and owners if wanted, of one side at depths from `first` on. */
static __device__ void load(const struct side &side, uint32_t first,
                            uint32_t end, uint32_t nobody, bool owners,
                            struct stage *stage)
{
    const struct cch_vectors &vectors = side.vectors;
    uint32_t d = threadIdx.x % DEPTHS;

    for (uint32_t i = threadIdx.x / DEPTHS; i < SIDE; i += TEAM / DEPTHS) {
        uint32_t walk = side.first + i;
        size_t at = (size_t)walk * vectors.stride + first + d;
        bool there = i < side.count && first + d < end;

        if (owners)
            there = there && first + d < vectors.length[walk];
        stage->label[d][i] = there ? vectors.label[at] : COST_INFINITY;
        if (owners)
            stage->owner[d][i] = there ? vectors.owner[at] : nobody;
    }
}

/* Owners that no supernode has and that differ by side. */
static const uint32_t NO_ROW = SUPERNODE_NONE;
static const uint32_t NO_COLUMN = SUPERNODE_NONE - 1;

template <bool OWNERS>
static __device__ __forceinline__ void
add_depth(const struct stage &rows, const struct stage &columns, uint32_t d,
          uint32_t best[PER][PER])
{
    uint32_t row = threadIdx.x / (SIDE / PER) * PER;
    uint32_t column = threadIdx.x % (SIDE / PER) * PER;

#pragma unroll
    for (int i = 0; i < PER; i++) {
#pragma unroll
        for (int j = 0; j < PER; j++) {
            uint32_t sum =
                cost_add(rows.label[d][row + i], columns.label[d][column + j]);

            if (!OWNERS ||
                rows.owner[d][row + i] == columns.owner[d][column + j])
                best[i][j] = min(best[i][j], sum);
        }
    }
}

/* Depths [first, end) of all cells. */
template <bool OWNERS>
static __device__ void
add_depths(const struct tile &tile, uint32_t first, uint32_t end,
           struct stage *rows, struct stage *columns, uint32_t best[PER][PER])
{
    for (uint32_t at = first; at < end; at += DEPTHS) {
        __syncthreads();
        load(tile.row, at, end, NO_ROW, OWNERS, rows);
        load(tile.column, at, end, NO_COLUMN, OWNERS, columns);
        __syncthreads();
#pragma unroll 4
        for (uint32_t d = 0; d < DEPTHS; d++)
            add_depth<OWNERS>(*rows, *columns, d, best);
    }
}

static __device__ struct side side_at(const struct cch_vectors &vectors,
                                      const struct kernel_seed *starts,
                                      uint32_t first, uint32_t count)
{
    struct side side = {vectors, first, min(count - first, (uint32_t)SIDE), 0,
                        0};

    side.low = starts[first].vertex;
    side.high = starts[first + side.count - 1].vertex;
    return side;
}

/* The block's tile. */
static __device__ struct tile tile_of_block(const struct cch_walked &walked,
                                            const struct cch_product &product,
                                            uint32_t *least)
{
    struct tile tile;

    tile.row = side_at(walked.sources, product.row_starts, blockIdx.y * SIDE,
                       product.row_count);
    tile.column = side_at(walked.targets, product.column_starts,
                          blockIdx.x * SIDE, product.column_count);
    measure(&tile, least);
    return tile;
}

/* The costs of a thread's cells. */
static __device__ __forceinline__ void add_all(const struct tile &tile,
                                               struct stage *rows,
                                               struct stage *columns,
                                               uint32_t best[PER][PER])
{
    for (int i = 0; i < PER; i++) {
        for (int j = 0; j < PER; j++)
            best[i][j] = COST_INFINITY;
    }
    add_depths<false>(tile, 0, tile.shared, rows, columns, best);
    if (tile.shared < tile.depths)
        add_depths<true>(tile, tile.shared, tile.depths, rows, columns, best);
}

/* Where a thread's cell belongs. */
static __device__ __forceinline__ size_t
place_of(const struct cch_product &product, const struct tile &tile,
         uint32_t row, uint32_t column)
{
    return (size_t)product.row_place[tile.row.first + row] *
               product.column_count +
           product.column_place[tile.column.first + column];
}

/* Words of all of a thread's cells that there are. */
template <class word>
static __device__ void store(const struct cch_product &product,
                             const struct tile &tile, const word best[PER][PER],
                             word *ret_words)
{
    uint32_t row = threadIdx.x / (SIDE / PER) * PER;
    uint32_t column = threadIdx.x % (SIDE / PER) * PER;

    for (int i = 0; i < PER; i++) {
        for (int j = 0; j < PER; j++) {
            if (row + i < tile.row.count && column + j < tile.column.count)
                ret_words[place_of(product, tile, row + i, column + j)] =
                    best[i][j];
        }
    }
}

#endif
