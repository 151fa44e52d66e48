/* cch_gpu: a workspace for queries on a hierarchy.
 *
 * Start reading the query side of the hierarchy here. cch_gpu.c splits a batch
 * into runs of like queries and calls:
 *
 *    table.c   costs of the same targets     walk.cu, table.cu
 *    pairs.c   other costs                   walk.cu, table.cu
 *    paths.c   paths of a few targets        on the host
 *    tree.c    labels, and all others        walk.cu, sweep.cu
 *
 * tree.c is a method of search.h, which finds predecessors and delivers. */
#ifndef RELAXD_GPU_CCH_CCH_GPU_H
#define RELAXD_GPU_CCH_CCH_GPU_H

#include "gpu/cch/sweep.h"
#include "gpu/cch/walk.h"
#include "gpu/forms/cuda_cch.h"
#include "gpu/search_method.h"

/* ---- Paths, unpacked on the host ---- */

/* Paths of a few targets, unpacked on the host.
 *
 * Unpacking a path splits its entries a few hundred to some thousand times.
 * Each access depends on the one before, and there a core of the host beats the
 * device. So the panels are copied to the host, once for each set of weights,
 * and the CPU's pair.h does the rest, including its short walks. The copy pays
 * from some paths on. Each path query copies one part of it, so that no
 * deadline waits for all of it.
 *
 * Host memory, in words: two for each of the panels, and hints
 * (core/solver/cch/hints.h); six a vertex. One thread at a time. */

struct cch_paths;

/* `map` must outlive it. 0, or a code with words. */
int cch_paths_create(const struct map *map, struct cch_paths **ret_paths,
                     struct error *error);
void cch_paths_destroy(struct cch_paths *paths); /* NULL is fine */

/* Copies `words` more words of the metric's panels; forgets those of another
 * state. The metric's device is current. *ret_whole: all are copied. */
int cch_paths_load(struct cch_paths *paths,
                   const struct cuda_cch_metric *metric, uint64_t words,
                   bool *ret_whole, struct error *error);

/* Answers PATHS from the copied panels, which must be whole. */
int cch_paths_solve(struct cch_paths *paths, struct query *query,
                    struct error *error);

/* ---- The workspace ---- */

/* Device memory that grows. */
struct cch_room {
    uint32_t *memory;
    size_t words;
};

struct cch_gpu {
    struct search search;
    struct cch_arrays arrays; /* of the prepared map, and the batch's metric */
    struct cch_rows rows;
    struct kernel_grid sweep_grid;
    struct kernel_grid lanes_grid;
    uint32_t level; /* tree.c: the next level to sweep */
    uint32_t lanes; /* as set */
    uint32_t walks; /* most walks kept at once */
    uint32_t team;  /* as set; 0: by the number of walks */
    unsigned team_max;
    uint32_t *first_of_level; /* [level_count + 1] of rows, on the host */
    uint32_t tree_from;       /* targets from which on a query is solved as a
                                 tree */
    uint32_t paths_from;      /* path queries of a metric that make a copy worth
                                 it */
    uint64_t paths_part;      /* words copied with each path query */
    struct cch_paths *paths;  /* NULL until first used */
    uint64_t paths_state;     /* state of the metric that the last path query
                                 used */
    size_t path_count;        /* path queries of that state so far */
    uint32_t phase_count;     /* reported to this batch's observer */
    struct cch_room labels;   /* of lanes */
    struct cch_room vectors;
    struct cch_room vector_sums; /* beside the vectors */
    struct cch_room cells;
    struct cch_room cell_sums; /* beside the cells */
};

/* Room for at least `words` words; doubles where memory allows. The contents
 * may be lost. */
int cch_room_reserve(struct cch_room *room, size_t words, const char *what,
                     struct error *error);

static inline const struct cuda_cch_metric *
cch_metric(const struct cch_gpu *cch)
{
    return (const struct cuda_cch_metric *)cch->search.metric;
}

static inline cudaStream_t cch_stream(const struct cch_gpu *cch)
{
    return cch->search.workspace.stream;
}

/* The most walks whose labels are kept at once. */
uint32_t cch_walks_max(const struct cch_gpu *cch);

/* Vectors for `count` walks, at most cch_walks_max(). */
int cch_vectors_reserve(struct cch_gpu *cch, uint32_t count,
                        struct cch_vectors *ret_vectors, struct error *error);

/* The same with sums. */
int cch_vectors_reserve_sums(struct cch_gpu *cch, uint32_t count,
                             struct cch_vectors *ret_vectors,
                             struct error *error);

/* The vectors from walk `first` on. */
struct cch_vectors cch_vectors_from(const struct cch_vectors *vectors,
                                    uint32_t first);

/* Threads for each of `walk_count` walks. */
unsigned cch_team(const struct cch_gpu *cch, uint32_t walk_count);

/* Reports a phase that began at start_ns to the batch's observer, once the
 * device has ended it; does nothing without one. */
int cch_report(struct cch_gpu *cch, const char *method, uint64_t start_ns,
               struct error *error);

/* Whether cch_solve_pairs() is to solve the first query; cch_gpu.c. */
bool cch_is_pair(const struct cch_gpu *cch, struct query **queries,
                 size_t count);

/* Each of these solves all its queries and fills their figures; queries past
 * their deadline end as cancelled. */
/* Solves the leading queries that are pairs and fit into a chunk: *ret_solved.
 */
int cch_solve_pairs(struct cch_gpu *cch, struct query **queries, size_t count,
                    size_t *ret_solved, struct error *error);
int cch_solve_table(struct cch_gpu *cch, struct query **queries, size_t count,
                    struct error *error);
/* Where *ret_lanes is below 2 memory is short: solve nothing with it. */
int cch_lanes_reserve(struct cch_gpu *cch, uint32_t *ret_lanes,
                      struct error *error);
int cch_solve_trees(struct cch_gpu *cch, uint32_t lanes, struct query **queries,
                    size_t count, struct error *error);

/* Whether rows and columns fit into strips of at least one. */
bool cch_table_fits(const struct cch_gpu *cch, struct query **queries,
                    size_t count);

/* Levels that one launch sweeps, so that deadlines are checked in between. */
enum { CCH_LEVELS_A_LAUNCH = 256 };

#endif
