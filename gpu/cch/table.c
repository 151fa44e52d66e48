/* table: costs of many queries with the same targets.
 *
 * Columns are walks towards the targets' vertices, rows walks from the queries'
 * seeds, each sorted by its start (table.cu says why). Strips bound memory: of
 * targets, then of queries. Columns are walked once per strip of targets, rows
 * once per strip of both. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "gpu/cch/cch_gpu.h"
#include "gpu/cuda_error.h"

/* ---- Uploading the rows or the columns of a table ---- */

enum { RADIX_BITS = 11, RADIX = 1 << RADIX_BITS };

enum { SUMS_WORDS = sizeof(struct cch_sums) / sizeof(uint32_t) };

/* The same in host and device memory. */
struct cch_side_arrays {
    int64_t *adjustments;       /* [count] by place; of columns */
    struct kernel_seed *starts; /* [count] by place, once sorted by start */
    uint32_t *place;            /* [count] the place of each sorted start */
    uint32_t *first;            /* [group_count + 1] */
    uint32_t *bound;            /* [group_count] of rows */
    struct cch_sums *sums;      /* [count] by place, if requested: the sums
                                   with which rows start, or the columns'
                                   adjustments */
};

struct cch_side {
    uint32_t count;
    uint32_t group_count;
    bool with_sums;
    size_t at;    /* in exchange */
    size_t words; /* there, an even number */
    struct cch_side_arrays host;
    struct cch_side_arrays device;
    uint64_t *keys; /* [key_count] scratch for sorting */
    size_t key_count;
};

/* Before the sums. */
static size_t plain_words(uint32_t count, uint32_t group_count)
{
    size_t words = 5 * (size_t)count + 2 * (size_t)group_count + 1;

    return words + words % 2;
}

static size_t cch_side_words(uint32_t count, uint32_t group_count,
                             bool with_sums)
{
    return plain_words(count, group_count) +
           (with_sums ? SUMS_WORDS * (size_t)count : 0);
}

static void cch_side_init(struct cch_side *side, uint32_t count,
                          uint32_t group_count, bool with_sums)
{
    side->count = count;
    side->group_count = group_count;
    side->with_sums = with_sums;
    side->words = cch_side_words(count, group_count, with_sums);
}

static void cch_side_finish(struct cch_side *side)
{
    free(side->keys);
}

static struct cch_side_arrays arrays_at(const struct cch_side *side,
                                        uint32_t *words)
{
    size_t count = side->count;

    return (struct cch_side_arrays){
        .adjustments = (int64_t *)words,
        .starts = (struct kernel_seed *)(words + 2 * count),
        .place = words + 4 * count,
        .first = words + 5 * count,
        .bound = words + 5 * count + side->group_count + 1,
        .sums =
            side->with_sums
                ? (struct cch_sums *)(words + plain_words(side->count,
                                                          side->group_count))
                : NULL,
    };
}

static void cch_side_place(struct cch_side *side,
                           const struct workspace *workspace, size_t at)
{
    side->at = at;
    side->host = arrays_at(side, workspace->exchange.host + at);
    side->device = arrays_at(side, workspace->exchange.device + at);
}

static int reserve_keys(struct cch_side *side, struct error *error)
{
    size_t count = 2 * (size_t)side->count;

    if (count <= side->key_count && side->keys)
        return 0;
    free(side->keys);
    side->key_count = count;
    side->keys = array_alloc(count, sizeof(*side->keys));
    return side->keys ? 0 : error_no_memory(error);
}

/* Sorts by one digit of the vertices, from one array to the other. */
static void sort_digit(const uint64_t *from, uint64_t *to, uint32_t count,
                       unsigned shift)
{
    uint32_t first[RADIX + 1] = {0};

    for (uint32_t i = 0; i < count; i++)
        first[1 + (from[i] >> shift) % RADIX]++;
    for (int digit = 0; digit < RADIX; digit++)
        first[digit + 1] += first[digit];
    for (uint32_t i = 0; i < count; i++)
        to[first[(from[i] >> shift) % RADIX]++] = from[i];
}

/* A vertex and its place in one key; three digits hold a vertex. */
static uint64_t *sort_keys(struct cch_side *side)
{
    uint64_t *from = side->keys;
    uint64_t *to = side->keys + side->count;

    for (uint32_t i = 0; i < side->count; i++)
        from[i] = (uint64_t)side->host.starts[i].vertex << 32 | i;
    for (unsigned shift = 32; shift < 64; shift += RADIX_BITS) {
        uint64_t *sorted = to;

        sort_digit(from, to, side->count, shift);
        to = from;
        from = sorted;
    }
    return from;
}

static int cch_side_sort(struct cch_side *side, struct error *error)
{
    const uint64_t *keys;
    uint32_t *costs;
    int r = reserve_keys(side, error);

    if (r)
        return r;
    keys = sort_keys(side);
    /* Costs by place use the array of the sorted places until it is filled. */
    costs = side->host.place;
    for (uint32_t i = 0; i < side->count; i++)
        costs[i] = side->host.starts[i].cost;
    for (uint32_t i = 0; i < side->count; i++)
        side->host.starts[i] = (struct kernel_seed){(uint32_t)(keys[i] >> 32),
                                                    costs[(uint32_t)keys[i]]};
    for (uint32_t i = 0; i < side->count; i++)
        side->host.place[i] = (uint32_t)keys[i];
    return 0;
}

/* ---- Strips: some of the targets, some of the queries ---- */

/* Most words of sums and of costs in a strip, except for a single row. */
#define STRIP_WORDS (1ull << 22)

enum { STRIP_QUERIES_MAX = 1 << 15 }; /* limit of a grid's second dimension */

/* Exchange: columns, rows, then answers: costs, then sums from an even word on.
 */
struct strip {
    struct cch_gpu *cch;
    const struct target *targets; /* [target_count] */
    uint32_t first_target;
    uint32_t target_count;
    struct query **queries; /* [query_count] */
    uint32_t query_count;
    struct cch_side columns;
    struct cch_side rows;
    struct cch_walked walked;
    bool with_sums;
};

/* Words of exchange before the costs. */
static inline size_t strip_costs_at(const struct strip *strip)
{
    return strip->columns.words + strip->rows.words;
}

/* Words from the costs to the sums, and of all answers, for so many cells. */
static inline size_t strip_sums_after(size_t cells)
{
    return cells + cells % 2;
}

static inline size_t strip_answer_words(size_t cells, bool with_sums)
{
    return with_sums ? strip_sums_after(cells) + 2 * cells : cells;
}

static uint32_t strip_columns(const struct target *targets, uint32_t count)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += targets[i].vertex_count;
    return sum;
}

bool cch_table_fits(const struct cch_gpu *cch, struct query **queries,
                    size_t count)
{
    uint32_t most = cch_walks_max(cch) / 2;

    for (size_t i = 0; i < count; i++) {
        if (queries[i]->seed_count > most)
            return false;
    }
    for (uint32_t i = 0; i < queries[0]->target_count; i++) {
        if (queries[0]->targets[i].vertex_count > most)
            return false;
    }
    return true;
}

static uint32_t strip_of_targets(const struct cch_gpu *cch,
                                 const struct target *targets, uint32_t count)
{
    uint32_t most = cch_walks_max(cch) / 2;
    uint32_t walks = 0;
    uint32_t taken = 0;

    while (taken < count &&
           (!taken || (uint64_t)walks + targets[taken].vertex_count <= most))
        walks += targets[taken++].vertex_count;
    return taken;
}

static uint32_t strip_of_queries(const struct strip *strip,
                                 struct query **queries, size_t count,
                                 uint32_t *ret_rows)
{
    uint32_t most = cch_walks_max(strip->cch) / 2;
    uint64_t wide = strip->columns.count > strip->target_count
                        ? strip->columns.count
                        : strip->target_count;
    uint32_t taken = 0;
    uint32_t rows = 0;

    while (taken < count && taken < STRIP_QUERIES_MAX) {
        uint64_t more = (uint64_t)rows + queries[taken]->seed_count;

        if (taken &&
            (more > most ||
             (more > taken + 1 ? more : taken + 1) * wide > STRIP_WORDS))
            break;
        rows = (uint32_t)more;
        taken++;
    }
    *ret_rows = rows;
    return taken;
}

static struct cch_sums adjustment_of(const struct strip *strip, uint32_t target,
                                     uint32_t vertex)
{
    const struct sums_query *sums = strip->queries[0]->sums;
    const struct sums_adjustment *adjustment =
        &sums->targets[strip->first_target + target][vertex];

    return (struct cch_sums){adjustment->duration_ms, adjustment->length_mm};
}

static int strip_fill_columns(struct strip *strip, struct error *error)
{
    struct cch_side *columns = &strip->columns;
    uint32_t at = 0;

    cch_side_place(columns, &strip->cch->search.workspace, 0);
    for (uint32_t i = 0; i < strip->target_count; i++) {
        const struct target *target = &strip->targets[i];

        columns->host.first[i] = at;
        for (uint32_t j = 0; j < target->vertex_count; j++, at++) {
            columns->host.starts[at] =
                (struct kernel_seed){target->vertices[j].vertex, 0};
            columns->host.adjustments[at] = target->vertices[j].adjustment;
            if (columns->with_sums)
                columns->host.sums[at] = adjustment_of(strip, i, j);
        }
    }
    columns->host.first[strip->target_count] = at;
    return cch_side_sort(columns, error);
}

static int strip_fill_rows(struct strip *strip, struct error *error)
{
    struct cch_side *rows = &strip->rows;
    uint32_t at = 0;

    cch_side_place(rows, &strip->cch->search.workspace, strip->columns.words);
    for (uint32_t i = 0; i < strip->query_count; i++) {
        struct query *query = strip->queries[i];
        uint32_t seeds = query_is_open(query) ? query->seed_count : 0;

        rows->host.first[i] = at;
        rows->host.bound[i] = query->bound;
        for (uint32_t j = 0; j < seeds; j++, at++) {
            rows->host.starts[at] = (struct kernel_seed){query->seeds[j].vertex,
                                                         query->seeds[j].cost};
            if (rows->with_sums)
                rows->host.sums[at] =
                    (struct cch_sums){query->sums->seeds[j].duration_ms,
                                      query->sums->seeds[j].length_mm};
        }
    }
    rows->host.first[strip->query_count] = at;
    rows->count = at;
    return cch_side_sort(rows, error);
}

/* ---- Solving ---- */

/* The sums of finished walks. */
static int walk_sums(const struct strip *strip, const struct cch_side *side,
                     const struct cch_walks *walks,
                     const struct cch_vectors *vectors, struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    bool forward = walks->source_count > 0;
    struct cch_sum_walks again = {
        .starts = side->device.starts,
        .sums = forward ? side->device.sums : NULL,
        .place = side->device.place,
        .count = side->count,
        .forward = forward,
        .team = walks->team,
    };

    return cuda_check(
        launch_cch_walk_sums(&cch->arrays, &again, vectors, cch_stream(cch)),
        "sums of walks", error);
}

/* The walks of one side, into `vectors`. */
static int walk(const struct strip *strip, const struct cch_side *side,
                bool forward, const struct cch_vectors *vectors,
                struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    struct cch_walks walks = {
        .sources = side->device.starts,
        .targets = side->device.starts,
        .source_count = forward ? side->count : 0,
        .target_count = forward ? 0 : side->count,
        .team = cch_team(cch, side->count),
    };
    uint64_t start_ns = clock_now_ns();
    int r = workspace_send(&cch->search.workspace, side->at, side->words,
                           "upload table", error);

    if (!r)
        r = cuda_check(
            launch_cch_walks(&cch->arrays, &walks, vectors, cch_stream(cch)),
            "walks", error);
    if (!r && strip->with_sums)
        r = walk_sums(strip, side, &walks, vectors, error);
    return r ? r
             : cch_report(cch, forward ? "walks from" : "walks to", start_ns,
                          error);
}

static int multiply(const struct strip *strip, struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    size_t count = (size_t)strip->query_count * strip->target_count;
    uint32_t *costs =
        cch->search.workspace.exchange.device + strip_costs_at(strip);
    const struct cch_side_arrays *rows = &strip->rows.device;
    const struct cch_side_arrays *columns = &strip->columns.device;
    struct cch_product product = {
        .row_count = strip->rows.count,
        .column_count = strip->columns.count,
        .row_place = rows->place,
        .column_place = columns->place,
        .row_starts = rows->starts,
        .column_starts = columns->starts,
    };
    struct cch_table table = {
        .first_row = rows->first,
        .first_column = columns->first,
        .bound = rows->bound,
        .adjustments = columns->adjustments,
        .sums = columns->sums,
        .query_count = strip->query_count,
        .target_count = strip->target_count,
        .column_count = strip->columns.count,
    };
    struct cch_cells cells = {cch->cells.memory, NULL};
    struct cch_cells answer = {costs, NULL};
    uint64_t start_ns = clock_now_ns();
    int r;

    if (strip->with_sums) {
        cells.packed = (cch_packed *)cch->cell_sums.memory;
        answer.packed = (cch_packed *)(costs + strip_sums_after(count));
    }
    r = cuda_check(
        launch_cch_product(&strip->walked, &product, &cells, cch_stream(cch)),
        "table", error);
    if (!r)
        r = cuda_check(
            launch_cch_choose(&table, &cells, &answer, cch_stream(cch)),
            "table", error);
    return r ? r : cch_report(cch, "product", start_ns, error);
}

static int download(const struct strip *strip, struct error *error)
{
    struct workspace *workspace = &strip->cch->search.workspace;
    uint64_t start_ns = clock_now_ns();
    size_t at = strip_costs_at(strip);
    size_t words = strip_answer_words(
        (size_t)strip->query_count * strip->target_count, strip->with_sums);
    int r = workspace_fetch(workspace, at, words, "download table", error);

    return r ? r : cch_report(strip->cch, "download", start_ns, error);
}

/* Copies the strip's part of each query's row. */
static void hand_out(const struct strip *strip)
{
    const uint32_t *costs =
        strip->cch->search.workspace.exchange.host + strip_costs_at(strip);
    size_t width = strip->target_count;
    const struct path_sums *sums =
        (const struct path_sums *)(costs + strip_sums_after(strip->query_count *
                                                            width));

    for (uint32_t i = 0; i < strip->query_count; i++) {
        struct query *query = strip->queries[i];

        if (query->status != QUERY_DONE)
            continue;
        memcpy(query->cost + strip->first_target, costs + i * width,
               width * sizeof(*costs));
        if (strip->with_sums)
            memcpy(query->sums->sums + strip->first_target, sums + i * width,
                   width * sizeof(*sums));
    }
}

static int solve_strip(struct strip *strip, struct error *error)
{
    int r = strip_fill_rows(strip, error);

    if (!r)
        r = walk(strip, &strip->rows, true, &strip->walked.sources, error);
    if (!r)
        r = multiply(strip, error);
    if (!r)
        r = download(strip, error);
    if (!r)
        hand_out(strip);
    return r;
}

/* Reserves what a strip of queries needs beyond its columns. Growing loses the
 * contents of the exchange, so this makes room for all strips before the
 * columns are filled in. */
static int reserve(struct strip *strip, struct query **queries, size_t count,
                   struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    uint32_t columns = strip->columns.count;
    bool with_sums = strip->with_sums;
    uint32_t most_rows = 0;
    size_t most_words = 0;
    size_t most_sums = 0;
    uint32_t taken;
    int r;

    for (size_t i = 0; i < count; i += taken) {
        uint32_t rows;
        size_t words;

        taken = strip_of_queries(strip, queries + i, count - i, &rows);
        words =
            cch_side_words(rows, taken, with_sums) +
            strip_answer_words((size_t)taken * strip->target_count, with_sums);
        most_rows = rows > most_rows ? rows : most_rows;
        most_words = words > most_words ? words : most_words;
        most_sums = (size_t)rows * columns > most_sums ? (size_t)rows * columns
                                                       : most_sums;
    }
    r = workspace_reserve(&cch->search.workspace,
                          strip->columns.words + most_words, error);
    if (!r)
        r = cch_room_reserve(&cch->cells, most_sums, "costs of a table", error);
    if (!r && with_sums)
        r = cch_room_reserve(&cch->cell_sums, 2 * most_sums, "sums of a table",
                             error);
    if (!r)
        r = (with_sums ? cch_vectors_reserve_sums : cch_vectors_reserve)(
            cch, columns + most_rows, &strip->walked.targets, error);
    strip->walked.sources = cch_vectors_from(&strip->walked.targets, columns);
    return r;
}

static int solve_columns(struct strip *strip, struct query **queries,
                         size_t count, struct error *error)
{
    int r = reserve(strip, queries, count, error);

    if (!r)
        r = strip_fill_columns(strip, error);
    if (!r)
        r = walk(strip, &strip->columns, false, &strip->walked.targets, error);
    for (size_t i = 0; i < count && !r; i += strip->query_count) {
        uint32_t rows;

        strip->queries = queries + i;
        strip->query_count =
            strip_of_queries(strip, strip->queries, count - i, &rows);
        cch_side_init(&strip->rows, rows, strip->query_count, strip->with_sums);
        r = solve_strip(strip, error);
    }
    return r;
}

int cch_solve_table(struct cch_gpu *cch, struct query **queries, size_t count,
                    struct error *error)
{
    uint32_t target_count = queries[0]->target_count;
    const struct sums_query *sums = queries[0]->sums;
    struct strip strip = {.cch = cch, .with_sums = sums};
    uint64_t start_us = clock_now_us();
    int r = 0;

    if (sums)
        r = cch_metric_sums_of(cch_metric(cch), sums->arcs, cch_stream(cch),
                               &cch->arrays.packed, error);
    for (size_t i = 0; i < count; i++) {
        queries[i]->figures = (struct query_figures){0};
        queries[i]->status = QUERY_DONE;
    }
    for (uint32_t t = 0; t < target_count && !r; t += strip.target_count) {
        strip.targets = queries[0]->targets + t;
        strip.first_target = t;
        strip.queries = queries;
        strip.target_count =
            strip_of_targets(cch, strip.targets, target_count - t);
        cch_side_init(&strip.columns,
                      strip_columns(strip.targets, strip.target_count),
                      strip.target_count, strip.with_sums);
        r = solve_columns(&strip, queries, count, error);
    }
    for (size_t i = 0; i < count && !r; i++) {
        queries[i]->figures.phases = 3;
        queries[i]->figures.solve_us = (clock_now_us() - start_us) / count;
    }
    cch_side_finish(&strip.columns);
    cch_side_finish(&strip.rows);
    return r;
}
