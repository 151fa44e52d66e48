/* import_graph: a graph or a cost raster into an .rlx file. */
#include "clients/relaxctl/import_graph.h"

#include <inttypes.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/grid_summary.h"
#include "clients/relaxctl/ordering.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"

static void summarize(const struct import_graph *import, const struct map *map,
                      uint64_t started_us)
{
    uint32_t n = map->topology.vertex_count;
    uint32_t m = map->topology.arc_count;

    printf("%s: %" PRIu32 " %s, %" PRIu32 " %s, %s, %.2f s\n", import->output,
           n, plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"),
           map->position ? "with positions" : "without positions",
           (double)(clock_now_us() - started_us) / 1e6);
}

static int read_map(const struct import_graph *import,
                    struct progress *progress, struct grid_summary *ret_report,
                    struct map **ret_map, struct error *error)
{
    const struct raster_map_settings settings = {
        .scale = import->scale,
        .unit = import->files.unit,
    };

    if (import->grid)
        return raster_map_import(import->files.graph, &settings, progress,
                                 &ret_report->raster, &ret_report->summary,
                                 ret_map, error);
    return dimacs_import(&import->files, progress, ret_map, error);
}

/* Puts the ordered map in the map's place. A map that cannot be ordered is no
 * less imported. */
static void order(struct map **map, struct ordering *ret_ordering)
{
    struct map *ordered = ordering_try(*map, ret_ordering);

    if (!ordered)
        return;
    map_destroy(*map);
    *map = ordered;
}

static int write_map(const struct import_graph *import, struct map **map,
                     uint64_t started_us, struct error *error)
{
    struct ordering ordering;
    int r;

    if (!import->unordered)
        order(map, &ordering);
    r = map_write(*map, import->output, error);
    if (r)
        return r;
    summarize(import, *map, started_us);
    if (!import->unordered)
        ordering_summarize(&ordering, *map, import->output);
    return 0;
}

int import_graph_run(const struct import_graph *import, struct error *error)
{
    struct progress_printer printer;
    uint64_t started_us = clock_now_us();
    struct grid_summary report;
    struct map *map;
    int r;

    progress_printer_init(&printer);
    r = read_map(import, &printer.base, &report, &map, error);
    progress_printer_finish(&printer);
    if (r) {
        arguments_name_standard_input(error);
        return r;
    }
    r = write_map(import, &map, started_us, error);
    if (!r && import->grid)
        grid_summary_print(&report);
    map_destroy(map);
    return r;
}
