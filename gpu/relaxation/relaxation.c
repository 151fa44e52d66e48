/* relaxation: harish, selection and adaptive, the methods of one paper.
 *
 * J. Suzuki, M. Kan, Y. Hayashi, T. Yoshikawa, "Accelerating SSSP Algorithm on
 * GPU with Adaptive Thread Creation": Algorithms 1 to 3, which are P. Harish
 * and P. J. Narayanan's (HiPC 2007), create a thread for every vertex in every
 * phase (relax_all.cu); Algorithms 5 and 6 only for the vertices whose label
 * fell (relax_selected.cu); Algorithm 4 switches between them (switching.h,
 * relax_selected.cu).
 *
 * After every phase the host reads one word in its own memory, the number of
 * vertices that fell (kernels.h), and decides on the next.
 *
 *     all:      relax, update, wait
 *     selected: update and relax, wait */
#include "core/base/clock.h"
#include "gpu/cuda_error.h"
#include "gpu/relaxation/relax.h"
#include "gpu/relaxation/switching.h"
#include "gpu/search_method.h"
#include "gpu/solvers/solvers.h"

enum {
    BLOCK_MAX = 1024,   /* CUDA's limit */
    LIST_BLOCKS = 1024, /* most blocks for a short list */
};

/* Best on an H200 for each way of creating threads (docs/experiments.md). */
enum { ALL_BLOCK = 512, SELECTED_BLOCK = 128 };

struct relaxation {
    struct search search;
    struct switching start; /* initial state of a query */
    struct switching switching;
    unsigned all_block;
    unsigned selected_block;
    uint32_t *tentative;
    uint8_t *fell;          /* NULL in selection */
    uint32_t *list;         /* [vertex_count] (NR_a); as many as are active */
    uint32_t *next;         /* [vertex_count] (NW_a) */
    enum threads_for state; /* where the vertices that fell are: ALL, flagged,
                               and both arrays of labels are equal; SELECTED,
                               listed, as relax_selected.cu leaves them */
};

/* The current arrays: a phase of selected vertices swaps them. */
static struct relax_arrays arrays_of(const struct relaxation *relaxation)
{
    return (struct relax_arrays){
        .search = relaxation->search.workspace.arrays,
        .tentative = relaxation->tentative,
        .fell = relaxation->fell,
    };
}

static int alloc_flags(struct relaxation *relaxation, struct error *error)
{
    struct workspace *workspace = &relaxation->search.workspace;

    return workspace_alloc(workspace, &relaxation->fell,
                           workspace->arrays.vertex_count,
                           sizeof(*relaxation->fell), error);
}

/* The lists use the memory of the links. */
static int init(struct relaxation *relaxation, struct switching switching,
                struct error *error)
{
    struct workspace *workspace = &relaxation->search.workspace;
    uint32_t n = workspace->arrays.vertex_count;

    relaxation->start = switching;
    relaxation->all_block = ALL_BLOCK;
    relaxation->selected_block = SELECTED_BLOCK;
    relaxation->list = (uint32_t *)workspace->links;
    relaxation->next = relaxation->list + n;
    return workspace_alloc(workspace, &relaxation->tentative, n,
                           sizeof(*relaxation->tentative), error);
}

static int harish_init(struct search *search, struct error *error)
{
    struct relaxation *relaxation = (struct relaxation *)search;
    int r = init(relaxation, switching_all(), error);

    relaxation->all_block = search_block_option(search, "all-block-threads");
    return r ? r : alloc_flags(relaxation, error);
}

static int selection_init(struct search *search, struct error *error)
{
    struct relaxation *relaxation = (struct relaxation *)search;
    int r = init(relaxation, switching_selected(), error);

    relaxation->selected_block =
        search_block_option(search, "selected-block-threads");
    return r;
}

static int adaptive_init(struct search *search, struct error *error)
{
    struct relaxation *relaxation = (struct relaxation *)search;
    struct adaptive_thresholds thresholds = {
        search_fraction_option(search, "to-all-us"),
        search_fraction_option(search, "to-selected-us"),
    };
    int r = init(relaxation, switching_adaptive(thresholds), error);

    relaxation->all_block = search_block_option(search, "all-block-threads");
    relaxation->selected_block =
        search_block_option(search, "selected-block-threads");
    return r ? r : alloc_flags(relaxation, error);
}

static cudaError_t clear(struct relaxation *relaxation)
{
    struct workspace *workspace = &relaxation->search.workspace;
    size_t n = workspace->arrays.vertex_count;
    cudaError_t status =
        cudaMemsetAsync(relaxation->tentative, 0xff,
                        n * sizeof(*relaxation->tentative), workspace->stream);

    if (status == cudaSuccess && relaxation->fell)
        status =
            cudaMemsetAsync(relaxation->fell, 0, n * sizeof(*relaxation->fell),
                            workspace->stream);
    return status;
}

static int begin(struct search *search, struct error *error)
{
    struct relaxation *relaxation = (struct relaxation *)search;
    int r = cuda_check(clear(relaxation), "clear labels", error);

    relaxation->switching = relaxation->start;
    relaxation->state = THREADS_SELECTED;
    return r ? r : search_list_seeds(search, relaxation->list, error);
}

/* Every block adds to one tally, so a long list takes larger blocks, up to
 * those of the kernels over all vertices. */
static unsigned block_for_list(const struct relaxation *relaxation)
{
    uint32_t listed = relaxation->search.active;
    unsigned block = relaxation->selected_block;

    while (block < relaxation->all_block && listed / block >= LIST_BLOCKS)
        block *= 2;
    return block <= BLOCK_MAX ? block : BLOCK_MAX;
}

/* From the list to the flags. */
static int flag_listed(struct relaxation *relaxation, struct phase *phase,
                       struct error *error)
{
    struct relax_arrays arrays = arrays_of(relaxation);
    uint32_t count = relaxation->search.active;

    phase->threads += count;
    phase->launches++;
    relaxation->state = THREADS_ALL;
    return cuda_check(
        launch_update_selected(&arrays, relaxation->list, count,
                               block_for_list(relaxation),
                               relaxation->search.workspace.stream),
        "update kernel", error);
}

/* From the flags to the list; Algorithm 4, line 29. */
static int list_flagged(struct relaxation *relaxation, struct phase *phase,
                        struct error *error)
{
    struct workspace *workspace = &relaxation->search.workspace;
    struct relax_arrays arrays = arrays_of(relaxation);
    struct host_word word = workspace_silent_word(workspace);

    phase->threads += arrays.search.vertex_count;
    phase->launches++;
    relaxation->state = THREADS_SELECTED;
    return cuda_check(launch_switch(&arrays, relaxation->list, &word,
                                    relaxation->all_block, workspace->stream),
                      "switch kernel", error);
}

/* Algorithm 4, lines 22 to 26. */
static int phase_all(struct relaxation *relaxation, struct phase *phase,
                     struct error *error)
{
    struct workspace *workspace = &relaxation->search.workspace;
    struct relax_arrays arrays = arrays_of(relaxation);
    struct host_word word = workspace_word(workspace);
    int r = cuda_check(
        launch_relax_all(&arrays, relaxation->all_block, workspace->stream),
        "relax kernel", error);

    phase->threads += 2 * (uint64_t)arrays.search.vertex_count;
    phase->launches += 2;
    if (!r)
        r = cuda_check(launch_update_all(&arrays, &word, relaxation->all_block,
                                         workspace->stream),
                       "update kernel", error);
    return r ? r
             : workspace_wait_word(workspace, &relaxation->search.active,
                                   error);
}

static void swap(uint32_t **one, uint32_t **other)
{
    uint32_t *kept = *one;

    *one = *other;
    *other = kept;
}

/* Algorithm 4, lines 8 to 16. */
static int phase_selected(struct relaxation *relaxation, struct phase *phase,
                          struct error *error)
{
    struct workspace *workspace = &relaxation->search.workspace;
    struct relax_arrays arrays = arrays_of(relaxation);
    struct host_word word = workspace_word(workspace);
    uint32_t count = relaxation->search.active;
    int r = cuda_check(launch_relax_selected(&arrays, relaxation->list, count,
                                             relaxation->next, &word,
                                             block_for_list(relaxation),
                                             workspace->stream),
                       "relax kernel", error);

    phase->threads += count;
    phase->launches++;
    if (!r)
        r = workspace_wait_word(workspace, &relaxation->search.active, error);
    swap(&relaxation->list, &relaxation->next);
    swap(&workspace->arrays.cost, &relaxation->tentative);
    return r;
}

/* Moves vertices between list and flags as needed, then runs one phase. */
static int move_and_relax(struct relaxation *relaxation, struct phase *phase,
                          struct error *error)
{
    bool all = relaxation->switching.threads == THREADS_ALL;
    int r = 0;

    if (relaxation->state != relaxation->switching.threads)
        r = all ? flag_listed(relaxation, phase, error)
                : list_flagged(relaxation, phase, error);
    if (r)
        return r;
    return all ? phase_all(relaxation, phase, error)
               : phase_selected(relaxation, phase, error);
}

static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct relaxation *relaxation = (struct relaxation *)search;
    uint64_t start_ns = clock_now_ns();
    int r = move_and_relax(relaxation, phase, error);
    double time_us = (double)(clock_now_ns() - start_ns) / 1e3;

    phase->method = threads_for_name(relaxation->state);
    phase->updated = search->active;
    switching_phase_ended(&relaxation->switching, time_us);
    return r;
}

const struct search_method harish_method = {
    .size = sizeof(struct relaxation),
    .init = harish_init,
    .begin = begin,
    .phase = take_phase,
};

const struct search_method selection_method = {
    .size = sizeof(struct relaxation),
    .init = selection_init,
    .begin = begin,
    .phase = take_phase,
};

const struct search_method adaptive_method = {
    .size = sizeof(struct relaxation),
    .init = adaptive_init,
    .begin = begin,
    .phase = take_phase,
};
