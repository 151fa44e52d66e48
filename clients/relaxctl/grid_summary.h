/* grid_summary: what became of a cost raster that was imported. */
#ifndef RELAXD_CLIENTS_RELAXCTL_GRID_SUMMARY_H
#define RELAXD_CLIENTS_RELAXCTL_GRID_SUMMARY_H

#include "core/graph/import/raster/raster_map.h"

struct grid_summary {
    struct raster raster; /* without cells */
    struct raster_map_summary summary;
};

/* Lines about it on stdout. */
void grid_summary_print(const struct grid_summary *grid);

#endif
