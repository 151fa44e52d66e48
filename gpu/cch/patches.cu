/* patches: the largest fronts, PIVOTS pivots and one barrier at a time.
 *
 * The matrix lies in device memory and, mostly, in L2; several blocks divide
 * what lies behind the pivots into patches of PATCH x PATCH. The block of a
 * patch computes the pivots' square, and the patch's share of the lines through
 * it, to the end by itself, in shared memory: that is a tenth of the patch's
 * sums, and saves two barriers of three. The lines in the matrix stay
 * unchanged, so between two barriers no block reads what another writes. The
 * block with the first patch in a row or column writes the final lines once, to
 * where the closed panel will be, and from there to the basic panel if no word
 * was too long.
 *
 * A launch takes the fronts of one level, whose children are done.
 *
 * Launch: cooperative, blocks of 256 threads. */
#include "gpu/cch/blocked.cuh"
#include "gpu/cch/gather.cuh"
#include "gpu/grid.cuh"

/* ---- Blocks that share a front ---- */

/* Several blocks that share a front whose matrix lies in device memory.
 *
 * The grid has a row of blocks for each concurrent front. A row meets at its
 * own word, as the grid does in grid.cuh. Fences on either side of the barrier
 * let plain loads see what other blocks wrote. */

/* Merges the Schur complements of children that are done, a row per warp. */
template <enum cch_addition ADD>
static __device__ void gather_rows(const struct matrix &matrix,
                                   const struct cch_arrays &arrays,
                                   const struct gathered &gathered,
                                   const uint32_t *schur, bool *is_long)
{
    for (uint32_t row = group_lines::warp(); row < gathered.rows;
         row += group_lines::warps()) {
        uint32_t c = (uint32_t)__popc(__ballot_sync(
                         ~0u, gathered.upward && gathered.first_row <= row)) -
                     1;
        uint32_t n = __shfl_sync(~0u, gathered.upward, c);
        uint32_t i = row - __shfl_sync(~0u, gathered.first_row, c);
        const uint32_t *place =
            arrays.place + from_lane(gathered.first_upward, c);
        const uint32_t *from =
            schur + from_lane(gathered.schur, c) + (size_t)i * n;
        uint32_t *to = matrix.row(matrix.line(__ldg(&place[i])));

#pragma unroll 8
        for (uint32_t j = threadIdx.x % 32; j < n; j += 32) {
            uint32_t word = __ldcg(&from[j]);
            uint32_t line = matrix.line(__ldg(&place[j]));

            if (word != COST_INFINITY)
                atomicMin(&to[line], take<ADD>(word, is_long));
        }
    }
}

template <enum cch_addition ADD>
static __device__ void
gather(const struct matrix &matrix, const struct cch_front &front,
       const struct cch_arrays &arrays, const uint32_t *schur, bool *is_long)
{
    struct gathered gathered = {};

    for (uint32_t c = 0; c < front.child_count; c += gathered.count) {
        gathered = find_children(front, arrays, c, NULL, ~0u);
        gather_rows<ADD>(matrix, arrays, gathered, schur, is_long);
    }
}

/* The blocks that share a front. */
struct group_team : group_lines {
    uint32_t *arrived;

    __device__ __forceinline__ void meet() const
    {
        row_barrier(arrived);
    }
};

struct group {
    struct group_team team;
    uint32_t *is_long; /* the last turn in which a word was long */
    uint32_t turn;
};

/* Whether a word of any block was long; each call is another turn. */
static __device__ bool group_any(struct group *group, bool mine)
{
    uint32_t turn = ++group->turn;

    if (__syncthreads_or(mine) && threadIdx.x == 0)
        atomicMax(group->is_long, turn);
    group->team.meet();
    return __ldcg(group->is_long) == turn;
}

/* Whether a listed child changed; all are done. */
static __device__ bool child_changed(const struct cch_work &work,
                                     const struct cch_front &front)
{
    bool changed = false;

    for (uint32_t i = threadIdx.x; i < front.child_count; i += blockDim.x) {
        uint32_t child = work.arrays.children[front.first_child + i].front;

        changed |= work.expected[child] == work.epoch && (work.done[child] & 1);
    }
    return __syncthreads_or(changed);
}

template <enum cch_addition ADD>
static __device__ bool
load_front(const struct cch_work &work, const struct cch_front &front,
           const struct matrix &matrix, const struct group_team &team)
{
    bool is_long = false;

    clear<ADD, group_team>(matrix);
    team.meet();
    if (work.list)
        load_arcs<ADD, group_team>(matrix, front, work.arrays, work.weight,
                                   &is_long);
    else
        load_panel<ADD, group_team>(matrix, work.panels.basic + front.panel,
                                    &is_long);
    team.meet();
    gather<ADD>(matrix, front, work.arrays, work.panels.schur, &is_long);
    team.meet();
    return is_long;
}

/* ---- Patches ---- */

enum {
    PATCH_THREADS = PIVOTS * PIVOTS,
    PATCH = 64,
    PATCH_TILES = PATCH / TILE,
    LINE_PITCH = PATCH + 4,
};

/* A patch and the lines that lead to it, in shared memory. */
struct patch_room {
    uint32_t square[PIVOTS * PIVOTS];
    uint32_t out[PIVOTS * LINE_PITCH]; /* from pivots to columns */
    uint32_t in[PIVOTS * LINE_PITCH];  /* from rows to pivots */
};

/* The pivots of one turn, and the block's patch in it. */
struct patch {
    uint32_t first;
    uint32_t count;
    uint32_t across; /* patches in a row */
    uint32_t i;      /* the patch's first row and column in the matrix */
    uint32_t j;
};

static __device__ __forceinline__ uint32_t *
panel_out(const struct matrix &m, uint32_t *panel, uint32_t i, uint32_t line)
{
    uint32_t f = m.size + m.upward;
    uint32_t j = line < m.first_up ? line : line - m.first_up + m.size;

    if (i >= m.size || j >= f || (line < m.first_up && line >= m.size))
        return NULL;
    return panel + (size_t)i * f + j;
}

static __device__ __forceinline__ uint32_t *
panel_in(const struct matrix &m, uint32_t *panel, uint32_t line, uint32_t j)
{
    uint32_t f = m.size + m.upward;
    uint32_t i = line - m.first_up;

    if (line < m.first_up)
        return line < m.size ? panel_out(m, panel, line, j) : NULL;
    if (j >= m.size || i >= m.upward)
        return NULL;
    return panel + (size_t)m.size * f + (size_t)j * m.upward + i;
}

template <enum cch_addition ADD>
static __device__ __forceinline__ void put(uint32_t *to, uint32_t word,
                                           bool *is_long)
{
    if (!to)
        return;
    *to = addition<ADD>::to(word);
    *is_long |= addition<ADD>::is_long(*to);
}

/* Loads words of the matrix as they were before the turn. */
template <enum cch_addition ADD>
static __device__ void load_lines(const struct matrix &m,
                                  const struct patch &patch,
                                  struct patch_room *room)
{
    uint32_t t = threadIdx.x;
    uint32_t k = t / PIVOTS;
    uint32_t l = t % PIVOTS;

    room->square[t] = k < patch.count && l < patch.count
                          ? __ldcg(m.row(patch.first + k) + patch.first + l)
                          : addition<ADD>::infinity;
    for (; t < PIVOTS * PATCH; t += PATCH_THREADS) {
        uint32_t column = patch.j + t % PATCH;
        uint32_t row = patch.i + t / PIVOTS;

        k = t / PATCH;
        room->out[k * LINE_PITCH + t % PATCH] =
            k < patch.count && column < m.width
                ? __ldcg(m.row(patch.first + k) + column)
                : addition<ADD>::infinity;
        room->in[l * LINE_PITCH + t / PIVOTS] =
            l < patch.count && row < m.width
                ? __ldcg(m.row(row) + patch.first + l)
                : addition<ADD>::infinity;
    }
}

template <enum cch_addition ADD>
static __device__ void lead_lines(const struct patch &patch,
                                  struct patch_room *room)
{
    struct matrix square = {room->square, PIVOTS, 0, PIVOTS, PIVOTS, PIVOTS};
    uint32_t t = threadIdx.x;

    if (t < 32)
        lower_square<ADD, REACH_LOWER>(square, 0, patch.count);
    __syncthreads();
    if (t < PATCH)
        lower_line<ADD, REACH_LOWER>(room->out + t, LINE_PITCH, room->square,
                                     PIVOTS, 1, patch.count);
    else if (t < 2 * PATCH)
        lower_line<ADD, REACH_LOWER>(room->in + t - PATCH, LINE_PITCH,
                                     room->square, 1, PIVOTS, patch.count);
    __syncthreads();
}

/* Stores this patch's share of the lines. */
template <enum cch_addition ADD>
static __device__ void
store_lines(const struct matrix &m, const struct patch &patch,
            const struct patch_room *room, uint32_t *panel, bool *is_long)
{
    uint32_t end = patch.first + patch.count;
    uint32_t t = threadIdx.x;
    uint32_t l = t % PIVOTS;

    if (patch.i == end && patch.j == end && t / PIVOTS < patch.count &&
        l < patch.count)
        put<ADD>(panel_out(m, panel, patch.first + t / PIVOTS, patch.first + l),
                 room->square[t], is_long);
    for (; t < PIVOTS * PATCH; t += PATCH_THREADS) {
        uint32_t column = patch.j + t % PATCH;
        uint32_t row = patch.i + t % PATCH;
        uint32_t k = t / PATCH;

        if (patch.i == end && k < patch.count && column < m.width)
            put<ADD>(panel_out(m, panel, patch.first + k, column),
                     room->out[k * LINE_PITCH + t % PATCH], is_long);
        if (patch.j == end && k < patch.count && row < m.width)
            put<ADD>(panel_in(m, panel, row, patch.first + k),
                     room->in[k * LINE_PITCH + t % PATCH], is_long);
    }
}

template <enum cch_addition ADD>
static __device__ __forceinline__ void
lower_patch_tile(const struct patch_room *room, uint32_t i, uint32_t j,
                 uint32_t count, uint4 word[TILE])
{
#pragma unroll 4
    for (uint32_t k = 0; k < count; k++) {
        uint4 to =
            *reinterpret_cast<const uint4 *>(room->in + k * LINE_PITCH + i);
        uint4 step =
            *reinterpret_cast<const uint4 *>(room->out + k * LINE_PITCH + j);

        lower_four<ADD>(&word[0], to.x, step);
        lower_four<ADD>(&word[1], to.y, step);
        lower_four<ADD>(&word[2], to.z, step);
        lower_four<ADD>(&word[3], to.w, step);
    }
}

template <enum cch_addition ADD>
static __device__ void
take_patch(const struct matrix &m, const struct patch &patch,
           struct patch_room *room, uint32_t *panel, bool *is_long)
{
    uint32_t i = threadIdx.x / PATCH_TILES * TILE;
    uint32_t j = threadIdx.x % PATCH_TILES * TILE;
    bool mine = patch.i + i < m.width && patch.j + j < m.width;
    uint4 word[TILE];

#pragma unroll
    for (uint32_t r = 0; r < TILE; r++)
        word[r] = mine ? __ldcg(four(m.row(patch.i + i + r) + patch.j + j))
                       : make_uint4(0, 0, 0, 0);
    load_lines<ADD>(m, patch, room);
    __syncthreads();
    lead_lines<ADD>(patch, room);
    if (mine) {
        lower_patch_tile<ADD>(room, i, j, patch.count, word);
        store_tile(m, patch.i + i, patch.j + j, word);
    }
    store_lines<ADD>(m, patch, room, panel, is_long);
    __syncthreads();
}

template <enum cch_addition ADD>
static __device__ bool eliminate_patches(const struct matrix &m,
                                         const struct group_team &team,
                                         uint32_t *panel)
{
    __shared__ struct patch_room room;
    bool is_long = false;

    for (uint32_t first = 0; first < m.first_up; first += PIVOTS) {
        struct patch patch = {first, min(m.first_up - first, (uint32_t)PIVOTS),
                              0, 0, 0};
        uint32_t end = first + patch.count;
        uint32_t patches;

        patch.across = max((m.width - end + PATCH - 1) / PATCH, 1u);
        patches = patch.across * patch.across;
        for (uint32_t p = blockIdx.x; p < patches; p += gridDim.x) {
            patch.i = end + p / patch.across * PATCH;
            patch.j = end + p % patch.across * PATCH;
            take_patch<ADD>(m, patch, &room, panel, &is_long);
        }
        team.meet();
    }
    return is_long;
}

static __device__ void copy_panel(const struct matrix &m, const uint32_t *from,
                                  uint32_t *to)
{
    uint32_t words = m.size * (m.size + 2 * m.upward);

    for (uint32_t i = group_lines::thread(); i < words;
         i += group_lines::threads())
        to[i] = __ldcg(&from[i]);
}

/* False: words were too long, and nothing was stored. */
template <enum cch_addition ADD>
static __device__ bool
eliminate_front(const struct cch_work &work, uint32_t index,
                const struct cch_front &front, const struct matrix &matrix,
                struct group *group)
{
    uint32_t *ends = work.panels.closed + front.panel;
    bool is_long = load_front<ADD>(work, front, matrix, group->team);
    bool changed;

    is_long |= eliminate_patches<ADD>(matrix, group->team, ends);
    if (group_any(group, is_long) && ADD != ADD_EXACT)
        return false;
    changed = store_schur<ADD, group_team>(
        matrix, work.panels.schur + front.schur, work.list);
    copy_panel(matrix, ends, work.panels.basic + front.panel);
    changed = group_any(group, changed);
    if (group->team.thread() == 0)
        work.done[index] = work.epoch << 1 | changed;
    return true;
}

static __global__ void __launch_bounds__(PATCH_THREADS, 2)
    patches_kernel(struct cch_work work, struct cch_scratch scratch)
{
    uint32_t row = blockIdx.y;
    struct group group;

    group.team.arrived = scratch.arrived + row;
    group.is_long = scratch.is_long + row;
    group.turn = 0;
    for (uint32_t i = row; i < work.count; i += gridDim.y) {
        uint32_t listed = work.list ? work.list[i] : work.first + i;
        uint32_t index = listed & ~CCH_SEEDED;
        struct cch_front front = work.arrays.fronts[index];
        struct matrix matrix =
            matrix_of(front, scratch.word + row * scratch.words_each);

        if (work.list && !child_changed(work, front) &&
            !(listed & CCH_SEEDED)) {
            if (group.team.thread() == 0)
                work.done[index] = work.epoch << 1;
            continue;
        }
        if (!eliminate_front<ADD_SHORT>(work, index, front, matrix, &group))
            eliminate_front<ADD_EXACT>(work, index, front, matrix, &group);
        /* All blocks have read the word, as they have met since. */
        if (work.list && group.team.thread() == 0)
            work.list[i] = listed | CCH_SEEDED;
    }
}

/* Both barriers' words and turns must be 0 when a kernel begins. */
cudaError_t launch_cch_patches(const struct cch_work *work,
                               const struct cch_scratch *scratch,
                               cudaStream_t stream)
{
    void *arguments[] = {(void *)work, (void *)scratch};
    uint32_t blocks = 0;
    uint32_t rows;
    cudaError_t status;

    if (!work->count)
        return cudaSuccess;
    status = cudaMemsetAsync(scratch->arrived, 0,
                             2 * scratch->count * sizeof(uint32_t), stream);
    if (status == cudaSuccess)
        status = resident_blocks(patches_kernel, PATCH_THREADS, 0, 0, &blocks);
    if (status != cudaSuccess)
        return status;
    rows = min(min(work->count, scratch->count), blocks);
    /* CUDA 11 has no overload for typed kernels. */
    return cudaLaunchCooperativeKernel(
        (const void *)patches_kernel, dim3(blocks / rows, rows),
        dim3(PATCH_THREADS), arguments, 0, stream);
}
