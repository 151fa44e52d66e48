/* cch_gpu: the workspace, and how it splits a batch. */
#include "gpu/cch/cch_gpu.h"

#include <errno.h>

#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "gpu/cuda_error.h"
#include "gpu/solvers/solvers.h"

/* ---- The workspace ---- */

/* Most words of labels and owners of walks: a GiB. */
#define VECTOR_WORDS_MAX (1ull << 28)

enum { VECTORS = 2 };

/* Threads per walk. */
enum {
    WARP = 32,
    TEAM_USUAL = 256,
    FEW_WALKS = 32, /* each has one or more multiprocessors */
    FEW_THREADS = 1 << 17,
    BLOCK_DEPTH = 600, /* of chains that a block walks as fast as a cluster */
    RESIDENT_THREADS = 1 << 18,
};

/* Allocates an empty room. */
static int room_make(struct cch_room *room, size_t words, const char *what,
                     struct error *error)
{
    uint32_t *memory = NULL;
    int r = cuda_alloc(&memory, words, sizeof(uint32_t), what, error);

    if (!r)
        *room = (struct cch_room){memory, words};
    return r;
}

int cch_room_reserve(struct cch_room *room, size_t words, const char *what,
                     struct error *error)
{
    size_t twice = 2 * room->words;
    int r = -ENOMEM;

    if (words <= room->words)
        return 0;
    cuda_ended(cudaFree(room->memory));
    *room = (struct cch_room){0};
    if (words < twice)
        r = room_make(room, twice, what, error);
    return r == -ENOMEM ? room_make(room, words, what, error) : r;
}

int cch_vectors_reserve(struct cch_gpu *cch, uint32_t count,
                        struct cch_vectors *ret_vectors, struct error *error)
{
    uint32_t stride = cch->arrays.depth_count;
    size_t words = (size_t)count * stride;
    int r = cch_room_reserve(&cch->vectors, words * VECTORS + count,
                             "labels of walks", error);

    if (r)
        return r;
    *ret_vectors = (struct cch_vectors){
        .label = cch->vectors.memory,
        .owner = cch->vectors.memory + words,
        .length = cch->vectors.memory + words * VECTORS,
        .stride = stride,
    };
    return 0;
}

int cch_vectors_reserve_sums(struct cch_gpu *cch, uint32_t count,
                             struct cch_vectors *ret_vectors,
                             struct error *error)
{
    size_t words = 2 * (size_t)count * cch->arrays.depth_count;
    int r = cch_vectors_reserve(cch, count, ret_vectors, error);

    if (!r)
        r = cch_room_reserve(&cch->vector_sums, words, "sums of walks", error);
    if (!r)
        ret_vectors->packed = (cch_packed *)cch->vector_sums.memory;
    return r;
}

struct cch_vectors cch_vectors_from(const struct cch_vectors *vectors,
                                    uint32_t first)
{
    size_t words = (size_t)first * vectors->stride;

    return (struct cch_vectors){
        .label = vectors->label + words,
        .owner = vectors->owner + words,
        .length = vectors->length + first,
        .stride = vectors->stride,
        .packed = vectors->packed ? vectors->packed + words : NULL,
    };
}

uint32_t cch_walks_max(const struct cch_gpu *cch)
{
    uint64_t most = VECTOR_WORDS_MAX / VECTORS / (cch->arrays.depth_count + 1);

    if (most > cch->walks)
        most = cch->walks;
    return most < 2 ? 2 : (uint32_t)most;
}

unsigned cch_team(const struct cch_gpu *cch, uint32_t walk_count)
{
    bool deep =
        cch->arrays.depth_count > BLOCK_DEPTH && cch->team_max > CCH_BLOCK_MAX;
    unsigned team = WARP;

    if (cch->team)
        return cch->team;
    while (team < TEAM_USUAL &&
           (uint64_t)walk_count * team * 2 <= RESIDENT_THREADS)
        team *= 2;
    if (team < TEAM_USUAL || walk_count > (deep ? 2 * FEW_WALKS : FEW_WALKS))
        return team;
    team = CCH_BLOCK_MAX;
    while (deep && team < cch->team_max &&
           (uint64_t)walk_count * team * 2 <= FEW_THREADS)
        team *= 2;
    return team;
}

int cch_report(struct cch_gpu *cch, const char *method, uint64_t start_ns,
               struct error *error)
{
    struct phase_observer *observer = cch->search.observer;
    struct phase phase = {.method = method};
    int r;

    if (!observer)
        return 0;
    r = workspace_sync(&cch->search.workspace, error);
    phase.time_us = (double)(clock_now_ns() - start_ns) / 1e3;
    phase.index = cch->phase_count++;
    if (!r)
        observer->phase(observer, &phase);
    return r;
}

/* ---- Batches ---- */

/* How a batch is solved on a hierarchy. */

/* How a query is solved. */
enum kind { KIND_ALONE, KIND_TREES, KIND_PAIRS, KIND_PATHS };

/* With more, a tree and its links are faster. */
enum { PATHS_OF_A_QUERY = 6 };

/* The walks that a query needs; more than cch_walks_max() where a tree solves
 * it. */
static uint32_t walks_of(const struct cch_gpu *cch, const struct query *query)
{
    uint32_t most = cch_walks_max(cch);
    uint64_t walks = query->seed_count;

    if (query->target_count > cch->tree_from)
        return most + 1;
    for (uint32_t i = 0; i < query->target_count && walks <= most; i++)
        walks += query->targets[i].vertex_count;
    return walks <= most ? (uint32_t)walks : most + 1;
}

static enum kind kind_of(const struct cch_gpu *cch, const struct query *query)
{
    if (query->output == QUERY_COSTS)
        return walks_of(cch, query) <= cch_walks_max(cch) ? KIND_PAIRS
                                                          : KIND_ALONE;
    if (query->output == QUERY_PATHS)
        return query->target_count <= PATHS_OF_A_QUERY &&
                       walks_of(cch, query) <= cch_walks_max(cch)
                   ? KIND_PATHS
                   : KIND_ALONE;
    if (query->predecessors)
        return KIND_ALONE;
    return KIND_TREES;
}

/* Whether queries for the same targets ask for the same sums. */
static bool same_sums(const struct sums_query *a, const struct sums_query *b)
{
    return a && b ? a->targets == b->targets && a->arcs == b->arcs : a == b;
}

/* How many leading queries share their targets; 1 where these are fewer than 2.
 */
static size_t same_targets(struct query **queries, size_t count)
{
    const struct query *query = queries[0];
    size_t same = 1;

    if (query->target_count < 2)
        return same;
    while (same < count && queries[same]->targets == query->targets &&
           queries[same]->target_count == query->target_count &&
           same_sums(queries[same]->sums, query->sums))
        same++;
    return same;
}

static size_t same_kind(const struct cch_gpu *cch, struct query **queries,
                        size_t count, enum kind kind)
{
    size_t same = 1;

    while (same < count && kind_of(cch, queries[same]) == kind &&
           !queries[same]->sums)
        same++;
    return same;
}

/* Whether there are enough rows to make a table worth its columns' walks. */
static bool is_table(const struct cch_gpu *cch, struct query **queries,
                     size_t count)
{
    const struct query *query = queries[0];

    return query->output == QUERY_COSTS && count > 1 &&
           query->target_count > 1 &&
           query->target_count / count <= cch->tree_from &&
           cch_table_fits(cch, queries, count);
}

bool cch_is_pair(const struct cch_gpu *cch, struct query **queries,
                 size_t count)
{
    return !queries[0]->sums &&
           same_targets(queries, count < 2 ? count : 2) == 1 &&
           kind_of(cch, queries[0]) == KIND_PAIRS;
}

static int solve_alone(struct cch_gpu *cch, struct query **queries,
                       size_t count, struct error *error)
{
    struct batch batch = {queries, count, cch->search.observer};

    return search_solve(&cch->search.base, cch->search.metric, &batch, error);
}

static int solve_trees(struct cch_gpu *cch, struct query **queries,
                       size_t count, struct error *error)
{
    uint32_t lanes = 0;
    int r =
        count > 1 && cch->lanes > 1 ? cch_lanes_reserve(cch, &lanes, error) : 0;

    if (r)
        return r;
    return lanes < 2 ? solve_alone(cch, queries, count, error)
                     : cch_solve_trees(cch, lanes, queries, count, error);
}

/* Counts the path queries; returns whether they justify a copy of the panels.
 */
static bool want_copy(struct cch_gpu *cch, size_t count)
{
    uint64_t state = cch_metric(cch)->state;

    if (cch->paths_state != state)
        cch->path_count = 0;
    cch->paths_state = state;
    cch->path_count += count;
    return cch->path_count >= cch->paths_from;
}

/* Copies one more part, unless the query is past its deadline; *ret_whole: the
 * copy is complete. */
static int copy_part(struct cch_gpu *cch, const struct query *query,
                     bool *ret_whole, struct error *error)
{
    int r = 0;

    *ret_whole = false;
    if (cancel_due(query->cancel))
        return 0;
    if (!cch->paths)
        r = cch_paths_create(cch->search.base.prepared->map, &cch->paths,
                             error);
    return r ? r
             : cch_paths_load(cch->paths, cch_metric(cch), cch->paths_part,
                              ret_whole, error);
}

static int solve_path(struct solver *solver, const struct metric *metric,
                      struct query *query, struct error *error)
{
    (void)metric;
    return cch_paths_solve(((struct cch_gpu *)solver)->paths, query, error);
}

static int solve_paths(struct cch_gpu *cch, struct query **queries,
                       size_t count, struct error *error)
{
    struct batch batch = {queries, count, NULL};
    bool whole = false;
    int r = 0;

    if (!want_copy(cch, count))
        return solve_alone(cch, queries, count, error);
    while (batch.query_count && !r) {
        r = copy_part(cch, batch.queries[0], &whole, error);
        if (r || whole)
            break;
        r = solve_alone(cch, batch.queries++, 1, error);
        batch.query_count--;
    }
    return r || !whole ? r
                       : batch_solve_each(&cch->search.base, cch->search.metric,
                                          &batch, solve_path, error);
}

/* Solves the leading queries of one kind. */
static int solve_some(struct cch_gpu *cch, struct query **queries, size_t count,
                      size_t *ret_solved, struct error *error)
{
    size_t rows = same_targets(queries, count);
    enum kind kind;

    if (queries[0]->sums || is_table(cch, queries, rows)) {
        *ret_solved = rows;
        return cch_solve_table(cch, queries, rows, error);
    }
    kind = kind_of(cch, queries[0]);
    if (kind == KIND_PAIRS)
        return cch_solve_pairs(cch, queries, count, ret_solved, error);
    *ret_solved = same_kind(cch, queries, count, kind);
    if (kind == KIND_PATHS)
        return solve_paths(cch, queries, *ret_solved, error);
    return kind == KIND_TREES ? solve_trees(cch, queries, *ret_solved, error)
                              : solve_alone(cch, queries, *ret_solved, error);
}

int cch_gpu_solve(struct solver *solver, const struct metric *metric,
                  struct batch *batch, struct error *error)
{
    struct cch_gpu *cch = (struct cch_gpu *)solver;
    size_t solved;
    int r = workspace_enter(&cch->search.workspace, error);

    cch->search.observer = batch->observer;
    cch->search.metric = metric;
    cch->phase_count = 0;
    cch->arrays.closed = cch_metric(cch)->panels.closed;
    cch->arrays.packed = NULL;
    for (size_t i = 0; i < batch->query_count && !r; i += solved) {
        r = solve_some(cch, batch->queries + i, batch->query_count - i, &solved,
                       error);
        if (r)
            error_prefix(error, "solver %s", solver->ops->name);
    }
    return r;
}
