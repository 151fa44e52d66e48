/* spmv_ell: one round of Bellman-Ford as a sparse matrix in ELL times a vector.
 *
 * Bell and Garland, "Implementing sparse matrix-vector multiplication on
 * throughput-oriented processors", SC 2009, section 4.1: a thread a row, slots
 * column by column, so that the lanes of a warp read whole lines and no row
 * waits for another; the price is what padding takes (ell_size.h). The product
 * is spmv_csr.cu's, and right for the same reasons.
 *
 * A slot whose tail is its own row is empty or a self-loop, which cannot lower
 * a label: x is not read for it.
 *
 * Launch: as spmv_csr.cu. Memory: forward CSR with labels and links (4 words a
 * vertex, 2 an arc), first_in, arc; 2 words a slot: 5 words a
 * vertex, 3 an arc, and up to 16 more for ELL_SLOTS_PER_ARC_MAX slots.
 *
 * A round moves 2 words a vertex, 2 a slot, and a gather of x for each arc
 * (spmv_sectors.h counts the sectors).
 *
 * Measured, H200, us a round of 6.0 million vertices with 6 slots each: 105
 * with two rows a thread at once, 124 with one, 151 with four. */
#include "gpu/spmv/spmv.cuh"

enum { SLOTS_AT_ONCE = 4 }; /* in flight */

/* The least sum over slots [first, first + SLOTS_AT_ONCE) of a row. */
static __device__ __forceinline__ uint32_t
sum_slots(const struct spmv_ell &matrix, const struct spmv_vectors &vectors,
          uint32_t row, uint32_t first)
{
    uint32_t tail[SLOTS_AT_ONCE];
    uint32_t weight[SLOTS_AT_ONCE];
    uint32_t best = COST_INFINITY;

#pragma unroll
    for (uint32_t i = 0; i < SLOTS_AT_ONCE; i++) {
        uint64_t slot = (uint64_t)(first + i) * matrix.stride + row;
        bool inside = first + i < matrix.width && row < vectors.vertex_count;

        tail[i] = inside ? read_once(&matrix.tail[slot]) : row;
        weight[i] = inside ? read_once(&matrix.weight[slot]) : WEIGHT_CLOSED;
    }
#pragma unroll
    for (uint32_t i = 0; i < SLOTS_AT_ONCE; i++) {
        if (tail[i] != row)
            weight[i] = cost_add(vectors.x[tail[i]], weight[i]);
        else
            weight[i] = COST_INFINITY;
    }
#pragma unroll
    for (uint32_t i = 0; i < SLOTS_AT_ONCE; i++)
        best = min(best, weight[i]);
    return best;
}

/* How many of the thread's rows changed. */
static __device__ __forceinline__ uint32_t
ell_tile(const struct spmv_ell &matrix, const struct spmv_vectors &vectors,
         uint32_t first)
{
    struct spmv_row rows[SPMV_ELL_ROWS];
    uint32_t changed = 0;

#pragma unroll
    for (unsigned j = 0; j < SPMV_ELL_ROWS; j++)
        rows[j] = row_begin(vectors, row_of(first, j));
    for (uint32_t k = 0; k < matrix.width; k += SLOTS_AT_ONCE) {
#pragma unroll
        for (unsigned j = 0; j < SPMV_ELL_ROWS; j++)
            rows[j].best = min(rows[j].best,
                               sum_slots(matrix, vectors, row_of(first, j), k));
    }
#pragma unroll
    for (unsigned j = 0; j < SPMV_ELL_ROWS; j++)
        changed += row_end(vectors, row_of(first, j), rows[j]);
    return changed;
}

static __global__ void __launch_bounds__(SPMV_BLOCK)
    ell_kernel(struct spmv_ell matrix, struct spmv_vectors vectors,
               struct host_word word, unsigned tiles)
{
    uint32_t changed = 0;

    for (unsigned i = 0; i < tiles; i++) {
        uint64_t first = tile_of(i, tiles) * SPMV_ELL_ROWS * LANES;

        if (first < vectors.vertex_count)
            changed += ell_tile(matrix, vectors, (uint32_t)first);
    }
    tell_changed(word, changed, BLOCK_LAST);
}

cudaError_t launch_spmv_ell(const struct spmv_ell *matrix,
                            const struct spmv_vectors *vectors, unsigned tiles,
                            const struct host_word *word, cudaStream_t stream)
{
    ell_kernel<<<blocks_for(vectors, SPMV_ELL_ROWS * tiles), SPMV_BLOCK, 0,
                 stream>>>(*matrix, *vectors, *word, tiles);
    return cudaGetLastError();
}

/* How many of the row's slots are taken, and its first arc. */
static __device__ __forceinline__ uint32_t
taken_slots(const struct spmv_slots &slots, uint32_t row, uint32_t *ret_arc)
{
    *ret_arc = row < slots.vertex_count ? slots.first_in[row] : 0;
    return row < slots.vertex_count ? slots.first_in[row + 1] - *ret_arc : 0;
}

static __global__ void tails_kernel(struct spmv_slots slots,
                                    const uint32_t *tail, uint32_t *slot_tail)
{
    uint32_t row = thread_index();
    uint32_t arc;
    uint32_t taken = taken_slots(slots, row, &arc);

    for (uint32_t k = 0; k < slots.width && row < slots.stride; k++)
        slot_tail[k * slots.stride + row] = k < taken ? tail[arc + k] : row;
}

static __global__ void weights_kernel(struct spmv_slots slots,
                                      const uint32_t *arc_of,
                                      const uint32_t *weight,
                                      uint32_t *slot_weight)
{
    uint32_t row = thread_index();
    uint32_t arc;
    uint32_t taken = taken_slots(slots, row, &arc);

    for (uint32_t k = 0; k < slots.width && row < slots.stride; k++)
        slot_weight[k * slots.stride + row] =
            k < taken ? weight[arc_of[arc + k]] : WEIGHT_CLOSED;
}

cudaError_t launch_ell_tails(const struct spmv_slots *slots,
                             const uint32_t *tail, uint32_t *slot_tail,
                             cudaStream_t stream)
{
    tails_kernel<<<grid_for((uint32_t)slots->stride, MAP_BLOCK), MAP_BLOCK, 0,
                   stream>>>(*slots, tail, slot_tail);
    return cudaGetLastError();
}

cudaError_t launch_ell_weights(const struct spmv_slots *slots,
                               const uint32_t *arc_of, const uint32_t *weight,
                               uint32_t *slot_weight, cudaStream_t stream)
{
    weights_kernel<<<grid_for((uint32_t)slots->stride, MAP_BLOCK), MAP_BLOCK, 0,
                     stream>>>(*slots, arc_of, weight, slot_weight);
    return cudaGetLastError();
}
