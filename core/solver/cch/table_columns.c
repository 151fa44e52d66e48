/* table_columns: walks towards a table's columns, kept for its next rows. */
#include "core/solver/cch/table_columns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

static bool same_lines(const struct lines *a, const struct lines *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (a->line[i].vertex != b->line[i].vertex)
            return false;
    }
    return true;
}

bool table_columns_are(const struct table_columns *columns,
                       const struct cch_metric *metric,
                       const struct lines *lines, bool sums)
{
    return columns->state == metric->state &&
           (columns->labels.duration || !sums) &&
           same_lines(&columns->lines, lines);
}

int table_columns_make(struct table_columns *columns, const struct lines *lines,
                       size_t depth_count, bool sums)
{
    size_t count = lines->count;

    table_columns_clear(columns);
    columns->lines.line = array_alloc(count, sizeof(*lines->line));
    if (!columns->lines.line ||
        table_labels_make(&columns->labels, depth_count * count, sums)) {
        table_columns_clear(columns);
        return -ENOMEM;
    }
    memcpy(columns->lines.line, lines->line, count * sizeof(*lines->line));
    columns->lines.count = count;
    return 0;
}

void table_columns_clear(struct table_columns *columns)
{
    free(columns->lines.line);
    table_labels_finish(&columns->labels);
    *columns = (struct table_columns){.state = 0};
}
