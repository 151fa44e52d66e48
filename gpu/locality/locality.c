/* locality: one launch per iteration, most of them without a word to the host.
 *
 * M. Safari and A. Ebneenasir (locality.cu), Algorithm 6: N launches that
 * report nothing to the host, then launches with a flag until nothing changes.
 *
 * Silent launches are queued in bundles. Between two the host checks the
 * query's cancel flag, and it stays at most two bundles ahead of the device, so
 * that it notices in time. N assumes a query that crosses the whole map: a
 * bounded one has none.
 *
 * The host need not wait for each flag either: it queues some launches ahead of
 * the word that it waits for. The search ends as many idle launches late, each
 * of which costs less than waiting for one word. */
#include "gpu/locality/locality.h"

#include "gpu/cuda_error.h"
#include "gpu/search_method.h"
#include "gpu/solvers/solvers.h"

enum { BUNDLE = 16 };

struct locality {
    struct search search;
    unsigned steps; /* (k) */
    unsigned affinity;
    bool together; /* the threads of a block walk together */
    unsigned block;
    unsigned ahead;      /* launches beyond the one whose word the host
                            awaits */
    uint32_t silent_max; /* (N) */
    uint32_t delay_seed; /* see locality_delay */
    uint8_t *flags[2];   /* [locality_flags_size] in the memory of the links */
    unsigned long long *counters; /* [3] */
    cudaEvent_t bundle_ended[2];

    /* Of the query. */
    uint32_t silent_left;
    uint32_t launches; /* so far */
    uint32_t told;     /* those with a word */
};

/* Best on an H200 (docs/experiments.md): fewer threads where creating them
 * dominates an idle launch, more where flagged vertices are close together. */
static unsigned affinity_for(uint32_t vertex_count)
{
    return vertex_count < 1u << 19   ? 1
           : vertex_count < 1u << 21 ? 2
           : vertex_count < 1u << 22 ? 4
                                     : 16;
}

/* Rounds to a count that threads can read in one access. */
static unsigned round_affinity(unsigned affinity)
{
    return affinity >= 16 ? 16 : affinity >= 4 ? 4 : affinity >= 2 ? 2 : 1;
}

/* Flags use the memory of the links; those of few vertices, which are padded,
 * do not fit there. */
static int alloc(struct locality *locality, struct error *error)
{
    struct workspace *workspace = &locality->search.workspace;
    uint32_t n = workspace->arrays.vertex_count;
    size_t size = locality_flags_size(n);
    int r = workspace_alloc(workspace, &locality->counters, 3,
                            sizeof(*locality->counters), error);

    locality->flags[0] = (uint8_t *)workspace->links;
    if (!r && 2 * size > n * sizeof(*workspace->links))
        r = workspace_alloc(workspace, &locality->flags[0], 2, size, error);
    locality->flags[1] = locality->flags[0] + size;
    return r;
}

static int create_events(struct locality *locality, struct error *error)
{
    cudaError_t status = cudaSuccess;

    for (int i = 0; i < 2 && status == cudaSuccess; i++)
        status = cudaEventCreateWithFlags(&locality->bundle_ended[i],
                                          cudaEventDisableTiming);
    return cuda_check(status, "event", error);
}

static int init(struct search *search, struct error *error)
{
    struct locality *locality = (struct locality *)search;
    unsigned affinity = search_option(search, "affinity");
    int r;

    locality->steps = search_option(search, "k");
    locality->affinity = round_affinity(
        affinity ? affinity
                 : affinity_for(search->workspace.arrays.vertex_count));
    locality->together = search_option(search, "walk");
    locality->silent_max = search_option(search, "launches");
    locality->ahead = search_option(search, "ahead");
    locality->block = search_block_option(search, "block-threads");
    r = alloc(locality, error);
    return r ? r : create_events(locality, error);
}

static void finish(struct search *search)
{
    struct locality *locality = (struct locality *)search;

    for (int i = 0; i < 2; i++) {
        if (locality->bundle_ended[i])
            cuda_ended(cudaEventDestroy(locality->bundle_ended[i]));
    }
}

static int begin(struct search *search, struct error *error)
{
    struct locality *locality = (struct locality *)search;
    bool bounded = search->query->bound < COST_OVERFLOW;

    locality->silent_left = bounded ? 0 : locality->silent_max;
    locality->launches = 0;
    locality->told = 0;
    search->active = 1;
    return cuda_check(
        launch_locality_begin(&search->workspace.arrays, locality->flags[0],
                              locality->flags[1], locality->counters,
                              search->workspace.stream),
        "flag seeds", error);
}

/* Queues one launch; without `word` it reports nothing. */
static int queue(struct locality *locality, const struct host_word *word,
                 struct phase *phase, struct error *error)
{
    struct workspace *workspace = &locality->search.workspace;
    struct locality_wave wave = {
        .search = workspace->arrays,
        .flagged = locality->flags[locality->launches % 2],
        .raised = locality->flags[(locality->launches + 1) % 2],
        .affinity = locality->affinity,
        .steps = locality->steps,
        .counters = locality->counters,
    };

    if (word) {
        wave.word = *word;
        wave.turn = locality->told++;
    }
    if (locality->delay_seed)
        wave.delay_seed = locality->delay_seed + locality->launches;
    locality->launches++;
    phase->launches++;
    phase->threads +=
        locality_groups(wave.search.vertex_count, locality->affinity);
    return cuda_check(
        (locality->together ? launch_locality_block : launch_locality)(
            &wave, locality->block, workspace->stream),
        "locality kernel", error);
}

/* Queues a bundle once the last but one has ended. */
static int phase_silent(struct locality *locality, struct phase *phase,
                        struct error *error)
{
    cudaEvent_t event = locality->bundle_ended[locality->launches / BUNDLE % 2];
    int r = cuda_check(cudaEventSynchronize(event), "locality kernel", error);

    phase->method = "silent";
    for (int i = 0; i < BUNDLE && locality->silent_left && !r; i++) {
        r = queue(locality, NULL, phase, error);
        locality->silent_left--;
    }
    return r ? r
             : cuda_check(
                   cudaEventRecord(event, locality->search.workspace.stream),
                   "event", error);
}

/* Reads the word of the launch `ahead` before the last one. */
static int hear(struct locality *locality, struct phase *phase,
                struct error *error)
{
    struct workspace *workspace = &locality->search.workspace;
    const struct host_word word = {
        .sequence = workspace->sequence - locality->ahead,
    };
    int r = workspace_wait_earlier_word(workspace, &word,
                                        &locality->search.active, error);

    /* The first word counts nothing. */
    if (!r && locality->told > locality->ahead + 1)
        phase->updated = locality->search.active;
    return r;
}

static int phase_told(struct locality *locality, struct phase *phase,
                      struct error *error)
{
    struct host_word word = workspace_word(&locality->search.workspace);
    int r = queue(locality, &word, phase, error);

    phase->method = "told";
    return r || locality->told <= locality->ahead
               ? r
               : hear(locality, phase, error);
}

static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct locality *locality = (struct locality *)search;

    return locality->silent_left ? phase_silent(locality, phase, error)
                                 : phase_told(locality, phase, error);
}

void locality_delay(struct solver *solver, uint32_t seed)
{
    ((struct locality *)solver)->delay_seed = seed;
}

const struct search_method locality_method = {
    .size = sizeof(struct locality),
    .init = init,
    .finish = finish,
    .begin = begin,
    .phase = take_phase,
};
