/* spmv: the methods spmv-csr and spmv-ell, Bellman-Ford as products of the
 * map's matrix with the vector of labels (spmv.h).
 *
 * Two vectors alternate: labels and the memory of the links. A round that
 * changes nothing leaves both equal, so either holds the final labels.
 *
 * The host queues rounds ahead of the words of earlier ones, so that the device
 * does not wait for it. Rounds queued before the last word arrives change
 * nothing either. A cancelled query waits for the queued rounds, so fewer are
 * queued on large maps, where rounds take longer than words. */
#include "gpu/spmv/spmv.h"

#include "gpu/cuda_error.h"
#include "gpu/forms/forms.h"
#include "gpu/search_method.h"
#include "gpu/solvers/solvers.h"

enum {
    AHEAD_MAX = 32,         /* the option's maximum */
    ROWS_AT_ONCE = 1 << 19, /* enough for the largest devices */
    TILES_MAX = 8,
    AHEAD_WORK = 1 << 28, /* most rows and arcs in all queued rounds; a
                             millisecond or two on an H200 */
};

_Static_assert((int)AHEAD_MAX < (int)WORKSPACE_WORDS, "their words are wanted");

struct spmv {
    struct search search;
    unsigned tiles; /* that a warp computes in a round */
    bool in_place;
    uint32_t ahead; /* rounds queued beyond the one that the host awaits */
    int (*queue)(struct spmv *spmv, const struct spmv_vectors *vectors,
                 const struct host_word *word, struct error *error);
    uint32_t *x; /* of the next round to queue */
    uint32_t *y;
    struct host_word words[AHEAD_MAX + 1]; /* of round i: i % (AHEAD_MAX + 1) */
    uint32_t queued;                       /* rounds */
    uint32_t done;                         /* rounds whose word has arrived */
};

static int queue_csr(struct spmv *spmv, const struct spmv_vectors *vectors,
                     const struct host_word *word, struct error *error)
{
    const struct search *search = &spmv->search;
    const struct cuda_csr_in *in =
        (const struct cuda_csr_in *)search->base.prepared;
    const struct spmv_csr matrix = {
        .first_in = in->first_in,
        .tail = in->tail,
        .weight = ((const struct cuda_metric *)search->metric)->filled,
        .parts = in->parts,
        .part_count = in->part_count,
    };

    return cuda_check(launch_spmv_csr(&matrix, vectors, spmv->tiles, word,
                                      search->workspace.stream),
                      "product kernel", error);
}

static int queue_ell(struct spmv *spmv, const struct spmv_vectors *vectors,
                     const struct host_word *word, struct error *error)
{
    const struct search *search = &spmv->search;
    const struct cuda_ell *ell = (const struct cuda_ell *)search->base.prepared;
    const struct spmv_ell matrix = {
        .width = ell->size.width,
        .stride = ell->size.stride,
        .tail = ell->tail,
        .weight = ((const struct cuda_metric *)search->metric)->filled,
    };

    return cuda_check(launch_spmv_ell(&matrix, vectors, spmv->tiles, word,
                                      search->workspace.stream),
                      "product kernel", error);
}

/* Several tiles a warp save blocks and their tallies, but a small map needs all
 * of its rows at once. */
static unsigned tiles_for(uint32_t vertex_count)
{
    uint32_t tiles = vertex_count / ROWS_AT_ONCE;

    return tiles < 1 ? 1 : tiles > TILES_MAX ? TILES_MAX : tiles;
}

static uint32_t limit_ahead(const struct search_arrays *arrays, uint32_t wanted)
{
    uint64_t work = (uint64_t)arrays->vertex_count + arrays->arc_count + 1;
    uint64_t most = AHEAD_WORK / work;

    return wanted < most ? wanted : (uint32_t)most;
}

static void init(struct spmv *spmv, unsigned rows)
{
    const struct search *search = &spmv->search;

    spmv->tiles = search_option(search, "tiles-per-warp");
    if (spmv->tiles == 0)
        spmv->tiles = tiles_for(search->workspace.arrays.vertex_count / rows);
    spmv->in_place = search_option(search, "in-place");
    spmv->ahead =
        limit_ahead(&search->workspace.arrays, search_option(search, "ahead"));
}

static int csr_init(struct search *search, struct error *error)
{
    struct spmv *spmv = (struct spmv *)search;

    (void)error;
    init(spmv, SPMV_CSR_ROWS);
    spmv->queue = queue_csr;
    return 0;
}

static int ell_init(struct search *search, struct error *error)
{
    struct spmv *spmv = (struct spmv *)search;

    (void)error;
    init(spmv, SPMV_ELL_ROWS);
    spmv->queue = queue_ell;
    return 0;
}

/* The first round writes the whole second vector. */
static int begin(struct search *search, struct error *error)
{
    struct spmv *spmv = (struct spmv *)search;

    (void)error;
    spmv->x = search->workspace.arrays.cost;
    spmv->y = spmv->in_place ? spmv->x : (uint32_t *)search->workspace.links;
    spmv->queued = 0;
    spmv->done = 0;
    search->active = 1;
    return 0;
}

static struct host_word *word_of(struct spmv *spmv, uint32_t round)
{
    return &spmv->words[round % (AHEAD_MAX + 1)];
}

static int queue_round(struct spmv *spmv, struct error *error)
{
    struct workspace *workspace = &spmv->search.workspace;
    struct host_word *word = word_of(spmv, spmv->queued);
    const struct spmv_vectors vectors = {
        .vertex_count = workspace->arrays.vertex_count,
        .bound = workspace->arrays.bound,
        .x = spmv->x,
        .y = spmv->y,
    };

    *word = workspace_word(workspace);
    spmv->x = vectors.y;
    spmv->y = (uint32_t *)vectors.x;
    spmv->queued++;
    return spmv->queue(spmv, &vectors, word, error);
}

static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct spmv *spmv = (struct spmv *)search;
    struct workspace *workspace = &search->workspace;
    uint32_t before = spmv->queued;
    int r = 0;

    while (!r && spmv->queued <= spmv->done + spmv->ahead)
        r = queue_round(spmv, error);
    if (!r)
        r = workspace_wait_earlier_word(workspace, word_of(spmv, spmv->done++),
                                        &search->active, error);
    phase->method = "all";
    phase->updated = search->active;
    phase->threads = workspace->arrays.vertex_count;
    phase->launches = spmv->queued - before;
    return r;
}

const struct search_method spmv_csr_method = {
    .size = sizeof(struct spmv),
    .init = csr_init,
    .begin = begin,
    .phase = take_phase,
};

const struct search_method spmv_ell_method = {
    .size = sizeof(struct spmv),
    .init = ell_init,
    .begin = begin,
    .phase = take_phase,
};
