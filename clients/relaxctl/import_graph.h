/* import_graph: a graph or a cost raster into an .rlx file, for `relaxctl
 * import`. */
#ifndef RELAXD_CLIENTS_RELAXCTL_IMPORT_GRAPH_H
#define RELAXD_CLIENTS_RELAXCTL_IMPORT_GRAPH_H

#include <stdbool.h>

#include "core/base/error.h"
#include "core/graph/import/dimacs/dimacs.h"

struct import_graph {
    struct dimacs_files files;
    const char *output;
    bool grid;    /* `files.graph` is a cost raster, the other is none */
    double scale; /* of a raster's cells; 0: found by itself */
    bool unordered;
};

/* Imports, writes, and says on stdout what came of it. 0 or as dimacs_import(),
 * raster_map_import() and map_write() have it. */
int import_graph_run(const struct import_graph *import, struct error *error);

#endif
