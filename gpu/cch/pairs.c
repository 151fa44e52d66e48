/* pairs: costs of queries that share no targets, a chunk at a time.
 *
 * A chunk is limited by the labels kept at once: two walks a pair, more where a
 * query has several seeds or a target several vertices. Five arrays are
 * uploaded, one word a target comes back. Reading a hundred thousand queries
 * takes most of the time, each a few lines of memory that are in no cache: so
 * they are prefetched. */

#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "gpu/cch/cch_gpu.h"
#include "gpu/cuda_error.h"

enum {
    AHEAD = 12, /* queries between prefetch and use */
    SEED_WORDS = sizeof(struct kernel_seed) / sizeof(uint32_t),
    ADJUSTMENT_WORDS = sizeof(int64_t) / sizeof(uint32_t),
    CELL_WORDS = sizeof(struct cch_cell) / sizeof(uint32_t),
};

/* Arrays of a chunk, adjacent in exchange. */
enum array { ADJUSTMENTS, SOURCES, TARGETS, CELLS, COSTS, ARRAYS };

static const unsigned array_words[ARRAYS] = {ADJUSTMENT_WORDS, SEED_WORDS,
                                             SEED_WORDS, CELL_WORDS, 1};

struct chunk {
    struct cch_gpu *cch;
    struct query **queries;
    size_t query_count;
    uint32_t room; /* entries of each array */
    uint32_t source_count;
    uint32_t target_count; /* walks towards targets */
    uint32_t cell_count;
};

static size_t array_at(const struct chunk *chunk, enum array array)
{
    size_t words = 0;

    for (int i = 0; i < (int)array; i++)
        words += (size_t)array_words[i] * chunk->room;
    return words;
}

static void *on_host(const struct chunk *chunk, enum array array)
{
    return chunk->cch->search.workspace.exchange.host + array_at(chunk, array);
}

static void *on_device(const struct chunk *chunk, enum array array)
{
    return chunk->cch->search.workspace.exchange.device +
           array_at(chunk, array);
}

/* Prefetches coming queries. */
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

/* Whether all of it still fits. */
static bool fits(const struct chunk *chunk, const struct query *query,
                 uint32_t walks)
{
    return query->seed_count <= chunk->room - chunk->source_count &&
           walks <= chunk->room - chunk->target_count &&
           query->target_count <= chunk->room - chunk->cell_count;
}

static void add_sources(struct chunk *chunk, const struct query *query)
{
    struct kernel_seed *sources = on_host(chunk, SOURCES);

    for (uint32_t i = 0; i < query->seed_count; i++)
        sources[chunk->source_count++] =
            (struct kernel_seed){query->seeds[i].vertex, query->seeds[i].cost};
}

static void add_target(struct chunk *chunk, const struct target *target)
{
    struct kernel_seed *targets = on_host(chunk, TARGETS);
    int64_t *adjustments = on_host(chunk, ADJUSTMENTS);

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        uint32_t at = chunk->target_count++;

        targets[at] = (struct kernel_seed){target->vertices[i].vertex, 0};
        adjustments[at] = target->vertices[i].adjustment;
    }
}

static void add_query(struct chunk *chunk, const struct query *query)
{
    struct cch_cell *cells = on_host(chunk, CELLS);

    for (uint32_t i = 0; i < query->target_count; i++) {
        cells[chunk->cell_count++] = (struct cch_cell){
            .first_source = chunk->source_count,
            .source_count = query->seed_count,
            .first_target = chunk->target_count,
            .target_count = query->targets[i].vertex_count,
            .bound = query->bound,
        };
        add_target(chunk, &query->targets[i]);
    }
    add_sources(chunk, query);
}

/* Adds queries until the chunk is full or one is not a pair. */
static void fill(struct chunk *chunk, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        struct query *query = chunk->queries[i];
        uint32_t walks;

        fetch_ahead(chunk->queries + i, count - i);
        if (i > 0 && !cch_is_pair(chunk->cch, chunk->queries + i, count - i))
            break;
        walks = search_target_vertices(query);
        if (!fits(chunk, query, walks))
            break;
        query->figures = (struct query_figures){0};
        query->status = QUERY_DONE;
        if (query_is_open(query))
            add_query(chunk, query);
    }
    chunk->query_count = i;
}

static int upload(const struct chunk *chunk, struct error *error)
{
    const uint32_t counts[] = {chunk->target_count, chunk->source_count,
                               chunk->target_count, chunk->cell_count};
    int r = 0;

    for (int i = ADJUSTMENTS; i <= CELLS && !r; i++)
        r = workspace_send(&chunk->cch->search.workspace, array_at(chunk, i),
                           (size_t)counts[i] * array_words[i], "upload pairs",
                           error);
    return r;
}

static int walk(const struct chunk *chunk, struct cch_walked *ret_walked,
                struct error *error)
{
    struct cch_gpu *cch = chunk->cch;
    uint32_t count = chunk->source_count + chunk->target_count;
    struct cch_walks walks = {
        .sources = on_device(chunk, SOURCES),
        .targets = on_device(chunk, TARGETS),
        .source_count = chunk->source_count,
        .target_count = chunk->target_count,
        .team = cch_team(cch, count),
    };
    uint64_t start_ns = clock_now_ns();
    int r = cch_vectors_reserve(cch, count, &ret_walked->sources, error);

    if (r)
        return r;
    ret_walked->targets =
        cch_vectors_from(&ret_walked->sources, chunk->source_count);
    r = cuda_check(launch_cch_walks(&cch->arrays, &walks, &ret_walked->sources,
                                    cch_stream(cch)),
                   "walks", error);
    return r ? r : cch_report(cch, "walks", start_ns, error);
}

static int meet(const struct chunk *chunk, const struct cch_walked *walked,
                struct error *error)
{
    struct cch_gpu *cch = chunk->cch;
    uint64_t start_ns = clock_now_ns();
    int r = cuda_check(
        launch_cch_pairs(walked, on_device(chunk, CELLS), chunk->cell_count,
                         on_device(chunk, ADJUSTMENTS), on_device(chunk, COSTS),
                         cch_stream(cch)),
        "pairs", error);

    return r ? r : cch_report(cch, "pairs", start_ns, error);
}

static int download(const struct chunk *chunk, struct error *error)
{
    struct cch_gpu *cch = chunk->cch;
    uint64_t start_ns = clock_now_ns();
    int r = workspace_fetch(&cch->search.workspace, array_at(chunk, COSTS),
                            chunk->cell_count, "download costs", error);

    return r ? r : cch_report(cch, "download", start_ns, error);
}

static void answer(const struct chunk *chunk, uint64_t solve_us)
{
    const uint32_t *cost = on_host(chunk, COSTS);

    for (size_t i = 0; i < chunk->query_count; i++) {
        struct query *query = chunk->queries[i];

        if (chunk->query_count - i > AHEAD)
            __builtin_prefetch(chunk->queries[i + AHEAD]->cost, 1);
        query->figures.solve_us = solve_us / chunk->query_count;
        if (query->status != QUERY_DONE)
            continue;
        query->figures.phases = 2;
        for (uint32_t t = 0; t < query->target_count; t++)
            query->cost[t] = *cost++;
    }
}

static int chunk_init(struct chunk *chunk, size_t count, struct error *error)
{
    struct query *first = chunk->queries[0];
    uint32_t most = cch_walks_max(chunk->cch) / 2;
    uint32_t least = search_target_vertices(first);

    if (least < first->seed_count)
        least = first->seed_count;
    if (least < first->target_count)
        least = first->target_count;
    chunk->room = count < most ? (uint32_t)count : most;
    if (chunk->room < least)
        chunk->room = least;
    return workspace_reserve(&chunk->cch->search.workspace,
                             array_at(chunk, ARRAYS), error);
}

int cch_solve_pairs(struct cch_gpu *cch, struct query **queries, size_t count,
                    size_t *ret_solved, struct error *error)
{
    struct chunk chunk = {.cch = cch, .queries = queries};
    uint64_t start_ns = clock_now_ns();
    struct cch_walked walked;
    uint64_t start_us = clock_now_us();
    int r = chunk_init(&chunk, count, error);

    if (r)
        return r;
    fill(&chunk, count);
    *ret_solved = chunk.query_count;
    r = upload(&chunk, error);
    if (!r)
        r = cch_report(cch, "upload", start_ns, error);
    if (!r)
        r = walk(&chunk, &walked, error);
    if (!r)
        r = meet(&chunk, &walked, error);
    if (!r)
        r = download(&chunk, error);
    if (!r)
        answer(&chunk, clock_now_us() - start_us);
    return r;
}
