/* table_lines: a table's rows and columns, sorted by vertex. */
#include "core/solver/cch/table_lines.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

static int by_vertex(const void *a, const void *b)
{
    uint32_t left = ((const struct line *)a)->vertex;
    uint32_t right = ((const struct line *)b)->vertex;

    return (left > right) - (left < right);
}

static void sort(struct lines *lines)
{
    qsort(lines->line, lines->count, sizeof(*lines->line), by_vertex);
}

int lines_of_seeds(struct query *const *queries, size_t query_count,
                   struct lines *ret_lines)
{
    struct lines lines = {NULL, 0};
    size_t count = 0;

    for (size_t i = 0; i < query_count; i++)
        count += queries[i]->seed_count;
    lines.line = array_alloc(count, sizeof(*lines.line));
    if (!lines.line)
        return -ENOMEM;
    for (size_t i = 0; i < query_count; i++) {
        for (uint32_t j = 0; j < queries[i]->seed_count; j++)
            lines.line[lines.count++] =
                (struct line){queries[i]->seeds[j].vertex, (uint32_t)i, j,
                              queries[i]->seeds[j].cost};
    }
    sort(&lines);
    *ret_lines = lines;
    return 0;
}

int lines_of_targets(const struct query *query, struct lines *ret_lines)
{
    struct lines lines = {NULL, 0};
    size_t count = 0;

    for (uint32_t i = 0; i < query->target_count; i++)
        count += query->targets[i].vertex_count;
    lines.line = array_alloc(count, sizeof(*lines.line));
    if (!lines.line)
        return -ENOMEM;
    for (uint32_t i = 0; i < query->target_count; i++) {
        const struct target *target = &query->targets[i];

        for (uint32_t j = 0; j < target->vertex_count; j++)
            lines.line[lines.count++] =
                (struct line){target->vertices[j].vertex, i, j,
                              target->vertices[j].adjustment};
    }
    sort(&lines);
    *ret_lines = lines;
    return 0;
}

struct lines lines_part(const struct lines *lines, size_t first, size_t most)
{
    size_t left = lines->count - first;

    return (struct lines){lines->line + first, left < most ? left : most};
}

size_t lines_find(const struct lines *lines, uint32_t vertex)
{
    return array_lower_bound(lines->line, sizeof(*lines->line),
                             offsetof(struct line, vertex), lines->count,
                             vertex);
}
