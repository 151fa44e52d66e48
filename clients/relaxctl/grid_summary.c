/* grid_summary: what became of a cost raster that was imported. */
#include "clients/relaxctl/grid_summary.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/text.h"

void grid_summary_print(const struct grid_summary *grid)
{
    const struct raster *raster = &grid->raster;
    const struct raster_map_summary *summary = &grid->summary;

    printf("  %s, %" PRIu32 " %s of %" PRIu32 " %s: the cell at row r, "
           "column c has the id r * %" PRIu32 " + c, both from 0\n",
           raster->format, raster->rows, plural(raster->rows, "row", "rows"),
           raster->columns, plural(raster->columns, "cell", "cells"),
           raster->columns);
    printf("  a weight is the value of the cell entered times %.9g",
           summary->scale);
    if (summary->rounding > 0)
        printf(", rounded by %.3g at most", summary->rounding);
    putchar('\n');
    if (summary->nodata_count)
        printf("  %zu %s without a value, which no arc enters or leaves\n",
               summary->nodata_count,
               plural(summary->nodata_count, "cell", "cells"));
}
