/* flow: fronts from the leaves up, each as soon as its children are done.
 *
 * One launch takes all fronts of a team, level after level, without a barrier:
 * the team that takes a front polls one word for each child until it says done.
 * ticket.cuh explains why no team waits for ever, although a launch begins
 * before the previous one has ended.
 *
 * The critical path is the chain from leaf to root. On it a front costs a poll
 * of its children's words, one load (gather.cuh), its pivots, a store and a
 * fence. Everything else happens earlier, or after the done word: storing the
 * basic panel, closing it.
 *
 * Schur complements are the only data that others write while the kernel runs;
 * they are read past L1, which may hold older words.
 *
 * Launch: warps, four in a block, with shared memory for a front each; or
 * blocks of 128 or 512 threads with shared memory for one. */
#include "gpu/cch/blocked.cuh"
#include "gpu/cch/gather.cuh"
#include "gpu/cch/ticket.cuh"
#include "gpu/grid.cuh"

/* ---- Eliminating ---- */

/* The pivots of a front, one by one or PIVOTS at a time.
 *
 * Vertex k of the supernode is a pivot: it lowers word (i, j) to (i, k) + (k,
 * j), for all i and j behind k. A warp takes one pivot after the other. A block
 * takes PIVOTS of them: their square, the lines through it, then all the rest,
 * including the next square (blocked.cuh). */

/* COLUMNS adjacent lanes take columns; the others of the warp take further
 * rows. */
template <enum cch_addition ADD, uint32_t COLUMNS>
static __device__ __forceinline__ void
eliminate_pivot(const struct matrix &matrix, uint32_t pivot)
{
    uint32_t lane = threadIdx.x % 32;

    for (uint32_t j = pivot + 1 + lane % COLUMNS; j < matrix.width;
         j += COLUMNS) {
        uint32_t step = matrix.row(pivot)[j];

        for (uint32_t i = pivot + 1 + lane / COLUMNS; i < matrix.width;
             i += 32 / COLUMNS) {
            uint32_t *row = matrix.row(i);

            row[j] = addition<ADD>::least(row[j], row[pivot], step);
        }
    }
}

template <enum cch_addition ADD>
static __device__ void eliminate(const struct matrix &matrix, const warp_team &)
{
    for (uint32_t pivot = 0; pivot < matrix.size; pivot++) {
        if (matrix.width - pivot <= 9)
            eliminate_pivot<ADD, 8>(matrix, pivot);
        else if (matrix.width - pivot <= 17)
            eliminate_pivot<ADD, 16>(matrix, pivot);
        else
            eliminate_pivot<ADD, 32>(matrix, pivot);
        __syncwarp();
    }
}

/* The tile (i, j) of those behind the pivots [first, end). */
template <enum cch_addition ADD>
static __device__ __forceinline__ void
lower_behind(const struct matrix &matrix, uint32_t first, uint32_t end,
             uint32_t i, uint32_t j)
{
    uint4 word[TILE];

    lower_tile<ADD>(matrix, end + i * TILE, end + j * TILE, first, end, word);
    store_tile(matrix, end + i * TILE, end + j * TILE, word);
}

/* All words behind the pivots [first, end). One warp takes the square of the
 * next pivots and lowers it while others are busy. */
template <enum cch_addition ADD, class team>
static __device__ void lower_rest(const struct matrix &matrix, uint32_t first,
                                  uint32_t end, const team &self)
{
    uint32_t side = (matrix.width - end) / TILE;
    uint32_t next = min(matrix.first_up - end, (uint32_t)PIVOTS);
    uint32_t ahead = next / TILE;
    uint32_t apart = next ? 32 : 0; /* threads */

    if (next && self.warp() == 0) {
        if (threadIdx.x < ahead * ahead)
            lower_behind<ADD>(matrix, first, end, threadIdx.x / ahead,
                              threadIdx.x % ahead);
        __syncwarp();
        lower_square<ADD, REACH_LOWER>(matrix, end, next);
        return;
    }
    for (uint32_t t = self.thread() - apart; t < side * side;
         t += self.threads() - apart) {
        uint32_t i = t / side;
        uint32_t j = t % side;

        if (i >= ahead || j >= ahead)
            lower_behind<ADD>(matrix, first, end, i, j);
    }
}

/* By a block. */
template <enum cch_addition ADD, class team>
static __device__ void eliminate(const struct matrix &matrix, const team &self)
{
    if (self.warp() == 0)
        lower_square<ADD, REACH_LOWER>(matrix, 0,
                                       min(matrix.first_up, (uint32_t)PIVOTS));
    self.meet();
    for (uint32_t first = 0; first < matrix.first_up; first += PIVOTS) {
        uint32_t count = min(matrix.first_up - first, (uint32_t)PIVOTS);

        lower_lines<ADD, REACH_LOWER>(matrix, first, count, self.thread(),
                                      self.threads());
        self.meet();
        lower_rest<ADD>(matrix, first, first + count, self);
        self.meet();
    }
}

/* ---- Closing ---- */

/* The closed panel of a front from its basic one.
 *
 * From the highest vertex of the supernode down to the lowest: a path from k to
 * j first goes to some m above k, over lower vertices only, which is the basic
 * word (k, m); the distance from m on is known. So closed (k, j) is the least
 * of basic (k, m) + closed (m, j) for m from k + 1 on and basic (k, j), for any
 * j behind k; (i, k) mirrored. That takes a third of the sums of Floyd-Warshall
 * over the square with a product on either side.
 *
 * A word that has already fallen may stand for a basic one: it is the length of
 * a path, too, so no word falls too far.
 *
 * A block takes PIVOTS vertices at a time, with those above them closed. It
 * multiplies through these into all words beside the vertices and into their
 * square, closes the square by Floyd-Warshall, and takes the lines through it.
 */

/* The word of line t behind k: column t of row k, or row t of column k. */
template <enum cch_addition ADD>
static __device__ __forceinline__ uint32_t
close_word(const struct matrix &matrix, uint32_t k, uint32_t t, bool column)
{
    uint32_t least = column ? matrix.row(k)[t] : matrix.row(t)[k];

    for (uint32_t m = k + 1; m < matrix.size; m++)
        least = column ? addition<ADD>::least(least, matrix.row(k)[m],
                                              matrix.row(m)[t])
                       : addition<ADD>::least(least, matrix.row(t)[m],
                                              matrix.row(m)[k]);
    return least;
}

template <enum cch_addition ADD>
static __device__ void close_vertex(const struct matrix &matrix, uint32_t k)
{
    uint32_t lines = matrix.width - k - 1;

    for (uint32_t first = 0; first < 2 * lines; first += 32) {
        uint32_t t = first + threadIdx.x % 32;
        bool column = t < lines;
        uint32_t line = k + 1 + (column ? t : t - lines);
        uint32_t word = 0;

        if (t < 2 * lines)
            word = close_word<ADD>(matrix, k, line, column);
        __syncwarp();
        if (t < 2 * lines)
            *(column ? matrix.row(k) + line : matrix.row(line) + k) = word;
        __syncwarp();
    }
}

template <enum cch_addition ADD>
static __device__ void close(const struct matrix &matrix, const warp_team &)
{
    for (uint32_t k = matrix.size - 1; k-- > 0;)
        close_vertex<ADD>(matrix, k);
}

/* Where tile t beside the pivots begins: row by row to their right, then column
 * by column below. */
static __device__ __forceinline__ void tile_beside(uint32_t first,
                                                   uint32_t count, uint32_t t,
                                                   uint32_t tiles, uint32_t *i,
                                                   uint32_t *j)
{
    uint32_t rows = count / TILE;
    uint32_t along = t < tiles ? t : t - tiles;
    uint32_t across = first + along % rows * TILE;
    uint32_t behind = first + count + along / rows * TILE;

    *i = t < tiles ? across : behind;
    *j = t < tiles ? behind : across;
}

template <enum cch_addition ADD, class team>
static __device__ void close_beside(const struct matrix &matrix, uint32_t first,
                                    uint32_t count, const team &self)
{
    uint32_t end = first + count;
    uint32_t tiles = (matrix.width - end) / TILE * (count / TILE);

    for (uint32_t t0 = 0; t0 < 2 * tiles; t0 += self.threads()) {
        uint32_t t = t0 + self.thread();
        uint4 word[TILE];
        uint32_t i;
        uint32_t j;

        tile_beside(first, count, t, tiles, &i, &j);
        if (t < 2 * tiles)
            lower_tile<ADD>(matrix, i, j, end, matrix.first_up, word);
        self.meet();
        if (t < 2 * tiles)
            store_tile(matrix, i, j, word);
        self.meet();
    }
}

/* A thread takes a word and some of the vertices above. */
template <enum cch_addition ADD, class team>
static __device__ void close_square(const struct matrix &matrix, uint32_t first,
                                    uint32_t count, const team &self)
{
    uint32_t words = PIVOTS * PIVOTS;
    uint32_t parts = max(self.threads() / words, 1u);

    for (uint32_t t = self.thread(); t < words * parts; t += self.threads()) {
        uint32_t i = t / PIVOTS % PIVOTS;
        uint32_t j = t % PIVOTS;
        uint32_t least = addition<ADD>::infinity;

        if (i >= count || j >= count)
            continue;
        for (uint32_t m = first + count + t / words; m < matrix.first_up;
             m += parts)
            least = addition<ADD>::least(least, matrix.row(first + i)[m],
                                         matrix.row(m)[first + j]);
        atomicMin(&matrix.row(first + i)[first + j], least);
    }
}

/* By a block. */
template <enum cch_addition ADD, class team>
static __device__ void close(const struct matrix &matrix, const team &self)
{
    uint32_t first = (matrix.first_up - 1) / PIVOTS * PIVOTS;

    for (;; first -= PIVOTS) {
        uint32_t count = min(matrix.first_up - first, (uint32_t)PIVOTS);

        if (first + count < matrix.first_up) {
            close_beside<ADD>(matrix, first, count, self);
            close_square<ADD>(matrix, first, count, self);
            self.meet();
        }
        if (self.warp() == 0)
            lower_square<ADD, REACH_ALL>(matrix, first, count);
        self.meet();
        lower_lines<ADD, REACH_ALL>(matrix, first, count, self.thread(),
                                    self.threads());
        self.meet();
        if (first == 0)
            break;
    }
}

/* ---- The flow ---- */

enum {
    SMALL_THREADS = 128,
    SMALL_BLOCKS = 8, /* on a multiprocessor: 64 registers a thread */
    LARGE_THREADS = 512,
};

extern __shared__ uint4 shared_words[];

/* Waits for all children; returns whether one that it awaited changed. */
template <class team>
static __device__ bool await_children(const struct cch_work &work,
                                      const struct cch_front &front)
{
    const struct cch_child *children = work.arrays.children + front.first_child;
    bool changed = false;

    for (uint32_t i = team::thread(); i < front.child_count;
         i += team::threads())
        changed |= await_child(work, children[i].front);
    return team::any(changed);
}

template <class team>
static __device__ void report(const struct cch_work &work, uint32_t index,
                              bool changed)
{
    changed = team::any(changed);
    if (team::thread() == 0)
        report_done(work, index, changed);
}

/* The matrix before its pivots. Loads all that is known before the children are
 * done. False: a listed front has neither changed arcs nor a changed child. */
template <enum cch_addition ADD, class team>
static __device__ bool gather_front(const struct cch_work &work,
                                    const struct cch_front &front, bool seeded,
                                    const struct matrix &matrix, uint32_t *room,
                                    bool *is_long)
{
    struct gathered gathered =
        find_children(front, work.arrays, 0, room, team::ROOM);

    clear<ADD, team>(matrix);
    team::meet();
    if (work.list)
        load_arcs<ADD, team>(matrix, front, work.arrays, work.weight, is_long);
    else
        load_panel<ADD, team>(matrix, work.panels.basic + front.panel, is_long);
    find_lines<team>(matrix, work.arrays, gathered);
    if (!await_children<team>(work, front) && work.list && !seeded)
        return false;
    gather_children<ADD, team>(matrix, gathered, work.panels.schur, is_long);
    for (uint32_t c = gathered.count; c < front.child_count;
         c += gathered.count) {
        team::meet();
        gathered = find_children(front, work.arrays, c, room, team::ROOM);
        find_lines<team>(matrix, work.arrays, gathered);
        team::meet();
        gather_children<ADD, team>(matrix, gathered, work.panels.schur,
                                   is_long);
    }
    team::meet();
    return true;
}

enum outcome {
    UNCHANGED,
    TOO_LONG, /* nothing was stored */
    STORED,
};

template <enum cch_addition ADD, class team>
static __device__ enum outcome
eliminate_front(const struct cch_work &work, uint32_t index, bool seeded,
                const struct cch_front &front, const struct matrix &matrix,
                uint32_t *room)
{
    bool is_long = false;
    bool changed;

    if (!gather_front<ADD, team>(work, front, seeded, matrix, room, &is_long))
        return UNCHANGED;
    eliminate<ADD>(matrix, team());
    is_long |= panel_is_long<ADD, team>(matrix);
    if (ADD != ADD_EXACT && team::any(is_long))
        return TOO_LONG;
    changed = store_schur<ADD, team>(matrix, work.panels.schur + front.schur,
                                     work.list);
    report<team>(work, index, changed);
    store_panel<ADD, team>(matrix, work.panels.basic + front.panel);
    team::meet();
    return STORED;
}

/* The same, of a matrix that has been eliminated. */
template <enum cch_addition ADD, class team>
static __device__ bool close_front(const struct cch_work &work,
                                   const struct cch_front &front,
                                   const struct matrix &matrix)
{
    bool is_long = false;

    close<ADD>(matrix, team());
    is_long |= panel_is_long<ADD, team>(matrix);
    if (ADD != ADD_EXACT && team::any(is_long))
        return false;
    store_panel<ADD, team>(matrix, work.panels.closed + front.panel);
    team::meet();
    return true;
}

/* Loads the basic panel again. */
template <enum cch_addition ADD, class team>
static __device__ void reload_front(const struct cch_work &work,
                                    const struct cch_front &front,
                                    const struct matrix &matrix)
{
    bool is_long = false;

    clear<ADD, team>(matrix);
    team::meet();
    load_panel<ADD, team>(matrix, work.panels.basic + front.panel, &is_long);
    team::meet();
}

template <class team>
static __device__ void take_front(const struct cch_work &work, uint32_t index,
                                  bool seeded, uint32_t *word, uint32_t *room)
{
    struct cch_front front = work.arrays.fronts[index];
    struct matrix matrix = matrix_of(front, word);
    enum outcome outcome = eliminate_front<ADD_SHORT, team>(
        work, index, seeded, front, matrix, room);

    if (outcome == UNCHANGED) {
        report<team>(work, index, false);
        return;
    }
    if (outcome == TOO_LONG)
        eliminate_front<ADD_EXACT, team>(work, index, seeded, front, matrix,
                                         room);
    else if (close_front<ADD_SHORT, team>(work, front, matrix))
        return;
    else
        reload_front<ADD_EXACT, team>(work, front, matrix);
    close_front<ADD_EXACT, team>(work, front, matrix);
}

/* The i-th front of the flow. */
template <class team>
static __device__ void take(const struct cch_work &work, uint32_t i,
                            uint32_t *word, uint32_t *room)
{
    uint32_t listed = work.list ? work.list[i] : work.first + i;

    take_front<team>(work, listed & ~CCH_SEEDED,
                     work.list && (listed & CCH_SEEDED), word, room);
}

static __device__ __forceinline__ uint32_t *shared()
{
    return reinterpret_cast<uint32_t *>(static_cast<uint4 *>(shared_words));
}

static __global__ void __launch_bounds__(CCH_WARPS * 32)
    warps_kernel(struct cch_work work, uint32_t words_each)
{
    __shared__ uint32_t rooms[CCH_WARPS][warp_team::ROOM];
    uint32_t warp = threadIdx.x / 32;

    begin_flow(work);
    for (uint32_t i = ticket_of_warp(work); i < work.count;
         i = ticket_of_warp(work))
        take<warp_team>(work, i, shared() + warp * words_each, rooms[warp]);
    end_flow(work);
}

template <int THREADS, int BLOCKS>
static __global__ void __launch_bounds__(THREADS, BLOCKS)
    blocks_kernel(struct cch_work work)
{
    __shared__ uint32_t room[block_team::ROOM];

    begin_flow(work);
    for (uint32_t i = ticket_of_block(work); i < work.count;
         i = ticket_of_block(work))
        take<block_team>(work, i, shared(), room);
    end_flow(work);
}

/* How to launch one of these kernels. */
struct shape {
    unsigned threads;
    unsigned fronts; /* that a block takes at once */
    size_t bytes;    /* of shared memory */
};

static struct shape shape_of(enum cch_team team, uint32_t front_max)
{
    size_t width = cch_width(front_max);
    size_t bytes = width * width * sizeof(uint32_t);

    if (team == CCH_WARP)
        return {CCH_WARPS * 32, CCH_WARPS, CCH_WARPS * bytes};
    return {(unsigned)(team == CCH_SMALL ? SMALL_THREADS : LARGE_THREADS), 1,
            bytes};
}

/* Also sets the kernel's shared memory: always to the maximum, as other threads
 * launch the kernel with other shapes. */
template <class Kernel, typename... Words>
static cudaError_t launch(Kernel *kernel, const struct shape &shape,
                          const struct cch_work *work, cudaStream_t stream,
                          Words... words)
{
    uint32_t most = 0;
    unsigned blocks = 0;
    cudaError_t status = cch_shared_bytes(&most);

    if (status == cudaSuccess)
        status = cudaFuncSetAttribute(
            kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most);
    if (status == cudaSuccess)
        status = resident_blocks(kernel, shape.threads, shape.bytes,
                                 (work->count - 1) / shape.fronts + 1, &blocks);
    return status == cudaSuccess
               ? launch_dependent(kernel,
                                  {blocks, shape.threads, 1, shape.bytes}, true,
                                  stream, *work, words...)
               : status;
}

cudaError_t launch_cch_flow(enum cch_team team, const struct cch_work *work,
                            cudaStream_t stream)
{
    struct shape shape = shape_of(team, work->front_max);

    if (!work->count)
        return cudaSuccess;
    if (team == CCH_WARP)
        return launch(
            warps_kernel, shape, work, stream,
            (uint32_t)(shape.bytes / sizeof(uint32_t) / shape.fronts));
    return team == CCH_SMALL
               ? launch(blocks_kernel<SMALL_THREADS, SMALL_BLOCKS>, shape, work,
                        stream)
               : launch(blocks_kernel<LARGE_THREADS, 1>, shape, work, stream);
}
