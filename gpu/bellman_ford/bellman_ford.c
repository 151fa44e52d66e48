/* bellman_ford: relaxes all arcs in every round.
 *
 * A phase is a few queued rounds, because a round of a map of some hundred
 * thousand arcs takes less time than waiting for the word on the host. The
 * price is the rounds of the last phase that lower nothing. */
#include "gpu/bellman_ford/bellman_ford.h"

#include "gpu/cuda_error.h"
#include "gpu/search_method.h"
#include "gpu/solvers/solvers.h"

/* Most arcs that a phase of several rounds relaxes: keeps a phase below some 10
 * ms and its count within 32 bits. */
enum { PHASE_ARCS_MAX = 1 << 28 };

enum { THREADS_FOR_ARCS, THREADS_FOR_VERTICES };

struct bellman_ford {
    struct search search;
    unsigned block;
    uint32_t rounds; /* per phase */
    uint32_t *tail;  /* [arc_count]; NULL: one thread per vertex */
};

static int alloc_tails(struct bellman_ford *bellman_ford, struct error *error)
{
    struct workspace *workspace = &bellman_ford->search.workspace;
    int r = workspace_alloc(workspace, &bellman_ford->tail,
                            workspace->arrays.arc_count,
                            sizeof(*bellman_ford->tail), error);

    return r ? r
             : cuda_check(launch_arc_tails(&workspace->arrays,
                                           bellman_ford->tail,
                                           workspace->stream),
                          "tails of arcs", error);
}

static int init(struct search *search, struct error *error)
{
    struct bellman_ford *bellman_ford = (struct bellman_ford *)search;
    uint32_t arcs = search->workspace.arrays.arc_count;
    uint32_t most = arcs ? PHASE_ARCS_MAX / arcs : 1;
    uint32_t rounds = search_option(search, "rounds-at-once");

    bellman_ford->block = search_block_option(search, "block-threads");
    bellman_ford->rounds = rounds < most ? rounds : most;
    if (!bellman_ford->rounds)
        bellman_ford->rounds = 1;
    return search_option(search, "threads-for") == THREADS_FOR_ARCS
               ? alloc_tails(bellman_ford, error)
               : 0;
}

/* Rounds do not depend on which labels are seeds. */
static int begin(struct search *search, struct error *error)
{
    (void)error;
    search->active = 1;
    return 0;
}

static cudaError_t launch_round(struct bellman_ford *bellman_ford,
                                const struct host_word *word, bool last)
{
    const struct workspace *workspace = &bellman_ford->search.workspace;

    if (bellman_ford->tail)
        return launch_round_of_arcs(&workspace->arrays, bellman_ford->tail,
                                    word, last, bellman_ford->block,
                                    workspace->stream);
    return launch_round_of_vertices(&workspace->arrays, word, last,
                                    bellman_ford->block, workspace->stream);
}

static void report(const struct bellman_ford *bellman_ford, struct phase *phase)
{
    const struct search_arrays *arrays = &bellman_ford->search.workspace.arrays;
    uint64_t threads =
        bellman_ford->tail ? arrays->arc_count / 4 + 1 : arrays->vertex_count;

    phase->method = bellman_ford->tail ? "arcs" : "vertices";
    phase->launches = bellman_ford->rounds;
    phase->threads = threads * bellman_ford->rounds;
    phase->updated = bellman_ford->search.active;
}

static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct bellman_ford *bellman_ford = (struct bellman_ford *)search;
    struct workspace *workspace = &search->workspace;
    struct host_word word = workspace_word(workspace);
    int r = 0;

    for (uint32_t i = 1; i <= bellman_ford->rounds && !r; i++)
        r = cuda_check(
            launch_round(bellman_ford, &word, i == bellman_ford->rounds),
            "round of arcs", error);
    if (!r)
        r = workspace_wait_word(workspace, &search->active, error);
    report(bellman_ford, phase);
    return r;
}

const struct search_method bellman_ford_method = {
    .size = sizeof(struct bellman_ford),
    .init = init,
    .begin = begin,
    .phase = take_phase,
};
