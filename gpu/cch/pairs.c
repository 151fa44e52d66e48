/* pairs: costs of queries that share no targets, a strip at a time.
 *
 * A strip is what fits into the labels that are kept at once: two walks a pair,
 * more where a query has several seeds or targets several vertices. It goes up
 * in five pieces and comes back as one word a target. Looking at a hundred
 * thousand queries is most of the time, each a few lines of memory that nothing
 * has in its cache: they are fetched ahead. */
#include <stdlib.h>

#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "gpu/cch/cch_gpu.h"
#include "gpu/cuda_error.h"

enum {
    AHEAD = 12, /* queries between asking for memory and reading it */
    SEED_WORDS = sizeof(struct kernel_seed) / sizeof(uint32_t),
    ADJUSTMENT_WORDS = sizeof(int64_t) / sizeof(uint32_t),
    CELL_WORDS = sizeof(struct cch_cell) / sizeof(uint32_t),
};

/* Arrays of a strip, side by side in exchange. */
enum piece { ADJUSTMENTS, SOURCES, TARGETS, CELLS, COSTS, PIECES };

static const unsigned piece_words[PIECES] = {ADJUSTMENT_WORDS, SEED_WORDS,
                                             SEED_WORDS, CELL_WORDS, 1};

struct strip {
    struct cch_gpu *cch;
    struct query **queries;
    size_t query_count;
    uint32_t room; /* entries of each piece */
    uint32_t source_count;
    uint32_t target_count; /* walks towards targets */
    uint32_t cell_count;
};

static size_t piece_at(const struct strip *strip, enum piece piece)
{
    size_t words = 0;

    for (int i = 0; i < (int)piece; i++)
        words += (size_t)piece_words[i] * strip->room;
    return words;
}

static void *on_host(const struct strip *strip, enum piece piece)
{
    return strip->cch->search.workspace.exchange.host + piece_at(strip, piece);
}

static void *on_device(const struct strip *strip, enum piece piece)
{
    return strip->cch->search.workspace.exchange.device +
           piece_at(strip, piece);
}

/* Asks for the memory of queries to come. */
static void fetch_ahead(struct query **queries, size_t left)
{
    if (left > 3 * AHEAD) {
        __builtin_prefetch(queries[3 * AHEAD]);
        __builtin_prefetch((const char *)queries[3 * AHEAD] + 64, 1);
    }
    if (left > 2 * AHEAD) {
        __builtin_prefetch(queries[2 * AHEAD]->seeds);
        __builtin_prefetch(queries[2 * AHEAD]->targets);
    }
    if (left > AHEAD && queries[AHEAD]->target_count)
        __builtin_prefetch(queries[AHEAD]->targets[0].vertices);
}

static uint32_t target_walks(const struct query *query)
{
    uint32_t walks = 0;

    for (uint32_t i = 0; i < query->target_count; i++)
        walks += query->targets[i].vertex_count;
    return walks;
}

/* Whether all of it still fits. */
static bool fits(const struct strip *strip, const struct query *query,
                 uint32_t walks)
{
    return query->seed_count <= strip->room - strip->source_count &&
           walks <= strip->room - strip->target_count &&
           query->target_count <= strip->room - strip->cell_count;
}

static void add_sources(struct strip *strip, const struct query *query)
{
    struct kernel_seed *sources = on_host(strip, SOURCES);

    for (uint32_t i = 0; i < query->seed_count; i++)
        sources[strip->source_count++] =
            (struct kernel_seed){query->seeds[i].vertex, query->seeds[i].cost};
}

static void add_target(struct strip *strip, const struct target *target)
{
    struct kernel_seed *targets = on_host(strip, TARGETS);
    int64_t *adjustments = on_host(strip, ADJUSTMENTS);

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        uint32_t at = strip->target_count++;

        targets[at] = (struct kernel_seed){target->vertices[i].vertex, 0};
        adjustments[at] = target->vertices[i].adjustment;
    }
}

static void add_query(struct strip *strip, const struct query *query)
{
    struct cch_cell *cells = on_host(strip, CELLS);

    for (uint32_t i = 0; i < query->target_count; i++) {
        cells[strip->cell_count++] = (struct cch_cell){
            .first_source = strip->source_count,
            .source_count = query->seed_count,
            .first_target = strip->target_count,
            .target_count = query->targets[i].vertex_count,
            .bound = query->bound,
        };
        add_target(strip, &query->targets[i]);
    }
    add_sources(strip, query);
}

/* Takes queries until the strip is full or one goes another way. */
static void fill(struct strip *strip, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        struct query *query = strip->queries[i];
        uint32_t walks;

        fetch_ahead(strip->queries + i, count - i);
        if (i > 0 && !cch_is_pair(strip->cch, strip->queries + i, count - i))
            break;
        walks = target_walks(query);
        if (!fits(strip, query, walks))
            break;
        query->figures = (struct query_figures){0};
        query->status = QUERY_DONE;
        if (query_is_open(query))
            add_query(strip, query);
    }
    strip->query_count = i;
}

static cudaError_t upload(const struct strip *strip)
{
    const uint32_t counts[] = {strip->target_count, strip->source_count,
                               strip->target_count, strip->cell_count};
    cudaError_t status = cudaSuccess;

    for (int i = ADJUSTMENTS; i <= CELLS && status == cudaSuccess; i++)
        status = cudaMemcpyAsync(
            on_device(strip, i), on_host(strip, i),
            (size_t)counts[i] * piece_words[i] * sizeof(uint32_t),
            cudaMemcpyHostToDevice, cch_stream(strip->cch));
    return status;
}

static int walk(const struct strip *strip, struct cch_walked *ret_walked,
                struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    uint32_t count = strip->source_count + strip->target_count;
    struct cch_walks walks = {
        .sources = on_device(strip, SOURCES),
        .targets = on_device(strip, TARGETS),
        .source_count = strip->source_count,
        .target_count = strip->target_count,
        .team = cch_team(cch, count),
    };
    struct cch_phase phase = cch_phase_begin("walks");
    int r = cch_vectors_reserve(cch, count, &ret_walked->sources, error);

    if (r)
        return r;
    ret_walked->targets =
        cch_vectors_from(&ret_walked->sources, strip->source_count);
    r = cuda_check(launch_cch_walks(cch->arrays, cch_closed(cch), &walks,
                                    &ret_walked->sources, cch_stream(cch)),
                   "walks", error);
    return r ? r : cch_phase_end(cch, &phase, error);
}

static int meet(const struct strip *strip, const struct cch_walked *walked,
                struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    struct cch_phase phase = cch_phase_begin("pairs");
    int r = cuda_check(
        launch_cch_pairs(walked, on_device(strip, CELLS), strip->cell_count,
                         on_device(strip, ADJUSTMENTS), on_device(strip, COSTS),
                         cch_stream(cch)),
        "pairs", error);

    return r ? r : cch_phase_end(cch, &phase, error);
}

static int download(const struct strip *strip, struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    struct cch_phase phase = cch_phase_begin("download");
    int r = cuda_check(cudaMemcpyAsync(on_host(strip, COSTS),
                                       on_device(strip, COSTS),
                                       strip->cell_count * sizeof(uint32_t),
                                       cudaMemcpyDeviceToHost, cch_stream(cch)),
                       "download costs", error);

    if (!r)
        r = workspace_sync(&cch->search.workspace, error);
    return r ? r : cch_phase_end(cch, &phase, error);
}

static void answer(const struct strip *strip, uint64_t solve_us)
{
    const uint32_t *cost = on_host(strip, COSTS);

    for (size_t i = 0; i < strip->query_count; i++) {
        struct query *query = strip->queries[i];

        if (strip->query_count - i > AHEAD)
            __builtin_prefetch(strip->queries[i + AHEAD]->cost, 1);
        query->figures.solve_us = solve_us / strip->query_count;
        if (query->status != QUERY_DONE)
            continue;
        query->figures.phases = 2;
        for (uint32_t t = 0; t < query->target_count; t++)
            query->cost[t] = *cost++;
    }
}

static int strip_init(struct strip *strip, size_t count, struct error *error)
{
    struct query *first = strip->queries[0];
    uint32_t most = cch_walks_max(strip->cch) / 2;
    uint32_t least = target_walks(first);

    if (least < first->seed_count)
        least = first->seed_count;
    if (least < first->target_count)
        least = first->target_count;
    strip->room = count < most ? (uint32_t)count : most;
    if (strip->room < least)
        strip->room = least;
    return workspace_reserve(&strip->cch->search.workspace,
                             piece_at(strip, PIECES), error);
}

int cch_solve_pairs(struct cch_gpu *cch, struct query **queries, size_t count,
                    size_t *ret_solved, struct error *error)
{
    struct strip strip = {.cch = cch, .queries = queries};
    struct cch_phase phase = cch_phase_begin("upload");
    struct cch_walked walked;
    uint64_t start_us = clock_now_us();
    int r = strip_init(&strip, count, error);

    if (r)
        return r;
    fill(&strip, count);
    *ret_solved = strip.query_count;
    r = cuda_check(upload(&strip), "upload pairs", error);
    if (!r)
        r = cch_phase_end(cch, &phase, error);
    if (!r)
        r = walk(&strip, &walked, error);
    if (!r)
        r = meet(&strip, &walked, error);
    if (!r)
        r = download(&strip, error);
    if (!r)
        answer(&strip, clock_now_us() - start_us);
    return r;
}
