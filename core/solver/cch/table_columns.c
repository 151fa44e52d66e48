/* table_columns: walks towards a table's columns, kept for its next rows. */
#include "core/solver/cch/table_columns.h"

#include <stdlib.h>

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
                       const struct lines *lines)
{
    return columns->state == metric->state &&
           same_lines(&columns->lines, lines);
}

void table_columns_keep(struct table_columns *columns,
                        const struct cch_metric *metric,
                        const struct lines *lines, uint32_t *label)
{
    table_columns_clear(columns);
    *columns = (struct table_columns){*lines, label, metric->state};
}

void table_columns_clear(struct table_columns *columns)
{
    free(columns->lines.line);
    free(columns->label);
    *columns = (struct table_columns){.state = 0};
}
