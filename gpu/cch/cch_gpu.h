/* cch_gpu: a workspace for queries on a hierarchy.
 *
 * Start reading the query side of the hierarchy here. A batch goes, by runs of
 * like queries (cch_gpu.c), to what solves them together:
 *
 *     table.c   costs of the same targets     walk.cu, table.cu
 *     pairs.c   other costs                   walk.cu, pairs.cu
 *     trees.c   labels without predecessors   walk.cu, sweep.cu
 *     paths.c   paths of a few targets        on the host
 *     tree.c    all else, one after another   walk.cu, sweep.cu
 *
 * the last as a method of search.h, which finds predecessors and delivers. */
#ifndef RELAXD_GPU_CCH_CCH_GPU_H
#define RELAXD_GPU_CCH_CCH_GPU_H

#include "gpu/cch/sweep.h"
#include "gpu/cch/walk.h"
#include "gpu/forms/cuda_cch.h"
#include "gpu/search_method.h"

/* ---- Paths, unpacked on the host ---- */

/* Paths of a few targets, unpacked on the host.
 *
 * A path's entries are taken into parts one after the other, a few hundred to
 * some thousand times: dependent accesses, at which a core of the host is
 * quicker than a device. So one set of panels is copied to the host and the
 * CPU's pair.h does the rest, its short walks included. It is a copy for each
 * set of weights, and worth it from some paths on. It comes in parts, one with
 * each path that is asked meanwhile, so that no deadline waits for all of it.
 *
 * Host memory, in words: two for each of panels, and hints
 * (core/solver/cch/hints.h); six a vertex. One thread at a time. */

struct cch_paths;

/* `map` outlives it. 0, or a code with words. */
int cch_paths_create(const struct map *map, struct cch_paths **ret_paths,
                     struct error *error);
void cch_paths_destroy(struct cch_paths *paths); /* NULL is fine */

/* Copies so many words more of the metric's panels, whose device is current;
 * those of another state are forgotten. *ret_whole: all of them are there. */
int cch_paths_load(struct cch_paths *paths,
                   const struct cuda_cch_metric *metric, uint64_t words,
                   bool *ret_whole, struct error *error);

/* Answers PATHS by the panels that were copied, the whole of them. */
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
    const struct cch_arrays *arrays; /* the prepared map's */
    struct cch_rows rows;
    struct cch_grid sweep_grid;
    struct cch_grid lanes_grid;
    uint32_t level; /* tree.c: the next to be swept */
    uint32_t lanes; /* as set */
    uint32_t walks; /* that are kept at once, at most */
    uint32_t team;  /* as set, 0: by their number */
    unsigned team_max;
    uint32_t *first_of_level; /* [level_count + 1] rows' on the host */
    uint32_t tree_from;       /* target vertices from which on it is a tree */
    uint32_t paths_from;      /* paths of a metric that make a copy worth it */
    uint64_t paths_part;      /* words of it that are copied with each */
    struct cch_paths *paths;  /* NULL until then */
    uint64_t paths_state;     /* of the metric that paths were asked of */
    size_t path_count;        /* asked of it before */
    uint32_t phase_count;     /* reported to this batch's observer */
    struct cch_room labels;   /* of lanes */
    struct cch_room vectors;
    struct cch_room vector_sums; /* beside the vectors */
    struct cch_room cells;
    struct cch_room cell_sums; /* beside the cells */
};

/* Room for at least so many words, twice the room before where there is memory
 * for that; what it held may be lost. */
int cch_room_reserve(struct cch_room *room, size_t words, const char *what,
                     struct error *error);

static inline const struct cuda_cch_metric *
cch_metric(const struct cch_gpu *cch)
{
    return (const struct cuda_cch_metric *)cch->search.metric;
}

static inline const uint32_t *cch_closed(const struct cch_gpu *cch)
{
    return cch_metric(cch)->panels.closed;
}

static inline cudaStream_t cch_stream(const struct cch_gpu *cch)
{
    return cch->search.workspace.stream;
}

/* Walks whose labels are kept at once, at most. */
uint32_t cch_walks_max(const struct cch_gpu *cch);

/* Vectors for so many walks, at most those. */
int cch_vectors_reserve(struct cch_gpu *cch, uint32_t count,
                        struct cch_vectors *ret_vectors, struct error *error);

/* The same with sums. */
int cch_vectors_reserve_sums(struct cch_gpu *cch, uint32_t count,
                             struct cch_vectors *ret_vectors,
                             struct error *error);

/* The same from a walk on. */
struct cch_vectors cch_vectors_from(const struct cch_vectors *vectors,
                                    uint32_t first);

/* Threads for each of so many walks. */
unsigned cch_team(const struct cch_gpu *cch, uint32_t walk_count);

/* Some work on its way to an observer; without one, nothing. */
struct cch_phase {
    struct phase phase;
    uint64_t start_ns;
};
struct cch_phase cch_phase_begin(const char *method);
int cch_phase_end(struct cch_gpu *cch, struct cch_phase *phase,
                  struct error *error);

/* Whether the first is to be solved by cch_solve_pairs(); cch_gpu_solve.c. */
bool cch_is_pair(const struct cch_gpu *cch, struct query **queries,
                 size_t count);

/* Each solves all its queries and fills their figures; those that are due end
 * as cancelled. */
/* Those from the first on that are pairs and fit into a chunk: *ret_solved. */
int cch_solve_pairs(struct cch_gpu *cch, struct query **queries, size_t count,
                    size_t *ret_solved, struct error *error);
int cch_solve_table(struct cch_gpu *cch, struct query **queries, size_t count,
                    struct error *error);
/* Nothing is solved where *ret_lanes is less than 2: memory is short. */
int cch_lanes_reserve(struct cch_gpu *cch, uint32_t *ret_lanes,
                      struct error *error);
int cch_solve_trees(struct cch_gpu *cch, uint32_t lanes, struct query **queries,
                    size_t count, struct error *error);

/* Whether rows and columns fit into strips, one at least. */
bool cch_table_fits(const struct cch_gpu *cch, struct query **queries,
                    size_t count);

/* A launch sweeps so many levels, for deadlines. */
enum { CCH_LEVELS_A_LAUNCH = 256 };

#endif
