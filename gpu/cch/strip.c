/* strip: a part of a table of cch-gpu. */
#include "gpu/cch/strip.h"

#include "core/solver/batch.h"

/* Words of sums and of costs in a strip, at most, but for a single row. */
#define STRIP_WORDS (1ull << 22)

enum { STRIP_QUERIES_MAX = 1 << 15 }; /* a grid's second dimension */

uint32_t strip_columns(const struct target *targets, uint32_t count)
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

uint32_t strip_of_targets(const struct cch_gpu *cch,
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

uint32_t strip_of_queries(const struct strip *strip, struct query **queries,
                          size_t count, uint32_t *ret_rows)
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

int strip_fill_columns(struct strip *strip, struct error *error)
{
    struct cch_side *columns = &strip->columns;
    uint32_t at = 0;

    cch_side_place(columns, strip->cch->search.workspace.exchange, 0);
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

int strip_fill_rows(struct strip *strip, struct error *error)
{
    struct cch_side *rows = &strip->rows;
    uint32_t at = 0;

    cch_side_place(rows, strip->cch->search.workspace.exchange,
                   strip->columns.words);
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
